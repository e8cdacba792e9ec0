/**
 * The laws about what an ERP plugin declares and about leaks of secrets.
 */
import { ErpV1, Money, type PlatformOrder } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { LawViolation, equal } from "../../Assertions.ts"
import { always, type Laws } from "../../Law.ts"
import * as LeakLaws from "../../LeakLaws.ts"
import * as RateLaws from "../../RateLaws.ts"
import { type LawContext, call, planted, shipped, takenOnce, unsent } from "../LawContext.ts"
import type { SuiteFixture } from "../SuiteFixture.ts"

const anyOrder: PlatformOrder.PlatformOrder = {
  platform: "WEB",
  shopId: "1",
  onlineOrderId: "1",
  createdAt: DateTime.makeUnsafe("2026-03-01T00:00:00Z"),
  phase: "open",
  status: "PAID",
  paymentMethod: "online",
  currency: "EUR",
  total: Money.of("0").amount,
  freight: Money.of("0").amount,
  receiver: {},
  lines: [],
  raw: Redacted.make("{}")
}

export const declarationLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "plugin/unoffered": [
    "U-87",
    "fails with OperationUnsupported, without a request, when an operation is not offered",
    always(Effect.fnUntraced(function*(context: LawContext) {
      if (context.declares("receivePlatformOrder")) return
      const answered = yield* unsent(context, Effect.result(call(context, ErpV1.ReceivePlatformOrder, anyOrder)))
      if (answered._tag === "Success") throw new LawViolation("receivePlatformOrder succeeded although the plugin does not offer it")
      equal(answered.failure.reason._tag, "OperationUnsupported", "the reason of receivePlatformOrder")
    }))
  ],
  "plugin/opens-again": [
    "D1-342",
    "can be opened twice at the same time, and both instances reach the ERP",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const second = { ...context, erp: yield* context.open }
      for (const each of [second, context]) {
        const status = shipped(context, "opens-again")
        yield* call(each, ErpV1.ReceiveOutboundStatus, status)
        if (context.fixture.received !== undefined) yield* takenOnce(context, status.orderNumber)
      }
    }))
  ],
  ...LeakLaws.settingsLaws
}

export const leakLaws: Laws<LawContext, SuiteFixture<unknown>> = LeakLaws.outputLaws(planted)

export const rateLaws: Laws<LawContext, SuiteFixture<unknown>> = RateLaws.make<LawContext>(({ erp }) => erp.facts.limits)

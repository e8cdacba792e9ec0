/**
 * What an ERP plugin declares, and what it never lets out.
 */
import { ErpV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { LawViolation, equal } from "../../Assertions.ts"
import { always, type Laws } from "../../Law.ts"
import * as LeakLaws from "../../LeakLaws.ts"
import { type LawContext, call, planted, shipped, takenOnce, unsent } from "../LawContext.ts"
import type { SuiteFixture } from "../SuiteFixture.ts"

const anyOrder = { platform: "WEB", shopId: "1", onlineOrderId: "1", peerStatus: "PAID", raw: Redacted.make("{}") } as const

export const declarationLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "plugin/unoffered": [
    "U-87",
    "what it does not offer fails as OperationUnsupported",
    always(Effect.fnUntraced(function*(context: LawContext) {
      if (context.declares("receivePlatformOrder")) return
      const answered = yield* unsent(context, Effect.result(call(context, ErpV1.ReceivePlatformOrder, anyOrder)))
      if (answered._tag === "Success") throw new LawViolation("receivePlatformOrder succeeded although it is not offered")
      equal(answered.failure.reason._tag, "OperationUnsupported", "receivePlatformOrder")
    }))
  ],
  "plugin/opens-again": [
    "D1-342",
    "can be opened a second time while it is open, and both reach the ERP",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const second = { ...context, erp: yield* context.open }
      for (const each of [second, context]) {
        const status = shipped(context, "opens-again")
        yield* call(each, ErpV1.ReceiveOutboundStatus, status)
        yield* takenOnce(context, status.orderNumber)
      }
    }))
  ],
  ...LeakLaws.settingsLaws
}

export const leakLaws: Laws<LawContext, SuiteFixture<unknown>> = LeakLaws.outputLaws(planted)

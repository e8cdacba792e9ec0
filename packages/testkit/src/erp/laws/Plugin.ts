/**
 * What an ERP plugin declares, and what it never lets out.
 */
import { ErpV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Broken, equal } from "../../Claim.ts"
import { always, type Laws } from "../../Law.ts"
import * as Secrecy from "../../Secrecy.ts"
import { type Bench, call, planted, shipped, takenOnce, unsent } from "../Bench.ts"
import type { Given } from "../Given.ts"

const anyOrder = { platform: "WEB", shopId: "1", onlineOrderId: "1", peerStatus: "PAID", raw: Redacted.make("{}") } as const

export const declaring: Laws<Bench, Given<unknown>> = {
  "plugin/unoffered": [
    "U-87",
    "what it does not offer fails as OperationUnsupported",
    always(Effect.fnUntraced(function*(bench: Bench) {
      if (bench.declares("receivePlatformOrder")) return
      const answered = yield* unsent(bench, Effect.result(call(bench, ErpV1.ReceivePlatformOrder, anyOrder)))
      if (answered._tag === "Success") throw new Broken("receivePlatformOrder succeeded although it is not offered")
      equal(answered.failure.reason._tag, "OperationUnsupported", "receivePlatformOrder")
    }))
  ],
  "plugin/opens-again": [
    "D1-342",
    "can be opened a second time while it is open, and both reach the ERP",
    always(Effect.fnUntraced(function*(bench: Bench) {
      const second = { ...bench, erp: yield* bench.open }
      for (const each of [second, bench]) {
        const status = shipped(bench, "opens-again")
        yield* call(each, ErpV1.ReceiveOutboundStatus, status)
        yield* takenOnce(bench, status.orderNumber)
      }
    }))
  ],
  ...Secrecy.declared
}

export const keeping: Laws<Bench, Given<unknown>> = Secrecy.kept(planted)

/**
 * Credentials that lapse while a connection is open.
 */
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { equal } from "../../Assertions.ts"
import { having, type Laws } from "../../Law.ts"
import { type LawContext, booked, created, knownStatus } from "../LawContext.ts"
import { can, type SuiteFixture } from "../SuiteFixture.ts"

/** So many calls are under way at once. */
const atOnce = 12

export const lapsing: Laws<LawContext, SuiteFixture<unknown>> = {
  "credentials/lapse": [
    "D1-359",
    "a token that lapses is renewed once for all calls that meet it, and each of them goes on",
    having(can.lapse, Effect.fnUntraced(function*(context: LawContext, lapse) {
      const { order } = yield* created(context, "lapse")
      const { orderNumber, warehouseCode } = order
      const before = yield* lapse.renewals
      yield* lapse.run
      const calls = Array.from({ length: atOnce }, () =>
        context.warehouse.call(WarehouseV1.GetOutboundOrders, { orderNumbers: [orderNumber], warehouseCode }))
      const answers = yield* context.time.during(Effect.all(calls, { concurrency: "unbounded" }))
      equal(answers.map((found) => found.map((status) => status.orderNumber)), calls.map(() => [orderNumber]), "the answers")
      equal((yield* lapse.renewals) - before, 1, "tokens that the peer gave")
    }))
  ],
  "credentials/lapse-create": [
    "D1-359",
    "a create that meets a token that has lapsed makes one order",
    having(can.lapse, Effect.fnUntraced(function*(context: LawContext, lapse) {
      yield* knownStatus(context, (yield* created(context, "before-lapse")).order)
      yield* lapse.run
      const { orderNumber } = yield* created(context, "after-lapse")
      yield* booked(context, orderNumber)
    }))
  ]
}

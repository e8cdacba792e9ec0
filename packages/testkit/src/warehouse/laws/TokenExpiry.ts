/**
 * The laws about access tokens that expire while a connection is open.
 */
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { equal } from "../../Assertions.ts"
import { having, type Laws } from "../../Law.ts"
import { type LawContext, orderAtPeer, created, knownStatus } from "../LawContext.ts"
import { can, type SuiteFixture } from "../SuiteFixture.ts"

const concurrentCalls = 12

export const tokenExpiryLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "credentials/lapse": [
    "D1-359",
    "renews an expired token once for all concurrent calls, and each of them succeeds",
    having(can.tokenExpiry, Effect.fnUntraced(function*(context: LawContext, tokenExpiry) {
      const { order } = yield* created(context, "lapse")
      const { orderNumber, warehouseCode } = order
      const before = yield* tokenExpiry.issued
      yield* tokenExpiry.expire
      const calls = Array.from({ length: concurrentCalls }, () =>
        context.warehouse.call(WarehouseV1.GetOutboundOrders, { orderNumbers: [orderNumber], warehouseCode }))
      const answers = yield* context.time.during(Effect.all(calls, { concurrency: "unbounded" }))
      equal(answers.map((found) => found.map((status) => status.orderNumber)), calls.map(() => [orderNumber]), "orders found by each call")
      equal((yield* tokenExpiry.issued) - before, 1, "tokens that the peer issued")
    }))
  ],
  "credentials/lapse-create": [
    "D1-359",
    "creates one order when the token has expired before the create",
    having(can.tokenExpiry, Effect.fnUntraced(function*(context: LawContext, tokenExpiry) {
      yield* knownStatus(context, (yield* created(context, "before-lapse")).order)
      yield* tokenExpiry.expire
      const { orderNumber } = yield* created(context, "after-lapse")
      yield* orderAtPeer(context, orderNumber)
    }))
  ]
}

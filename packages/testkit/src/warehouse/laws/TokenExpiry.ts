/**
 * The laws about access tokens that expire while a connection is open.
 */
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { lapseLaws } from "../../AccountLaws.ts"
import { having, type Laws } from "../../Law.ts"
import { type LawContext, orderAtPeer, created, knownStatus } from "../LawContext.ts"
import { can, type SuiteFixture } from "../SuiteFixture.ts"

export const tokenExpiryLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  ...lapseLaws((context: LawContext) =>
    Effect.map(created(context, "lapse"), ({ order: { orderNumber, warehouseCode } }) => ({
      number: orderNumber,
      call: Effect.map(
        context.warehouse.call(WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber }], warehouseCode }),
        (found) => found.items.map((status) => status.orderNumber)
      )
    }))),
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

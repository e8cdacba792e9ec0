/**
 * The reaction that tells the ERPs: an order of a shop that was stored owes each a delivery with the whole order. An order that an ERP has
 * not received yet is replaced by a later state of it. Right before it is sent, it gets the names that the ERP uses; an order with a
 * name that needs a row in the mapping waits until it has one (U-145), and so does an order whose link is not there.
 */
import { ErpV1, type PlatformOrder } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Connections } from "../../connection/Connections.ts"
import { Mapping } from "../../mapping/NameMapping.ts"
import { owed } from "../../outbox/Outbox.ts"
import * as Reactions from "../../outbox/Reactions.ts"
import { type Completion, NotReady } from "../../outbox/PayloadCompletion.ts"
import * as ErpReceivers from "../ErpReceivers.ts"
import type { OrderEvent } from "./OrderEvents.ts"
import { kind } from "./OrderKinds.ts"
import * as NameTranslation from "./NameTranslation.ts"
import * as Shops from "./Shops.ts"

export const reaction = Effect.map(Connections, (connections) =>
  Reactions.owing<OrderEvent>({
    PlatformOrderStored: ({ link, order }) =>
      Effect.succeed(ErpReceivers.ofShopOrders(connections, link).map((connection) =>
        owed({
          connection,
          ...ErpReceivers.about(link, kind.kind, order.onlineOrderId),
          operation: ErpV1.ReceivePlatformOrder,
          payload: order,
          isState: true
        })
      ))
  }))

export const completion = Effect.gen(function*() {
  const connections = yield* Connections
  const names = NameTranslation.make(yield* Mapping)
  return {
    operations: [ErpV1.ReceivePlatformOrder.name],
    complete: Effect.fnUntraced(function*({ scope }, payload) {
      const link = connections.linkOf(scope)
      if (link === undefined) return yield* Shops.unknownLink(scope)
      const { missing, value } = yield* names.order(link, payload as PlatformOrder.PlatformOrder)
      return missing.length === 0 ? value : yield* new NotReady({ because: NameTranslation.missingText(missing) })
    })
  } satisfies Completion as Completion
})

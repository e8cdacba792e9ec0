/**
 * The reaction that tells the ERPs: an order of a shop that was stored owes each a delivery with the whole order. An order that an ERP has
 * not received yet is replaced by a later state of it. Right before it is sent, it gets the names that the ERP uses; an order with a
 * name that needs a row in the mapping waits until it has one (U-145), and so does an order whose link is not there.
 */
import { ErpV1, type PlatformOrder } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Connections } from "../../connection/Connections.ts"
import type { ConnectedLink } from "../../Composition.ts"
import { Mapping } from "../../mapping/NameMapping.ts"
import { owed } from "../../outbox/Outbox.ts"
import { underWay, unfinished } from "../../outbox/DeliveryInsertion.ts"
import * as Reactions from "../../outbox/Reactions.ts"
import { type Completion, NotReady } from "../../outbox/PayloadCompletion.ts"
import { Database } from "../../store/Database.ts"
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
      )),
    PlatformOrderRefunded: ({ link, order, refund }) =>
      Effect.succeed(ErpReceivers.ofShopOrders(connections, link).filter((erp) => ErpReceivers.offers(connections, erp, ErpV1.ReceiveRefund.name)).map((connection) =>
        owed({
          connection,
          // In a queue of its own, because a message takes the place of the waiting states of its queue.
          ...ErpReceivers.about(link, "refunds", order.onlineOrderId),
          operation: ErpV1.ReceiveRefund,
          payload: {
            platform: order.platform,
            shopId: order.shopId,
            ...(order.onlineShopId !== undefined && { onlineShopId: order.onlineShopId }),
            onlineOrderId: order.onlineOrderId,
            refund
          }
        })
      ))
  }))

export const completion = Effect.gen(function*() {
  const connections = yield* Connections
  const names = NameTranslation.make(yield* Mapping)
  const db = yield* Database
  /** Whether an ERP is still to be told the order that has a refund. It holds back a dead letter of the order as that holds back later states. */
  const isOrderWaiting = (link: ConnectedLink, connection: string, onlineOrderId: string) =>
    Effect.map(
      db.one(`select id from delivery where connection = $1 and entity = $2 and state in ${connections.get(connection)?.onDead === "continue" ? underWay : unfinished} limit 1`, [connection, ErpReceivers.about(link, kind.kind, onlineOrderId).entity]),
      (waiting) => waiting !== undefined
    )
  return {
    operations: [ErpV1.ReceivePlatformOrder.name, ErpV1.ReceiveRefund.name],
    complete: Effect.fnUntraced(function*({ connection, operation, scope }, payload) {
      const link = connections.linkOf(scope)
      if (link === undefined) return yield* Shops.unknownLink(scope)
      const refunded = operation === ErpV1.ReceiveRefund.name ? payload as typeof ErpV1.ReceiveRefund.payload.Type : undefined
      if (refunded !== undefined && (yield* isOrderWaiting(link, connection, refunded.onlineOrderId))) {
        return yield* new NotReady({ because: `the order ${refunded.onlineOrderId} is told first` })
      }
      const { missing, value } = yield* refunded !== undefined ? names.refund(link, refunded) : names.order(link, payload as PlatformOrder.PlatformOrder)
      return missing.length === 0 ? value : yield* new NotReady({ because: NameTranslation.missingText(missing) })
    })
  } satisfies Completion as Completion
})

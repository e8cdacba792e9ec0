/**
 * The reaction that gives the desk its work: the transaction that stores an order of a shop, or what a warehouse reports of a part,
 * makes the order due; what comes back of an order is told in its history.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { OrderDesk } from "../composition/Desk.ts"
import type { OrderEvent as ShopEvent } from "../contracts/platform/OrderEvents.ts"
import type { OrderEvent as WarehouseEvent } from "../contracts/warehouse/OrderEvents.ts"
import * as Reactions from "../outbox/Reactions.ts"
import { Database } from "../store/Database.ts"
import { kindOfOrders } from "./DeskRows.ts"
import * as ParcelReports from "./ParcelReports.ts"
import * as Returns from "./Returns.ts"

/** Orders of other shops stay as they are. */
export const reaction = ({ shops }: OrderDesk) =>
  Effect.gen(function*() {
    const db = yield* Database
    return Reactions.writing<ShopEvent | WarehouseEvent>({
      PlatformOrderStored: Effect.fnUntraced(function*({ link, order }) {
        const now = yield* Clock.currentTimeMillis
        // What the desk has taken before, it carries on.
        if (!shops.includes(link.scope)) {
          const known = `entity in (select e.id from entity e where e.scope = $1 and e.kind = $2 and e.number = $3)`
          return yield* Effect.asVoid(db.query(`update desk_order set due_at = $4, version = version + 1, updated_at = $4 where ${known}`, [link.scope, kindOfOrders, order.onlineOrderId, now]))
        }
        yield* db.query(
          `insert into desk_order (entity, state, due_at, since, created_at, updated_at)
           select e.id, 'due', $4, $4, $4, $4 from entity e where e.scope = $1 and e.kind = $2 and e.number = $3
           on conflict (entity) do update set due_at = $4, version = desk_order.version + 1, updated_at = $4`,
          [link.scope, kindOfOrders, order.onlineOrderId, now]
        )
      }),
      OutboundReported: yield* ParcelReports.make,
      GoodsReceived: yield* Returns.make(shops)
    })
  })

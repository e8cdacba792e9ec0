/**
 * The reaction that gives the desk its work: the transaction that stores an order of a shop, or what a warehouse reports of a part,
 * makes the order due; what comes back of an order is told in its history.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { OrderDesk } from "../composition/Desk.ts"
import type { OrderEvent as ShopEvent } from "../contracts/platform/OrderEvents.ts"
import * as OrderNames from "../contracts/platform/OrderNames.ts"
import * as Shops from "../contracts/platform/Shops.ts"
import type { OrderEvent as WarehouseEvent } from "../contracts/warehouse/OrderEvents.ts"
import { Mapping } from "../mapping/NameMapping.ts"
import * as Reactions from "../outbox/Reactions.ts"
import { Database } from "../store/Database.ts"
import { warehousesFor } from "./WarehouseChoice.ts"
import { kindOfOrders } from "./DeskRows.ts"
import * as EndedOrders from "./EndedOrders.ts"
import * as Needs from "./Needs.ts"
import * as PartReports from "./PartReports.ts"
import * as Returns from "./Returns.ts"
import * as WarehouseOrder from "./WarehouseOrder.ts"

/** Orders of other shops stay as they are. */
export const reaction = (desk: OrderDesk) =>
  Effect.gen(function*() {
    const { shops } = desk
    const db = yield* Database
    const mapping = yield* Mapping
    const needs = Needs.make(db)
    const partReports = yield* PartReports.make
    return Reactions.writing<ShopEvent | WarehouseEvent>({
      PlatformOrderStored: Effect.fnUntraced(function*({ link, order }) {
        const now = yield* Clock.currentTimeMillis
        // What the desk has taken before, it carries on.
        if (!shops.includes(link.scope)) {
          const known = `entity in (select e.id from entity e where e.scope = $1 and e.kind = $2 and e.number = $3)`
          return yield* Effect.asVoid(db.query(`update desk_order set due_at = $4, is_repeat = 0, version = version + 1, updated_at = $4 where ${known}`, [link.scope, kindOfOrders, order.onlineOrderId, now]))
        }
        const [row] = yield* db.query(
          `insert into desk_order (entity, scope, state, due_at, since, created_at, updated_at)
           select e.id, e.scope, 'due', $4, $4, $4, $4 from entity e where e.scope = $1 and e.kind = $2 and e.number = $3
           on conflict (entity) do update set due_at = $4, is_repeat = 0, version = desk_order.version + 1, updated_at = $4,
             is_end_accepted = case when $5 = 1 then desk_order.is_end_accepted else 0 end returning entity, version`,
          [link.scope, kindOfOrders, order.onlineOrderId, now, EndedOrders.isFinished(order.phase) ? 1 : 0]
        )
        // What an order needs that the desk has seen before is stored already, until the desk sees the change.
        if (Number(row?.version) !== 1) return
        const named = OrderNames.toErp(yield* mapping.names(link), OrderNames.pushed, Shops.asErpNames(link, order))
        const needed = WarehouseOrder.neededOf(named, Result.getOrElse(WarehouseOrder.linesOf(named.value), () => []))
        yield* needs.add(Number(row?.entity), needed, warehousesFor(desk, WarehouseOrder.factsOf(desk, link.scope, named.value, needed)))
      }),
      FulfilmentChanged: partReports.take,
      GoodsReceived: yield* Returns.make(shops)
    }, { FulfilmentChanged: partReports.concerns })
  })

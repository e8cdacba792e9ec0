/**
 * Tells the order of a shop of goods that come back. Who announces a return names the order: its number at the shop, or that of the part at
 * the warehouse. The books hear of the goods as of all others.
 */
import { Decimal, InboundOrder } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { OrderEvent } from "../contracts/warehouse/OrderEvents.ts"
import * as IntentStore from "../intents/IntentStore.ts"
import { Mapping } from "../mapping/NameMapping.ts"
import { Database, parameters } from "../store/Database.ts"
import { Vault } from "../store/Vault.ts"
import { kindOfOrders } from "./DeskRows.ts"
import * as OrderHistory from "./OrderHistory.ts"

type Received = Extract<OrderEvent, { readonly _tag: "GoodsReceived" }>

const { onlineOrderId, orderNumber, type } = InboundOrder.InboundOrder.fields
const namesOf = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ onlineOrderId, orderNumber, type })))

/** Writes down, in the transaction of a report, which pieces of an order have come back. `shops` are the links whose orders the desk takes. */
export const make = Effect.fnUntraced(function*(shops: ReadonlyArray<string>) {
  const db = yield* Database
  const vault = yield* Vault
  const mapping = yield* Mapping
  const { note } = OrderHistory.make(db, vault)

  /** What the announcement of these goods says of the order that comes back. An order that nobody has announced here has none. */
  const announced = Effect.fnUntraced(function*(entity: number) {
    const row = yield* db.one(
      `select i.id, ${IntentStore.contentColumns} from intent i join intent_content c on c.entity = i.entity where i.entity = $1`,
      [entity]
    )
    if (row === undefined) return undefined
    const text = yield* Effect.option(IntentStore.openText(vault, row, "asked"))
    const names = Option.flatMap(text, namesOf)
    return Option.isSome(names) && names.value.type === InboundOrder.knownAsnTypes.saleReturn ? names.value : undefined
  })

  const atShop = Effect.fnUntraced(function*(number: string | undefined) {
    if (number === undefined || shops.length === 0) return undefined
    return yield* db.one(
      `select e.scope, e.number from entity e join desk_order o on o.entity = e.id
       where e.kind = $1 and e.number = $2 and e.scope in (${parameters(shops.length, 3)}) order by e.generation desc limit 1`,
      [kindOfOrders, number, ...shops]
    )
  })

  const ofPart = Effect.fnUntraced(function*(number: string | undefined) {
    return number === undefined ? undefined : yield* db.one("select e.scope, e.number from desk_part p join entity e on e.id = p.entity where p.number = $1", [number])
  })

  return Effect.fnUntraced(function*({ batch, link, row }: Received) {
    const names = yield* announced(row.id)
    if (names === undefined) return
    const order = (yield* atShop(names.onlineOrderId)) ?? (yield* ofPart(names.orderNumber))
    if (order === undefined) return
    const { sku: ownName } = yield* mapping.erpNames(link)
    const goods = batch.lines.map(({ bad, good, sku }) => `${Decimal.toText(good)} good and ${Decimal.toText(bad)} bad of ${JSON.stringify(ownName(sku))}`)
    yield* note({ scope: order.scope, number: order.number }, "batch", `return ${row.number} at ${link.scope}: ${goods.join(", ")}`, "peer")
  })
})

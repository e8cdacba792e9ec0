/**
 * Stores the inbound orders that an ERP tells of: one record for each, which is the record of its create if the order was created
 * through a link. A change is stored once.
 */
import { ErpInbound } from "@crossdock/books"
import { Quantity } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import type { ConnectedLink } from "../../Composition.ts"
import * as Entities from "../../records/Entities.ts"
import { entityOf } from "../../records/Kinds.ts"
import { Database, type DatabaseFailed } from "../../store/Database.ts"
import * as History from "../../store/History.ts"
import { Vault } from "../../store/Vault.ts"
import { inboundOrder } from "./Kinds.ts"

type Order = ErpInbound.ErpInboundOrder

export interface InboundRecords {
  /**
   * Stores an order in the current transaction. One that no link has created becomes a record of `link`. Returns false if nothing has
   * changed, or if what is stored is newer.
   */
  readonly store: (link: ConnectedLink, order: Order, askedAt: number) => Effect.Effect<boolean, DatabaseFailed>
}

const encode = Schema.encodeSync(Schema.fromJsonString(ErpInbound.ErpInboundOrder))

const piecesOf = (counts: ReadonlyArray<Quantity.QuantityOrZero | undefined>): string => String(Quantity.toNumber(Quantity.sum(counts.map((count) => count ?? Quantity.zero))) ?? "many")

const detailOf = ({ lines, phase, status }: Order): string =>
  `${status} (${phase}), ${piecesOf(lines.map(({ received }) => received))} of ${piecesOf(lines.map(({ expected }) => expected))} received`

export const make = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  const entities = Entities.make(db)
  const { kind } = inboundOrder

  /** Where the order has its record: under the number of its create, or under the ERP's number. */
  const placeOf = Effect.fnUntraced(function*({ peer, scope }: ConnectedLink, { asnNumber, customNumber }: Order) {
    const known = yield* db.one("select scope, number from entity where connection = $1 and kind = $2 and peer_number = $3 order by generation desc limit 1", [peer, kind, asnNumber])
    const created = known ?? (customNumber && (yield* db.one(
      "select scope, number from entity where connection = $1 and kind = $2 and number_sent = $3 and peer_number is null order by generation desc limit 1",
      [peer, kind, customNumber]
    )))
    return created ? { scope: String(created.scope), number: String(created.number) } : { scope, number: asnNumber }
  })

  /**
   * The name by which the runner knows the warehouse of an order: the one that it had when the runner first saw its id, because
   * the ERP may rename it (E-051). The history of the order that shows another name says so.
   */
  const warehouseOf = Effect.fnUntraced(function*({ peer }: ConnectedLink, { warehouseId, warehouseName }: Order, renamed: (from: string) => Effect.Effect<void, DatabaseFailed>) {
    if (warehouseId === undefined) return warehouseName
    const key = [peer, warehouseId, warehouseName]
    const row = yield* db.one("select name, newest_name from erp_warehouse where connection = $1 and id = $2", [peer, warehouseId])
    if (row === undefined) {
      yield* db.query("insert into erp_warehouse (connection, id, name, newest_name) values ($1, $2, $3, $3) on conflict (connection, id) do nothing", key)
      return warehouseName
    }
    if (row.newest_name !== warehouseName) {
      yield* db.query("update erp_warehouse set newest_name = $3 where connection = $1 and id = $2", key)
      yield* renamed(String(row.newest_name))
    }
    return String(row.name)
  })

  const store: InboundRecords["store"] = Effect.fnUntraced(function*(link, order, askedAt) {
    const { number, scope } = yield* placeOf(link, order)
    // Numbers of an ERP's users go without the prefix of a link.
    const row = yield* entities.reported({ scope, link: { ...link, prefix: "" }, who: "erp" }, kind, number, askedAt)
    const note = (what: History.What, detail: string) =>
      History.record(db, vault, { scope, entity: entityOf(kind, number), first: Entities.firstIdOf(row), who: "erp", what, detail })
    const warehouse = yield* warehouseOf(link, order, (from) =>
      note("alarm", `the ERP has renamed the warehouse ${order.warehouseId} from ${JSON.stringify(from)} to ${JSON.stringify(order.warehouseName)}; write the new name into the links that name it`))
    const changedAt = order.updatedAt === undefined ? askedAt : DateTime.toEpochMillis(order.updatedAt)
    const digest = createHash("sha256").update(encode({ ...order, warehouseName: warehouse })).digest("base64url")
    const before = yield* db.one("select changed_at, digest from erp_inbound_order where entity = $1", [row.id])
    if (before !== undefined && (before.digest === digest || Number(before.changed_at) > changedAt)) return false
    yield* db.query(
      `update entity set phase = $2, peer_status = $3, type = $4, peer_number = $5, warehouse_code = $6, peer_warehouse_code = $7,
         is_open = 0, checked_at = $8, updated_at = $8 where id = $1`,
      [row.id, order.phase, order.status, order.type ?? null, order.asnNumber, warehouse, order.warehouseId ?? null, askedAt]
    )
    yield* db.query(
      `insert into erp_inbound_order (entity, changed_at, digest) values ($1, $2, $3)
       on conflict (entity) do update set changed_at = $2, digest = $3`,
      [row.id, changedAt, digest]
    )
    yield* note("status", detailOf(order))
    return true
  })

  return { store } satisfies InboundRecords
})

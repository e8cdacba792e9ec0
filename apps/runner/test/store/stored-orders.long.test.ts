/**
 * Databases of earlier releases, which stored outbound and inbound orders in tables of their own with one row for each number.
 */
import { assert, it } from "@effect/vitest"
import { InboundOrder, type OutboundOrder, Quantity, Sku, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Events } from "../../src/contracts/warehouse/Events.ts"
import { Reports } from "../../src/contracts/warehouse/Reports.ts"
import { Database } from "../../src/store/Database.ts"
import { Vault } from "../../src/store/Vault.ts"
import { names } from "../../src/store/Migrations.ts"
import * as Books from "../support/Books.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as EarlierDatabase from "../support/EarlierDatabase.ts"
import { asn, order } from "../support/Orders.ts"
import { type World, world } from "../support/World.ts"

/** The number of migrations before the one that puts orders into one table. */
const before = names.indexOf("0023_entities")

const scope = "warehouse:acc-1"

const outbound = (number: string, generation: number, more: Readonly<Record<string, string | number>> = {}) =>
  insert("outbound", { scope, order_number: number, connection: "wh", generation, number_sent: number, is_open: 1, checked_at: 5, created_at: 1, updated_at: 7, ...more })
const inbound = (number: string, generation: number, more: Readonly<Record<string, string | number>> = {}) =>
  insert("inbound", { scope, asn_number: number, connection: "wh", generation, number_sent: number, batches: 2, is_open: 1, checked_at: 5, created_at: 2, updated_at: 7, ...more })
const intent = (operation: string, entity: string, generation: number, state: string, more: Readonly<Record<string, string | number>> = {}) =>
  insert("intent", {
    id: `${entity}-${generation}`, scope, connection: "wh", operation, entity, generation, digest: "d", number_sent: entity.slice(entity.indexOf(":") + 1),
    asked_sealed: "x", payload_sealed: "x", state, attempt: 1, due_at: 0, created_at: generation, updated_at: generation, ...more
  })

const insert = (table: string, row: Readonly<Record<string, string | number>>): string =>
  `insert into ${table} (${Object.keys(row).join(", ")}) values (${Object.values(row).map((value) => typeof value === "string" ? `'${value}'` : value).join(", ")})`

const parcel = (number: string, generation: number, tracking: string) =>
  insert("parcel", { scope, order_number: number, generation, tracking_number: tracking, seen_at: 6 })
const line = (number: string, generation: number, received: number) =>
  insert("inbound_line", { scope, asn_number: number, generation, sku: "SKU-1", received, good: received, bad: 0 })

/** Orders of one generation and of several, in columns that every release had. */
const rows = [
  outbound("SO-1", 1, { warehouse_order_number: "W-1", warehouse_code: "WH-1", carrier_name: "DHL", tracking_number: "T-1", shipped_at: 4 }),
  parcel("SO-1", 1, "T-1"),
  outbound("SO-2", 4, { warehouse_order_number: "W-24" }),
  intent("createOutboundOrder", "outbound:SO-2", 1, "Delivered", { result: "{\"warehouseOrderNumber\":\"W-21\"}" }),
  intent("createOutboundOrder", "outbound:SO-2", 2, "Dead", { error: "refused" }),
  intent("createOutboundOrder", "outbound:SO-2", 3, "Cancelled"),
  intent("createOutboundOrder", "outbound:SO-2", 4, "Delivered", { result: "{\"warehouseOrderNumber\":\"W-24\"}" }),
  parcel("SO-2", 1, "T-21"),
  parcel("SO-2", 4, "T-24"),
  inbound("ASN-1", 2, { reference_number: "R-12", type: "SEA", finished_at: 8, reported_at: 9, is_open: 0 }),
  // Its first create is removed, but not what was received for it.
  line("ASN-1", 1, 5),
  line("ASN-1", 2, 3)
]

const facts = (found: ReadonlyArray<Readonly<Record<string, unknown>>>) =>
  found.map((row) => [row["kind"], row["number"], row["generation"], row["peer_number"], row["is_open"]])

onBothDatabases("orders that an earlier release stored", (fresh) => {
  for (const [at, name] of names.slice(0, before).entries()) {
    it.effect(`are carried over from ${name}, each generation with its parcels and lines`, () =>
      Effect.gen(function*() {
        const database = yield* Effect.promise(fresh)
        yield* Effect.promise(() => EarlierDatabase.fill(database, at + 1, rows))
        yield* Effect.scoped(Effect.provide(
          Effect.gen(function*() {
            const db = yield* Database
            const orders = yield* db.query("select * from entity where is_known = 1 order by kind desc, number, generation")
            assert.deepStrictEqual(facts(orders), [
              ["outbound", "SO-1", 1, "W-1", 1],
              ["outbound", "SO-2", 1, null, 0],
              ["outbound", "SO-2", 4, "W-24", 1],
              ["inbound", "ASN-1", 1, null, 0],
              ["inbound", "ASN-1", 2, "R-12", 0]
            ])
            assert.deepInclude(orders[0], { scope, connection: "wh", number_sent: "SO-1", warehouse_code: "WH-1", carrier_name: "DHL", tracking_number: "T-1", shipped_at: 4, checked_at: 5, created_at: 1, updated_at: 7 })
            assert.deepInclude(orders[4], { type: "SEA", finished_at: 8, reported_at: 9, batches: 2 })
            const parcels = yield* db.query("select e.number, e.generation, p.tracking_number from parcel p join entity e on e.id = p.entity order by 3")
            assert.deepStrictEqual(parcels.map((row) => Object.values(row)), [["SO-1", 1, "T-1"], ["SO-2", 1, "T-21"], ["SO-2", 4, "T-24"]])
            assert.deepStrictEqual([yield* Books.received(scope, "ASN-1", 1), yield* Books.received(scope, "ASN-1", 2)], [{ "SKU-1": [5, 5, 0] }, { "SKU-1": [3, 3, 0] }])
          }),
          Database.layer(database)
        ))
      }))
  }

  const report = (status: Omit<OutboundOrder.OutboundStatus, "orderNumber" | "status" | "warehouseCode">) =>
    Effect.flatMap(Reports, (reports) =>
      reports.take("wh", { _tag: "OutboundStatusChanged", status: { orderNumber: order("SO-2").orderNumber, status: status.phase, warehouseCode: "WH-1", ...status } }))

  const batch = (w: World, batchNo: string) =>
    Effect.flatMap(Events, (events) =>
      events.inbound({ scope: w.link.scope, link: w.link, who: "peer" }, {
        asnNumber: InboundOrder.AsnNumber.make(asn("ASN-1").asnNumber),
        warehouseCode: "WH-1",
        phase: "receiving",
        status: "receiving",
        updatedAt: DateTime.makeUnsafe(10),
        lines: [{ sku: Sku.Sku.make("SKU-1"), received: Quantity.of(1) }],
        batchNo
      }))

  it.effect("go on as they were: a report of an earlier generation changes nothing, and goods are added to the newest (D1-389)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const vault = yield* Effect.provide(Vault, Vault.layer(Redacted.make("test key")))
      const key = insert("setting", { name: "secret-key", content: vault.seal("setting secret-key", "crossdock") })
      yield* Effect.promise(() => EarlierDatabase.fill(database, before, [...rows, key]))
      yield* world(database, { isIdle: true }, (w) =>
        Effect.gen(function*() {
          yield* report({ phase: "cancelled", warehouseOrderNumber: "W-21" })
          assert.deepInclude(yield* Books.outbound(scope, "SO-2"), { generation: 4, phase: null, is_open: 1 })
          yield* report({ phase: "shipped", warehouseOrderNumber: "W-24", trackingNumber: "T-25" })
          assert.deepStrictEqual(yield* Books.parcels(scope, "SO-2"), ["T-21", "T-24", "T-25"])
          const { items: [answer] } = yield* Effect.flatMap(Dispatch, (dispatch) =>
            dispatch.call(w.link, WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: order("SO-2").orderNumber }] }, ""))
          assert.deepInclude(answer, { phase: "shipped", warehouseOrderNumber: "W-24", trackingNumber: "T-25" })
          yield* batch(w, "B-9")
          assert.deepStrictEqual(yield* Books.received(scope, "ASN-1", 2), { "SKU-1": [4, 4, 0] })
          assert.deepInclude(yield* Books.inbound(scope), { generation: 2, batches: 3 })
        }))
    }))
})

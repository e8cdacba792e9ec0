/**
 * What the books have of orders of a shop and of an ERP, whatever their warehouses report and in which order.
 */
import { WarehouseV1 } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Connections } from "../../src/connection/Connections.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Mapping } from "../../src/mapping/NameMapping.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { order } from "../support/Orders.ts"
import { during, inWorldOn } from "../support/World.ts"

/** The ERP creates an order of 10 pieces of A at a link. */
const created = (number: string, at = { link: "acc-1", code: "WH-1" }) =>
  Effect.gen(function*() {
    const link = (yield* Connections).linkOf(`warehouse:${at.link}`)!
    const dispatch = yield* Dispatch
    yield* during(dispatch.call(link, WarehouseV1.CreateOutboundOrder, order(number, { warehouseCode: at.code, lines: [{ ...order(number).lines[0], ...World.lines({ A: 10 })[0]! }] }), ""))
  })

const cancelled = { phase: "cancelled", status: "CANCELLED" } as const
const north = Effect.map(World.stock, (stock) => stock["North A"])

/** The statements about what has left that the books were sent. */
const statements = Effect.flatMap(Database, (db) =>
  Effect.map(db.query("select entity from delivery where operation = 'receiveShipments' and state = 'Delivered' order by seq"), (rows) => rows.map(({ entity }) => entity)))

onBothDatabases("the books", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, stock: Partial<World.Stock>, test: (shop: FakeShop.Shop) => Effect.Effect<unknown, unknown, any>, shop = FakeShop.shop()) =>
    inWorld(title, World.options(shop, stock), () => test(shop))

  withShop("have a parcel of the desk once that is reported again after its order was void (F2)", { North: { A: 20 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 10 }))
      yield* World.report(World.north, "S-1", World.partly("T-1", { A: 4 }))
      assert.deepStrictEqual(yield* north, [16, 10, 6])
      yield* World.report(World.north, "S-1", cancelled)
      assert.deepStrictEqual(yield* north, [16, 16, 0])
      yield* World.report(World.north, "S-1", { trackingNumber: "T-1", lines: World.lines({ A: 4 }) })
      assert.strictEqual((yield* north)?.[0], 16)
    }))

  withShop("have what leaves of an ERP's order after it was void, in all and once (oracle c)", { North: { A: 20 } }, () =>
    Effect.gen(function*() {
      yield* created("E-1")
      yield* World.report(World.north, "E-1", World.partly("T-1", { A: 2 }))
      yield* World.report(World.north, "E-1", { phase: "failed", status: "FAILED" })
      yield* World.report(World.north, "E-1", { trackingNumber: "T-2", lines: World.lines({ A: 3 }) })
      assert.deepStrictEqual(yield* north, [15, 15, 0])
    }))

  withShop("have what leaves of an article that the ERP and the warehouse name differently", { North: { A: 20 } }, () =>
    Effect.gen(function*() {
      const mapping = yield* Mapping
      const link = (yield* Connections).linkOf("warehouse:acc-1")!
      yield* mapping.set(link.scope, "sku", [{ ours: "A", theirs: "X-1", source: "person" }])
      const ordered = [{ ...order("E-1").lines[0]!, ...World.lines({ "SKU-OF-ERP": 2 })[0]!, erpSku: "A" }] as const
      yield* during((yield* Dispatch).call(link, WarehouseV1.CreateOutboundOrder, order("E-1", { warehouseCode: "WH-1", lines: [...ordered] as never }), ""))
      yield* World.report(World.north, "E-1", { trackingNumber: "T-1", lines: World.lines({ "X-1": 2 }) })
      assert.deepStrictEqual(yield* north, [18, 18, 0])
    }))

  withShop("take back what was assumed of a parcel when its contents are told (oracle R4)", { North: { A: 20 } }, () =>
    Effect.gen(function*() {
      yield* created("E-1")
      yield* World.report(World.north, "E-1", { trackingNumber: "T-1" })
      assert.deepStrictEqual(yield* north, [10, 10, 0])
      yield* World.report(World.north, "E-1", { trackingNumber: "T-1", lines: World.lines({ A: 3 }) })
      assert.deepStrictEqual(yield* north, [17, 17, 0])
    }))

  withShop("keep what an earlier release has told them until a report says what is in the parcels", { North: { A: 20 } }, () =>
    Effect.gen(function*() {
      yield* created("E-1")
      yield* World.report(World.north, "E-1", { trackingNumber: "T-1", lines: World.lines({ A: 3 }) })
      yield* (yield* Database).query("update entity set pieces = null, pieces_version = null where number = 'E-1'")
      yield* World.report(World.north, "E-1", { phase: "delivered", status: "THERE", trackingNumber: "T-1" })
      assert.deepStrictEqual(yield* north, [17, 17, 0])
    }))

  withShop("keep apart an order of the desk and one of an ERP with its number at another link (F1)", { North: { A: 20 }, South: { A: 20 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 5 }))
      yield* created("S-1", { link: "acc-2", code: "WH-2" })
      yield* World.report(World.south, "S-1", { trackingNumber: "ERP-1", lines: World.lines({ A: 10 }) })
      assert.deepStrictEqual(yield* World.stock, { "North A": [20, 15, 5], "South A": [10, 10, 0] })
      yield* World.report(World.north, "S-1", { trackingNumber: "T-1" })
      assert.deepStrictEqual(yield* World.stock, { "North A": [15, 15, 0], "South A": [10, 10, 0] })
    }))

  withShop("are told of goods only when something of them differs", { North: { A: 20 } }, (shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.report(World.north, "S-1", { phase: "open", status: "PICKING" })
      yield* World.report(World.north, "S-1", { phase: "open", status: "PACKING" })
      assert.deepStrictEqual(yield* statements, [])
      yield* World.report(World.north, "S-1", { trackingNumber: "T-1" })
      yield* World.report(World.north, "S-1", { phase: "delivered", status: "THERE", trackingNumber: "T-1" })
      const [row] = yield* (yield* Database).query("select issue from desk_part")
      assert.deepStrictEqual(yield* statements, [`warehouse:acc-1 shipments:S-1 ${row!.issue}`])
    }))

  const shop = FakeShop.shop()
  inWorld("wait for one statement about an order, the newest, however often it is reported", { ...World.options(shop, { North: { A: 20 } }), isIdle: true }, () =>
    Effect.gen(function*() {
      for (const count of [1, 2, 3, 4]) yield* World.reported(World.north, "E-1", World.partly(`T-${count}`, { A: 1 }))
      const waiting = yield* (yield* Database).query("select pieces_version from delivery d join entity e on e.number = 'E-1' where d.operation = 'receiveShipments' and d.state = 'Pending'")
      assert.deepStrictEqual(waiting.map((row) => Number(row.pieces_version)), [4])
    }))
})

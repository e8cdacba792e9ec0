/**
 * A peer that repeats our secret, or whose order it is, in everything it says.
 */
import { assert, it } from "@effect/vitest"
import { AdapterError, Sku, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Schema from "effect/Schema"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Reports } from "../../src/contracts/warehouse/Reports.ts"
import { Database } from "../../src/store/Database.ts"
import * as Books from "../support/Books.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { asn, order } from "../support/Orders.ts"
import { during, nothingOwed, pass, until, type World, world } from "../support/World.ts"

const secret = "s3cr3t-upstream-7f"
const persons = ["Ada Example", "Singel 1", "+31 20 000 0000"]
const number = order("SO-1").orderNumber

/** Takes creates once, and answers everything else with all it knows. */
const echo = () => {
  let reports = "nothing"
  const words = `bad key ${secret} of ${persons.join(", ")}`
  const refuse = Effect.fail(new AdapterError.FaultUnlisted({ fault: { code: "", message: words } }))
  const plugin = WarehouseV1.plugin({
    id: "warehouse-echo",
    settings: Schema.Struct({
      key: Schema.RedactedFromValue(Schema.NonEmptyString, { label: "key" }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(secret)))
    }),
    limits: { linesPerOrder: 50, ordersPerQuery: 10, visibilityDelay: "2 seconds", pollInterval: "10 seconds" },
    offers: ["listWarehouses", "listChannels", "listStock", "createInboundOrder", "getInboundOrders", "cancelInboundOrders", "upsertProduct"],
    make: () =>
      Effect.succeed({
        handlers: {
          createOutboundOrder: ({ orderNumber }) => orderNumber === "SO-1" ? Effect.succeed({ warehouseOrderNumber: "W-1" }) : refuse,
          cancelOutboundOrder: () => refuse,
          getOutboundOrders: ({ orders }) =>
            reports === "nothing"
              ? refuse
              : Effect.succeed({ items: orders.map(({ orderNumber }) => ({ orderNumber, phase: "failed" as const, status: "LOST", failedReason: words })) }),
          listWarehouses: () => refuse,
          listChannels: () => refuse,
          listStock: () => refuse,
          createInboundOrder: () => Effect.succeed({ referenceNumber: "R-1" }),
          getInboundOrders: () => refuse,
          cancelInboundOrders: ({ asnNumbers }: typeof WarehouseV1.CancelInboundOrders.payload.Type) => Effect.succeed({ items: asnNumbers.map((asnNumber) => ({ asnNumber, failure: words })) }),
          upsertProduct: () => refuse
        }
      })
  })
  return { plugin, words, reportFailures: () => void (reports = "failures") }
}

onBothDatabases("a peer that repeats what it should not", (fresh) => {
  const inWorld = (title: string, test: (w: World, peer: ReturnType<typeof echo>, lines: ReadonlyArray<string>) => Effect.Effect<unknown, unknown, any>) =>
    it.effect(title, () => {
      const lines: Array<string> = []
      const peer = echo()
      return Effect.flatMap(Effect.promise(fresh), (database) =>
        world(database, { plugin: peer.plugin }, (w) => test(w, peer, lines) as never)).pipe(
        Effect.provide(Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))]))
      )
    })

  const call = <O extends WarehouseV1.AnyOperation>(w: World, operation: O, payload: O["payload"]["Type"]) =>
    Effect.map(during(Effect.result(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, operation, payload, "")))), (ended) => JSON.stringify(ended))

  const stored = Effect.gen(function*() {
    const db = yield* Database
    const names = yield* db.query(
      db.dialect === "sqlite"
        ? "select name from sqlite_master where type = 'table'"
        : "select table_name as name from information_schema.tables where table_schema = 'public'"
    )
    return JSON.stringify(yield* Effect.forEach(names, ({ name }) => db.query(`select * from ${name}`)))
  })

  const holdsNothing = (text: string, of: string) => {
    for (const value of [secret, encodeURIComponent(secret), ...persons]) assert.notInclude(text, value, of)
  }

  inWorld("is told on without our secret and without the persons of the order, by no operation (A104)", (w, _, lines) =>
    Effect.gen(function*() {
      const created = yield* call(w, WarehouseV1.CreateOutboundOrder, order("SO-1"))
      const answers = [
        yield* call(w, WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: number }] }),
        yield* call(w, WarehouseV1.CancelOutboundOrder, { orderNumber: number }),
        yield* call(w, WarehouseV1.CreateOutboundOrder, order("SO-2")),
        yield* call(w, WarehouseV1.CreateInboundOrder, asn("ASN-1")),
        yield* call(w, WarehouseV1.GetInboundOrders, { inboundOrders: [{ asnNumber: asn("ASN-1").asnNumber }] }),
        yield* call(w, WarehouseV1.ListWarehouses, {}),
        yield* call(w, WarehouseV1.ListChannels, {}),
        yield* call(w, WarehouseV1.ListStock, { warehouseCode: "WH-1", limit: 10 }),
        yield* call(w, WarehouseV1.UpsertProduct, { sku: Sku.Sku.make("S"), erpSku: "S", title: "T" } as never)
      ]
      yield* pass(40_000, 1000)
      assert.include(created, "W-1")
      assert.include(answers.join(), "bad key <redacted:key>")
      // What an order holds of persons is known of the orders that were asked for alone.
      for (const answer of answers.slice(0, 3)) holdsNothing(answer, "an answer")
      for (const answer of answers) assert.notInclude(answer, secret)
      holdsNothing(lines.join("\n"), "the log")
      holdsNothing(yield* stored, "the database")
    }))

  inWorld("reports why an order failed, polled or called back, and neither is stored or told on with it (A104)", (w, peer, lines) =>
    Effect.gen(function*() {
      yield* call(w, WarehouseV1.CreateOutboundOrder, order("SO-1"))
      peer.reportFailures()
      yield* until(Effect.map(Books.outbound(w.link.scope), (row) => row?.["phase"] === "failed"))
      yield* nothingOwed
      const reports = yield* Reports
      yield* reports.take("wh", {
        _tag: "OutboundStatusChanged",
        status: { orderNumber: order("SO-3").orderNumber, phase: "failed", status: "LOST", failedReason: `key ${secret}` }
      })
      yield* nothingOwed
      const told = JSON.stringify(w.erp.received)
      assert.include(told, "<redacted:key>")
      holdsNothing(told, "the ERP")
      holdsNothing(lines.join("\n"), "the log")
      holdsNothing(yield* stored, "the database")
    }))
})

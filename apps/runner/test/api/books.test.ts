/**
 * The books of an ERP by the admin API and the command line: what a person enters, the stock and its movements.
 */
import { ErpRecords } from "@crossdock/books"
import { AdapterError, Sku, StockLevel } from "@crossdock/core"
import { assert, describe } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Connections } from "../../src/connection/Connections.ts"
import { Database } from "../../src/store/Database.ts"
import { inWorld } from "../cli/CommandWorld.ts"
import * as AnnouncingErp from "../support/AnnouncingErp.ts"
import * as DeskWorld from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import type { Options } from "../support/World.ts"
import * as AdminWorld from "./AdminWorld.ts"

const withBooks = () => {
  const fake = AnnouncingErp.books()
  const options: Options = { isIdle: true, plugins: [fake.plugin], connections: [{ id: "own", plugin: "announcing-erp" }] }
  return { fake, options }
}

const folder = mkdtempSync(join(tmpdir(), "crossdock-books-"))
const fileOf = (name: string, content: string): string => {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

const product = { kind: "product", sku: "W-1", name: "Widget" }
const correction = { kind: "stockCorrection", id: "count-1", warehouseName: "North", sku: "W-1", change: "-2", reason: "counted" }

const { figure } = StockLevel
const sku = Sku.Sku.make

describe("entering records into books", () => {
  {
    const { fake, options } = withBooks()
    inWorld("takes every kind from a JSON file, in order", options, (_, run) =>
      Effect.gen(function*() {
        const records = [
          product,
          { kind: "combination", sku: "SET-1", parts: [{ sku: "W-1", quantity: 2 }] },
          { kind: "warehouseGroup", id: "1", name: "All", warehouseNames: ["North"] },
          { kind: "exchangeRate", currency: "USD", rate: "7.1200" },
          { kind: "marketplaceStock", warehouseCode: "M-1", itemId: "I-1", shopItems: [], matchStatus: "MATCHED", inTransit: "0", sellable: "3", reserved: "0", unsellable: "0" },
          correction,
          { kind: "assembly", assemblyNumber: "AS-1", warehouseName: "North", status: "DONE", createdAt: "2026-03-01T00:00:00.000Z", lines: [] },
          { kind: "split", splitNumber: "SP-1", warehouseName: "North", status: "DONE", createdAt: "2026-03-01T00:00:00.000Z", lines: [] },
          { kind: "transferShipped", transferNumber: "T-1" },
          { kind: "transferReceived", id: "r-1", transferNumber: "T-1", lines: [{ sku: "W-1", received: 1 }] }
        ]
        const ran = yield* run("books", "enter", "--connection", "own", "--file", fileOf("all.json", JSON.stringify(records)))
        assert.deepStrictEqual([ran.code, ran.out.trim(), ran.err], [0, "10 records entered into own", ""])
        assert.deepStrictEqual(fake.entered.map(({ kind }) => kind), records.map(({ kind }) => kind))
        assert.sameMembers([...new Set(records.map(({ kind }) => kind))], ErpRecords.ErpRecord.members.map(({ fields }) => fields.kind.literal))
      }))
  }

  {
    const { fake, options } = withBooks()
    inWorld("takes CSV with an empty cell for a member that is absent, and finds the only connection that offers it", options, (_, run) =>
      Effect.gen(function*() {
        const file = fileOf("some.csv", "kind,id,sku,name,warehouseName,change,reason,isUnavailable\r\nproduct,,W-1,Widget,,,,\r\nstockCorrection,c-1,W-1,,North,-2,\"counted, twice\",true\r\n")
        assert.strictEqual((yield* run("books", "enter", "--file", file)).out.trim(), "2 records entered into own")
        assert.deepInclude(fake.entered[1], { kind: "stockCorrection", id: "c-1", reason: "counted, twice", isUnavailable: true, change: figure("-2") })
      }))
  }

  {
    const { fake, options } = withBooks()
    inWorld("enters nothing if a record is wrong, and says where", options, (_, run) =>
      Effect.gen(function*() {
        const refused = Effect.fnUntraced(function*(name: string, content: string) {
          const { code, err } = yield* run("books", "enter", "--connection", "own", "--file", fileOf(name, content))
          return [code, err] as const
        })
        const [json, jsonText] = yield* refused("wrong.json", JSON.stringify([product, { ...correction, change: "0", amount: 3 }, { kind: "gift" }]))
        assert.strictEqual(json, 2)
        for (const place of ["/records/1/change", "/records/1/amount", "/records/2"]) assert.include(jsonText, place)
        const [csv, csvText] = yield* refused("wrong.csv", "kind,sku,rate\nproduct,W-1,\nexchangeRate,,-1\n")
        assert.strictEqual(csv, 2)
        assert.match(csvText, /nothing was entered: line 2, name: this member is missing; add it; line 3, currency: this member is missing; add it; line 3, rate: Expected a rate greater than 0/)
        const unknown = { ...correction, sku: "UNKNOWN" }
        assert.match((yield* refused("unknown.json", JSON.stringify([product, unknown])))[1], /nothing was entered: there is no such SKU; enter the product first \(\/records\/1\/sku\)/)
        const table = `kind,id,warehouseName,sku,change,reason,name\nproduct,,,W-1,,,Widget\nstockCorrection,c-1,North,UNKNOWN,1,counted,\n`
        assert.match((yield* refused("unknown.csv", table))[1], /line 3, sku: there is no such SKU/)
        assert.match((yield* refused("empty.csv", "kind,sku\n"))[1], /there is no record below the first line/)
        assert.match((yield* refused("headless.csv", "W-1,Widget\n"))[1], /one of them must be kind/)
        assert.match((yield* refused("broken.json", "[{]"))[1], /is not valid JSON/)
        assert.deepStrictEqual(fake.entered, [])
      }))
  }

  {
    const { fake, options } = withBooks()
    inWorld("names the ERP's reason if it refuses, and the connection if it cannot do this", options, (_, run) =>
      Effect.gen(function*() {
        const file = fileOf("one.json", JSON.stringify([correction]))
        fake.plan("enterRecords", { fails: new AdapterError.Rejected({ fault: { code: "STOCK_NOT_ENOUGH", message: "there is 1 piece of W-1" } }) })
        const refused = yield* run("books", "enter", "--connection", "own", "--file", file)
        assert.strictEqual(refused.code, 1)
        assert.include(refused.err, "STOCK_NOT_ENOUGH: there is 1 piece of W-1")
        const other = yield* run("books", "enter", "--connection", "books", "--file", file)
        assert.strictEqual(other.code, 1)
        assert.include(other.err, "books does not offer enterRecords")
        assert.include((yield* run("books", "enter", "--connection", "nobody", "--file", file)).err, "there is no connection \"nobody\"")
        yield* (yield* Connections).pause("own", "by an operator")
        assert.strictEqual((yield* run("books", "enter", "--connection", "own", "--file", file)).code, 1)
        assert.deepStrictEqual(fake.entered, [])
      }))
  }

  {
    const { options } = withBooks()
    inWorld("takes records or CSV by the API, not both and not neither", options, (w) =>
      Effect.gen(function*() {
        const client = yield* AdminWorld.client(w)
        for (const payload of [{}, { csv: "kind\n", records: [{ kind: "transferShipped" as const, transferNumber: "T-1" }] as const }]) {
          const error = yield* Effect.flip(client.books.enter({ params: { id: "own" }, payload }))
          assert.deepInclude(error, { code: "REQUEST_INVALID", path: "/payload" })
        }
      }))
  }
})

describe("looking at books", () => {
  {
    const { fake, options } = withBooks()
    inWorld("lists stock in pages with what it costs", options, (_, run) =>
      Effect.gen(function*() {
        for (const n of [1, 2, 3]) {
          fake.stock.push({ sku: sku(`W-${n}`), warehouseName: "North", total: figure(n), available: figure(n), totalCost: figure("4.50"), currency: "EUR" })
        }
        const first = yield* run("books", "stock", "--limit", "2", "--costs", "--empty", "--combinations", "--warehouse", "North")
        assert.match(first.out, /^sku {2}warehouse {2}total .*\nW-1 {2}North {6}1 +1 +- +- +- +4\.50 {2}EUR\nW-2/)
        assert.match(first.out, /2 of 3/)
        assert.deepStrictEqual(fake.asked.at(-1)?.[1], { limit: 2, warehouseNames: ["North"], withCombinations: true, withCosts: true, withEmpty: true })
        const next = /--after (\S+)/.exec(first.out)?.[1]
        assert.match((yield* run("books", "stock", "--limit", "2", "--after", next!)).out, /^W-3/m)
        const json = yield* run("books", "stock", "--sku", "W-2", "--json")
        assert.deepInclude(JSON.parse(json.out).items[0], { sku: "W-2", total: "2", totalCost: "4.50" })
        fake.stock.length = 0
        assert.include((yield* run("books", "stock")).out, "no stock that fits")
      }))
  }

  {
    const { fake, options } = withBooks()
    inWorld("lists the movements of the last days, or of a given time", options, (_, run) =>
      Effect.gen(function*() {
        const at = DateTime.makeUnsafe("2026-03-01T10:00:00Z")
        fake.movements.push({ id: "7", sku: sku("W-1"), warehouseName: "North", type: "INBOUND", before: figure(1), change: figure(2), after: figure(3), at, documentNumber: "ASN-1" })
        const listed = yield* run("books", "log", "--sku", "W-1", "--document", "ASN-1", "--location", "A", "--warehouse", "North", "--since", "2026-03-01T00:00:00Z", "--until", "2026-03-02T00:00:00Z")
        assert.match(listed.out, /2026-03-01 10:00:00Z {2}7 +INBOUND {2}W-1 {2}North +- +- +2 +3 +- +- +ASN-1/)
        const { from, to, ...rest } = fake.asked.at(-1)![1]
        assert.deepStrictEqual([DateTime.formatIso(from), DateTime.formatIso(to)], ["2026-03-01T00:00:00.000Z", "2026-03-02T00:00:00.000Z"])
        assert.deepStrictEqual(rest, { limit: 50, documentNumber: "ASN-1", locationCode: "A", sku: "W-1", warehouseName: "North" })
        fake.movements.length = 0
        assert.include((yield* run("books", "log")).out, "no movements in this time")
        const week = fake.asked.at(-1)![1]
        assert.strictEqual(DateTime.toEpochMillis(week.to) - DateTime.toEpochMillis(week.from), 7 * 86_400_000)
        const wrong = yield* run("books", "log", "--since", "2026-03-02T00:00:00Z", "--until", "2026-03-01T00:00:00Z")
        assert.strictEqual(wrong.code, 2)
        assert.include(wrong.err, "since is later than until")
      }))
  }
})

describe("custom numbers of an ERP", () => {
  inWorld("are given back by a command, which says whose they were", { isIdle: true }, (_, run) =>
    Effect.gen(function*() {
      const db = yield* Database
      for (const kind of ["erp_inbound", "erp_transfer"]) {
        yield* db.query("insert into erp_number (connection, kind, number, scope) values ('books', $1, 'C-1', 'open-api:app-2')", [kind])
      }
      const given = yield* run("books", "give-back", "C-1", "--connection", "books")
      assert.deepStrictEqual([given.code, given.out.trim().split("\n")], [0, ["erp_inbound", "erp_transfer"].map((kind) => `C-1 (${kind}) belongs to open-api:app-2 no more; the next link that uses it gets it`)])
      assert.deepStrictEqual(yield* db.query("select number from erp_number"), [])
      const again = yield* run("books", "give-back", "C-1", "--connection", "books")
      assert.notStrictEqual(again.code, 0)
      assert.include(again.err, "every link may use it")
    }))
})

describe("books that answer for named warehouses alone (issue 27)", () => {
  const options = DeskWorld.options(FakeShop.shop(), { North: { A: 2 }, South: { A: 1, B: 3 } })
  const connections = options.connections!.map((one) => one.id === "ledger" ? { ...one, settings: { ...one.settings as object, allWarehouses: false } } : one)
  inWorld("are asked for those that links name, if none is named", { ...options, connections, isIdle: true }, (w, run) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      const stock = (query: { readonly warehouse?: string; readonly limit?: number; readonly after?: string }) => client.books.stock({ params: { id: "ledger" }, query })
      const said = ({ items }: Effect.Success<ReturnType<typeof stock>>) => items.map(({ sku: own, warehouseName }) => `${warehouseName} ${own}`)
      assert.deepStrictEqual(said(yield* stock({})), ["North A", "South A", "South B"])
      const first = yield* stock({ limit: 2 })
      assert.deepStrictEqual([said(first), said(yield* stock({ limit: 2, after: first.next! }))], [["North A", "South A"], ["South B"]])
      assert.deepStrictEqual(said(yield* stock({ warehouse: "South" })), ["South A", "South B"])
      assert.include(yield* Effect.flip(stock({ warehouse: "West" })), { _tag: "Conflict", code: "WAREHOUSE_NOT_EXIST" })
      assert.match((yield* run("books", "stock")).out, /South/)
    }))
})

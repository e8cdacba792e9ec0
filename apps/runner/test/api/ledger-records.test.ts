/**
 * Records that a person enters into the books of `@crossdock/erp-ledger`, from the command line to the stock that they change.
 */
import type { AnyPlugin } from "@crossdock/config"
import { ledger } from "@crossdock/erp-ledger"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Database } from "../../src/store/Database.ts"
import { commands, type Run } from "../cli/CommandWorld.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { inWorldOn, type Options } from "../support/World.ts"

const options: Options = {
  isIdle: true,
  plugins: [ledger as unknown as AnyPlugin],
  connections: [{
    id: "own",
    plugin: "erp-ledger",
    settings: {
      warehouses: [{ id: "1", name: "North", code: "WH-1" }, { id: "2", name: "South", code: "WH-2" }],
      products: [{ sku: "W-1", name: "Widget" }],
      openingStock: [{ warehouse: "North", sku: "W-1", quantity: 10, purchasePrice: "4.50", currency: "USD" }]
    }
  }]
}

const folder = mkdtempSync(join(tmpdir(), "crossdock-ledger-"))
let files = 0
const enter = (run: Run, content: unknown) => {
  const file = join(folder, String(++files))
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content))
  return run("books", "enter", "--file", file)
}

const stockOf = (run: Run, warehouse = "North") =>
  Effect.map(run("books", "stock", "--warehouse", warehouse, "--costs", "--combinations", "--json"), ({ out }) =>
    Object.fromEntries(JSON.parse(out).items.map(({ available, sku, total, totalCost }: { readonly [member: string]: string }) => [sku, [total, available, totalCost]])))

const correction = { kind: "stockCorrection", id: "c-1", warehouseName: "North", sku: "W-1", change: "-3", reason: "counted", operator: "Kim" }

onBothDatabases("the records of the ledger", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("change stock once, are valued by the rate, and show in the log", options, (w) =>
    Effect.gen(function*() {
      const { run } = yield* commands(w)
      const records = [
        { kind: "product", sku: "W-2", name: "Lid" },
        { kind: "combination", sku: "SET", name: "Widget with lid", parts: [{ sku: "W-1", quantity: 1 }, { sku: "W-2", quantity: 2 }] },
        { kind: "exchangeRate", currency: "USD", rate: "7" },
        { kind: "stockCorrection", id: "c-2", warehouseName: "North", sku: "W-2", change: "8", reason: "found", purchasePrice: "1.00", purchaseCurrency: "CNY" },
        correction
      ]
      assert.strictEqual((yield* enter(run, records)).out.trim(), "5 records entered into own")
      const stock = yield* stockOf(run)
      assert.deepStrictEqual([stock["W-1"]?.slice(0, 2), stock["W-2"]?.slice(0, 2), stock["SET"]?.[1]], [["7", "7"], ["8", "8"], "4"])
      assert.deepStrictEqual([Number(stock["W-1"]?.[2]), Number(stock["W-2"]?.[2])], [7 * 4.5 * 7, 8])
      const again = yield* enter(run, records)
      assert.match(again.out, /^\d records? entered into own; \d had been entered before/)
      assert.deepStrictEqual(yield* stockOf(run), stock)
      const log = yield* run("books", "log", "--sku", "W-1", "--json")
      const [movement] = JSON.parse(log.out).items.filter(({ change }: { readonly change: string }) => change === "-3")
      assert.deepInclude(movement, { before: "10", after: "7", warehouseName: "North", operator: "Kim" })
    }))

  inWorld("are entered together or not at all, with the place of the wrong one", options, (w) =>
    Effect.gen(function*() {
      const { run } = yield* commands(w)
      const before = yield* stockOf(run)
      const unknown = yield* enter(run, [correction, { ...correction, id: "c-3", warehouseName: "West" }])
      assert.strictEqual(unknown.code, 2)
      assert.match(unknown.err, /nothing was entered: does not name a warehouse .*\(\/records\/1\/warehouseName\)/)
      const table = "kind,id,warehouseName,sku,change,reason\nstockCorrection,c-4,North,W-1,-1,counted\nstockCorrection,c-5,North,W-1,-1.5,counted\n"
      const fraction = yield* enter(run, table)
      assert.strictEqual(fraction.code, 2)
      assert.match(fraction.err, /line 3, change: /)
      const tooMany = yield* enter(run, [correction, { ...correction, id: "c-6", change: "-8" }])
      assert.strictEqual(tooMany.code, 2)
      assert.match(tooMany.err, /\(\/records\/1(?:\/\w+)?\)/)
      assert.deepStrictEqual(yield* stockOf(run), before)
    }))

  inWorld("show with the SKU: its stock, who moved it, where a warehouse differs and which shop did not take it", options, (w) =>
    Effect.gen(function*() {
      const { run } = yield* commands(w)
      yield* enter(run, [{ kind: "product", sku: "W-2", name: "Lid" }, correction])
      const db = yield* Database
      for (const sku of ["W-1", "W-2"]) {
        yield* db.query("insert into stock_drift (scope, warehouse, sku, figure, books, theirs, since, checked_at) values ('warehouse:acc-1', 'North', $1, 'total', '7', '6', 1000, 2000)", [sku])
        yield* db.query("insert into published_stock (scope, product_id, variant_id, sku, tried, tried_at, because, is_refused) values ('platform:s', $1, '', $1, '[[\"L-1\",\"7\"]]', 3000, 'unknown article', 1)", [sku])
      }
      const json = JSON.parse((yield* run("stock", "show", "W-1", "--warehouse", "North", "--json")).out)
      assert.deepStrictEqual(json.stock.map(({ total, warehouseName }: { readonly [member: string]: string }) => [warehouseName, total]), [["North", "7"]])
      assert.deepInclude(json.movements.at(-1), { change: "-3", operator: "Kim" })
      assert.deepStrictEqual([json.drift, json.refused].map((rows) => rows.map(({ sku }: { readonly sku: string }) => sku)), [["W-1"], ["W-1"]])
      const shown = yield* run("stock", "show", "W-1", "--warehouse", "North")
      assert.match(shown.out, /^W-1 in own\n[^]*stock\n[^]*North +7 [^]*moved\n[^]*-3 +7[^]*Kim[^]*differs at warehouses\n[^]*North +7 +6 +total[^]*not taken by shops\n[^]*unknown article/)
      const nothing = yield* run("stock", "show", "W-9", "--warehouse", "North")
      assert.match(nothing.out, /stock\n {2}none\n\nmoved\n {2}nothing in this time/)
      assert.strictEqual((yield* run("ledger", "log", "--sku", "W-1", "--json")).out, (yield* run("books", "log", "--sku", "W-1", "--json")).out)
    }))
})

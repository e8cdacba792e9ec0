/**
 * Orders chosen by phase, link and time, on both databases, and as CSV.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as OrderList from "../../src/api/OrderList.ts"
import { csvLine } from "../../src/cli/CsvOutput.ts"
import { Database } from "../../src/store/Database.ts"
import { commands } from "../cli/CommandWorld.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { world } from "../support/World.ts"

const put = (number: string, phase: string, createdAt: number, scope = "warehouse:acc-1") =>
  Effect.flatMap(Database, (db) => db.query(
    `insert into entity (scope, kind, number, connection, generation, number_sent, phase, is_open, checked_at, created_at, updated_at)
     values ($1, 'outbound', $2, 'wh', 1, $2, $3, 0, 0, $4, $4)`,
    [scope, number, phase, createdAt]
  ))

const minutes = (count: number): number => Date.parse("2026-11-20T00:00:00Z") + count * 60_000

onBothDatabases("the list of orders", (fresh) => {
  it.effect("is of one phase, link and time, page by page, for people and as CSV", () =>
    Effect.flatMap(Effect.promise(fresh), (database) =>
      world(database, { isIdle: true }, (w) =>
        Effect.gen(function*() {
          const phases = ["failed", "shipped", "failed", "cancelled", "open", "failed"]
          yield* Effect.forEach(phases, (phase, at) => put(`SO-${at}`, phase, minutes(at)))
          yield* put("=SUM(1)", "failed", minutes(9), "warehouse:other")
          const { run } = yield* commands(w)
          const numbers = (...argv: ReadonlyArray<string>) =>
            Effect.map(run("orders", "ls", "--json", ...argv), ({ out }) => JSON.parse(out).items.map((one: { number: string }) => one.number))
          assert.deepStrictEqual(yield* numbers("--phase", "failed"), ["=SUM(1)", "SO-5", "SO-2", "SO-0"])
          assert.deepStrictEqual(yield* numbers("--phase", "shipped"), ["SO-1"])
          assert.deepStrictEqual(yield* numbers("--phase", "failed", "--link", "warehouse:acc-1", "--since", "2026-11-20T00:02:00Z"), ["SO-5", "SO-2"])
          assert.deepStrictEqual(yield* numbers("--until", "2026-11-20T00:02:00Z"), ["SO-1", "SO-0"])
          const first = JSON.parse((yield* run("orders", "ls", "--json", "--link", "warehouse:acc-1", "--limit", "4")).out)
          assert.deepStrictEqual(yield* numbers("--link", "warehouse:acc-1", "--limit", "4", "--after", first.next), ["SO-1", "SO-0"])
          const { code, out } = yield* run("export", "orders", "--phase", "failed")
          assert.strictEqual(code, 0)
          const [header, ...lines] = out.split("\n")
          assert.strictEqual(header, "number,kind,link,connection,generation,phase,status,create,tracking_number,created_at,updated_at")
          assert.strictEqual(lines[0], "'=SUM(1),outbound,warehouse:other,wh,1,failed,,,,2026-11-20T00:09:00.000Z,2026-11-20T00:09:00.000Z")
          assert.lengthOf(lines, 4)
          assert.strictEqual((yield* run("export", "drift")).out, "link,warehouse,sku,figure,books,warehouse_has,since,checked_at,reserved,orders_short")
          assert.strictEqual((yield* run("orders", "ls", "--phase", "gone")).code, 2)
        }))))

  it.effect("goes on behind the thousandth order of an export", () =>
    Effect.flatMap(Effect.promise(fresh), (database) =>
      world(database, { isIdle: true }, (w) =>
        Effect.gen(function*() {
          const db = yield* Database
          yield* db.transaction(Effect.forEach(Array.from({ length: 1003 }, (_, at) => at), (at) => put(`SO-${at}`, "shipped", minutes(at)), { discard: true }))
          const { run } = yield* commands(w)
          const lines = (yield* run("export", "orders")).out.split("\n")
          assert.strictEqual(new Set(lines.slice(1)).size, 1003)
        }))))
})

describe("the source of a list of orders", () => {
  const asked = { after: [1, "~", "~", "~"], rows: 51 } as const

  it("is the index of few where one fits", () => {
    const textOf = (more: Partial<OrderList.Asked>) => OrderList.statement({ ...asked, ...more })[0]
    assert.include(textOf({ phase: "failed" }), "e.phase in ('failed'")
    assert.notInclude(textOf({ phase: "shipped" }), "e.phase in")
    assert.include(textOf({ scopes: ["x"], hasFew: true }), "where e.scope = $")
    assert.notInclude(textOf({ scopes: ["x"] }), "where e.scope = $")
    assert.match(textOf({ scopes: ["x"], kind: "inbound", hasFew: true }), /where e\.scope = \$\d+ and e\.kind = \$\d+ and/)
  })

  it("is not all orders for what may be far from the newest: these are walked through, a bounded number at a time (issue 27)", () => {
    const few = [{}, { open: true }, { phase: "failed", kind: "inbound" }, { kind: "inbound", scopes: ["x"], hasFew: true }, { from: 1, until: 2 }]
    const walked = [{ kind: "inbound" }, { open: false }, { phase: "shipped" }, { scopes: ["x"] }]
    const leads = (one: Partial<OrderList.Asked>) => OrderList.leads({ ...asked, ...one })
    assert.deepStrictEqual([few.map(leads), walked.map(leads)], [few.map(() => true), walked.map(() => false)])
  })
})

describe("a line of CSV", () => {
  it("quotes what would break it, and keeps a spreadsheet from reading a formula", () => {
    assert.strictEqual(csvLine(["a,b", "say \"x\"", undefined, 5, "-3.5", "-x", "=1+1", " a", "b\nc"]), "\"a,b\",\"say \"\"x\"\"\",,5,-3.5,'-x,'=1+1,\" a\",\"b\nc\"")
  })
})

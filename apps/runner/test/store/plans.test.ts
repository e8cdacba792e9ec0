import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import pg from "pg"
import { inject } from "vitest"
import * as OrderList from "../../src/api/OrderList.ts"
import { pageOf, removalOf, rules } from "../../src/jobs/Retention.ts"
import * as OpenOrders from "../../src/records/OpenOrders.ts"
import { Database } from "../../src/store/Database.ts"
import { exceptionOf, faultsOfPostgres, faultsOfSqlite } from "../support/Plans.ts"
import { statements } from "../support/Statements.ts"

/** What a look at a schema says of statements. */
type Judge = (text: string) => Promise<ReadonlyArray<string>>

const onSqlite = async (judging: (judge: Judge) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "crossdock-plans-"))
  const filename = join(folder, "plans.sqlite")
  await Effect.runPromise(Effect.void.pipe(Effect.provide(Database.layer({ filename }))))
  const db = new DatabaseSync(filename)
  try {
    await judging(async (text) =>
      faultsOfSqlite(text, db.prepare(`explain query plan ${text.replaceAll(/\$(\d+)/g, "?$1")}`).all().map((row) => String(row["detail"]))))
  } finally {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const onPostgres = async (judging: (judge: Judge) => Promise<void>): Promise<void> => {
  const client = new pg.Client({ connectionString: inject("grownPostgres") })
  await client.connect()
  try {
    await judging(async (text) => {
      const { rows } = await client.query(`explain (generic_plan, format json) ${text}`)
      return faultsOfPostgres(text, rows[0]["QUERY PLAN"][0].Plan)
    })
  } finally {
    await client.end()
  }
}

/** Those that are written out; of the others each file of tests explains what it carries out. */
const writtenOut = statements.filter(({ file, text }) => !text.includes("…") && !/^(?:cli|Runtime)/.test(file))
const ofPostgresAlone = /\bpg_|clock_timestamp|::/
const ofSqliteAlone = /\bsqlite_/

describe.each([["SQLite", onSqlite, ofPostgresAlone], ["PostgreSQL", onPostgres, ofSqliteAlone]] as const)("plans on %s", (_, on, others) => {
  it("no statement of the runner walks through or sorts a table that grows with every order", () =>
    on(async (judge) => {
      const faults: Array<string> = []
      for (const { file, text } of writtenOut) {
        if (others.test(text) || exceptionOf(text) !== undefined) continue
        for (const fault of await judge(text)) faults.push(`${file}: ${fault}\n  ${text}`)
      }
      assert.isAbove(writtenOut.length, 80)
      assert.deepStrictEqual(faults, [])
    }))

  it("retention finds and removes rows of each kind by an index", () =>
    on(async (judge) => {
      for (const rule of rules) {
        const texts = [pageOf(rule), removalOf(rule), ...(rule.along ?? []).map(({ text }) => text)]
        for (const text of texts) assert.deepStrictEqual(await judge(text), [], `${rule.name}: ${text}`)
      }
    }))

  it("lists of open orders read an index of what is open", () =>
    on(async (judge) => {
      const kinds = { all: [{ kind: "outbound", mayStandStill: true }] } as never
      const paces = ["wh", "acme"].map((id) => ({ id, visibilityDelay: 1000, standstillAfter: 1000 }))
      const page = { after: [1000, "~", "~", "~"], rows: 51 } as const
      for (const named of [{}, { kind: "outbound" }, { scopes: ["warehouse:wh"] }, { kind: "outbound", scopes: ["warehouse:wh", "warehouse:other"] }]) {
        for (const asked of [{ open: true }, { lookAt: OpenOrders.condition(kinds, paces, 2000) }]) {
          const [text] = OrderList.statement({ ...page, ...named, ...asked })
          assert.deepStrictEqual(await judge(text), [], text)
        }
      }
    }))

  const old = [
    ["the look for lost claims by all deliveries (SQLite took them in their order)", "select seq from delivery where state || '' = 'InFlight' and seq > $1 order by seq limit 500"],
    ["retention by keys that are put together", "delete from history where first_id || '' in ('1')"],
    ["retention that looks at all orders of a link for each row", `select id from delivery where state in ('Delivered', 'Dead', 'Cancelled') and updated_at < $1
       and not exists (select 1 from entity o where o.scope = delivery.scope and o.scope || ' ' || o.kind || ':' || o.number = delivery.entity) limit 500`],
    ["what waits by the state alone", "select connection, min(due_at) from intent where state || '' = 'Pending' and held_because is null group by connection"],
    ["a list of open orders whose subquery says what is open", `select * from (
       select e.number, e.created_at, case when e.is_known = 1 then e.is_open when i.state in ('Pending', 'InFlight', 'Doubtful') then 1 else 0 end as is_open
       from entity e left join intent i on i.entity = e.id) o where is_open = $1 order by created_at desc limit 51`],
    ["a look for the parts of an article by their text", "select number from desk_part where lines like $1 order by created_at limit 50"],
    ["orders of the desk by the cause alone", "select entity from desk_order where cause = $1 order by since limit 50"],
    ["acts of a person by all lines of the audit", "select * from audit where operation = $1 order by at desc"],
    ["since when the oldest order is open, by all orders of a connection", "select min(created_at + 0) as oldest from entity where connection = $1 and is_open || '' = '1'"],
    ["a list that is sorted as a whole", "select * from entity where scope = $1 order by updated_at desc limit 50"]
  ] as const
  it.each(old)("%s is found", (_, text) => on(async (judge) => assert.isNotEmpty(await judge(text))))
})

/**
 * Loaded by vitest before each file of tests: every statement that the runner puts together and that these tests carry
 * out is explained, and one that walks through a table which grows fails the file. Those that stand in the sources as
 * they are sent are explained by `test/store/plans.test.ts`.
 *
 * Files that share a process share what was explained: a statement is explained once, and fails the file that carried it out first.
 */
import { DatabaseSync } from "node:sqlite"
import pg from "pg"
import { afterAll, assert, inject } from "vitest"
import { exceptionOf, faultsOfPostgres, faultsOfSqlite } from "./Plans.ts"
import { statements } from "./Statements.ts"

const putTogether = statements.filter(({ text }) => text.includes("…"))
const isOurs = (text: string): boolean => putTogether.some(({ is }) => is(text))
/** About a table of a plugin, which the database of the plans does not have. */
const isOfPlugin = (text: string): boolean => /\b(?:erp_fake|erp_ledger|gone_books)_/.test(text)
const isStatement = /^\s*(?:select|insert|update|delete|with)\b/i

interface Explained {
  readonly seen: Set<string>
  /** Those of PostgreSQL that no file explained yet. */
  readonly sent: Set<string>
  readonly faults: Array<string>
}
declare global {
  var explainedStatements: Explained | undefined
}

const told = (faults: Array<string>, dialect: string, text: string, of: ReadonlyArray<string>): void => {
  if (of.length > 0 && exceptionOf(text) === undefined) faults.push(`${dialect}: ${of.join("; ")}\n  ${text.replaceAll(/\s+/g, " ")}`)
}

/** Watches both databases from now on. */
const watch = (): Explained => {
  const explained: Explained = { seen: new Set(), sent: new Set(), faults: [] }
  const { faults, seen, sent } = explained
  const prepare = DatabaseSync.prototype.prepare
  DatabaseSync.prototype.prepare = function(text, ...more) {
    const prepared = prepare.call(this, text, ...more)
    if (isStatement.test(text) && !seen.has(text)) {
      seen.add(text)
      const written = text.replaceAll(/\?(\d+)/g, "$$$1")
      if (isOurs(written)) told(faults, "SQLite", written, faultsOfSqlite(text, prepare.call(this, `explain query plan ${text}`).all().map((row) => String(row["detail"]))))
    }
    return prepared
  }
  const query: (...args: Array<any>) => unknown = pg.Client.prototype.query
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: Array<unknown>) {
      const [first] = args
      const text = typeof first === "string" ? first : typeof first === "object" && first !== null && "text" in first ? String(first.text) : ""
      if (isStatement.test(text) && !seen.has(`PostgreSQL ${text}`)) {
        seen.add(`PostgreSQL ${text}`)
        sent.add(text)
      }
      return query.apply(this, args)
    }
  })
  return explained
}

const { faults, sent } = globalThis.explainedStatements ??= watch()

afterAll(async () => {
  const ours = [...sent].filter((text) => isOurs(text) && !isOfPlugin(text))
  sent.clear()
  if (ours.length > 0) {
    const client = new pg.Client({ connectionString: inject("grownPostgres") })
    await client.connect()
    try {
      for (const text of ours) {
        const { rows } = await client.query(`explain (generic_plan, format json) ${text}`)
        told(faults, "PostgreSQL", text, faultsOfPostgres(text, rows[0]["QUERY PLAN"][0].Plan))
      }
    } finally {
      await client.end()
    }
  }
  assert.deepStrictEqual(faults.splice(0), [], "statements that walk through a table which grows; see test/support/Plans.ts")
})

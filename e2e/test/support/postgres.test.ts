import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Postgres, startPostgres } from "../../support/postgres.ts"

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

describe("PostgreSQL", () => {
  it("gives databases of their own, empty or as a copy", async () => {
    const first = await postgres.createDatabase()
    assert.strictEqual(first.url, `postgres://postgres:pw@127.0.0.1:${postgres.port}/${first.name}`)
    await postgres.query(first.name, "create table t (n int)")
    await postgres.query(first.name, "insert into t values ($1)", [7])
    const copy = await postgres.createDatabase({ template: first.name })
    const empty = await postgres.createDatabase({ name: "odd \"name\"" })
    assert.deepStrictEqual(await postgres.query(copy.name, "select n from t"), [{ n: 7 }])
    assert.deepStrictEqual(await postgres.query(empty.name, "select to_regclass('t') as found"), [{ found: null }])
  })
})

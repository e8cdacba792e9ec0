import { assert, describe, it } from "@effect/vitest"
import { DatabaseFailed } from "../../src/store/Database.ts"
import * as DatabaseErrorDiagnosis from "../../src/store/DatabaseErrorDiagnosis.ts"

describe("what is wrong with a database", () => {
  it.each([
    ["SQLITE_BUSY", { errcode: 5 }, "busy"],
    ["SQLITE_BUSY_SNAPSHOT", { errcode: 517 }, "busy"],
    ["SQLITE_READONLY", { errcode: 8 }, "read-only"],
    ["SQLITE_IOERR_WRITE", { errcode: 778 }, "disk"],
    ["SQLITE_CORRUPT", { errcode: 11 }, "damaged"],
    ["SQLITE_CORRUPT_INDEX", { errcode: 779 }, "damaged"],
    ["SQLITE_FULL", { errcode: 13 }, "full"],
    ["SQLITE_CANTOPEN", { errcode: 14 }, "disk"],
    ["SQLITE_NOTADB", { errcode: 26 }, "damaged"],
    ["SQLITE_CONSTRAINT_UNIQUE", { errcode: 2067 }, "other"],
    ["SQLite behind the library of the migrations", { reason: { cause: Object.assign(new Error("malformed"), { errno: 11 }) } }, "damaged"],
    ["disk_full of PostgreSQL", { code: "53100" }, "full"],
    ["data_corrupted of PostgreSQL", { reason: { cause: { code: "XX001" } } }, "damaged"],
    ["read_only_sql_transaction", { code: "25006" }, "read-only"],
    ["nobody listens", { code: "ECONNREFUSED", errno: -111 }, "away"],
    ["invalid_password", { code: "28P01" }, "closed"],
    ["a syntax error", { code: "42601" }, "other"],
    ["a text", "no transaction", "other"]
  ])("%s", (_, cause, is) => {
    assert.strictEqual(DatabaseErrorDiagnosis.of(cause).is, is)
    const failed = new DatabaseFailed({ isUniqueViolation: false, cause })
    assert.strictEqual(failed.diagnosis.is, is)
    assert.include(failed.message, failed.diagnosis.message)
  })
})

/**
 * Opens a copy of a database and compares it with what was copied: the rows of each table, and a sealed value that the key must open.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as KeyRotation from "../KeyRotation.ts"
import * as SecretKey from "../SecretKey.ts"
import type { Counts } from "../store/DatabaseCopy.ts"
import * as DatabaseCopy from "../store/DatabaseCopy.ts"
import * as ReadOnlyDatabase from "../store/ReadOnlyDatabase.ts"
import type { Row } from "../store/Database.ts"
import { Vault } from "../store/Vault.ts"
import { refused } from "./BackupRefused.ts"
import * as PostgresTools from "./PostgresTools.ts"

/** What a copy was found to have. */
export interface Found {
  readonly rows: Counts
  /** The sealed text by which every start verifies its key; undefined: no runner has started on the database. */
  readonly sealed: string | undefined
  /** A change of the key that is not finished, as it is stored; absent: there is none. */
  readonly keyChange?: string | undefined
}

const contentOf = (row: Row | undefined): string | undefined => row === undefined ? undefined : String(row["content"])

/** Checks every page of a copy of SQLite, and reads it. */
export const sqlite = (file: string) =>
  Effect.scoped(Effect.gen(function*() {
    const reader = yield* ReadOnlyDatabase.sqlite(file)
    const [damage] = yield* reader.check(false)
    if (damage !== undefined) return yield* Effect.fail(refused("COPY_DAMAGED", "a page of the copy is damaged; crossdock doctor says whether the original is"))
    const [row] = yield* reader.query(SecretKey.sealedStatement)
    const found: Found = { rows: yield* DatabaseCopy.countsOf(reader), sealed: row === undefined ? undefined : String(row["content"]), keyChange: contentOf((yield* reader.query(KeyRotation.statement))[0]) }
    return found
  }))

/** `COPY public.entity (id, scope) FROM stdin;`, the rows with tabs between the values, and `\.` */
const begins = /^COPY (?:\w+\.)?"?(\w+)"? \(/

/** Reads a whole dump with `pg_restore`, which needs no server. */
export const postgres = Effect.fnUntraced(function*(tools: PostgresTools.Tools, file: string) {
  const rows: Record<string, number> = {}
  let table: string | undefined
  let sealed: string | undefined
  let keyChange: string | undefined
  yield* PostgresTools.run(tools, "pg_restore", ["--data-only", "--file=-", file], undefined, (line) => {
    if (table === undefined) {
      table = begins.exec(line)?.[1]
      if (table !== undefined) rows[table] = 0
    } else if (line === "\\.") table = undefined
    else {
      rows[table] = rows[table]! + 1
      if (table === "setting" && line.startsWith(`${SecretKey.sealedName}\t`)) sealed = line.slice(SecretKey.sealedName.length + 1)
      if (table === "setting" && line.startsWith(`${KeyRotation.setting}\t`)) keyChange = line.slice(KeyRotation.setting.length + 1)
    }
  })
  const found: Found = { rows, sealed, keyChange }
  return found
})

/** Fails if a copy is not what was copied, or if its secrets cannot be decrypted with the key. */
export const verify = Effect.fnUntraced(function*(found: Found, expected: Counts, key: Redacted.Redacted) {
  const different = [...new Set([...Object.keys(expected), ...Object.keys(found.rows)])].filter((table) => found.rows[table] !== expected[table])
  if (different.length > 0) {
    const told = different.map((table) => `${table} ${found.rows[table] ?? "missing"} instead of ${expected[table] ?? "missing"}`).join(", ")
    return yield* Effect.fail(refused("COPY_DIFFERS", `the copy has other numbers of rows: ${told}`))
  }
  if (found.sealed === undefined) return yield* Effect.fail(refused("KEY_REFUSED", "the database has no sealed value: no runner has finished its first start on it"))
  const { keyChange, sealed } = found
  const opened = Effect.flatMap(Vault, (vault) =>
    // While the key is being changed, either of the two opens the copy.
    Effect.andThen(KeyRotation.learn(() => Effect.succeed(keyChange === undefined ? [] : [{ content: keyChange }]), vault), vault.open(SecretKey.sealedPlace, sealed))).pipe(Effect.provide(Vault.layer(key)))
  yield* Effect.catchTag(opened, "VaultRefused", () => Effect.fail(refused("KEY_REFUSED", "the secrets in the copy were encrypted with another key")))
})

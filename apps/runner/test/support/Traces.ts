/**
 * Searches a whole database for words, also in what the vault has encrypted.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as CallContent from "../../src/calls/CallContent.ts"
import * as OrderKinds from "../../src/contracts/platform/OrderKinds.ts"
import { payloadPlace } from "../../src/intents/IntentStore.ts"
import { sealedColumns, sealedPlace } from "../../src/outbox/DeliveryContents.ts"
import { Database, type Row } from "../../src/store/Database.ts"
import * as History from "../../src/store/History.ts"
import { Vault } from "../../src/store/Vault.ts"

/** The encrypted columns that hold what people tell, with the context of each row. Settings and credentials of connections are none. */
const sealed: ReadonlyArray<readonly [name: string, query: string, placeOf: (row: Row) => string]> = [
  ["intent_content.asked", "select i.id, c.asked_sealed as sealed from intent_content c join intent i on i.entity = c.entity", ({ id }) => payloadPlace(id, "asked")],
  ["intent_content.sent", "select i.id, c.sent_sealed as sealed from intent_content c join intent i on i.entity = c.entity", ({ id }) => payloadPlace(id, "sent")],
  ["delivery_content", `select d.id, ${sealedColumns} from delivery_content c join delivery d on d.seq = c.seq`, sealedPlace],
  ["history", "select e.scope, e.kind, e.number, h.raw_sealed as sealed from history h join entity e on e.id = h.first_id", (row) => History.rawPlace(row.scope, `${row.kind}:${row.number}`)],
  ["call", "select at, scope, content_sealed as sealed from call", ({ at, scope }) => CallContent.placeOf({ at: Number(at), scope })],
  ["platform_order", "select e.scope, e.number, p.content_sealed as sealed from platform_order p join entity e on e.id = p.entity", (row) => OrderKinds.contentPlace(row.scope, row.number)]
]

const tables = Effect.gen(function*() {
  const db = yield* Database
  const rows = yield* Effect.catch(
    db.query("select name from sqlite_master where type = 'table'"),
    () => db.query("select table_name as name from information_schema.tables where table_schema = 'public'")
  )
  return rows.map(({ name }) => String(name))
})

/** The names of the tables and encrypted columns that have one of the words. Fails if what one of these columns has cannot be decrypted. */
export const of = (words: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const db = yield* Database
    const vault = yield* Vault
    const has = (text: string) => words.some((word) => text.includes(word))
    const found = new Set<string>()
    for (const table of yield* tables) if ((yield* db.query(`select * from ${table}`)).some((row) => has(JSON.stringify(row)))) found.add(table)
    for (const [name, query, placeOf] of sealed) {
      for (const row of yield* db.query(query)) {
        if (row.sealed === null || row.sealed === "") continue
        const text = yield* Effect.option(vault.open(placeOf(row), row.sealed))
        if (Option.isNone(text)) return yield* Effect.die(new Error(`${name} cannot be decrypted`))
        if (has(text.value)) found.add(name)
      }
    }
    return [...found].toSorted()
  })

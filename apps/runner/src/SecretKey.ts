/**
 * The key under which secrets lie in the database, looked at before anything else is: with another one a runner would
 * write what the next start cannot read, and read nothing of what is there.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { payloadPlace } from "./delivery/IntentBook.ts"
import { contentPlace } from "./delivery/Outbox.ts"
import { Database } from "./store/Database.ts"
import { Vault } from "./store/Vault.ts"

/** The database was written under another key. */
export class SecretKeyRefused extends Schema.TaggedError<SecretKeyRefused>("@crossdock/runner/SecretKeyRefused")("SecretKeyRefused", {}) {
  override get message(): string {
    return "the secrets in this database were sealed with another CROSSDOCK_SECRET_KEY; start with the key that it was first started with " +
      "(where none was given, that is the file secret-key of the data folder it was made in)"
  }
}

const setting = "secret-key"
const place = `setting ${setting}`
const knownText = "crossdock"

/** One text of each kind, of a database that earlier releases wrote. */
const samples: ReadonlyArray<readonly [statement: string, place: (id: string) => string]> = [
  ["select id, settings_sealed as sealed from connection limit 1", (id) => `connection ${id}`],
  ["select id, asked_sealed as sealed from intent limit 1", (id) => payloadPlace(id, "asked")],
  ["select id, content_sealed as sealed from delivery limit 1", contentPlace]
]

/** Tries the vault on what a database holds, and writes nothing there; answers how many texts it opened. */
export const tried = Effect.fnUntraced(function*(query: Database["Service"]["query"]) {
  const vault = yield* Vault
  const [kept] = yield* query("select content from setting where name = $1", [setting])
  if (kept !== undefined) return yield* Effect.as(vault.open(place, kept.content), 1)
  let opened = 0
  for (const [statement, placeOf] of samples) {
    const [row] = yield* query(statement)
    if (row === undefined) continue
    yield* vault.open(placeOf(row.id), row.sealed)
    opened++
  }
  return opened
})

export const check = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  const kept = db.one("select content from setting where name = $1", [setting])
  if ((yield* kept) === undefined) {
    yield* tried(db.query)
    yield* db.query("insert into setting (name, content) values ($1, $2) on conflict (name) do nothing", [setting, vault.seal(place, knownText)])
  }
  // Of two first starts at once, one has written it.
  yield* vault.open(place, (yield* kept)?.content)
}).pipe(Effect.catchTag("VaultRefused", () => Effect.fail(new SecretKeyRefused())))

export const layer = Layer.effectDiscard(check)

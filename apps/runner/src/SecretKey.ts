/**
 * The key under which secrets lie in the database, looked at before anything else is: with another one a runner would
 * write what the next start cannot read, and read nothing of what is there.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { payloadPlace } from "./delivery/IntentBook.ts"
import { contentPlace } from "./delivery/DeliveryContents.ts"
import { Database } from "./store/Database.ts"
import { Vault } from "./store/Vault.ts"

/** The runner does not start with this key; nothing was done. */
export class SecretKeyRefused extends Schema.TaggedError<SecretKeyRefused>("@crossdock/runner/SecretKeyRefused")("SecretKeyRefused", {
  message: Schema.String
}) {}

const another = "the secrets in this database were sealed with another CROSSDOCK_SECRET_KEY; start with the key that it was first started with " +
  "(where none was given, that is the file secret-key of the data folder it was made in)"

const lost = "the secrets in this database are sealed, and there is no key; put the file secret-key of the data folder it was made in back, " +
  "or set CROSSDOCK_SECRET_KEY to the key that it was first started with. No new key was made"

/** How this start came by its key. */
export interface KeyStart {
  /** What is wrong with the key itself. */
  readonly weakness?: string
  /** Keeps a key that was made for this start. Absent: it was given, or kept before. */
  readonly keep?: () => void
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

const fails = (message: string) => Effect.fail(new SecretKeyRefused({ message }))

export const check = ({ keep, weakness }: KeyStart) =>
  Effect.gen(function*() {
    const db = yield* Database
    const vault = yield* Vault
    const kept = db.one("select content from setting where name = $1", [setting])
    const isFirst = (yield* kept) === undefined && (yield* tried(db.query)) === 0
    if (weakness !== undefined) {
      if (isFirst) return yield* fails(`CROSSDOCK_SECRET_KEY ${weakness}`)
      // Nothing else opens what was sealed with it.
      yield* Effect.logError(`CROSSDOCK_SECRET_KEY ${weakness.replace(/;.*$/, "")}: the secrets in this database can be guessed`)
    }
    if (isFirst && keep !== undefined) {
      yield* Effect.try({ try: keep, catch: (cause) => new SecretKeyRefused({ message: `the key cannot be kept in the data folder: ${String(cause)}` }) })
    }
    yield* db.query("insert into setting (name, content) values ($1, $2) on conflict (name) do nothing", [setting, vault.seal(place, knownText)])
    // Of two first starts at once, one has written it.
    yield* vault.open(place, (yield* kept)?.content)
  }).pipe(Effect.catchTag("VaultRefused", () => fails(keep === undefined ? another : lost)))

export const layer = (start: KeyStart) => Layer.effectDiscard(check(start))

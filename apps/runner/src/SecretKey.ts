/**
 * Checks the key that encrypts secrets in the database before anything else uses it: with a wrong key a runner could
 * read nothing, and would write what the next start cannot read.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as KeyRotation from "./KeyRotation.ts"
import { payloadPlace } from "./intents/IntentStore.ts"
import { sealedColumns, sealedPlace as placeOfDelivery } from "./outbox/DeliveryContents.ts"
import { Database, type Row } from "./store/Database.ts"
import { Vault } from "./store/Vault.ts"

/** The runner does not start with this key; nothing was changed. */
export class SecretKeyRefused extends Schema.TaggedError<SecretKeyRefused>("@crossdock/runner/SecretKeyRefused")("SecretKeyRefused", {
  message: Schema.String
}) {}

const another = "the secrets in this database were encrypted with another CROSSDOCK_SECRET_KEY; set the key of its first start " +
  "(if none was set then, it is in the file secret-key of the original data folder)"

const lost = "the secrets in this database are encrypted, and there is no key; put back the file secret-key of the original data folder, " +
  "or set CROSSDOCK_SECRET_KEY to the key of the first start. No new key was made"

/** Where the key of this start comes from. */
export interface KeyStart {
  /** What is wrong with the key itself. */
  readonly weakness?: string
  /** Stores a key that was generated for this start. Undefined: the key was given, or stored before. */
  readonly keep?: () => void
}

/** The name of the setting whose sealed text every start opens, where it is sealed, and the SQL that reads it. */
export const sealedName = KeyRotation.knownName
export const sealedPlace = KeyRotation.knownPlace
export const sealedStatement = `select content from setting where name = '${sealedName}'`
const knownText = "crossdock"

/** One encrypted value of each kind, for databases of earlier releases. */
const samples: ReadonlyArray<readonly [statement: string, place: (row: Row) => string]> = [
  ["select id, settings_sealed as sealed from connection limit 1", ({ id }) => `connection ${id}`],
  ["select (select id from intent where intent.entity = intent_content.entity) as id, asked_sealed as sealed from intent_content limit 1", ({ id }) => payloadPlace(id, "asked")],
  [`select (select id from delivery where delivery.seq = delivery_content.seq) as id, ${sealedColumns} from delivery_content limit 20`, placeOfDelivery]
]

/** Tries to decrypt values of the database, without writing, and returns how many could be decrypted. */
export const tried = Effect.fnUntraced(function*(query: Database["Service"]["query"]) {
  const vault = yield* Vault
  const [kept] = yield* query("select content from setting where name = $1", [sealedName])
  if (kept !== undefined) return yield* Effect.as(vault.open(sealedPlace, kept.content), 1)
  let opened = 0
  for (const [statement, placeOf] of samples) {
    // A delivery whose payload was not valid for its operation has no message.
    const row = (yield* query(statement)).find(({ sealed }) => sealed !== "")
    if (row === undefined) continue
    yield* vault.open(placeOf(row), row.sealed)
    opened++
  }
  return opened
})

const fails = (message: string) => Effect.fail(new SecretKeyRefused({ message }))

export const check = ({ keep, weakness }: KeyStart) =>
  Effect.gen(function*() {
    const db = yield* Database
    const vault = yield* Vault
    // While the key is being changed, either of the two starts the runner.
    yield* KeyRotation.learn(db.query, vault)
    const kept = db.one("select content from setting where name = $1", [sealedName])
    const isFirst = (yield* kept) === undefined && (yield* tried(db.query)) === 0
    if (weakness !== undefined) {
      if (isFirst) return yield* fails(`CROSSDOCK_SECRET_KEY ${weakness}`)
      // A weak key of an existing database is only a warning, because no other key decrypts its values.
      yield* Effect.logError(`CROSSDOCK_SECRET_KEY ${weakness.replace(/;.*$/, "")}: the secrets in this database can be guessed`)
    }
    if (isFirst && keep !== undefined) {
      yield* Effect.try({ try: keep, catch: (cause) => new SecretKeyRefused({ message: `the key cannot be stored in the data folder: ${String(cause)}` }) })
    }
    yield* db.query("insert into setting (name, content) values ($1, $2) on conflict (name) do nothing", [sealedName, vault.seal(sealedPlace, knownText)])
    // If two first starts run at once, one of them has stored its key.
    yield* vault.open(sealedPlace, (yield* kept)?.content)
    yield* KeyRotation.learnDerivation(db.query, vault)
  }).pipe(Effect.catchTag("VaultRefused", () => fails(keep === undefined ? another : lost)))

export const layer = (start: KeyStart) => Layer.effectDiscard(check(start))

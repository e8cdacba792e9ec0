/**
 * Finds encrypted rows of a database that the key of the runner does not open.
 */
import * as Effect from "effect/Effect"
import * as CredentialStore from "../connection/CredentialStore.ts"
import * as RotatedSecretRows from "../connection/RotatedSecretRows.ts"
import { payloadPlace } from "../intents/IntentStore.ts"
import { hasSealed, sealedColumns, sealedPlace } from "../outbox/DeliveryContents.ts"
import type { Row } from "../store/Database.ts"
import type { Reader } from "../store/ReadOnlyDatabase.ts"
import { Vault } from "../store/Vault.ts"

/** Maximum number of unfinished rows of each kind that are decrypted as a test. */
const sample = 200

type Sealed = readonly [what: string, statement: string, place: (row: Row) => string]

/** Encrypted rows that the key must open, besides the text that was stored to verify the key. */
const sealed: ReadonlyArray<Sealed> = [
  ["connection", "select id, settings_sealed as sealed from connection", ({ id }) => `connection ${id}`],
  ["link", "select scope as id, body_sealed as sealed from link", ({ id }) => `link ${id}`],
  [
    "credential",
    "select connection as id, values_sealed as sealed from credential where values_sealed is not null",
    ({ id }) => CredentialStore.place(id)
  ],
  [
    "intent",
    `select id, asked_sealed as sealed from intent join intent_content using (entity) where state in ('Pending', 'InFlight', 'Doubtful') limit ${sample}`,
    ({ id }) => payloadPlace(id, "asked")
  ],
  [
    "delivery",
    `select id, ${sealedColumns} from delivery join delivery_content using (seq) where state in ('Pending', 'InFlight', 'Dead') and ${hasSealed} limit ${sample}`,
    sealedPlace
  ]
]

const rotatedSecret: Sealed = ["rotated secret", "select owner as id, secrets_sealed as sealed from rotated_secret", ({ id }) => RotatedSecretRows.placeOf(id)]

/** The rows that cannot be opened. */
export const unopened = Effect.fnUntraced(function*(query: Reader["query"], hasRotatedSecrets: boolean) {
  const vault = yield* Vault
  const found: Array<{ readonly what: string; readonly id: string }> = []
  for (const [what, statement, placeOf] of hasRotatedSecrets ? [...sealed, rotatedSecret] : sealed) {
    for (const row of yield* query(statement)) {
      const id = String(row.id)
      if (!(yield* Effect.isSuccess(vault.open(placeOf(row), String(row.sealed))))) found.push({ what, id })
    }
  }
  return found
})

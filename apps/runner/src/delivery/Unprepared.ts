/**
 * Stores the payload of a delivery whose content the ERP's plugin could not write, so that the content can be written once the
 * plugin or its settings are repaired.
 */
import { ErpV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Row } from "../store/Database.ts"
import * as StoredPhases from "../store/StoredPhases.ts"
import type { Vault } from "../store/Vault.ts"

const place = (id: string): string => `delivery ${id} payload`

const textOf = ({ payload }: ErpV1.AnyOperation) => Schema.fromJsonString(payload as Schema.Codec<unknown, unknown>)

/** Encrypts the payload. Returns `null` if it is no valid payload of the operation, so that no plugin could write it. */
export const seal = (vault: Vault["Service"], id: string, operation: ErpV1.AnyOperation, payload: unknown): string | null =>
  Option.match(Schema.encodeOption(textOf(operation))(payload), { onNone: () => null, onSome: (text) => vault.seal(place(id), text) })

/** Decrypts the payload and returns its JSON text. */
export const text = (vault: Vault["Service"], row: Row) => vault.open(place(row.id), row.payload_sealed)

export const open = (vault: Vault["Service"], row: Row) => {
  const { payload } = ErpV1.contract.operations[row.operation as ErpV1.OperationName]
  return Effect.flatMap(text(vault, row), (json) =>
    Effect.flatMap(Schema.decodeEffect(Schema.fromJsonString(Schema.Unknown))(json), (stored) =>
      Schema.decodeUnknownEffect(payload as Schema.Codec<unknown, unknown>)(StoredPhases.upgraded(stored))))
}

/**
 * What of a message is personal, by the schema of its operation: masked in its JSON, and in texts that quote it.
 */
import { WarehouseV1 } from "@crossdock/core"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Redaction from "../connection/Redaction.ts"

export type Json = Schema.Json

interface Read {
  readonly encoded: Json
  /** Absent: the text does not fit the schema, so that nothing is known of what it holds. */
  readonly decoded: unknown
}

const read = (operation: string, text: string): Read => {
  const encoded: Json = JSON.parse(text)
  const payload = Object.hasOwn(WarehouseV1.contract.operations, operation)
    ? (WarehouseV1.contract.operations[operation as WarehouseV1.OperationName].payload as Schema.Codec<unknown, unknown>)
    : undefined
  const decoded = payload === undefined ? Option.none() : Schema.decodeUnknownOption(payload)(encoded)
  return { encoded, decoded: Option.getOrUndefined(decoded) }
}

const isContainer = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null

const mask = (encoded: Json, decoded: unknown): Json => {
  if (Redacted.isRedacted(decoded)) return String(decoded)
  if (Array.isArray(encoded)) {
    return encoded.map((item: Json, at) => mask(item, isContainer(decoded) ? decoded[at] : undefined))
  }
  if (isContainer(encoded)) {
    return Object.fromEntries(
      Object.entries(encoded).map(([name, item]) => [name, mask(item, isContainer(decoded) ? decoded[name] : undefined)])
    )
  }
  return encoded
}

/** The payload of an operation as JSON text, with the label of what is personal in place of its value. */
export const masked = (operation: string, text: string): Json => {
  const { decoded, encoded } = read(operation, text)
  return decoded === undefined ? "<redacted: the stored payload does not fit its schema>" : mask(encoded, decoded)
}

/** Hides in any text what these payloads hold of persons: a peer may quote it in a refusal. */
export const hiding = (payloads: ReadonlyArray<{ readonly operation: string; readonly text: string }>): Redaction.Hide =>
  Redaction.hiding(payloads.map(({ operation, text }) => read(operation, text).decoded))

/**
 * Masks personal data, as a schema marks it: in the JSON of a message and in texts that quote it.
 */
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Redaction from "./Redaction.ts"

export type Json = Schema.Json

interface Read {
  readonly encoded: Json
  /** Undefined: the text does not match the schema, so it is not known what it holds. */
  readonly decoded: unknown
}

/** What says which members of a JSON text are personal: an operation, or whatever else has a schema. */
export interface Described {
  readonly payload: unknown
}

/** `operation` is undefined if this release does not support it. */
const read = (operation: Described | undefined, text: string): Read => {
  const encoded: Json = JSON.parse(text)
  const payload = operation?.payload as Schema.Codec<unknown, unknown> | undefined
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

/** The payload as JSON, with the label of each personal value instead of the value. */
export const masked = (operation: Described | undefined, text: string): Json => {
  const { decoded, encoded } = read(operation, text)
  return decoded === undefined ? "<redacted: the stored payload does not match its schema>" : mask(encoded, decoded)
}

/** Masks in any text the personal data of these payloads, because a peer may quote it in an error message. */
export const hiding = (payloads: ReadonlyArray<{ readonly operation: Described | undefined; readonly text: string }>): Redaction.Hide =>
  Redaction.hiding(payloads.map(({ operation, text }) => read(operation, text).decoded))

/** The same also in JSON, in URLs and in Base64. In data, where a short value could be part of a number or a code, only longer ones. */
export const hidingEverywhere = (payloads: ReadonlyArray<{ readonly operation: Described | undefined; readonly text: string }>): Redaction.Secrets =>
  Redaction.secretsOf(payloads.map(({ operation, text }) => read(operation, text).decoded))

/**
 * Decodes lists record by record. A record that cannot be decoded is reported, and the others are returned.
 */
import { Drift } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as JsonText from "./JsonText.ts"
import * as SchemaPointer from "./SchemaPointer.ts"

export interface Records<A> {
  readonly decoded: ReadonlyArray<A>
  /** The records that could not be decoded, as received. The peer does have them, so do not treat them as absent. */
  readonly invalid: ReadonlyArray<unknown>
}

/** Decodes each record on its own, and reports those that could not be decoded. */
const eachOf = <A>(schema: Schema.Decoder<A>, where: string) => {
  const decode = Schema.decodeUnknownResult(schema)
  return <B>(records: ReadonlyArray<unknown>, keep: (record: A, at: number) => B): Effect.Effect<Records<B>> => {
    const decoded: Array<B> = []
    const invalid: Array<unknown> = []
    const findings: Array<Drift.Finding> = []
    for (const [at, record] of records.entries()) {
      const result = decode(record)
      if (Result.isSuccess(result)) decoded.push(keep(result.success, at))
      else {
        invalid.push(record)
        findings.push({ where, path: `/${at}${SchemaPointer.make(result.failure)}`, message: "the record cannot be decoded and is left out" })
      }
    }
    return Effect.as(Drift.reportAll(findings), { decoded, invalid })
  }
}

/** Makes a function that decodes each record on its own. `where` names the list in the reported findings, such as `GET /orders`. */
export const reader = <A>(schema: Schema.Decoder<A>, where: string) => {
  const read = eachOf(schema, where)
  return (records: ReadonlyArray<unknown>): Effect.Effect<Records<A>> => read(records, (record) => record)
}

/**
 * Like `reader`, and each decoded record comes with the text that the peer wrote for it. The names in `path` lead to the list
 * in the answer, whose text is `body`.
 */
export const textReader = <A>(schema: Schema.Decoder<A>, where: string, ...path: ReadonlyArray<string>) => {
  const read = eachOf(schema, where)
  return (records: ReadonlyArray<unknown>, body: string): Effect.Effect<Records<readonly [record: A, text: string]>> => {
    const texts = JsonText.elements(body, ...path)
    return read(records, (record, at) => [record, texts[at] ?? JSON.stringify(records[at])] as const)
  }
}

/** Reads a text member, such as the number, of a record that could not be decoded. Undefined if it is absent or empty. */
export const textIn = (record: unknown, name: string): string | undefined => {
  if (typeof record !== "object" || record === null || !Object.hasOwn(record, name)) return undefined
  const value: unknown = Reflect.get(record, name)
  return typeof value === "string" && value !== "" ? value : undefined
}

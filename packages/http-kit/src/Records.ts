/**
 * Lists that are decoded record by record: one that cannot be decoded is reported, and hides no other.
 */
import { Drift } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaPointer from "./SchemaPointer.ts"

export interface Records<A> {
  readonly decoded: ReadonlyArray<A>
  /** The records that could not be decoded, as they came. They are there all the same, so do not take them for absent. */
  readonly invalid: ReadonlyArray<unknown>
}

/** Decodes each record by itself. `where` names the list in the finding that is reported, such as `GET /orders`. */
export const reader = <A>(schema: Schema.Decoder<A>, where: string) => {
  const decode = Schema.decodeUnknownResult(schema)
  return (records: ReadonlyArray<unknown>): Effect.Effect<Records<A>> => {
    const decoded: Array<A> = []
    const invalid: Array<unknown> = []
    const findings: Array<Drift.Finding> = []
    for (const [at, record] of records.entries()) {
      const result = decode(record)
      if (Result.isSuccess(result)) decoded.push(result.success)
      else {
        invalid.push(record)
        findings.push({ where, path: `/${at}${SchemaPointer.make(result.failure)}`, message: "the record cannot be decoded and is left out" })
      }
    }
    return Effect.as(Drift.reportAll(findings), { decoded, invalid })
  }
}

/** A text of a record that could not be decoded as a whole, such as its number; undefined: there is none, or it is empty. */
export const textIn = (record: unknown, name: string): string | undefined => {
  if (typeof record !== "object" || record === null || !Object.hasOwn(record, name)) return undefined
  const value: unknown = Reflect.get(record, name)
  return typeof value === "string" && value !== "" ? value : undefined
}

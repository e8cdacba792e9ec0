/**
 * Lists are read record by record: one that cannot be read is reported, and loses no other.
 */
import { Drift } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { placeOf } from "./Shape.ts"

export interface Records<A> {
  readonly read: ReadonlyArray<A>
  /** As they came. */
  readonly unread: ReadonlyArray<unknown>
}

/** Reads each record by itself. */
export const read = <A>(schema: Schema.Codec<A, unknown>, where: string) => {
  const decode = Schema.decodeUnknownResult(schema)
  return (records: ReadonlyArray<unknown>): Effect.Effect<Records<A>> => {
    const results = records.map((record) => decode(record))
    const unread = records.filter((_, at) => Result.isFailure(results[at]!))
    const findings = results.flatMap((result, at) =>
      Result.isFailure(result) ? [{ where, path: `/${at}${placeOf(result.failure)}`, says: "cannot be read; this record is left out" }] : [])
    return Effect.as(Drift.reportAll(findings), { read: results.flatMap((result) => (Result.isSuccess(result) ? [result.success] : [])), unread })
  }
}

/** A member of a record that could not be read as a whole. */
export const textIn = (record: unknown, name: string): string | undefined => {
  const value = typeof record === "object" && record !== null ? (record as Readonly<Record<string, unknown>>)[name] : undefined
  return typeof value === "string" && value !== "" ? value : undefined
}

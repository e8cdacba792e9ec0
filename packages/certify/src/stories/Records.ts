/** Reads single members of records as callers of every protocol read them. */
import { Json } from "@crossdock/core"

/** The objects of a list; a list that is absent has none. */
export const recordsIn = (json: Json.Json | undefined): ReadonlyArray<Json.JsonObject> => (Array.isArray(json) ? json.filter((one) => Json.isObject(one)) : Json.isObject(json) ? [json] : [])

/** A text, also where it was written as a number; undefined if it is empty. */
export const text = (record: Json.JsonObject, name: string): string | undefined => {
  const value = record[name]
  const found = typeof value === "string" ? value : Json.textIfNumber(value ?? null)
  return found === "" ? undefined : found
}

/** A number, also where it was written as a text; 0 if it is absent. */
export const number = (record: Json.JsonObject, name: string): number => Number(text(record, name) ?? 0)

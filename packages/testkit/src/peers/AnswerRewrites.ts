/**
 * Rewrites the answers of a correct server, to make it report statuses that no document lists, or records that lack a
 * required member.
 */
import { Json, type Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { WarehouseStore } from "./WarehouseStore.ts"

/** Changes every object inside a JSON answer. Numbers keep their digits. */
export const rewrite = (
  response: Transport.Response,
  change: (record: Json.JsonObject) => Json.JsonObject
): Transport.Response => {
  const parsed = Json.parse(response.body)
  return Result.isFailure(parsed) ? response : { ...response, body: Json.stringify(each(parsed.success, change)) }
}

const each = (json: Json.Json, change: (record: Json.JsonObject) => Json.JsonObject): Json.Json => {
  if (Array.isArray(json)) return json.map((element: Json.Json) => each(element, change))
  if (!Json.isObject(json)) return json
  return change(Object.fromEntries(Object.entries(json).map(([name, member]) => [name, each(member, change)])))
}

/** An error message that no fault table lists. */
export const unlistedMessage = "unexpected error, see the log (4711)"

/** Puts the status that the store reports into the status members of a record, also into those with a closed list of values. */
export const withStatusWords = (store: WarehouseStore) => (record: Json.JsonObject): Json.JsonObject => {
  const { asnNumber, orderNumber } = record
  if (typeof orderNumber === "string" && "status" in record) {
    const word = Effect.runSync(store.findOutbound(orderNumber))?.word
    return word === undefined ? record : { ...record, status: word, wmsStatus: word }
  }
  if (typeof asnNumber === "string" && "wmsStatus" in record) {
    const word = Effect.runSync(store.findInbound(asnNumber))?.word
    return word === undefined ? record : { ...record, wmsStatus: word }
  }
  return record
}

/** Removes one of the members from the first record of each list. */
export const withoutMember = (members: ReadonlyArray<string>) => (record: Json.JsonObject): Json.JsonObject =>
  Object.fromEntries(Object.entries(record).map(([name, list]) => [name, Array.isArray(list) ? withoutMemberOfFirst(list, members) : list]))

const withoutMemberOfFirst = (list: ReadonlyArray<Json.Json>, members: ReadonlyArray<string>): ReadonlyArray<Json.Json> => {
  const [first, ...rest] = list
  if (!Json.isObject(first)) return list
  const lost = members.find((member) => Object.hasOwn(first, member))
  if (lost === undefined) return list
  return [Object.fromEntries(Object.entries(first).filter(([name]) => name !== lost)), ...rest]
}

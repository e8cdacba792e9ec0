/**
 * Values that have no defined meaning: they are kept unchanged, and members that should be null are also reported
 * (U-11).
 */
import type { Json } from "@crossdock/core"
import type * as Table from "../Table.ts"
import type { Scalar } from "./ValueType.ts"

export const any: Scalar<Table.AnyType> = { wanted: "a value", read: (_, json) => json, write: (_, value) => value as Json.Json }

export const nothing: Scalar<Table.NullType> = {
  wanted: "a value",
  read: (_, json, path, found) => {
    found.report(path, "has a value, although the protocol defines none; kept without a meaning")
    return json
  },
  write: () => null
}

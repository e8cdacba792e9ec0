/** The groups that warehouses belong to: those that were entered, and those that the settings name. */
import { ErpRecords } from "@crossdock/books"
import { type AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Hash from "effect/Hash"
import * as Struct from "effect/Struct"
import type { BooksSession } from "../BooksSession.ts"
import * as Documents from "./Documents.ts"

export interface Group {
  readonly id: string
  readonly name: string
}

const Entered = ErpRecords.WarehouseGroup.mapFields(Struct.pick(["name", "warehouseNames"]))

/** A group of the settings has no id of its own, so it gets one that follows from its name. */
const idOf = (group: string): string => String(Math.abs(Hash.string(group)))

/** Reads the groups of each warehouse. */
export const read = Effect.fnUntraced(function*(session: BooksSession): Effect.fn.Return<(warehouse: string) => ReadonlyArray<Group>, AdapterError.Reason> {
  const entered = yield* Documents.all(session, "group", Entered)
  const named = new Set(entered.map(({ content }) => content.name))
  const groups = new Map(session.settings.warehouses.map((each) => [each.id, [
    ...entered.flatMap(({ content, number }) => content.warehouseNames.includes(each.name) ? [{ id: number, name: content.name }] : []),
    ...each.groups.flatMap((group) => named.has(group) ? [] : [{ id: idOf(group), name: group }])
  ]]))
  return (warehouse) => groups.get(warehouse) ?? []
})

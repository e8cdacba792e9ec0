/** Products in warehouses, for which further rows are read. */
import * as Arr from "effect/Array"
import * as Selection from "./Selection.ts"

/** A product in a warehouse, which is named by its id. */
export interface Place {
  readonly warehouse: string
  readonly sku: string
}

/** A text that no other place has. */
export const keyOf = ({ sku, warehouse }: Place): string => `${warehouse}\n${sku}`

/** Selects the rows of some places. There must be at least one. */
export const selected = (books: string, alias: string, places: ReadonlyArray<Place>): Selection.Selection => {
  const selection = Selection.make(books, alias)
  const groups = Object.entries(Arr.groupBy(places, ({ warehouse }) => warehouse))
  const conditions = groups.map(([warehouse, some]) =>
    `(${alias}.warehouse = ${selection.value(warehouse)} AND ${alias}.sku IN ${selection.values(some.map(({ sku }) => sku))})`)
  selection.require(conditions.length === 1 ? conditions[0]! : `(${conditions.join(" OR ")})`)
  return selection
}

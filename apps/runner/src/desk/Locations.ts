/**
 * Which warehouses are at a location of a shop, and which location a warehouse is: by the stock that the shop is told (`desk.stock.publish`),
 * otherwise by the rows of the mapping, as for the stock that an ERP sets.
 */
import type { OrderDesk } from "../composition/Desk.ts"
import type { Names } from "../mapping/NameMapping.ts"
import * as Rules from "./Rules.ts"

type Desk = Pick<OrderDesk, "rules" | "stock">

const entriesOf = ({ stock }: Desk, shop: string) => (stock?.publish ?? []).filter((entry) => entry.shop === shop)

/**
 * The warehouses at a location, by their names in the books. Undefined: the rules place orders at none of them, so the location says nothing
 * to the desk. `location` is what an order with the names of the books has: the name of a warehouse, if the mapping has a row.
 */
export const warehousesAt = (desk: Desk, shop: string, location: string): ReadonlyArray<string> | undefined => {
  const found = new Set([location])
  for (const entry of entriesOf(desk, shop)) {
    if (entry.location === location || entry.warehouses.includes(location)) for (const name of entry.warehouses) found.add(name)
  }
  const known = Rules.warehousesOf(desk.rules).filter((name) => found.has(name))
  return known.length === 0 ? undefined : known
}

/** The shop's code of the location of a warehouse. Undefined: nobody has written down which one it is. */
export const locationOf = (desk: Desk, { toPeer }: Pick<Names, "toPeer">, shop: string, warehouse: string): string | undefined =>
  entriesOf(desk, shop).find(({ warehouses }) => warehouses.includes(warehouse))?.location ?? toPeer("warehouse", warehouse)

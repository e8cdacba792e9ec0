/**
 * What a shop may offer: what the books have available, less what is missing at the warehouses, what orders need that are not reserved
 * yet, and what is kept back.
 */
import { AdapterError } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../Composition.ts"
import type { OrderDesk } from "../../composition/Desk.ts"
import type { DeskStock } from "../../composition/DeskStock.ts"
import { Connections } from "../../connection/Connections.ts"
import { Database, type DatabaseFailed } from "../../store/Database.ts"
import * as Needs from "../Needs.ts"
import * as Rules from "../Rules.ts"
import * as OfferedQuantities from "./OfferedQuantities.ts"
import * as StockReads from "./StockReads.ts"
import * as StockRows from "./StockRows.ts"

/** How many SKUs the books are asked for at once. */
const atOnce = 200

/** The figures of SKUs, and when the books were read for them, in milliseconds since 1970. */
export interface Offered {
  readonly readAt: number
  readonly bySku: ReadonlyMap<string, ReadonlyArray<OfferedQuantities.LocationFigure>>
}

/** Reads what a shop may offer now of some SKUs, or of all. */
export const make = Effect.fnUntraced(function*({ books, rules, stock }: Pick<OrderDesk, "books" | "rules"> & { readonly stock: DeskStock }) {
  const connections = yield* Connections
  const db = yield* Database
  const rows = StockRows.make(db)
  const needed = Needs.make(db)
  const all = Rules.warehousesOf(rules)

  /** The balances of warehouses from which orders may be shipped, and that a shop does not offer. */
  const elsewhere = Effect.fnUntraced(function*(needs: ReadonlyArray<Needs.Need>, offered: ReadonlyArray<string>) {
    const [first, ...more] = Arr.dedupe(needs.flatMap(({ warehouses }) => OfferedQuantities.warehousesOf(warehouses, all))).filter((name) => !offered.includes(name))
    if (first === undefined) return []
    const pages = Arr.chunksOf(Arr.dedupe(needs.map(({ sku }) => sku)), atOnce)
    return (yield* Effect.forEach(pages, (skus) => StockReads.balances(connections, books, [first, ...more], false, skus))).flat()
  })

  return Effect.fnUntraced(function*(link: ConnectedLink, skus?: ReadonlyArray<string>): Effect.fn.Return<Offered, AdapterError.AdapterError | DatabaseFailed> {
    const readAt = yield* Clock.currentTimeMillis
    const locations = stock.publish.filter(({ shop }) => shop === link.scope)
    const [first, ...more] = Arr.dedupe(locations.flatMap(({ warehouses }) => warehouses))
    if (first === undefined || (skus !== undefined && !Arr.isReadonlyArrayNonEmpty(skus))) return { readAt, bySku: new Map() }
    const before = yield* needed.all(skus)
    const own = yield* StockReads.balances(connections, books, [first, ...more], true, skus)
    const balances = [...own, ...yield* elsewhere(before, [first, ...more])]
    // An order may lose its reservation, or get one, while the books are read.
    const needs = Needs.atEither(before, yield* needed.all(skus))
    const present = OfferedQuantities.present(balances, yield* rows.missing(Arr.dedupe(balances.map(({ warehouseName }) => warehouseName))))
    return { readAt, bySku: OfferedQuantities.offered(stock, locations, OfferedQuantities.present(present, OfferedQuantities.taken(OfferedQuantities.bounded(needs, stock.unpaid, present, readAt), all, present))) }
  })
})

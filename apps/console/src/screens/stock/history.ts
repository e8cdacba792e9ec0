/**
 * How many pieces of a SKU each warehouse had over time, from the entries of the books.
 */
import type { Series } from "../../parts/Plot.tsx"
import { minus } from "./figures.ts"

export interface Moved {
  readonly at: string
  readonly warehouseName: string
  readonly change: string
  /** What the warehouse has after the entry. */
  readonly after: string
}

/** How the line of each warehouse is drawn; further warehouses are not drawn. */
const lines = [{ colour: "--link" }, { colour: "--text-2" }, { colour: "--link", isDashed: true }, { colour: "--text-2", isDashed: true }] as const satisfies ReadonlyArray<Omit<Series, "name" | "values">>

/** A point just before each time of an entry and one at it, so that a line goes up and down in steps. Of entries at one time, the last counts. */
export const historyOf = (entries: ReadonlyArray<Moved>, until: number): { readonly times: ReadonlyArray<number>; readonly series: ReadonlyArray<Series> } => {
  const names = [...new Set(entries.map(({ warehouseName }) => warehouseName))].slice(0, lines.length)
  const had = new Map(names.map((name) => {
    const first = entries.find(({ warehouseName }) => warehouseName === name)
    return [name, first === undefined ? 0 : Number(minus(first.after, first.change))] as const
  }))
  const points = new Map<number, ReadonlyMap<string, number>>()
  for (const { after, at, warehouseName } of entries) {
    if (!had.has(warehouseName)) continue
    const time = Date.parse(at)
    if (!points.has(time)) points.set(time - 1, new Map(had))
    had.set(warehouseName, Number(after))
    points.set(time, new Map(had))
  }
  const last = Math.max(...points.keys())
  if (until > last) points.set(until, new Map(had))
  const times = [...points.keys()].toSorted((a, b) => a - b)
  return { times, series: names.map((name, place) => ({ name, ...lines[place]!, values: times.map((time) => points.get(time)?.get(name)) })) }
}

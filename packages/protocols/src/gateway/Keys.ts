/**
 * The warehouse keys of one connection: finds the key of a warehouse and combines the answers of several keys.
 */
import { AdapterError, type Warehouse } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Exchange } from "../kit/index.ts"

type Named = Exchange.Keys
type Called<A> = Effect.Effect<A, AdapterError.Reason>

/** The configured keys, with a lookup by warehouse. */
export interface Keys {
  readonly all: Named
  /**
   * Returns the key of a warehouse, or all keys if no warehouse is named. If several keys are configured, the client
   * reads their warehouse lists to learn which key a warehouse belongs to.
   */
  readonly named: (warehouseCode: string | undefined) => Called<Named>
}

/** Creates the lookup from the configured keys; duplicates are ignored. */
export const make = (
  configured: string | ReadonlyArray<string>,
  warehousesOf: (key: string) => Called<ReadonlyArray<Warehouse.WarehouseRecord>>
): Keys => {
  const [first = "", ...others] = [...new Set(typeof configured === "string" ? [configured] : configured)]
  const all: Named = [first, ...others]
  const known = new Map<string, string>()
  const learn = Effect.forEach(all, (key) =>
    Effect.map(warehousesOf(key), (found) => {
      for (const { code } of found) if (!known.has(code)) known.set(code, key)
    }), { discard: true })
  return {
    all,
    named: Effect.fnUntraced(function*(warehouseCode) {
      if (others.length === 0 || warehouseCode === undefined) return all
      if (!known.has(warehouseCode)) yield* learn
      const key = known.get(warehouseCode)
      return key === undefined ? yield* nowhere : [key] as const
    })
  }
}

const nowhere = new AdapterError.RequestInvalid({
  path: "/warehouseCode",
  message: "is not in the warehouse list of any key of this connection; check the code and the keys"
})

/**
 * With several keys, the key of a warehouse can only be found from the warehouse lists, which this warehouse type does
 * not offer.
 */
export const untold = new AdapterError.RequestInvalid({
  path: "/warehouseCode",
  message: "may belong to any key of this connection, and this warehouse type cannot list its warehouses; configure one key"
})

/** Removes duplicate records and keeps the order. */
export const merged = <Item>(items: ReadonlyArray<Item>): ReadonlyArray<Item> => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values()
]

/**
 * Asks several sources for the records of some numbers and merges the answers. A source that fails is ignored only if
 * the others know every number. Otherwise the failure could be taken for "not found", and an order could be sent twice
 * (U-18).
 */
export const gathered = Effect.fnUntraced(function*<Source, Found, E, R>(
  sources: ReadonlyArray<Source>,
  numbers: ReadonlyArray<string>,
  ask: (source: Source) => Effect.Effect<{ readonly items: ReadonlyArray<Found> }, E, R>,
  numberOf: (one: Found) => string,
  options?: { readonly concurrency: number }
) {
  if (numbers.length === 0) return { items: [] }
  const outcomes = yield* Effect.forEach(sources, (source) => Effect.result(ask(source)), options)
  const found = outcomes.flatMap((outcome) => (Result.isSuccess(outcome) ? outcome.success.items : []))
  const known = new Set(found.map(numberOf))
  const failed = outcomes.find(Result.isFailure)
  return failed !== undefined && numbers.some((number) => !known.has(number)) ? yield* Effect.fail(failed.failure) : { items: found }
})

/**
 * Performs an action on each number under the key that knows it; `missing` gives the outcome of a number that no key
 * knows.
 */
export const eachWhereFound = Effect.fnUntraced(function*<Number extends string, Done>(
  keys: Named,
  numbers: ReadonlyArray<Number>,
  find: (key: string) => Called<ReadonlyArray<string>>,
  act: (numbers: readonly [Number, ...Array<Number>], key: string) => Called<{ readonly items: ReadonlyArray<Done> }>,
  missing: (number: Number) => Done
) {
  const done: Array<Done> = []
  let left = [...numbers]
  for (const key of keys) {
    if (left.length === 0) break
    const here = new Set(yield* find(key))
    const [first, ...others] = left.filter((number) => here.has(number))
    if (first === undefined) continue
    done.push(...(yield* act([first, ...others], key)).items)
    left = left.filter((number) => !here.has(number))
  }
  return { items: [...done, ...left.map(missing)] }
})

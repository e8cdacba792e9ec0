/**
 * The warehouse keys of one connection: which of them a warehouse belongs to, and calls that go to each of them.
 */
import { AdapterError, type Warehouse } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Exchange } from "../kit/index.ts"

type Named = Exchange.Keys
type Called<A> = Effect.Effect<A, AdapterError.Reason>

export interface Keys {
  readonly all: Named
  /** The key of a warehouse; with several keys the gateway is asked once. Of no warehouse: all of them. */
  readonly named: (warehouseCode: string | undefined) => Called<Named>
}

/** The keys as they were configured, each once. */
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
  message: "is in the warehouse list of none of the keys of this connection"
})

/** A type without a list of warehouses is reached by one key. */
export const untold = new AdapterError.RequestInvalid({
  path: "/warehouseCode",
  message: "may be of any of the keys of this connection, and this warehouse type lists no warehouses; use one key"
})

/** Equal records once, in order. */
export const merged = <Item>(items: ReadonlyArray<Item>): ReadonlyArray<Item> => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values()
]

/**
 * What each key, or each link, knows of the numbers, as one list. One that fails is passed over only when the others
 * know all of them, because a failure taken for not found would let an order be sent twice (U-18).
 */
export const gathered = Effect.fnUntraced(function*<Source, Found, E, R>(
  sources: ReadonlyArray<Source>,
  numbers: ReadonlyArray<string>,
  ask: (source: Source) => Effect.Effect<ReadonlyArray<Found>, E, R>,
  numberOf: (one: Found) => string,
  options?: { readonly concurrency: number }
) {
  if (numbers.length === 0) return []
  const outcomes = yield* Effect.forEach(sources, (source) => Effect.result(ask(source)), options)
  const found = outcomes.flatMap((outcome) => (Result.isSuccess(outcome) ? outcome.success : []))
  const known = new Set(found.map(numberOf))
  const failed = outcomes.find(Result.isFailure)
  return failed !== undefined && numbers.some((number) => !known.has(number)) ? yield* Effect.fail(failed.failure) : found
})

/** Does something to each number at the key that knows it; `missing` says what became of one that none knows. */
export const eachWhereFound = Effect.fnUntraced(function*<Number extends string, Done>(
  keys: Named,
  numbers: ReadonlyArray<Number>,
  find: (key: string) => Called<ReadonlyArray<string>>,
  act: (numbers: readonly [Number, ...Array<Number>], key: string) => Called<ReadonlyArray<Done>>,
  missing: (number: Number) => Done
) {
  const done: Array<Done> = []
  let left = [...numbers]
  for (const key of keys) {
    if (left.length === 0) break
    const here = new Set(yield* find(key))
    const [first, ...others] = left.filter((number) => here.has(number))
    if (first === undefined) continue
    done.push(...(yield* act([first, ...others], key)))
    left = left.filter((number) => !here.has(number))
  }
  return [...done, ...left.map(missing)]
})

/**
 * Plays the story and compares every picture with the replay. It stops at the first one that stays different.
 */
import * as Schema from "effect/Schema"
import { type Difference, differences, expectedOf, type Picture, seenBefore } from "./Pictures.ts"
import { type Books, empty, keyOf, replay } from "./Replay.ts"
import { DemoFailed, type Runner, until } from "./Runner.ts"
import { connectionOf, type Done, locationOf, skus, type Step, warehouses } from "./Story.ts"

/** A step that was played. */
export interface Played {
  readonly step: Step
  readonly done: Done
  readonly picture: Picture
  /** What was seen before the step. */
  readonly before: Picture | undefined
  readonly expected: Picture
  /** Empty: everything is as the replay says. */
  readonly differences: ReadonlyArray<Difference>
  /** Milliseconds that the step took. */
  readonly took: number
  /** When it ended, in milliseconds since 1970. */
  readonly at: number
}

const figure = Schema.FiniteFromString
const Balances = Schema.Struct({
  items: Schema.Array(Schema.Struct({ sku: Schema.String, warehouseName: Schema.String, total: figure, available: figure, reserved: figure, inTransit: figure }))
})
const Counts = Schema.Array(Schema.Struct({ sku: Schema.String, total: Schema.Int }))
const Shelf = Schema.Array(Schema.Struct({ sku: Schema.String, location: Schema.String, offered: Schema.Int }))

/** What the books, the warehouses and the shop say now. */
const pictureOf = async (runner: Runner, isPublished: boolean): Promise<Picture> => {
  const { items } = Schema.decodeUnknownSync(Balances)(await runner.admin("/connections/books/stock?withEmpty=true&limit=100"))
  const counted = await Promise.all(warehouses.map(async (warehouse) => {
    const { code, id } = connectionOf[warehouse]
    const counts = Schema.decodeUnknownSync(Counts)(await runner.person(id, "/count", { warehouseCode: code }))
    return counts.filter(({ sku, total }) => total > 0 || skus.some((each) => each === sku)).map(({ sku, total }) => [keyOf(warehouse, sku), total] as const)
  }))
  const shelf = isPublished ? Schema.decodeUnknownSync(Shelf)(await runner.person("shop", "/shelf")) : []
  const offered = warehouses.flatMap((warehouse) =>
    shelf.filter(({ location, sku }) => location === locationOf[warehouse] && skus.some((each) => each === sku)).map(({ offered: pieces, sku }) => [keyOf(warehouse, sku), pieces] as const))
  return {
    books: new Map(items.map(({ sku, warehouseName, ...balance }) => [keyOf(warehouseName, sku), balance])),
    counted: new Map(counted.flat()),
    offered: isPublished ? new Map(offered) : undefined
  }
}

/** Enters a mug into the books that nobody has received. */
const plant = (runner: Runner) =>
  runner.admin("/connections/books/records", {
    records: [{ kind: "stockCorrection", id: "planted", warehouseName: "Sandbox One", sku: "SKU-1001", change: "1", reason: "planted by the demo" }]
  })

/** Plays one step after the other. `plantAt` names the step after which the books are made wrong. */
export const play = async (
  runner: Runner,
  steps: ReadonlyArray<Step>,
  options: { readonly patience: number; readonly plantAt: string | undefined; readonly onPlayed: (played: Played) => void }
): Promise<ReadonlyArray<Played>> => {
  const all: Array<Played> = []
  let books: Books = empty(warehouses, skus)
  for (const step of steps) {
    const startedAt = performance.now()
    const done = await step.act(runner, options.patience)
    if (step.id === options.plantAt) await plant(runner)
    books = replay(books, done.events)
    const expected = expectedOf(books, step.isPublished === true)
    let picture = await pictureOf(runner, step.isPublished === true)
    await until(step.title, options.patience, async () => {
      picture = await pictureOf(runner, step.isPublished === true)
      return differences(picture, expected).length === 0 ? true : undefined
    }).catch((error: unknown) => {
      if (!(error instanceof DemoFailed)) throw error
    })
    const before = seenBefore(all.map((each) => each.picture))
    const played: Played = { step, done, picture, before, expected, differences: differences(picture, expected), took: performance.now() - startedAt, at: Date.now() }
    options.onPlayed(played)
    all.push(played)
    if (played.differences.length > 0) break
  }
  return all
}

/**
 * Lets orders that wait for stock be decided again when pieces that they need arrive. The books do not tell of pieces, so they are asked
 * for those SKUs for which orders wait; what was available before is remembered by this process.
 */
import { AdapterError } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { OrderDesk } from "../composition/Desk.ts"
import { Connections } from "../connection/Connections.ts"
import type { Job } from "../jobs/Jobs.ts"
import { Database, type DatabaseFailed } from "../store/Database.ts"
import * as Books from "./Books.ts"
import { warehousesOf } from "./Rules.ts"

/** The time between two looks at the books, in milliseconds. */
export const every = 15_000

/** How many SKUs are asked for at once, how many of these pages one look has, and how many orders a page of orders has. */
const skusAtOnce = 200
const pagesAtOnce = 50
const ordersAtOnce = 1000

/** What the last look has shown of a SKU. */
interface Seen {
  /** Available pieces by warehouse, in the order of the rules. */
  readonly pieces: ReadonlyArray<number>
  /** The last order that was made due since pieces arrived. */
  readonly after: number
  /** For how many times the available pieces orders are made due, because those before did not take them. */
  readonly times: number
  /** How often each order that could use the pieces was made due, and how many looks follow before the oldest one is again. */
  readonly rounds: number
  readonly pause: number
}

const nothing: Seen = { pieces: [], after: 0, times: 1, rounds: 0, pause: 0 }

/** After so many looks at the latest, an order is decided again anyway. */
const longestPause = 60

const sum = (pieces: ReadonlyArray<number>): number => pieces.reduce((total, one) => total + Math.max(0, one), 0)

/** How the orders of a SKU are looked at next, by what was seen of it before. */
export const next = (before: Seen, pieces: ReadonlyArray<number>): Seen => {
  const hasRisen = pieces.some((count, at) => count > (before.pieces[at] ?? 0))
  if (hasRisen) return { ...nothing, pieces }
  return { ...before, pieces, times: sum(pieces) < sum(before.pieces) ? 1 : before.times * 2, pause: Math.max(0, before.pause - 1) }
}

/**
 * What is remembered of a look that made orders due until `until`. If nobody was left, the oldest has its turn again: while it was decided,
 * somebody may have had the pieces and given them back, which no look has shown. The pauses in between double.
 */
export const turned = (found: Seen, until: number): Seen =>
  until > found.after || found.after === 0 ? { ...found, after: until } : { ...found, after: 0, times: 1, rounds: found.rounds + 1, pause: Math.min(2 ** found.rounds, longestPause) }

/** Goes from one SKU to the next in the index, however many orders need each. */
export const waitedFor = `with recursive s (sku) as (
    select (select n.sku from desk_need n where n.sku > $1 order by n.sku limit 1)
    union all
    select (select n.sku from desk_need n where n.sku > s.sku order by n.sku limit 1) from s where s.sku is not null)
  select s.sku from s where s.sku is not null
    and (select o.entity from desk_need n join desk_order o on o.entity = n.entity
      where n.sku = s.sku and o.state = 'held' and o.cause = 'stock' order by n.entity limit 1) is not null
  limit ${skusAtOnce}`

/** The orders that wait for a SKU and need no more pieces of it than there are, the oldest first. */
export const ordersWaiting = `select n.entity, n.pieces from desk_need n join desk_order o on o.entity = n.entity
  where n.sku = $1 and n.entity > $2 and n.pieces <= $3 and o.state = 'held' and o.cause = 'stock' order by n.entity limit ${ordersAtOnce}`

export const make = Effect.fnUntraced(function*(desk: OrderDesk) {
  const db = yield* Database
  const books = Books.make(yield* Connections, desk.books)
  const [warehouse, ...more] = warehousesOf(desk.rules)
  let seen = new Map<string, Seen>()
  let seeing = new Map<string, Seen>()
  /** The SKU at which the last look has ended. */
  let last = ""

  /** Makes orders due, the oldest first, until those have a use for all pieces. Returns the last of them. */
  const wake = Effect.fnUntraced(function*(sku: string, { after, pieces, times }: Seen) {
    const waiting = yield* db.query(ordersWaiting, [sku, after, sum(pieces)])
    let rest = sum(pieces) * times
    let until = after
    for (const { entity, pieces: needed } of waiting) {
      if (rest <= 0) break
      rest -= Number(needed)
      until = Number(entity)
    }
    if (until === after) return after
    const now = yield* Clock.currentTimeMillis
    yield* db.query(
      `update desk_order set due_at = $4, is_repeat = 1, version = version + 1 where state = 'held' and cause = 'stock' and due_at > $4
         and entity in (select n.entity from desk_need n where n.sku = $1 and n.entity > $2 and n.entity <= $3 and n.pieces <= $5)`,
      [sku, after, until, now, sum(pieces)]
    )
    return until
  })

  /** Looks at one page of SKUs. Returns whether there may be more. */
  const page = Effect.gen(function*() {
    const [sku, ...others] = (yield* db.query(waitedFor, [last])).map((row) => String(row.sku))
    if (sku !== undefined && warehouse !== undefined) {
      const available = yield* books.available([sku, ...others], [warehouse, ...more])
      for (const one of [sku, ...others]) {
        const found = next(seen.get(one) ?? nothing, [warehouse, ...more].map((at) => available(at, one)))
        seeing.set(one, sum(found.pieces) === 0 || found.pause > 0 ? found : turned(found, yield* wake(one, found)))
      }
      last = others.at(-1) ?? sku
    }
    if (others.length === skusAtOnce - 1) return true
    last = ""
    seen = seeing
    seeing = new Map()
    return false
  })

  /** Looks at some pages; the next look goes on where it ends. */
  const look: Effect.Effect<void, DatabaseFailed> = Effect.gen(function*() {
    for (let pages = 0; pages < pagesAtOnce; pages++) if (!(yield* page)) return
  }).pipe(Effect.catchTag("AdapterError", ({ reason }) => Effect.logWarning(`the books could not be asked for what orders wait for; they are asked again: ${AdapterError.describe(reason)}`)))

  return { look, job: { name: "desk-arrivals", connection: "", every, work: look } satisfies Job<DatabaseFailed, never> as Job<DatabaseFailed, never> }
})

/**
 * What a law of `platform/v1` works with: the opened plugin and the author's fixture.
 */
import { type AdapterError, PlatformOrder, PlatformV1 } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { OpenedAuthorization } from "../AccountLaws.ts"
import { LawViolation, equal, short } from "../Assertions.ts"
import type { Watch } from "../OutputCapture.ts"
import type { AnswersRead } from "../RateLaws.ts"
import type { Time } from "../Time.ts"
import type { Purchase, SuiteFixture } from "./SuiteFixture.ts"

export interface LawContext {
  /** What the answers to the plugin told about its limit. */
  readonly answers: AnswersRead
  readonly fixture: SuiteFixture<unknown>
  readonly platform: PlatformV1.OpenConnection
  /** Opens the plugin a second time, as for another connection. */
  readonly open: Effect.Effect<PlatformV1.OpenConnection, unknown, unknown>
  readonly declares: (operation: PlatformV1.OperationName) => boolean
  /** The plugin's OAuth authorization, if it has one. */
  readonly authorization?: OpenedAuthorization
  readonly settings: unknown
  readonly time: Time
  readonly watch: Watch
  /** Generates a unique number. */
  readonly fresh: (hint: string) => string
}

/** Calls an operation, and keeps what its error shows. */
export const call = <O extends PlatformV1.AnyOperation>(
  { platform, time, watch }: LawContext,
  operation: O,
  payload: O["payload"]["Type"]
): Effect.Effect<O["success"]["Type"], AdapterError.AdapterError> =>
  Effect.tapError(time.during(platform.call(operation, payload)), (error) => Effect.sync(() => watch.noteError(error)))

/** Runs an effect that must send no request. Checked only if the fixture counts requests. */
export const unsent = Effect.fnUntraced(function*<A, E>({ fixture: { requests } }: LawContext, work: Effect.Effect<A, E>) {
  const before = requests && (yield* requests)
  const done = yield* work
  if (requests !== undefined) equal((yield* requests) - before!, 0, "requests that the platform received")
  return done
})

/** Personal data of every order that the laws place. */
export const planted = { "the buyer of an order": "Quirina Plantagenet" } as const

/** What the fixture is to put into every order. */
export const purchase: Purchase = { buyer: planted["the buyer of an order"] }

/** Buys something under a unique number. The platform may give the order another one. */
export const place = ({ fixture, fresh }: LawContext, hint: string) => fixture.placeOrder(fresh(hint), purchase)

export const numbersOf = (orders: ReadonlyArray<{ readonly onlineOrderId: string }>): ReadonlyArray<string> => orders.map(({ onlineOrderId }) => onlineOrderId)

/** The most pages that a law follows. */
const most = 100

/** Reads all pages. Fails where the list does not end. */
export const allPages = Effect.fnUntraced(function*<A, E, R>(
  what: string,
  read: (cursor: { readonly cursor?: string }) => Effect.Effect<{ readonly items: ReadonlyArray<A>; readonly nextCursor?: string }, E, R>
): Effect.fn.Return<ReadonlyArray<A>, E, R> {
  const found: Array<A> = []
  let cursor: string | undefined
  for (let page = 0; page < most; page++) {
    const answer = yield* read(cursor === undefined ? {} : { cursor })
    found.push(...answer.items)
    cursor = answer.nextCursor
    if (cursor === undefined) return found
  }
  throw new LawViolation(`the list of ${what} did not end after ${most} pages`)
})

/** Reads all orders that a query selects. */
export const allOrders = (context: LawContext, asked: typeof PlatformV1.GetOrders.payload.Type) =>
  allPages("orders", (cursor) => call(context, PlatformV1.GetOrders, { ...asked, ...cursor }))

/** Reads orders by their numbers, in queries of at most `limits.ordersPerQuery` numbers, and follows the pages of each. */
export const ordersNumbered = Effect.fnUntraced(function*(context: LawContext, numbers: ReadonlyArray<string>, limit: number) {
  const found: Array<PlatformOrder.PlatformOrder> = []
  for (const part of Arr.chunksOf(numbers, context.platform.facts.limits.ordersPerQuery)) {
    found.push(...(yield* allOrders(context, { onlineOrderIds: part, limit })))
  }
  return found
})

/** Reads one order by its number. */
export const orderOf = Effect.fnUntraced(function*(context: LawContext, onlineOrderId: string) {
  const [found, ...more] = yield* allOrders(context, { onlineOrderIds: [onlineOrderId], limit: 100 })
  if (found === undefined) throw new LawViolation(`the order ${onlineOrderId} was placed and is not read`)
  equal(more.length, 0, `further orders that are read under ${onlineOrderId}`)
  return found
})

const encoded = Schema.encodeSync(PlatformOrder.PlatformOrder)

/** Compares an order as it was read with the one that was placed: every member of the latter must be read. */
export const assertSameOrder = (found: PlatformOrder.PlatformOrder, placed: PlatformOrder.PlatformOrder): void => {
  const read: Readonly<Record<string, unknown>> = encoded(found)
  for (const [name, value] of Object.entries(encoded(placed))) {
    // `raw` and the receiver are personal, so a difference is told without its content.
    if (JSON.stringify(read[name]) === JSON.stringify(value)) continue
    const isShown = name !== "raw" && name !== "receiver" && name !== "buyerName" && name !== "buyerMessage" && name !== "sellerRemark"
    throw new LawViolation(`/${name} of the order is read ${isShown ? `as ${short(read[name])} and not as ${short(value)}` : "with another content"}`)
  }
}

/**
 * Implements `getOrders`. An order is known by its code. Carts, which Vendure keeps in the same list, are not read.
 *
 * A window of time cannot be asked for as it is: `updatedAt` is truncated to seconds on some databases, and Vendure 3.7 does
 * not move it when an order is paid, shipped or delivered. So the times of all orders that may be in the window are read first,
 * and then the orders whose times are in it.
 */
import type { AdapterError, PlatformOrder, PlatformV1 } from "@crossdock/core"
import { Records } from "@crossdock/http-kit"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Faults from "../Faults.ts"
import type { Document, GraphQl } from "../GraphQl.ts"
import * as Keyset from "../Keyset.ts"
import { Precision } from "../Money.ts"
import * as OrderFields from "../OrderFields.ts"
import { modifiedAt, toOrder } from "../Orders.ts"
import type { Settings } from "../Settings.ts"
import { Millis, toIso } from "../Values.ts"

type Asked = typeof PlatformV1.GetOrders.payload.Type
type Page = typeof PlatformV1.GetOrders.success.Type

/** How many times as many orders are examined for their times in one query as are read in one. */
const timesPerPage = 5

/** The most queries for times in one call. A call that has not filled its page by then returns what it found. */
const mostQueries = 10

/** A second, to which databases may truncate times. */
const truncation = 1000
const day = 86_400_000

const items = Schema.Struct({ items: Schema.Array(Schema.Unknown) })

const details: Document<{ readonly orders: typeof items.Type; readonly globalSettings: { readonly serverConfig: { readonly moneyStrategyPrecision: number } } }> = {
  name: "query Orders",
  text: `query Orders($codes: [String!], $take: Int) {
    orders(options: { filter: { code: { in: $codes }, orderPlacedAt: { isNull: false } }, take: $take }) { items { ${OrderFields.fields} } }
    globalSettings { serverConfig { moneyStrategyPrecision } }
  }`,
  data: Schema.Struct({ orders: items, globalSettings: Schema.Struct({ serverConfig: Schema.Struct({ moneyStrategyPrecision: Precision }) }) })
}

const Changed = Schema.Struct({ updatedAt: Millis })
const Times = Schema.Struct({
  id: Schema.NonEmptyString,
  code: Schema.NonEmptyString,
  createdAt: Millis,
  updatedAt: Millis,
  orderPlacedAt: Millis,
  payments: Schema.optionalKey(Schema.NullOr(Schema.Array(Changed))),
  fulfillments: Schema.optionalKey(Schema.NullOr(Schema.Array(Changed)))
})

const times: Document<{ readonly orders: { readonly items: ReadonlyArray<typeof Times.Type> } }> = {
  name: "query OrderTimes",
  text: `query OrderTimes($filter: OrderFilterParameter, $take: Int) {
    orders(options: { filter: $filter, sort: { createdAt: ASC, id: ASC }, take: $take }) {
      items { id code createdAt updatedAt orderPlacedAt payments { updatedAt } fulfillments { updatedAt } }
    }
  }`,
  data: Schema.Struct({ orders: Schema.Struct({ items: Schema.Array(Times) }) })
}

interface Window {
  readonly from: number
  readonly to: number
}

const windowOf = ({ updatedFrom, updatedTo }: Asked): Window => ({
  from: updatedFrom === undefined ? 0 : DateTime.toEpochMillis(updatedFrom),
  to: updatedTo === undefined ? 0 : DateTime.toEpochMillis(updatedTo)
})

/** A condition that every order in the window meets, and few others. */
const filterOf = ({ from, to }: Window, { after }: Keyset.Position, followDays: number) => ({
  _and: [
    { orderPlacedAt: { isNull: false } },
    { createdAt: { after: toIso(after) } },
    {
      _or: [
        { updatedAt: { between: { start: toIso(Math.max(0, from - 2 * truncation)), end: toIso(to) } } },
        { orderPlacedAt: { between: { start: toIso(Math.max(0, from - truncation - followDays * day)), end: toIso(to) } } }
      ]
    }
  ]
})

/** Whether an order was placed or changed in the window, if its times may be truncated. */
const isIn = ({ from, to }: Window) => (order: typeof Times.Type): boolean =>
  [order.updatedAt, order.orderPlacedAt, modifiedAt(order)].some((time) => {
    const at = DateTime.toEpochMillis(time)
    return at > from - truncation && at <= to
  })

export const getOrders = (graphQl: GraphQl, settings: Settings) => {
  const read = Records.textReader(OrderFields.Order, "query Orders", "data", "orders", "items")

  /** Reads orders by their codes, in the order of the codes. An order that Vendure does not know is left out. */
  const byCodes = Effect.fnUntraced(function*(codes: ReadonlyArray<string>): Effect.fn.Return<Pick<Page, "items" | "unreadable">, AdapterError.Reason> {
    if (codes.length === 0) return { items: [] }
    const { body, data } = yield* graphQl.sendAndKeep(details, { codes, take: codes.length })
    const { decoded, invalid } = yield* read(data.orders.items, body)
    const known = new Map(decoded.map(([order, text]): [string, PlatformOrder.PlatformOrder] =>
      [order.code, toOrder(order, settings, data.globalSettings.serverConfig.moneyStrategyPrecision, text)]))
    const unreadable = invalid.flatMap((record) => Records.textIn(record, "code") ?? [])
    return { items: codes.flatMap((code) => known.get(code) ?? []), ...(unreadable.length > 0 && { unreadable }) }
  })

  const numbered = Effect.fnUntraced(function*(codes: ReadonlyArray<string>, cursor: string | undefined, limit: number): Effect.fn.Return<Page, AdapterError.Reason> {
    if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) return yield* Faults.badCursor()
    const first = Number(cursor ?? 0)
    const unique = [...new Set(codes)]
    const page = yield* byCodes(unique.slice(first, first + limit))
    return { ...page, ...(first + limit < unique.length && { nextCursor: String(first + limit) }) }
  })

  /** Reads the times of the next orders. `isLast`: there are no more. */
  const nextTimes = Effect.fnUntraced(function*(window: Window, position: Keyset.Position, count: number) {
    const take = Math.min(Keyset.mostRecords, count + position.seen.length)
    const { orders } = yield* graphQl.send(times, { filter: filterOf(window, position, settings.followDays), take })
    const placed = orders.items.map((order) => ({ order, id: order.id, createdAt: DateTime.toEpochMillis(order.createdAt) }))
    return { found: Keyset.unseen(position, placed), isLast: orders.items.length < take }
  })

  const changed = Effect.fnUntraced(function*(window: Window, cursor: string | undefined, limit: number): Effect.fn.Return<Page, AdapterError.Reason> {
    let position = cursor === undefined ? Keyset.start : Keyset.fromCursor(cursor)
    if (position === undefined) return yield* Faults.badCursor()
    const isWanted = isIn(window)
    const codes: Array<string> = []
    for (let query = 0; query < mostQueries && codes.length < limit; query++) {
      const { found, isLast } = yield* nextTimes(window, position, timesPerPage * settings.pageSize)
      if (found.length === 0 && !isLast) return yield* Faults.tooManyAtOnce("orders", Keyset.mostRecords)
      for (const each of found) {
        if (codes.length === limit) break
        position = Keyset.behind(position, each)
        if (isWanted(each.order)) codes.push(each.order.code)
        if (isLast && each === found.at(-1)) return yield* byCodes(codes)
      }
      if (isLast && found.length === 0) return yield* byCodes(codes)
    }
    return { ...(yield* byCodes(codes)), nextCursor: Keyset.toCursor(position) }
  })

  return Effect.fnUntraced(function*(asked: Asked): Effect.fn.Return<Page, AdapterError.Reason> {
    const limit = Math.min(asked.limit, settings.pageSize)
    return yield* asked.onlineOrderIds === undefined
      ? changed(windowOf(asked), asked.cursor, limit)
      : numbered(asked.onlineOrderIds, asked.cursor, limit)
  })
}

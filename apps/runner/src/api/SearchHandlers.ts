/**
 * Handlers for search: what has a number, or begins with what was typed, and a list of numbers at once.
 */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api, type SearchHit } from "@crossdock/admin-api"
import { CallLog } from "../calls/CallLog.ts"
import * as CallSearch from "../calls/CallSearch.ts"
import { Connections } from "../connection/Connections.ts"
import { Kinds, parse } from "../records/Kinds.ts"
import * as NumberSearch from "../records/NumberSearch.ts"
import { Database } from "../store/Database.ts"
import * as CallerLinks from "./CallerLinks.ts"
import type { Seen } from "./CallerLinks.ts"
import { orderOf } from "./DeliveryRows.ts"
import { instant, member, stored } from "./Responses.ts"
import * as SearchRows from "./SearchRows.ts"

export const most = 20
const mostOfNumber = 5

/** Fewer characters begin too much to be of use. */
const leastTyped = 3

const contains = (text: string, typed: string): boolean => text.toLowerCase().includes(typed.toLowerCase())

/** What makes two hits the same thing. */
const keyOf = ({ id, kind, record, scope }: SearchHit): string => JSON.stringify([kind, kind === "sku" ? "" : scope ?? "", record ?? "", id])

export const layer = HttpApiBuilder.group(Api, "search", Effect.fnUntraced(function*(handlers) {
  const db = yield* Database
  const kinds = yield* Kinds
  const connections = yield* Connections
  const log = yield* CallLog
  const byNumbers = NumberSearch.ofMany(db, kinds)

  /** Hits of orders, by the rows that have the number. */
  const orderHits = Effect.fnUntraced(function*(found: ReadonlyArray<SearchRows.Hit>, typed: string | undefined, seen: Seen) {
    const rows = yield* SearchRows.orders(db, Arr.dedupe(found.map(({ a }) => Number(a))))
    return found.flatMap(({ a, by, matched }): ReadonlyArray<SearchHit> => {
      const row = rows.get(Number(a))
      if (row === undefined || !seen.sees(row.scope)) return []
      const isInbound = kinds.of(row.kind)?.isInboundOrder === true
      const isParcel = by === "trackingNumber"
      return [{
        kind: isParcel ? "parcel" : isInbound ? "inbound" : "order",
        scope: row.scope,
        id: row.number,
        record: row.kind,
        label: isParcel ? `${matched}, of ${row.number}` : row.number,
        matched,
        matchedBy: by,
        isExact: typed === undefined || matched === typed,
        ...member("state", row.phase as string | null),
        at: instant(row.created_at)
      }]
    })
  })

  /** Numbers that only a contract knows, such as those of batches, and records of ERPs that are told by the runner. All others are found by the rows of orders. */
  const otherHits = Effect.fnUntraced(function*(numbers: ReadonlyArray<string>, seen: Seen) {
    const ofReceivers = seen.receivers.map(({ scope }) => scope)
    const found = yield* byNumbers(numbers, { scopes: [...seen.links.map(({ scope }) => scope), ...ofReceivers], ownNumbersIn: ofReceivers, connections: [], kinds: kinds.all })
    return new Map([...found].map(([number, records]) => [number, records.map((one): SearchHit => ({
      kind: one.by === "trackingNumber" ? "parcel" : kinds.of(one.kind)?.isInboundOrder === true ? "inbound" : "order",
      scope: one.scope,
      id: one.number,
      record: one.kind,
      label: one.by === "trackingNumber" ? `${number}, of ${one.number}` : one.number,
      matched: number,
      matchedBy: one.by,
      isExact: true
    }))] as const))
  })

  const messageHits = Effect.fnUntraced(function*(typed: string, seen: Seen) {
    yield* log.flush
    const found = [yield* SearchRows.beginning(db, SearchRows.ofDeliveries, typed, seen.scopes), yield* SearchRows.beginning(db, SearchRows.ofCalls, typed, seen.scopes)]
    const deliveries = yield* SearchRows.times(db, "delivery", found[0]!.map(({ a }) => Number(a)))
    const ids = new Set(found[1]!.map(({ a }) => Number(a)))
    const asId = /^\d{1,16}$/.test(typed) ? Number(typed) : undefined
    const calls = yield* SearchRows.times(db, "call", [...ids, ...(asId === undefined || ids.has(asId) ? [] : [asId])])
    const requestIds = new Map(found[1]!.map(({ a, matched }) => [Number(a), matched]))
    return [
      ...found[0]!.flatMap(({ a, matched }): ReadonlyArray<SearchHit> => {
        const row = deliveries.get(Number(a))
        return row === undefined || !seen.sees(row.scope) ? [] : [{
          kind: "delivery", scope: row.scope, id: matched, label: `${row.operation} about ${parse(orderOf(row)).number} to ${row.connection}`, matched,
          matchedBy: "id", isExact: matched === typed, state: row.state, at: instant(row.at)
        }]
      }),
      ...[...calls].flatMap(([id, row]): ReadonlyArray<SearchHit> => {
        const requestId = requestIds.get(id)
        return !CallSearch.isOf(seen.scopes, row) ? [] : [{
          kind: "call", scope: row.scope, id: String(id), label: row.operation === "" ? String(id) : row.operation, matched: requestId ?? String(id),
          matchedBy: requestId === undefined ? "id" : "requestId", isExact: requestId === undefined || requestId === typed, state: row.state, at: instant(row.at)
        }]
      })
    ]
  })

  const skuHits = Effect.fnUntraced(function*(typed: string, seen: Seen) {
    const found = yield* SearchRows.beginning(db, SearchRows.ofSkus(seen.links.map(({ scope }) => scope)), typed, seen.scopes)
    return found.flatMap(({ a, b, by, matched }): ReadonlyArray<SearchHit> =>
      seen.scopes !== undefined && (b === null || !seen.sees(b)) ? [] : [{
        kind: "sku", ...member("scope", b), id: String(a), label: String(a), matched, matchedBy: by, isExact: matched === typed
      }])
  })

  /** Connections and links, which are few, are found by any part of their ids. */
  const namedHits = (typed: string, seen: Seen): ReadonlyArray<SearchHit> => [
    ...seen.all.flatMap(({ id, plugin }): ReadonlyArray<SearchHit> =>
      contains(id, typed) || contains(plugin.title, typed)
        ? [{ kind: "connection", scope: id, id, label: `${id} (${plugin.title})`, matched: contains(id, typed) ? id : plugin.title, matchedBy: contains(id, typed) ? "id" : "title", isExact: id === typed }]
        : []),
    ...seen.links.flatMap(({ id, peer, scope }): ReadonlyArray<SearchHit> =>
      contains(scope, typed)
        ? [{ kind: "link", scope, id: scope, label: `${id} (${peer})`, matched: scope, matchedBy: "id", isExact: scope === typed || id === typed }]
        : [])
  ]

  return handlers.handleAll({
    find: ({ query: { q } }) =>
      stored(Effect.gen(function*() {
        const typed = q.trim()
        if (typed === "") return { items: [], isMore: false }
        const seen = yield* CallerLinks.seen(connections)
        const isLong = typed.length >= leastTyped
        const places = SearchRows.ofOrders(seen)
        const found = isLong ? yield* SearchRows.beginning(db, places, typed, seen.scopes) : yield* SearchRows.exact(db, places, [typed], seen.scopes)
        const all = [
          ...yield* orderHits(found, typed, seen),
          ...(yield* otherHits([typed], seen)).get(typed) ?? [],
          ...namedHits(typed, seen),
          ...(isLong ? [...yield* messageHits(typed, seen), ...yield* skuHits(typed, seen)] : [])
        ]
        const hits = Arr.dedupeWith([...all.filter(({ isExact }) => isExact), ...all.filter(({ isExact }) => !isExact)], (one, other) => keyOf(one) === keyOf(other))
        return { items: hits.slice(0, most), isMore: hits.length > most }
      })),
    many: ({ payload }) =>
      stored(Effect.gen(function*() {
        const seen = yield* CallerLinks.seen(connections)
        const numbers = payload.numbers.map((number) => number.trim())
        const asked = Arr.dedupe(numbers.filter((number) => number !== ""))
        const found = yield* orderHits(asked.length === 0 ? [] : yield* SearchRows.exact(db, SearchRows.ofOrders(seen), asked, seen.scopes), undefined, seen)
        const hits = new Map<string, ReadonlyArray<SearchHit>>(Object.entries(Arr.groupBy(found, ({ matched }) => matched)))
        for (const [number, others] of yield* otherHits(asked.filter((one) => !hits.has(one)), seen)) hits.set(number, others)
        return {
          items: numbers.map((number) => ({
            number,
            hits: Arr.dedupeWith(hits.get(number) ?? [], (one, other) => keyOf(one) === keyOf(other)).slice(0, mostOfNumber)
          }))
        }
      }))
  })
}))

/**
 * What is known of a number, whichever of the numbers of an order it is: the records that have it, those that share another number
 * with them, what happened to all of them in the order of time, and what the books moved for them.
 */
import { BooksV1 } from "@crossdock/books"
import { AdapterError } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as EffectOrder from "effect/Order"
import { Connections } from "../connection/Connections.ts"
import { kindOfParts } from "../desk/DeskRows.ts"
import { unlessPaused } from "../engine/PauseCheck.ts"
import { Kinds, type KindRow } from "../records/Kinds.ts"
import * as NumberSearch from "../records/NumberSearch.ts"
import { Database, type DatabaseFailed } from "../store/Database.ts"
import type { VaultRefused } from "../store/Vault.ts"
import type { Seen } from "./CallerLinks.ts"
import type { Booking, Order, OrderDetail, OrdersFound, RelatedOrder, TimelineEntry } from "@crossdock/admin-api"

export interface Asked {
  readonly number: string
  /** Where the number is searched. Other numbers of what is found are searched wherever the account sees records. */
  readonly scopes: ReadonlyArray<string>
  /** What the account sees. */
  readonly seen: Seen
  readonly kinds: ReadonlyArray<KindRow>
  /** The kinds of records that may share a number with what is found. */
  readonly chainKinds: ReadonlyArray<KindRow>
  /** True: the records that share a number are shown as fully as the one that has it. */
  readonly showsChain: boolean
}

/** What is known of a number in one scope. */
export interface Known {
  readonly detail: OrderDetail
  /** Numbers of other records that its creates name. */
  readonly named: ReadonlyArray<string>
}

/** Reads what is known of a number. Undefined: nothing is. */
export type DetailOf = (kind: KindRow, scope: string, number: string) => Effect.Effect<Known | undefined, DatabaseFailed | VaultRefused>

interface Member extends Known {
  readonly by: NumberSearch.By
  /** The number by which it was found. */
  readonly shared: string
}

/** More are not followed. An order has one record for each system that it went through, and one for each parcel. */
const mostMembers = 20
const mostSteps = 3
const mostMovements = 200

const byTime = EffectOrder.mapInput(EffectOrder.Number, ({ at }: { readonly at: DateTime.Utc }) => DateTime.toEpochMillis(at))

/** The part of a detail that a list shows. */
const summaryOf = ({ detail, by, shared }: Member): RelatedOrder => {
  const { connection, createdAt, generation, intent, kind, lookAt, number, phase, scope, status, trackingNumber, updatedAt } = detail
  const order: Order = {
    kind,
    scope,
    connection,
    number,
    generation,
    ...(phase !== undefined && { phase }),
    ...(status !== undefined && { status }),
    ...(intent !== undefined && { intent }),
    ...(trackingNumber !== undefined && { trackingNumber }),
    ...(lookAt !== undefined && { lookAt }),
    createdAt,
    updatedAt
  }
  return { ...order, by, shared }
}

const numbersOf = ({ detail, named }: Known): ReadonlyArray<string> =>
  [detail.number, detail.numberSent ?? "", detail.peerNumber ?? "", ...named].filter((one) => one !== "")

/** The orders at warehouses that the order desk has made of an order of a shop. They may be of a kind that is found already. */
const placedFor = ({ detail: { desk, number } }: Known): ReadonlyArray<NumberSearch.Found & { readonly shared: string }> =>
  (desk?.parts ?? []).map((part) => ({ scope: part.link, kind: kindOfParts, number: part.number, by: NumberSearch.ownNumber, shared: number }))

const trackingNumbersOf = ({ detail }: Known): ReadonlyArray<string> =>
  [...detail.parcels, ...(detail.desk?.parcels ?? []), detail].flatMap(({ trackingNumber }) => trackingNumber === undefined ? [] : [trackingNumber])

const eventsOf = ({ detail: { deliveries, history, kind, number, scope } }: Known): ReadonlyArray<TimelineEntry> => [
  ...history.map((said) => ({ ...said, kind, scope, number })),
  ...deliveries.map(({ attempts, cause, connection, createdAt, operation, state, updatedAt }) => ({
    at: attempts === 0 ? createdAt : updatedAt,
    who: connection,
    what: "message",
    detail: `${operation}: ${state}${cause === undefined ? "" : `, ${cause}`}`,
    kind,
    scope,
    number
  }))
]

export const make = Effect.fnUntraced(function*(detailOf: DetailOf) {
  const connections = yield* Connections
  const kinds = yield* Kinds
  const db = yield* Database
  const search = NumberSearch.ofMany(db, kinds)

  const searched = (numbers: ReadonlyArray<string>, where: Pick<NumberSearch.Where, "kinds" | "scopes">) =>
    search(numbers, { ...where, connections: connections.all.map(({ id }) => id) })

  const membersOf = Effect.fnUntraced(function*(found: ReadonlyArray<NumberSearch.Found>, shared: string) {
    const members = yield* Effect.forEach(found.slice(0, mostMembers), ({ by, kind, number, scope }) =>
      Effect.map(detailOf(kinds.of(kind)!, scope, number), (known): ReadonlyArray<Member> => known === undefined ? [] : [{ ...known, by, shared }]))
    return members.flat()
  })

  /**
   * Whether the account may see what a warehouse has of an order. At a link that it does not see, it sees a part of its own order only
   * under a number that nobody else has ever used there, because a record and its history belong to a number.
   */
  const seesPart = Effect.fnUntraced(function*({ sees }: Seen, { detail: { kind, number, scope } }: Member, part: NumberSearch.Found) {
    if (sees(part.scope)) return true
    const other = yield* db.one(
      `select e.id from entity e where e.scope = $1 and e.kind = $2 and e.number = $3 and not exists (
         select 1 from desk_part p join entity o on o.id = p.entity where p.record = e.id and o.scope = $4 and o.kind = $5 and o.number = $6) limit 1`,
      [part.scope, part.kind, part.number, scope, kind, number]
    )
    return other === undefined
  })

  /** The records that share a number with these, or with one that does. Another link's record of the same kind is another order. */
  const chainOf = Effect.fnUntraced(function*(start: ReadonlyArray<Member>, allowed: ReadonlyArray<KindRow>, seen: Seen) {
    const scopes = [...seen.links, ...seen.receivers].map(({ scope }) => scope)
    const own = new Set(start.map(({ detail }) => detail.kind))
    const others = allowed.filter(({ kind }) => !own.has(kind))
    const reached = new Set(start.map(({ detail }) => NumberSearch.keyOf(detail)))
    const asked = new Set<string>()
    const chain: Array<Member> = []
    for (let step = 0; step < mostSteps; step++) {
      for (const order of [...start, ...chain]) {
        for (const part of placedFor(order)) {
          if (reached.has(NumberSearch.keyOf(part)) || chain.length >= mostMembers || !(yield* seesPart(seen, order, part))) continue
          reached.add(NumberSearch.keyOf(part))
          chain.push(...(yield* membersOf([part], part.shared)))
        }
      }
      const all = [...start, ...chain]
      const orders = Arr.dedupe(all.flatMap(numbersOf))
      const parcels = Arr.dedupe(all.flatMap(trackingNumbersOf))
      const about = others.flatMap(({ numbersAbout }) => numbersAbout === undefined ? [] : numbersAbout(orders, parcels))
      const numbers = Arr.dedupe([...orders, ...parcels, ...about]).filter((one) => !asked.has(one))
      const found = yield* searched(numbers, { scopes, kinds: others })
      for (const number of numbers) {
        if (chain.length >= mostMembers) return chain
        asked.add(number)
        const fresh = (found.get(number) ?? []).filter((one) => !reached.has(NumberSearch.keyOf(one)))
        for (const one of fresh) reached.add(NumberSearch.keyOf(one))
        chain.push(...(yield* membersOf(fresh, number)))
      }
    }
    return chain
  })

  /** The books that are kept in this runner and hear of these records. Those of other runners are not asked. */
  const booksOf = (members: ReadonlyArray<Member>): ReadonlyArray<string> =>
    Arr.dedupe(members.flatMap(({ detail }) => {
      const link = connections.linkOf(detail.scope)
      return link === undefined ? [] : [link.erp, ...link.copyTo]
    })).filter((id) => [BooksV1.EnterRecords.name, BooksV1.ListStockMovements.name].every((name) => connections.offers(id).includes(name)))

  const bookingsOf = Effect.fnUntraced(function*(members: ReadonlyArray<Member>) {
    const notes: Array<string> = []
    const bookings: Array<Booking> = []
    const now = yield* DateTime.now
    const begun = members.map(({ detail }) => detail.createdAt)
    const from = DateTime.subtract(begun.toSorted(EffectOrder.mapInput(EffectOrder.Number, DateTime.toEpochMillis))[0] ?? now, { days: 1 })
    const documents = Arr.dedupe(members.flatMap(({ detail }) => [detail.number, ...(detail.peerNumber === undefined ? [] : [detail.peerNumber])]))
    for (const connection of booksOf(members)) {
      const read = Effect.forEach(documents, (documentNumber) =>
        connections.invoke(connection, BooksV1.ListStockMovements, { from, to: DateTime.add(now, { minutes: 1 }), documentNumber, limit: mostMovements }))
      yield* Effect.andThen(unlessPaused(connections, connection), read).pipe(Effect.match({
        onFailure: ({ reason }) => void notes.push(`the movements in ${connection} could not be read: ${AdapterError.describe(reason)}`),
        onSuccess: (pages) => {
          for (const { items } of pages) {
            for (const item of items) {
              if (item.documentNumber !== undefined && !documents.includes(item.documentNumber)) continue
              if (!bookings.some((one) => one.connection === connection && one.id === item.id)) bookings.push({ ...item, connection })
            }
          }
        }
      }))
    }
    return { bookings: Arr.sort(bookings, byTime), notes }
  })

  /** Undefined: no record has the number. */
  return Effect.fnUntraced(function*({ chainKinds, kinds: asked, number, scopes, seen, showsChain }: Asked): Effect.fn.Return<typeof OrdersFound.Type | undefined, DatabaseFailed | VaultRefused> {
    const matches = yield* membersOf((yield* searched([number], { scopes, kinds: asked })).get(number) ?? [], number)
    if (matches.length === 0) return undefined
    const own = matches.filter(({ by }) => by === NumberSearch.ownNumber)
    const start = own.length > 0 ? own : matches.slice(0, 1)
    const chain = yield* chainOf(start, chainKinds, seen)
    const linked = new Set([...start, ...chain].map(({ detail }) => NumberSearch.keyOf(detail)))
    const apart = matches.filter(({ detail }) => !linked.has(NumberSearch.keyOf(detail)))
    // Nothing says which of several unrelated records is meant, so a person chooses.
    if (own.length === 0 && apart.length > 0) return { items: [], related: matches.map(summaryOf), timeline: [], bookings: [], notes: [] }
    const all = [...start, ...chain]
    // A movement in the books names no link, and the documents of several links may have the same number.
    const { bookings, notes } = seen.scopes === undefined ? yield* bookingsOf(all) : { bookings: [], notes: [] }
    return {
      items: (showsChain ? all : start).map(({ by, detail, shared }): OrderDetail => shared !== number || by === NumberSearch.ownNumber ? detail : { ...detail, foundBy: by }),
      related: [...(showsChain ? [] : chain), ...apart].map(summaryOf),
      timeline: Arr.sort(all.flatMap(eventsOf), byTime),
      bookings,
      notes
    }
  })
})

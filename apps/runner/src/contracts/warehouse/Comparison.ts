/**
 * Compares the stored orders of a link with what its warehouse answers. The warehouse has the last word about phases and parcels, so a
 * difference is mended by storing its answer, as a poll does.
 */
import { type InboundOrder, type OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Arr from "effect/Array"
import type { ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import { visibilityDelayOf } from "../../connection/PollingDefaults.ts"
import { type ComparedPage, type Comparison, type Difference, messageOf, nothing } from "../../records/Comparisons.ts"
import * as Entities from "../../records/Entities.ts"
import { Database, parameters, type Row } from "../../store/Database.ts"
import { mayBeRead, type OrderKind } from "./OrderKinds.ts"
import * as OrderQueries from "./OrderQueries.ts"
import * as QueryBatches from "./QueryBatches.ts"
import { Reads } from "./Reads.ts"

/** What a warehouse shows of an order. */
interface Shown {
  readonly number: string
  readonly phase: string
  /** The tracking numbers that it tells; `isWhole`: of all parcels, so that others are not there. */
  readonly tracking: ReadonlyArray<string>
  readonly isWhole: boolean
}

const ofOutbound = ({ orderNumber, parcels, phase, trackingNumber }: OutboundOrder.OutboundReport): Shown => ({
  number: orderNumber,
  phase,
  tracking: [...new Set([...parcels?.flatMap((parcel) => parcel.trackingNumber ?? []) ?? [], ...(trackingNumber === undefined ? [] : [trackingNumber])])],
  isWhole: parcels !== undefined
})

const ofInbound = ({ asnNumber, phase }: InboundOrder.InboundStatus): Shown => ({ number: asnNumber, phase, tracking: [], isWhole: false })

const askerBy = <Status>({ ask, most }: OrderQueries.Query<Status>, shownOf: (status: Status) => Shown) => ({
  most,
  ask: (peer: string, part: QueryBatches.Part) =>
    Effect.map(ask(peer, part), ({ items, unreadable = [] }) => ({ shown: items.map(shownOf), unreadable }))
})

/** How a warehouse is asked once, and for how many orders at most. */
const askers = (connections: Connections["Service"]) => {
  const { inbound, outbound } = OrderQueries.of(connections)
  return { outbound: askerBy(outbound, ofOutbound), inbound: askerBy(inbound, ofInbound) }
}

/** The most calls of a page, if all its orders are at one warehouse, and the most orders. */
const callsOfPage = 10
const mostOrders = 200

/** The orders of a link that were created from a time on, in that order: the newest generation of each number. */
const ordersFrom = (rows: number) =>
  `select e.*, i.state as intent from entity e left join intent i on i.entity = e.id
   where e.created_at >= $1 and (e.created_at, e.kind, e.scope, e.number) > ($2, $3, $4, $5) and e.scope = $4 and e.kind = $3
     and not exists (select 1 from entity n where n.scope = e.scope and n.kind = e.kind and n.number = e.number and n.generation > e.generation)
   order by e.created_at, e.kind, e.scope, e.number limit ${rows}`

const isSettled = ({ intent, is_known: isKnown }: Row): boolean => isKnown === 1 && (intent === null || intent === "Delivered")

const list = (numbers: ReadonlyArray<string>): string => numbers.length === 0 ? "no parcel" : numbers.toSorted().join(", ")

/** What differs between a row with its tracking numbers and what the warehouse shows of it. */
export const differences = (row: Row, tracking: ReadonlyArray<string>, shown: Shown | undefined, isVisible: boolean): ReadonlyArray<Difference> => {
  const name: string = row.number
  const ours: string = row.phase ?? "open"
  if (shown === undefined) return row.is_open === 1 && isVisible ? [{ is: "not-shown", name, ours, theirs: "not shown" }] : []
  const found: Array<Difference> = []
  // A warehouse that does not tell arrivals shows a delivered order as shipped.
  if (shown.phase !== ours && !(ours === "delivered" && shown.phase === "shipped")) found.push({ is: "phase", name, ours, theirs: shown.phase })
  const isElsewhere = shown.tracking.some((one) => !tracking.includes(one)) || (shown.isWhole && tracking.some((one) => !shown.tracking.includes(one)))
  if (isElsewhere) found.push({ is: "parcel", name, ours: list(tracking), theirs: list(shown.tracking) })
  return found
}

export const make = Effect.gen(function*() {
  const db = yield* Database
  const connections = yield* Connections
  const reads = yield* Reads
  const entities = Entities.make(db)
  const { partsOf } = QueryBatches.make()

  const trackingOf = Effect.fnUntraced(function*(rows: ReadonlyArray<Row>) {
    const found = rows.length === 0 ? [] : yield* db.query(`select entity, tracking_number from parcel where entity in (${parameters(rows.length, 1)})`, rows.map(({ id }) => Number(id)))
    const byEntity = Arr.groupBy(found, (row) => String(row.entity))
    return (row: Row): ReadonlyArray<string> =>
      [...new Set([...(byEntity[String(row.id)] ?? []).map((one) => String(one.tracking_number)), ...(row.tracking_number === null ? [] : [String(row.tracking_number)])])]
  })

  /** Compares known orders of a link. With `isMending`, what the warehouse answers about those that differ is stored. */
  const compare = Effect.fnUntraced(function*(link: ConnectedLink, kind: OrderKind, rows: ReadonlyArray<Row>, isMending: boolean) {
    const { ask, most } = askers(connections)[kind]
    const shown = new Map<string, Shown>()
    const unread = new Set<string>()
    let calls = 0
    let failure: string | undefined
    for (const part of partsOf(rows, most(link.peer))) {
      calls++
      const answer = yield* Effect.result(ask(link.peer, part))
      if (answer._tag === "Failure") {
        failure ??= messageOf(answer.failure)
        for (const row of part.rows) unread.add(row.number)
        continue
      }
      for (const one of answer.success.shown) shown.set(one.number, one)
      for (const number of answer.success.unreadable) unread.add(part.rows.find((row) => row.number_sent === number)?.number ?? number)
    }
    const now = yield* Clock.currentTimeMillis
    const visibleAfter = visibilityDelayOf(connections, link.peer)
    const compared = rows.filter((row) => !unread.has(row.number))
    const differ = Effect.fnUntraced(function*(some: ReadonlyArray<Row>) {
      const tracking = yield* trackingOf(some)
      return some.flatMap((row) => {
        const of = differences(row, tracking(row), shown.get(row.number_sent), Number(row.updated_at) < now - visibleAfter)
        return of.length === 0 ? [] : [{ row, of }]
      })
    })
    const first = yield* differ(compared)
    const mendable = first.filter(({ of }) => of.some(({ is }) => is !== "not-shown")).map(({ row }) => row)
    if (!isMending || mendable.length === 0) {
      return { records: compared.length, calls, differences: first.flatMap(({ of }) => of), mended: 0, skipped: unread.size, ...(failure !== undefined && { failure }) } satisfies ComparedPage as ComparedPage
    }
    const refreshed = yield* Effect.result(reads.refresh[kind](link, mendable))
    const problem = refreshed._tag === "Failure" ? refreshed.failure : refreshed.success.failed[0]?.error
    const after = yield* Effect.forEach(mendable, ({ kind: of, number, scope }) => entities.get(scope, of, number))
    const left = yield* differ(after.filter((row) => row !== undefined))
    const stays = first.filter(({ of }) => of.every(({ is }) => is === "not-shown"))
    return {
      records: compared.length,
      calls: calls + partsOf(mendable, most(link.peer)).length,
      differences: [...stays, ...left].flatMap(({ of }) => of),
      mended: mendable.length - left.length,
      skipped: unread.size,
      ...((failure ?? problem) !== undefined && { failure: failure ?? messageOf(problem!) })
    } satisfies ComparedPage as ComparedPage
  })

  const of = (kind: OrderKind): Comparison => ({
    kind,
    mayBeCompared: ({ peer }) => Effect.sync(() => connections.contracts.isOf(connections.get(peer)?.plugin, WarehouseV1.contract.id) && mayBeRead(kind, connections.offers(peer))),
    page: Effect.fnUntraced(function*(link, { after, isMending, since }) {
      const [at, number] = after ?? [since, ""]
      const most = Math.min(askers(connections)[kind].most(link.peer) * callsOfPage, mostOrders)
      const rows = yield* db.query(ordersFrom(most), [since, at, kind, link.scope, number])
      const settled = rows.filter(isSettled)
      const found = settled.length === 0 ? nothing : yield* compare(link, kind, settled, isMending)
      const last = rows.at(-1)
      const page: ComparedPage = {
        ...found,
        skipped: found.skipped + rows.length - settled.length,
        ...(last !== undefined && rows.length === most && found.failure === undefined && { next: [Number(last.created_at), String(last.number)] })
      }
      return page
    })
  })

  return [of("outbound"), of("inbound")]
})

/**
 * Asks a peer about orders and stores what it answers. What differs between the kinds of orders is in one record for each; the rest
 * is the same code.
 */
import { InboundOrder, OutboundOrder } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../Composition.ts"
import { visibilityDelayOf } from "../../connection/PollingDefaults.ts"
import { entityOf } from "../../records/Kinds.ts"
import { kinds, type OrderKind } from "./OrderKinds.ts"
import * as OrderKeys from "./OrderKeys.ts"
import * as KeyLength from "../../records/KeyLength.ts"
import * as OpenOrders from "../../records/OpenOrders.ts"
import type { Source } from "../../records/ReportSource.ts"
import type { DatabaseFailed, Row } from "../../store/Database.ts"
import * as History from "../../store/History.ts"
import type { Events } from "./Events.ts"
import * as OrderQueries from "./OrderQueries.ts"
import { eachStored, type Failed, type ReadFailed, type Refreshed } from "./QueryBatches.ts"
import * as QueryBatches from "./QueryBatches.ts"
import { brieflyOver } from "../../engine/ReadRetry.ts"
import * as Unreadable from "./Unreadable.ts"
import type { WarehouseServices } from "./WarehouseServices.ts"

/** What a peer answers about an order, and the row by which it was asked. `isUnknown` in the row: it is not stored. */
export interface Shown<Status> {
  readonly status: Status
  readonly row: Row
}

/** How orders of one kind are asked for and stored. */
interface Reader<Status> extends OrderQueries.Query<Status> {
  readonly kind: OrderKind
  readonly longKey: (status: Status) => string | undefined
  /** Stores a status under the ERP's number. Returns false if it is not about the newest generation, or that cannot be told yet. */
  readonly store: (source: Source, row: Row, status: Status) => Effect.Effect<boolean, DatabaseFailed>
  /** The number of statuses of one response that are stored concurrently. Each has its own transaction; concurrent ones share a commit. */
  readonly storedAtOnce: number
}

interface Services extends WarehouseServices {
  readonly events: Events["Service"]
}

/** How orders of each kind are read. */
const readersOf = ({ connections, events }: Services) => {
  const queries = OrderQueries.of(connections)

  const outbound: Reader<OutboundOrder.OutboundReport> = {
    ...queries.outbound,
    kind: "outbound",
    longKey: OrderKeys.longOfOutbound,
    store: (source, row, status) =>
      Effect.as(
        events.outbound(row.updated_at === undefined ? source : { ...source, asOf: row.updated_at }, { ...status, orderNumber: OutboundOrder.OrderNumber.make(row.number) }),
        true
      ),
    storedAtOnce: 8
  }

  const inbound: Reader<InboundOrder.InboundStatus> = {
    ...queries.inbound,
    kind: "inbound",
    longKey: OrderKeys.longOfInbound,
    store: (source, row, status) =>
      Effect.map(
        events.inboundTotals(source, { ...status, asnNumber: InboundOrder.AsnNumber.make(row.number) }),
        (effect) => effect !== "other issue"
      ),
    storedAtOnce: 1
  }

  return { inbound, outbound }
}

/** What is done about an order that an answer leaves out, or with a number that is too long. */
const exceptionsOf = ({ connections, db, entities, vault }: Services) => {
  /** Handles an order that the peer does not show. It may be hidden for a while; after that, a person has to check. */
  const notShown = Effect.fnUntraced(function*(link: ConnectedLink, row: Row, now: number) {
    if (row.isUnknown === true) return
    // It has ended, and this was the last look.
    if (row.phase !== null && kinds[row.kind as OrderKind].isEnded(row.phase)) return yield* entities.closed(row, now)
    const visibilityDelay = visibilityDelayOf(connections, link.peer)
    if (!(yield* OpenOrders.notShown(db.query, row, { now, visibilityDelay }))) return
    const entity = entityOf(row.kind, row.number)
    yield* History.record(db, vault, {
      scope: link.scope,
      entity,
      who: "peer",
      what: "alarm",
      detail: "the warehouse accepted this order but does not show it; look it up there"
    })
    yield* Effect.logWarning("the warehouse does not show an order that it accepted").pipe(
      Effect.annotateLogs({ connection: link.peer, scope: link.scope, entity })
    )
  })

  /** Reports a number that is too long for the database as drift, and returns true, so that the order is left out of the response. */
  const isLeftOut = Effect.fnUntraced(function*(link: ConnectedLink, kind: OrderKind, row: Row, place: string | undefined) {
    if (place === undefined) return false
    yield* connections.drift(link.peer).report(KeyLength.finding(`${kinds[kind].read.name} answer`, place))
    if (row.isUnknown === true) return true
    yield* OpenOrders.shown(db.query, row)
    yield* entities.checked(row, yield* Clock.currentTimeMillis)
    return true
  })

  return { isLeftOut, notShown }
}

/** Stores an order that this runner did not create, as the peer shows it now, under the ERP's number `own`. */
const adoptBy = <Status>({ ask, kind, longKey, numberOf, store }: Reader<Status>) =>
  Effect.fnUntraced(function*(link: ConnectedLink, numberSent: string, own: string): Effect.fn.Return<void, ReadFailed> {
    // The response may also have other orders.
    const { items } = yield* ask(link.peer, { at: {}, rows: [{ number_sent: numberSent }] }).pipe(Unreadable.refused(link.peer, kinds[kind].read.name, numberSent))
    const status = items.find((one) => numberOf(one) === numberSent)
    if (status === undefined || longKey(status) !== undefined) return
    yield* store({ scope: link.scope, link, who: "peer" }, { number: own }, status)
  })

export const make = (services: Services) => {
  const { connections, db, orderContents } = services
  const briefly = brieflyOver(connections)
  const { each, partsOf } = QueryBatches.make()
  const { inbound, outbound } = readersOf(services)
  const { isLeftOut, notShown } = exceptionsOf(services)

  const refreshBy = <Status>({ ask, kind, longKey, most, numberOf, store, storedAtOnce }: Reader<Status>) =>
    Effect.fnUntraced(function*(link: ConnectedLink, rows: ReadonlyArray<Row>): Effect.fn.Return<Refreshed<Shown<Status>>, ReadFailed> {
      const found: Array<Shown<Status>> = []
      const failed = yield* each(partsOf(rows, most(link.peer)), Effect.fnUntraced(function*(part) {
        const unstored: Array<Failed> = []
        const askedAt = yield* Clock.currentTimeMillis
        const about = orderContents.of(link.scope, part.rows.map((row) => entityOf(kind, row.number)))
        const { items: answer, unreadable = [] } = yield* briefly(link, ask(link.peer, part, { about }))
        const asked = new Map(part.rows.map((row) => [row.number_sent as string, row]))
        const answeredNumbers = new Set(answer.map(numberOf))
        yield* Effect.forEach(answer, (status) =>
          eachStored(asked.get(numberOf(status))?.number ?? "", unstored, Effect.gen(function*() {
            const row = asked.get(numberOf(status))
            if (row === undefined || (yield* isLeftOut(link, kind, row, longKey(status)))) return
            if (row.isUnknown !== true) {
              if (!(yield* store({ scope: link.scope, link, who: "peer", askedAt }, row, status))) {
                answeredNumbers.delete(numberOf(status))
                return
              }
              yield* OpenOrders.shown(db.query, row)
            }
            found.push({ status, row })
          })), { concurrency: storedAtOnce, discard: true })
        const now = yield* Clock.currentTimeMillis
        for (const row of part.rows) {
          if (answeredNumbers.has(row.number_sent)) continue
          if (unreadable.includes(row.number_sent)) unstored.push({ number: row.number, error: Unreadable.failure(link.peer, kinds[kind].read.name, row.number_sent) })
          else yield* notShown(link, row, now)
        }
        return unstored
      }))
      return { found, failed }
    })

  return {
    refresh: { outbound: refreshBy(outbound), inbound: refreshBy(inbound) },
    adopt: { outbound: adoptBy(outbound), inbound: adoptBy(inbound) }
  }
}

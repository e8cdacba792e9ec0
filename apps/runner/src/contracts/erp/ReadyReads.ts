/**
 * Reads the outbound orders of an ERP, by windows of the time of their last change and by their numbers, and stores each page in one
 * transaction with how far was read.
 */
import { AdapterError, ErpV1, OutboundOrder } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Order from "effect/Order"
import { Connections } from "../../connection/Connections.ts"
import { pollIntervalOf, visibilityDelayOf } from "../../connection/PollingDefaults.ts"
import { reach } from "../../engine/Failpoint.ts"
import * as NumberText from "../../records/NumberText.ts"
import { Database, DatabaseFailed } from "../../store/Database.ts"
import { Vault } from "../../store/Vault.ts"
import * as SyncStore from "../platform/SyncStore.ts"
import * as SyncWindows from "../platform/SyncWindows.ts"
import * as WindowSync from "../WindowSync.ts"
import * as ReadyOrders from "./ReadyOrders.ts"
import * as OrderPlacement from "./OrderPlacement.ts"

const operation = ErpV1.ListOutboundOrders
type Asked = Omit<typeof operation.payload.Type, "limit">

/** Orders per page. */
const pageSize = 100

/** A part with so many orders on its pages is cut, if it has more pages. */
const largePart = pageSize / 2

const track: SyncStore.Track = "outbound"

/** How many orders that are read by their numbers one round takes at a time. */
const dueAtOnce = 50

interface Page extends WindowSync.Page {
  readonly orders: ReadonlyArray<ReadyOrders.Encoded>
  /** The numbers of orders that exist and could not be read, or that the plugin returned in a form that the model does not allow. */
  readonly unreadable: ReadonlyArray<string>
}

/** All nodes lock rows in the same order, to avoid deadlocks. */
const inOrder = Order.mapInput(Order.String, ({ number }: ReadyOrders.Encoded) => number)

/** Failures that may be due to the one number that was asked for. The others concern every question to the ERP at this time. */
const aboutOne: ReadonlySet<AdapterError.Reason["_tag"]> = new Set(["RequestInvalid", "Rejected", "Duplicate", "FaultUnlisted", "ResponseInvalid"])

const unread = "the ERP has the order, and it could not be read; it is read again"

export const make = Effect.gen(function*() {
  const db = yield* Database
  const connections = yield* Connections
  const records = yield* OrderPlacement.make
  const sync = SyncStore.make(db, yield* Vault)

  const drift = (connection: string, path: string, message: string) => connections.drift(connection).report({ where: operation.name, path, message })

  const read = Effect.fnUntraced(function*(connection: string, asked: Asked): Effect.fn.Return<Page, AdapterError.AdapterError> {
    const askedAt = yield* Clock.currentTimeMillis
    const { items, nextCursor, unreadable = [] } = yield* connections.invoke(connection, operation, { ...asked, limit: asked.orderNumber === undefined ? pageSize : 1 })
    const told = [...items.map(({ order }) => String(order.orderNumber)), ...unreadable]
    if (!told.every(NumberText.isWritable)) yield* drift(connection, "/items/order/orderNumber", `${NumberText.reason}; the order is not placed`)
    const encoded = items.map((item) => ReadyOrders.encoded(item) ?? item.order.orderNumber)
    const times = encoded.flatMap((one) => typeof one === "string" ? [] : [one.changedAt])
    return {
      askedAt,
      told,
      orders: encoded.filter((one) => typeof one !== "string").toSorted(inOrder),
      unreadable: [...new Set([...encoded.filter((one) => typeof one === "string"), ...unreadable])].filter(NumberText.isWritable).toSorted(),
      nextCursor,
      newest: times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b))
    }
  })

  /** Stores a page in one transaction, together with what `more` writes; if `more` returns false, nothing is stored. */
  const store = Effect.fnUntraced(function*(connection: string, { askedAt, orders, told, unreadable }: Page, more: (stored: number) => Effect.Effect<boolean, DatabaseFailed>) {
    if (unreadable.length > 0) yield* drift(connection, "/unreadable", "an order exists and could not be read; it is read again by its number")
    yield* db.transaction(Effect.gen(function*() {
      let stored = 0
      yield* sync.answered(connection, told.filter((number) => NumberText.isWritable(number) && !unreadable.includes(number)).toSorted(), askedAt)
      for (const order of orders) if (yield* records.store(connection, order, askedAt)) stored++
      for (const number of unreadable) yield* records.unread(connection, number, unread)
      yield* sync.ask(connection, unreadable, askedAt + pollIntervalOf(connections, connection))
      if (!(yield* more(stored))) return yield* Effect.fail(new WindowSync.Outdated())
      yield* reach("sync.before-commit")
    })).pipe(
      // Somebody else has created an order under one of the numbers at the same time.
      Effect.retry({ times: 3, while: (error) => error._tag === "DatabaseFailed" && error.isUniqueViolation })
    )
    yield* reach("sync.committed")
  })

  /** Reads one order. Returns whether the ERP shows it. */
  const byNumber = Effect.fnUntraced(function*(connection: string, number: string) {
    const page = yield* read(connection, { orderNumber: OutboundOrder.OrderNumber.make(number) })
    yield* store(connection, page, () => Effect.succeed(true))
    return page.told.includes(number)
  })

  /** Reads an order that is due. One that the ERP does not show although it must by now is forgotten; it may tell of an order before it shows it. */
  const oneDue = Effect.fnUntraced(function*(connection: string, { number, since }: SyncStore.Due) {
    const visibleSince = (yield* Clock.currentTimeMillis) - visibilityDelayOf(connections, connection)
    const isShown = yield* Effect.catchIf(byNumber(connection, number), (error) => error._tag === "AdapterError" && aboutOne.has(error.reason._tag), (error) =>
      Effect.as(db.transaction(records.unread(connection, number, error._tag === "AdapterError" ? AdapterError.describe(error.reason) : unread)), true))
    if (isShown || since > visibleSince) return
    yield* drift(connection, "/orderNumber", "the ERP does not know an order of which it had told; it is not read again")
    yield* sync.answered(connection, [number], visibleSince)
  })

  const endless = (connection: string) =>
    new AdapterError.AdapterError({
      adapter: connection,
      operation: operation.name,
      reason: new AdapterError.ResponseInvalid({ cause: `the pages of a window do not end: a cursor was repeated, or there are more than ${SyncWindows.mostPages}` })
    })

  return {
    records,
    sync,
    byNumber,
    /** Reads what changed since the last round. The first round begins with what changed within the overlap. */
    changes: Effect.fnUntraced(function*(connection: string) {
      const cut = SyncWindows.cutOf({ visibilityDelay: visibilityDelayOf(connections, connection) })
      if ((yield* sync.read(connection, track)) === undefined) {
        yield* sync.begin(connection, track, SyncWindows.begin((yield* Clock.currentTimeMillis) - cut.overlap, cut))
      }
      yield* WindowSync.throughWindows(sync, {
        scope: connection,
        track,
        cut,
        largePart,
        mayAsk: Effect.sync(() => connections.pausedOf(connection) === undefined),
        read: ({ from, to, ...at }) => read(connection, { updatedFrom: DateTime.makeUnsafe(from), updatedTo: DateTime.makeUnsafe(to), ...at }),
        store: (page, more) => store(connection, page, more),
        endless: () => endless(connection)
      })
    }),
    /** Reads the orders that are due to be read by their numbers. One that cannot be read is read again later. */
    due: Effect.fnUntraced(function*(connection: string) {
      const every = pollIntervalOf(connections, connection)
      while (true) {
        const due = yield* sync.due(connection, dueAtOnce, Math.max(every, visibilityDelayOf(connections, connection)))
        if (due.length === 0) return
        yield* sync.postpone(connection, due.map(({ number }) => number), every)
        yield* Effect.forEach(due, (one) => oneDue(connection, one), { discard: true })
      }
    })
  }
})

export type ReadyReads = Effect.Success<typeof make>

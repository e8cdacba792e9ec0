/**
 * Reads pages of orders from a shop, and stores them. The transaction of a page stores its orders, what they owe to the ERP, the
 * numbers of orders that could not be read, and whatever the caller adds, such as how far was read.
 */
import { type AdapterError, PlatformV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Order from "effect/Order"
import type { ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import * as ConnectionShops from "../../connection/ConnectionShops.ts"
import { pollIntervalOf, visibilityDelayOf } from "../../connection/PollingDefaults.ts"
import { reach } from "../../engine/Failpoint.ts"
import * as NumberText from "../../records/NumberText.ts"
import * as UntakenOrders from "../../records/UntakenOrders.ts"
import { Database, type DatabaseFailed } from "../../store/Database.ts"
import { Vault } from "../../store/Vault.ts"
import { Outdated, type Page } from "../WindowSync.ts"
import * as Facts from "./PluginFacts.ts"
import * as OrderContent from "./OrderContent.ts"
import * as OrderRecords from "./OrderRecords.ts"
import * as OrderReceivers from "./OrderReceivers.ts"
import * as ShopCalls from "./ShopCalls.ts"
import * as SyncStore from "./SyncStore.ts"

/** Orders per page (U-22). */
export const pageSize = 100

type Asked = typeof PlatformV1.GetOrders.payload.Type

/** One answer of a shop. Its numbers are also those of orders that could not be read, and of another shop of the same account. */
export interface Read extends Page {
  readonly orders: ReadonlyArray<OrderContent.Encoded>
  /** The numbers of orders that exist and could not be read, or that the plugin returned in a form that the model does not allow. */
  readonly unreadable: ReadonlyArray<string>
  /** Whether the shop was asked for these very orders. */
  readonly isByNumber: boolean
  /** Orders that the runner cannot take. */
  readonly untaken: ReadonlyArray<UntakenOrders.Untaken>
}

export interface OrderReads {
  readonly read: (link: ConnectedLink, asked: Omit<Asked, "limit">) => Effect.Effect<Read, AdapterError.AdapterError>
  /**
   * Stores a page in one transaction, together with what `more` writes; if `more` returns false, nothing is stored. `more` gets the
   * number of orders that were stored anew or replaced. Returns the numbers of orders of which the shop has to be asked again, because
   * it may have answered with what it had before a change.
   */
  readonly store: (
    link: ConnectedLink,
    read: Read,
    more: (stored: number) => Effect.Effect<boolean, DatabaseFailed>
  ) => Effect.Effect<ReadonlyArray<string>, DatabaseFailed | Outdated>
  /** Reads orders by their numbers and stores them. */
  readonly byNumber: (link: ConnectedLink, numbers: ReadonlyArray<string>) => Effect.Effect<Named, AdapterError.AdapterError | DatabaseFailed | Outdated>
  /** Reads the orders of a link that are due to be read by their numbers. One that cannot be read is read again later. */
  readonly due: (link: ConnectedLink) => Effect.Effect<void, AdapterError.AdapterError | DatabaseFailed | Outdated>
}

/** What became of orders that were read by their numbers. */
export interface Named {
  /** The shop does not show them. */
  readonly unknown: ReadonlyArray<string>
  /** They exist and could not be read. */
  readonly unreadable: ReadonlyArray<string>
}

const where = PlatformV1.GetOrders.name

/** Failures that may be due to one of several numbers. The others concern every question to the shop at this time. */
const aboutOne: ReadonlySet<AdapterError.Reason["_tag"]> = new Set(["RequestInvalid", "Rejected", "Duplicate", "FaultUnlisted", "ResponseInvalid"])

const inOrder = Order.mapInput(Order.String, ({ order }: OrderContent.Encoded) => order.onlineOrderId)

export const make = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  const connections = yield* Connections
  const byRunner = yield* OrderReceivers.TakenByRunner
  const records = yield* OrderRecords.make
  const sync = SyncStore.make(db, vault)
  const odd = UntakenOrders.make(db)

  const drift = (link: ConnectedLink, path: string, message: string) => connections.drift(link.scope).report({ where, path, message })

  const read: OrderReads["read"] = Effect.fnUntraced(function*(link, asked) {
    const askedAt = yield* Clock.currentTimeMillis
    const page = yield* ShopCalls.orders(connections, link, { ...asked, limit: asked.onlineOrderIds?.length ?? pageSize })
    const { told } = page
    if (!told.every(NumberText.isWritable)) yield* drift(link, "/items/onlineOrderId", `${NumberText.reason}; the order is not stored`)
    const items = page.items.filter((order) => NumberText.isWritable(order.onlineOrderId))
    const encoded = items.map((order) => OrderContent.encoded(order) ?? order.onlineOrderId)
    const invalid = encoded.filter((one) => typeof one === "string")
    if (invalid.length > 0) yield* drift(link, "/items", "an order has a value that the contract does not allow; the order is read again later")
    const times = items.flatMap(({ modifiedAt }) => modifiedAt === undefined ? [] : [DateTime.toEpochMillis(modifiedAt)])
    return {
      askedAt,
      told,
      orders: encoded.filter((one) => typeof one !== "string"),
      unreadable: [...invalid, ...(page.unreadable ?? []).filter(NumberText.isWritable)],
      isByNumber: asked.onlineOrderIds !== undefined,
      untaken: [
        ...page.nobodys.map((number) => ({ scope: link.peer, is: "no-shop" as const, number })),
        ...told.flatMap((number) => NumberText.isWritable(number) ? [] : [{ scope: link.scope, is: "unwritable" as const, number }])
      ],
      nextCursor: page.nextCursor,
      newest: times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b))
    }
  })

  const store: OrderReads["store"] = Effect.fnUntraced(function*(link, { askedAt, isByNumber, orders, told, unreadable, untaken }, more) {
    // Without a sync nothing would read them again.
    const isSynced = OrderReceivers.takesOrders(connections, byRunner, link)
    const readAgain = isSynced ? unreadable.toSorted() : []
    if (unreadable.length > 0) {
      yield* drift(link, "/unreadable", `an order exists and could not be read${readAgain.length > 0 ? "; it is read again by its number" : ""}`)
    }
    // All nodes lock rows in the same order, to avoid deadlocks.
    const changed = (yield* records.changed(link, orders)).toSorted(inOrder)
    const unclear = yield* db.transaction(Effect.gen(function*() {
      let stored = 0
      const asks: Array<string> = []
      for (const one of changed) {
        const decision = yield* records.store(link, one, { by: isByNumber ? "asked" : "pull", at: askedAt })
        if (decision === "store") stored++
        if (decision === "ask") asks.push(one.order.onlineOrderId)
      }
      const left = new Set([...unreadable, ...asks])
      yield* sync.answered(link.scope, told.filter((number) => !left.has(number) && NumberText.isWritable(number)).toSorted(), askedAt)
      yield* sync.ask(link.scope, readAgain, askedAt + pollIntervalOf(connections, link.peer))
      if (isSynced) yield* sync.ask(link.scope, asks.toSorted(), askedAt + visibilityDelayOf(connections, link.peer))
      yield* odd.note(untaken)
      // The service named no shop of them before.
      if (ConnectionShops.isShared(connections, link)) yield* odd.taken(link.peer, orders.map(({ order }) => order.onlineOrderId).toSorted())
      if (!(yield* more(stored))) return yield* Effect.fail(new Outdated())
      yield* reach("sync.before-commit")
      return asks
    }))
    yield* reach("sync.committed")
    return unclear
  })

  const byNumber: OrderReads["byNumber"] = Effect.fnUntraced(function*(link, numbers) {
    const [first, ...others] = numbers
    if (first === undefined) return { unknown: [], unreadable: [] }
    const page = yield* read(link, { onlineOrderIds: [first, ...others] })
    const unclear = yield* store(link, page, () => Effect.succeed(true))
    return { unknown: numbers.filter((number) => !page.told.includes(number)), unreadable: [...page.unreadable, ...unclear] }
  })

  /**
   * Reads orders by their numbers. If the shop, or the plugin before it sends anything, does not take the question, halves of it are
   * asked apart, so that one odd number stops no other. One that is not taken alone stays due, later and later, unless no message can
   * carry it.
   */
  const apart = (link: ConnectedLink, numbers: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<string>, AdapterError.AdapterError | DatabaseFailed | Outdated> =>
    Effect.catch(Effect.map(Effect.tap(byNumber(link, numbers), odd.taken(link.scope, numbers)), ({ unknown }) => unknown), (error): ReturnType<typeof apart> => {
      if (error._tag !== "AdapterError" || !aboutOne.has(error.reason._tag)) return Effect.fail(error)
      if (numbers.length === 1) return Effect.as(refusedAlone(link, numbers, error.reason), [])
      const half = Math.ceil(numbers.length / 2)
      return Effect.zipWith(apart(link, numbers.slice(0, half)), apart(link, numbers.slice(half)), (before, after) => [...before, ...after])
    })

  /** An order that the shop cannot be asked for. */
  const refusedAlone = Effect.fnUntraced(function*(link: ConnectedLink, numbers: ReadonlyArray<string>, reason: AdapterError.Reason) {
    const isFinal = reason._tag === "RequestInvalid"
    yield* drift(link, "/onlineOrderIds", `the shop cannot be asked for an order of which it told; it is ${isFinal ? "not asked for again" : "asked for later"}: ${reason._tag}`)
    yield* odd.note(numbers.map((number) => ({ scope: link.scope, is: "refused", number })))
    if (isFinal) yield* sync.answered(link.scope, numbers, yield* Clock.currentTimeMillis)
  })

  /** Forgets orders that the shop does not show, although it must by now. It may tell of an order before its queries show it. */
  const forget = Effect.fnUntraced(function*(link: ConnectedLink, unknown: ReadonlyArray<SyncStore.Due>, askedAt: number) {
    const visibleSince = askedAt - visibilityDelayOf(connections, link.peer)
    const gone = unknown.flatMap(({ number, since }) => since <= visibleSince ? [number] : [])
    if (gone.length === 0) return
    // Where a connection has several shops, what tells of an order by its number alone does not say in which of them it is.
    if (!ConnectionShops.isShared(connections, link)) yield* drift(link, "/onlineOrderId", "the shop does not know an order of which it had told; it is not read again")
    yield* sync.answered(link.scope, gone, visibleSince)
  })

  return {
    read,
    store,
    byNumber,
    due: Effect.fnUntraced(function*(link) {
      const most = Math.max(1, Facts.limitsOf(connections, link.peer).ordersPerQuery)
      while (true) {
        const due = yield* sync.due(link.scope, most, Math.max(pollIntervalOf(connections, link.peer), visibilityDelayOf(connections, link.peer)))
        if (due.length === 0) return
        const numbers = due.flatMap(({ number }) => NumberText.isWritable(number) ? [number] : [])
        // An earlier release queued such numbers too.
        const unwritable = due.flatMap(({ number }) => NumberText.isWritable(number) ? [] : [number])
        if (unwritable.length > 0) yield* drift(link, "/onlineOrderIds", `${NumberText.reason}; the order is not read`)
        yield* odd.note(unwritable.map((number) => ({ scope: link.scope, is: "unwritable", number })))
        yield* sync.answered(link.scope, unwritable, yield* Clock.currentTimeMillis)
        yield* sync.postpone(link.scope, numbers, pollIntervalOf(connections, link.peer))
        const askedAt = yield* Clock.currentTimeMillis
        const unknown = yield* apart(link, numbers)
        yield* forget(link, due.filter(({ number }) => unknown.includes(number)), askedAt)
      }
    })
  } satisfies OrderReads
})

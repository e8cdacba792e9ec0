/**
 * An ERP as the source of outbound orders: what it tells by events and what is read from it is placed by the links to its warehouses, and
 * what it does not want any more is cancelled there.
 */
import { AdapterError, ErpV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Connections } from "../../connection/Connections.ts"
import { visibilityDelayOf } from "../../connection/PollingDefaults.ts"
import { reach } from "../../engine/Failpoint.ts"
import * as PollState from "../../jobs/PollState.ts"
import { IncomingEvents } from "../../records/IncomingEvents.ts"
import * as NumberText from "../../records/NumberText.ts"
import { Database, type DatabaseFailed } from "../../store/Database.ts"
import * as ReadyOrders from "./ReadyOrders.ts"
import * as ReadyReads from "./ReadyReads.ts"
import * as Withdrawals from "./Withdrawals.ts"

export class OrderSource extends Context.Service<OrderSource, {
  /** One round of an ERP: reads what changed since the last one, and the orders that are due by their numbers. A failure ends it, and the next one goes on from there. */
  readonly round: (connection: string) => Effect.Effect<void, DatabaseFailed, Connections | Database>
  /** Cancels what the ERP does not want any more. */
  readonly withdraw: (connection: string) => Effect.Effect<void, DatabaseFailed>
}>()("@crossdock/runner/contracts/erp/OrderSource") {
  static readonly layer = Layer.effect(OrderSource, Effect.suspend(() => make))
}


const invalid = (path: string, message: string) => Effect.fail(new AdapterError.RequestInvalid({ path, message }))

/** Whether the runner asks an ERP for outbound orders: it can list them, and a link leads to a warehouse. */
export const isAsked = (connections: Connections["Service"], erp: string): boolean =>
  connections.offers(erp).includes(ErpV1.ListOutboundOrders.name) && ReadyOrders.linksOf(connections, erp).length > 0

const make = Effect.gen(function*() {
  const db = yield* Database
  const connections = yield* Connections
  const reads = yield* ReadyReads.make
  const withdraw = yield* Withdrawals.make(reads.sync)

  const ready = Effect.fnUntraced(function*(connection: string, event: Extract<ErpV1.Event, { readonly _tag: "OrderReady" }>): Effect.fn.Return<void, AdapterError.Reason | DatabaseFailed> {
    const { _tag: _, ...told } = event
    if (!NumberText.isWritable(told.order.orderNumber)) return yield* invalid("/order/orderNumber", NumberText.reason)
    const encoded = ReadyOrders.encoded(told)
    if (encoded === undefined) return yield* invalid("/", "the order has a value that the contract does not allow")
    const at = yield* Clock.currentTimeMillis
    yield* db.transaction(reads.records.store(connection, encoded, at)).pipe(Effect.retry({ times: 3, while: ({ isUniqueViolation }) => isUniqueViolation }))
    yield* reach("event.committed")
  })

  const changed = Effect.fnUntraced(function*(connection: string, orderNumber: string): Effect.fn.Return<void, AdapterError.Reason | DatabaseFailed> {
    if (!NumberText.isWritable(orderNumber)) return yield* invalid("/orderNumber", NumberText.reason)
    if (!isAsked(connections, connection)) {
      yield* connections.drift(connection).report({ where: "OrderReadyChanged", path: "/orderNumber", message: "an order was ignored, because its ERP cannot be asked for it, or no link of the ERP leads to a warehouse" })
      return yield* new AdapterError.OperationUnsupported()
    }
    const now = yield* Clock.currentTimeMillis
    yield* db.transaction(reads.sync.ask(connection, [orderNumber], now))
    yield* reach("event.committed")
    if (connections.pausedOf(connection) !== undefined) return
    // It is stored, so a failure only means that the next round reads it. An ERP may tell of an order before its queries show it.
    yield* Effect.ignore(Effect.gen(function*() {
      if (!(yield* reads.byNumber(connection, orderNumber))) yield* reads.sync.askNotBefore(connection, [orderNumber], now + visibilityDelayOf(connections, connection))
    }))
  })

  yield* (yield* IncomingEvents).takenBy<ErpV1.Event>(ErpV1.contract.id, (connection, event) => {
    const own = connections.withoutSecrets(connection, event)
    return own._tag === "OrderReady" ? ready(connection, own) : changed(connection, own.orderNumber)
  })

  /** The links with which each ERP was read last. */
  const readWith = new Map<string, Connections["Service"]["links"]>()
  const readChanges = Effect.fnUntraced(function*(connection: string) {
    const { links } = connections
    if (readWith.get(connection) !== links) yield* db.transaction(reads.records.linked(connection))
    readWith.set(connection, links)
    yield* reads.changes(connection)
    yield* reads.due(connection)
  })

  return OrderSource.of({
    round: Effect.fnUntraced(function*(connection) {
      if (connections.pausedOf(connection) !== undefined) return
      const state = PollState.begin()
      state.hasAsked = true
      yield* Effect.matchCauseEffect(Effect.catchIf(readChanges(connection), ({ _tag }) => _tag === "Outdated", () => Effect.void), {
        onSuccess: () => Effect.void,
        onFailure: (cause) => Effect.sync(() => PollState.failedRound(state, cause))
      })
      yield* PollState.end(connection, state, { scope: "", track: "outbound" })
    }),
    withdraw
  })
})

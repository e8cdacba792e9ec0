/**
 * The accounts at peers: one live adapter each, built on first use; paused when a credential is refused; asked no
 * faster than its rate allows. The only room where a plugin becomes an adapter.
 */
import { type AdapterError, AdapterError as Failure, Drift, ErpV1, type Transport, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import type { Composed, ConnectedLink, ConnectedReceiver, Connection } from "../Composition.ts"
import { Database, type DatabaseFailed } from "../store/Database.ts"
import * as DriftLog from "../store/DriftLog.ts"
import * as PluginStorage from "../store/PluginStorage.ts"
import * as RateLimit from "./RateLimit.ts"

/** No connection, or none of that contract, has this id. */
export class ConnectionUnknown extends Schema.TaggedError<ConnectionUnknown>("@crossdock/runner/ConnectionUnknown")(
  "ConnectionUnknown",
  { id: Schema.String }
) {}

export interface Paused {
  readonly because: string
  /** Milliseconds since 1970. */
  readonly at: number
}

export class Connections extends Context.Service<Connections, {
  readonly all: ReadonlyArray<Connection>
  readonly links: ReadonlyArray<ConnectedLink>
  readonly receivers: ReadonlyArray<ConnectedReceiver>
  readonly get: (id: string) => Connection | undefined
  readonly linkOf: (scope: string) => ConnectedLink | undefined
  /** Invokes an operation of a warehouse; its drift is recorded and its rate held. */
  readonly warehouse: <O extends WarehouseV1.AnyOperation>(
    id: string,
    operation: O,
    payload: O["payload"]["Type"]
  ) => Effect.Effect<O["success"]["Type"], AdapterError.AdapterError>
  readonly offers: (id: string) => ReadonlyArray<string>
  readonly limits: (id: string) => WarehouseV1.Limits
  readonly erp: (id: string) => Effect.Effect<ErpV1.Adapter, AdapterError.AdapterError>
  readonly pausedOf: (id: string) => Paused | undefined
  readonly pause: (id: string, because: string) => Effect.Effect<void, DatabaseFailed>
  readonly resume: (id: string) => Effect.Effect<void, DatabaseFailed>
}>()("@crossdock/runner/connection/Connections") {
  static readonly layer = (composed: Composed) => Layer.effect(Connections, make(composed))
}

const make = Effect.fnUntraced(function*(composed: Composed) {
  const db = yield* Database
  const scope = yield* Effect.scope
  const context = yield* Effect.context<Transport.Transport | Database>()
  const byId = new Map(composed.connections.map((connection) => [connection.id, connection]))
  const byScope = new Map(composed.links.map((link) => [link.scope, link]))

  const paused = new Map<string, Paused>()
  for (const row of yield* db.query("select id, paused_because, paused_at from connection_state where paused = 1")) {
    paused.set(row.id, { because: row.paused_because ?? "", at: row.paused_at ?? 0 })
  }

  /** Opened by the first who needs it; what could not be opened is tried again by the next. */
  const built = <Id, Adapter>(connection: Connection, key: Context.Key<Id, Adapter>) => {
    const turn = Semaphore.makeUnsafe(1)
    let opened: Adapter | undefined
    const open = Effect.gen(function*() {
      if (opened !== undefined) return opened
      const layer: Layer.Layer<any, AdapterError.Reason, any> = connection.plugin.layer(connection.settings as never, {
        timeZone: connection.timeZone
      })
      const provided = Layer.provide(layer, PluginStorage.layer(connection.plugin.id)) as Layer.Layer<
        Id,
        AdapterError.Reason,
        Transport.Transport | Database
      >
      // The adapter lives as long as the runner, whoever asks for it first.
      const services = yield* Layer.buildWithScope(provided, yield* Scope.fork(scope)).pipe(Effect.provideContext(context))
      opened = Context.get(services, key)
      return opened
    })
    return Effect.suspend(() => opened === undefined ? turn.withPermit(open) : Effect.succeed(opened))
  }

  const warehouses = new Map<string, Effect.Effect<WarehouseV1.Adapter, AdapterError.Reason>>()
  const erps = new Map<string, Effect.Effect<ErpV1.Adapter, AdapterError.Reason>>()
  const rates = new Map<string, RateLimit.RateLimit>()
  for (const connection of composed.connections) {
    rates.set(connection.id, yield* RateLimit.make(connection.callsPerSecond))
    if (connection.plugin.contract === "warehouse/v1") {
      warehouses.set(connection.id, built(connection, WarehouseV1.Warehouse))
    } else erps.set(connection.id, built(connection, ErpV1.Erp))
  }

  const unknown = (id: string) => Effect.die(new ConnectionUnknown({ id }))

  const setPaused = Effect.fnUntraced(function*(id: string, because: string | null) {
    const at = yield* Clock.currentTimeMillis
    yield* db.query(
      `insert into connection_state (id, paused, paused_because, paused_at) values ($1, $2, $3, $4)
       on conflict (id) do update set paused = $2, paused_because = $3, paused_at = $4`,
      [id, because === null ? 0 : 1, because, at]
    )
    if (because === null) paused.delete(id)
    else paused.set(id, { because, at })
  })

  return Connections.of({
    all: composed.connections,
    links: composed.links,
    receivers: composed.receivers,
    get: (id) => byId.get(id),
    linkOf: (key) => byScope.get(key),
    warehouse: (id, operation, payload) => {
      const adapter = warehouses.get(id)
      const rate = rates.get(id)
      if (adapter === undefined || rate === undefined) return unknown(id)
      return adapter.pipe(
        Effect.mapError((reason) => new Failure.AdapterError({ adapter: id, operation: operation.name, reason })),
        Effect.flatMap((warehouse) => Effect.andThen(rate.take, warehouse.call(operation, payload))),
        Effect.provideService(Drift.Drift, DriftLog.reporting(db, id)),
        Effect.annotateLogs({ connection: id, operation: operation.name })
      )
    },
    offers: (id) => byId.get(id)?.plugin.offers ?? [],
    limits: (id) => {
      const plugin = byId.get(id)?.plugin
      return plugin?.contract === "warehouse/v1" ? plugin.limits : { linesPerOrder: 0, ordersPerQuery: 1 }
    },
    erp: (id) =>
      Effect.mapError(
        erps.get(id) ?? unknown(id),
        (reason) => new Failure.AdapterError({ adapter: id, operation: "open", reason })
      ),
    pausedOf: (id) => paused.get(id),
    pause: (id, because) =>
      Effect.andThen(
        setPaused(id, because),
        Effect.logError("connection paused; resume it with `crossdock connections resume` once the cause is mended").pipe(
          Effect.annotateLogs({ connection: id, because })
        )
      ),
    resume: (id) => setPaused(id, null)
  })
})

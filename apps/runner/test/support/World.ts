/**
 * A whole runner without its listeners, on one database, between a warehouse and an ERP in memory, on the test clock.
 */
import type { Accounts } from "../../src/accounts/Accounts.ts"
import type { AuditLog } from "../../src/accounts/AuditLog.ts"
import type { Passwords } from "../../src/accounts/Passwords.ts"
import type { Sessions } from "../../src/accounts/Sessions.ts"
import type { Hints } from "../../src/hints/Hints.ts"
import type { KeyRotation } from "../../src/KeyRotation.ts"
import { it } from "@effect/vitest"
import { type AnyPlugin, type Composition, defineRunner, type Link } from "@crossdock/config"
import type { Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { type Composed, compose } from "../../src/Composition.ts"
import type { ContractRows } from "../../src/contracts/ContractRows.ts"
import type { IncomingEvents } from "../../src/records/IncomingEvents.ts"
import type { Reactions } from "../../src/outbox/Reactions.ts"
import type { CallLog } from "../../src/calls/CallLog.ts"
import { Connections } from "../../src/connection/Connections.ts"
import type { NodeLeases } from "../../src/connection/NodeLeases.ts"
import type { CredentialStore } from "../../src/connection/CredentialStore.ts"
import type { StoredConnections } from "../../src/connection/StoredConnections.ts"
import type { Dispatch as ErpDispatch } from "../../src/contracts/books/Dispatch.ts"
import type { Dispatch as PlatformDispatch } from "../../src/contracts/platform/Dispatch.ts"
import type { IssuedTokens } from "../../src/contracts/platform/IssuedTokens.ts"
import type { Shipments } from "../../src/contracts/platform/Shipments.ts"
import type { ShopStates } from "../../src/contracts/platform/ShopStates.ts"
import type { OrderSource } from "../../src/contracts/erp/OrderSource.ts"
import type { InboundAnnouncements } from "../../src/contracts/books/InboundAnnouncements.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Events } from "../../src/contracts/warehouse/Events.ts"
import type { Desk } from "../../src/desk/Desk.ts"
import { Failpoint, type Name } from "../../src/engine/Failpoint.ts"
import type { Creates } from "../../src/intents/CreateEntry.ts"
import type { Erasure } from "../../src/jobs/Erasure.ts"
import type { Comparisons } from "../../src/records/Comparisons.ts"
import type { Kinds } from "../../src/records/Kinds.ts"
import { Intents } from "../../src/intents/Intents.ts"
import { Outbox } from "../../src/outbox/Outbox.ts"
import type { Reads } from "../../src/contracts/warehouse/Reads.ts"
import type { Reports as PlatformReports } from "../../src/contracts/platform/Reports.ts"
import type { Reports } from "../../src/contracts/warehouse/Reports.ts"
import { Restored } from "../../src/engine/RestoreMode.ts"
import type { Readings } from "../../src/jobs/Readings.ts"
import type { PersonalData } from "../../src/jobs/PersonalData.ts"
import type { Retention } from "../../src/jobs/Retention.ts"
import * as Recovery from "../../src/Recovery.ts"
import { Mapping } from "../../src/mapping/NameMapping.ts"
import { runnerLayer } from "../../src/Layers.ts"
import type * as SecretKey from "../../src/SecretKey.ts"
import type { Notifier } from "../../src/findings/Notifier.ts"
import type { NotifierSettings } from "../../src/findings/NotifierSettings.ts"
import type { FindingWatch } from "../../src/findings/FindingWatch.ts"
import type { Background } from "../../src/metrics/BackgroundReadings.ts"
import { Database } from "../../src/store/Database.ts"
import { Vault } from "../../src/store/Vault.ts"
import type { Versions } from "../../src/store/Versions.ts"
import * as Jobs from "../../src/jobs/Jobs.ts"
import * as WarehouseJobs from "../../src/contracts/warehouse/Jobs.ts"
import * as Peers from "./Peers.ts"
import * as RunningStatements from "./RunningStatements.ts"

export type DatabaseAt = { readonly filename: string } | { readonly url: Redacted.Redacted }

export interface Options {
  readonly links?: ReadonlyArray<Partial<Link>>
  readonly receivers?: Composition["receivers"]
  readonly desk?: Composition["desk"]
  readonly delivery?: Composition["delivery"]
  readonly server?: Composition["server"]
  readonly retention?: Composition["retention"]
  /** Another warehouse in place of the one in memory; its settings may all be left out. */
  readonly plugin?: AnyPlugin
  readonly callsPerSecond?: number
  /** Of the ERP. */
  readonly deliveriesPerSecond?: number
  readonly foreignEvents?: "ignore" | "adopt"
  readonly unstoredNumbers?: "drop" | "forward"
  /** Of the warehouse. */
  readonly refusals?: "final" | "in doubt"
  readonly shippedLines?: "parcel" | "total" | "careful"
  readonly contentsWithin?: "20 seconds"
  readonly vaultKey?: string
  readonly keyStart?: SecretKey.KeyStart
  /** Who is told of findings. Default: nobody. */
  readonly notifier?: NotifierSettings
  /** More plugins, for connections that are made later. */
  readonly plugins?: ReadonlyArray<AnyPlugin>
  /** More connections beside `books` and `wh`. Default: without settings, for plugins in memory. */
  readonly connections?: ReadonlyArray<{ readonly id: string; readonly plugin: string; readonly onDead?: "hold" | "continue"; readonly callbackTopics?: ReadonlyArray<string>; readonly settings?: object }>
  /** The database is a restored backup; a name: begun once under it. */
  readonly restored?: true | string
  /** Starts none of the loops; a test runs them itself. */
  readonly isIdle?: boolean
  /** What a named place does when it is passed. */
  readonly failpoint?: (name: Name) => void
  /** The contracts of the runner. Default: all that it supports. */
  readonly contracts?: ReadonlyArray<ContractRows>
  /** Adds connections and links of other contracts, which no composition declares. */
  readonly composing?: (composed: Composed) => Composed
  readonly peers?: { readonly warehouse: Peers.FakeWarehouse; readonly erp: Peers.FakeErp }
}

export type RunnerServices = Transport.Transport | Hints | AuditLog | Accounts | Passwords | Sessions | KeyRotation | Background | FindingWatch | Notifier | CallLog | Database | Kinds | Creates | IncomingEvents | Reactions | Readings | Reads | Reports | PlatformReports | Restored | Retention | PersonalData | Erasure | NodeLeases | Vault | Versions | Connections | CredentialStore | StoredConnections | Mapping | Intents | Outbox | Events | Dispatch | ErpDispatch | InboundAnnouncements | OrderSource | PlatformDispatch | IssuedTokens | Shipments | ShopStates | Comparisons | Desk

const link = { erp: "books", peer: "wh", protocol: "warehouse", id: "acc-1", secretKey: "secret-key-1" } as const

export const composedOf = (options: Options, peers: { warehouse: Peers.FakeWarehouse; erp: Peers.FakeErp }): Composed => {
  const plugin = options.plugin ?? peers.warehouse.plugin
  const composed = compose(
    defineRunner<ReadonlyArray<AnyPlugin>>({
      plugins: [plugin, peers.erp.plugin, ...(options.plugins ?? [])],
      connections: [
        { id: "books", plugin: "erp-fake", ...(options.deliveriesPerSecond !== undefined && { callsPerSecond: options.deliveriesPerSecond }), settings: {} },
        // Most tests report orders without creating them first.
        { id: "wh", plugin: plugin.id, callsPerSecond: options.callsPerSecond ?? 1000, foreignEvents: options.foreignEvents ?? "adopt", ...(options.refusals && { refusals: options.refusals }), ...(options.shippedLines && { shippedLines: options.shippedLines }), ...(options.contentsWithin && { contentsWithin: options.contentsWithin }), ...(options.unstoredNumbers && { unstoredNumbers: options.unstoredNumbers }), ...(options.server?.nodes === "several" && { visibilityDelay: "40 seconds" }), settings: {} },
        ...(options.connections ?? []).map((more) => ({ foreignEvents: "adopt" as const, settings: {}, ...more }))
      ],
      links: (options.links ?? [{}]).map((more) => {
        const { peer, ...common } = link
        return more.protocol === "open-api" ? { ...common, ...more } : { ...common, peer, ...more }
      }),
      ...(options.receivers && { receivers: options.receivers }),
      ...(options.desk && { desk: options.desk }),
      ...(options.delivery && { delivery: options.delivery }),
      ...(options.server && { server: options.server }),
      ...(options.retention && { retention: options.retention })
    }),
    {}
  )
  if (Result.isFailure(composed)) throw new Error(JSON.stringify(composed.failure))
  return options.composing === undefined ? composed.success : options.composing(composed.success)
}

/** Runs a test in a new world; `restart` on the same database is a second world over the same peers. */
export const world = <A, E>(
  database: DatabaseAt,
  options: Options,
  test: (world: World) => Effect.Effect<A, E, RunnerServices | Scope.Scope>
) => {
  const peers = options.peers ?? { warehouse: Peers.warehouse(), erp: Peers.erp() }
  const composed = composedOf(options, peers)
  return Effect.gen(function*() {
    const intents = yield* Intents
    const outbox = yield* Outbox
    const connections = yield* Connections
    if (options.restored !== undefined) yield* (yield* Restored).begin(options.restored === true ? undefined : options.restored)
    yield* Recovery.run
    if (options.isIdle !== true) {
      yield* Effect.forkScoped(intents.run)
      yield* Effect.forkScoped(outbox.run)
      yield* Effect.forkScoped(Jobs.run(WarehouseJobs.polls))
    }
    return yield* test({ ...peers, composed, link: connections.links[0]! })
  }).pipe(
    Effect.scoped,
    Effect.provide(Layer.fresh(runnerLayer({ composed, database, vaultKey: Redacted.make(options.vaultKey ?? "test key"), ...(options.keyStart && { keyStart: options.keyStart }), ...(options.notifier && { notifier: options.notifier }), ...(options.contracts && { contracts: options.contracts }) }))),
    // The services start fibers of their own, which have to see it too.
    Effect.provideService(Failpoint, options.failpoint ?? (() => {}))
  )
}

export interface World {
  readonly warehouse: Peers.FakeWarehouse
  readonly erp: Peers.FakeErp
  readonly composed: Composed
  readonly link: Composed["links"][number]
}

/** Tests each in a world of its own on a database that nobody used. */
export const inWorldOn = (fresh: () => Promise<DatabaseAt>) =>
  (title: string, options: Options, test: (w: World) => Effect.Effect<unknown, unknown, any>): void =>
    it.effect(title, () => Effect.flatMap(Effect.promise(fresh), (database) => world(database, options, test as never)))

/** Real input and output goes on between two looks at the clock, until the statements under way are done. */
const breathe = Effect.promise(RunningStatements.idle)

/** Moves the clock in small steps until something holds; fails after so much time of that clock. */
export const until = <E, R>(holds: Effect.Effect<boolean, E, R>, patience = 120_000, step = 100): Effect.Effect<void, E, R> =>
  Effect.gen(function*() {
    for (let passed = 0; passed <= patience; passed += step) {
      for (let breath = 0; breath < 4; breath++) {
        yield* breathe
        if (yield* holds) return
      }
      yield* TestClock.adjust(step)
    }
    return yield* Effect.die(new Error(`nothing came of it within ${patience} ms of the test clock`))
  })

/** Lets so much time pass while everything works. */
export const pass = (millis: number, step = 100): Effect.Effect<void> =>
  Effect.gen(function*() {
    for (let passed = 0; passed < millis; passed += step) {
      yield* TestClock.adjust(step)
      yield* breathe
      yield* breathe
    }
  })

/** Runs something while the clock moves on. */
export const during = <A, E, R>(work: Effect.Effect<A, E, R>, patience = 60_000) =>
  Effect.gen(function*() {
    const fiber = yield* Effect.forkChild(Effect.exit(work))
    yield* until(Effect.sync(() => fiber.pollUnsafe() !== undefined), patience)
    return yield* yield* Fiber.join(fiber)
  })

/** Every message that is owed has left. */
export const nothingOwed = until(Effect.flatMap(Database, (db) =>
  Effect.map(db.query("select id from delivery where state in ('Pending', 'InFlight')"), (rows) => rows.length === 0)))

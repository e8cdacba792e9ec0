/**
 * Several nodes of one runner on one database of PostgreSQL, between the same warehouse and the same ERP in memory, on
 * the test clock.
 */
import { it } from "@effect/vitest"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { inject } from "vitest"
import type { ConnectedLink } from "../../src/Composition.ts"
import { Connections } from "../../src/connection/Connections.ts"
import { StoredConnections } from "../../src/connection/StoredConnections.ts"
import { Intents } from "../../src/intents/Intents.ts"
import { Outbox } from "../../src/outbox/Outbox.ts"
import * as Recovery from "../../src/Recovery.ts"
import { runnerLayer } from "../../src/Layers.ts"
import { Database } from "../../src/store/Database.ts"
import * as Peers from "./Peers.ts"
import { newDatabase } from "./FreshDatabases.ts"
import { composedOf, type DatabaseAt, type Options, type RunnerServices } from "./World.ts"

export interface Node {
  readonly name: string
  readonly link: ConnectedLink
  /** Runs something with the rooms of this node. */
  readonly on: <A, E>(work: Effect.Effect<A, E, RunnerServices>) => Effect.Effect<A, E>
  /** Goes on in the background as long as the node lives. */
  readonly begin: (loop: Effect.Effect<unknown, unknown, RunnerServices>) => Effect.Effect<void>
  /** What it did by itself, as long as it lived, is not done any more. */
  readonly halt: Effect.Effect<void>
}

export interface Cluster {
  readonly warehouse: Peers.FakeWarehouse
  readonly erp: Peers.FakeErp
  readonly db: Database["Service"]
  /** Each with loops of its own; under the name of one that is there it is that one after a restart. */
  readonly join: (name: string, options?: Options) => Effect.Effect<Node, never, Scope.Scope>
}

type Every = RunnerServices | Layer.Success<ReturnType<typeof runnerLayer>>

/** The address of the database for the connections of one node, which PostgreSQL shows under the node's name. */
const addressFor = (node: string, url: string): string => {
  const address = new URL(url)
  address.searchParams.set("application_name", node)
  return address.href
}

const join = (url: string, peers: Pick<Cluster, "warehouse" | "erp">, name: string, options: Options) =>
  Effect.gen(function*() {
    const database: DatabaseAt = { url: Redacted.make(addressFor(name, url)) }
    const layer = Layer.fresh(runnerLayer({ composed: composedOf(options, peers), database, vaultKey: Redacted.make("test key"), node: name }))
    const context: Context.Context<Every> = yield* Effect.orDie(Layer.build(layer))
    const on = <A, E>(work: Effect.Effect<A, E, RunnerServices>) => Effect.provideContext(work, context)
    yield* Effect.orDie(on(Effect.andThen(Effect.flatMap(StoredConnections, (stored) => stored.load), Recovery.run)))
    const scope = yield* Effect.scope
    const loops: Array<Fiber.Fiber<unknown, unknown>> = []
    const begin: Node["begin"] = (loop) => Effect.map(Effect.forkIn(on(loop), scope), (fiber) => void loops.push(fiber))
    if (options.isIdle !== true) {
      yield* begin(Effect.flatMap(Intents, (intents) => intents.run))
      yield* begin(Effect.flatMap(Outbox, (outbox) => outbox.run))
    }
    const links = yield* on(Effect.map(Connections, (connections) => connections.links))
    return { name, link: links[0]!, on, begin, halt: Effect.suspend(() => Fiber.interruptAll(loops)) } satisfies Node
  })

/** A test with its own database, of which it has the statements too. */
export const withNodes = (title: string, test: (cluster: Cluster) => Effect.Effect<unknown, unknown, Scope.Scope | Database>, options: Options = {}, timeout?: number): void => {
  it.effect(title, () =>
    Effect.gen(function*() {
      const url = yield* Effect.promise(() => newDatabase(inject("postgresPort")))
      const peers = options.peers ?? { warehouse: Peers.warehouse(), erp: Peers.erp() }
      return yield* Effect.gen(function*() {
        const db = yield* Database
        return yield* test({ ...peers, db, join: (name, more) => join(url, peers, name, { ...options, ...more }) })
      }).pipe(Effect.provide(Layer.fresh(Database.layer({ url: Redacted.make(url) }))))
    }).pipe(Effect.scoped), timeout)
}

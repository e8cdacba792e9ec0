/**
 * A node of the runner with all its loops, which can be killed between any two statements: afterwards none of its work reaches the
 * database. It can also be suspended, as a process is that the machine stops: then it begins no statement and hears no answer of a peer until
 * it is resumed.
 */
import { Transport } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Scope from "effect/Scope"
import * as Loops from "../../../src/BackgroundLoops.ts"
import type { Composed } from "../../../src/Composition.ts"
import { NodeLeases } from "../../../src/connection/NodeLeases.ts"
import { Failpoint, type Name } from "../../../src/engine/Failpoint.ts"
import { engineLayer } from "../../../src/Layers.ts"
import * as Recovery from "../../../src/Recovery.ts"
import * as SecretKey from "../../../src/SecretKey.ts"
import { Database } from "../../../src/store/Database.ts"
import { FindingWatch } from "../../../src/findings/FindingWatch.ts"
import { Vault } from "../../../src/store/Vault.ts"
import type { DatabaseAt } from "../../support/World.ts"

/** Findings are looked for in tests of their own. */
const idleWatch: FindingWatch["Service"] = {
  unstored: () => [], examine: Effect.void, look: Effect.void, run: Effect.never, jobs: []
}

const killed = new Error("the node was killed")

/** What a node waits for before it hears the answer of a peer. */
export const Resumed = Context.Reference<Effect.Effect<void>>("crossdock/test/Resumed", { defaultValue: () => Effect.void })

/** Whether a statement is one of a transaction. A server ends transactions of suspended processes, so none is suspended inside of one. */
const InTransaction = Context.Reference("crossdock/test/InTransaction", { defaultValue: () => false })

/** When a node dies: at a place, or after so many statements, before or after that one. */
export type Death = { readonly at: Name } | { readonly statements: number; readonly isAfter: boolean }

export type Services = Layer.Success<ReturnType<typeof engineLayer>> | Database | FindingWatch | Vault

export interface Node {
  readonly name: string
  readonly isDead: () => boolean
  /** Dies as soon as this comes. */
  readonly doom: (death: Death) => void
  readonly isSuspended: () => boolean
  readonly suspend: () => void
  readonly resume: Effect.Effect<void>
  /** Work from outside. It fails if the node is dead or dies meanwhile. */
  readonly serve: <A, E>(work: Effect.Effect<A, E, Services>) => Effect.Effect<A, E>
  /** Begins work that ends with the node. */
  readonly begin: (work: Effect.Effect<unknown, unknown, Services>) => Effect.Effect<void>
  /** Removes what is left of a dead node. */
  readonly bury: Effect.Effect<void>
}

interface Life {
  readonly pass: Effect.Effect<() => void>
  readonly check: Effect.Effect<void>
  readonly isDead: () => boolean
  readonly resumed: Effect.Effect<void>
}

const mortal = (life: Life, db: Database["Service"]): Database["Service"] => {
  const resumed = Effect.flatMap(InTransaction, (isInside) => isInside ? Effect.void : life.resumed)
  const guarded = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Effect.andThen(resumed, life.pass), (done) => Effect.tap(work, () => Effect.andThen(Effect.sync(done), life.check)))
  const inside = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.provideService(Effect.tap(work, () => life.check), InTransaction, true)
  return Database.of({
    ...db,
    query: (text, params) => guarded(db.query(text, params)),
    one: (text, params) => guarded(db.one(text, params)),
    transaction: (work) => guarded(db.transaction(inside(work))),
    groupedTransaction: (kind, key, work) => guarded(db.groupedTransaction(kind, key, inside(work))),
    unit: (unit, input) => guarded(db.unit(unit, input)),
    afterCommit: (then) => db.afterCommit(() => life.isDead() ? undefined : then()),
    now: Clock.currentTimeMillis
  })
}

/** Starts a node. It is dead already if it did not survive its start. */
export const start = Effect.fnUntraced(function*(name: string, composed: Composed, database: DatabaseAt) {
  const scope = yield* Scope.make()
  let isDead = false
  let death: Death | undefined
  const die = () => {
    isDead = true
    throw killed
  }
  const latch = Latch.makeUnsafe(true)
  let isSuspended = false
  const life = {
    isDead: () => isDead,
    resumed: latch.await,
    check: Effect.sync(() => {
      if (isDead) throw killed
    }),
    pass: Effect.sync(() => {
      if (isDead) throw killed
      if (death === undefined || "at" in death) return () => {}
      const { isAfter, statements } = death
      death = { isAfter, statements: statements - 1 }
      if (statements > 0) return () => {}
      return isAfter ? die : die()
    })
  }
  const failpoint = (at: Name) => {
    if (isDead || (death !== undefined && "at" in death && death.at === at)) die()
  }
  const layer = engineLayer(composed, name).pipe(
    Layer.provide(SecretKey.layer({})),
    Layer.provideMerge(Layer.mergeAll(
      Layer.effect(Database, Effect.map(Database, (db) => mortal(life, db))).pipe(Layer.provide(Database.layer(database))),
      Vault.layer(Redacted.make("test key")),
      Layer.succeed(FindingWatch, idleWatch),
      Layer.succeed(Transport.Transport, { send: () => Effect.die("nothing is sent by the transport") })
    ))
  )
  const common = <A, E, R>(work: Effect.Effect<A, E, R>) =>
    work.pipe(Effect.provideService(Failpoint, failpoint), Effect.provideService(Resumed, latch.await), Effect.provideService(References.MinimumLogLevel, "None"))
  const context = yield* Effect.orDie(common(Layer.buildWithScope(Layer.fresh(layer), scope)))
  const within = <A, E>(work: Effect.Effect<A, E, Services>): Effect.Effect<A, E> => common(Effect.provideContext(work, context))
  yield* Effect.orDie(within(Recovery.run))
  const begin: Node["begin"] = (work) => Effect.asVoid(Effect.forkIn(within(work), scope))
  yield* begin(Loops.run(undefined))
  yield* begin(Context.get(context, NodeLeases).keepAlive)
  return {
    name,
    isDead: () => isDead,
    doom: (how) => void (death = how),
    serve: within,
    begin,
    isSuspended: () => isSuspended,
    suspend: () => {
      isSuspended = true
      latch.closeUnsafe()
    },
    resume: Effect.suspend(() => {
      isSuspended = false
      return Effect.asVoid(latch.open)
    }),
    bury: Effect.suspend(() => {
      isDead = true
      return Effect.andThen(latch.open, Effect.asVoid(Effect.exit(Scope.close(scope, Exit.void))))
    })
  } satisfies Node as Node
})

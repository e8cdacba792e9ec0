/**
 * One node of the runner: the real rooms and loops in a process that can die, and that is started again.
 */
import { Transport } from "@crossdock/core"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { Composed } from "../../apps/runner/src/Composition.ts"
import type { Dispatch } from "../../apps/runner/src/contracts/warehouse/Dispatch.ts"
import type { Outbox } from "../../apps/runner/src/outbox/Outbox.ts"
import * as Recovery from "../../apps/runner/src/Recovery.ts"
import type { Reports } from "../../apps/runner/src/contracts/warehouse/Reports.ts"
import * as Loops from "../../apps/runner/src/BackgroundLoops.ts"
import { FindingWatch } from "../../apps/runner/src/findings/FindingWatch.ts"
import { engineLayer } from "../../apps/runner/src/Layers.ts"
import * as SharedClock from "../../apps/runner/src/store/SharedClock.ts"
import { Vault } from "../../apps/runner/src/store/Vault.ts"
import type { Kernel } from "./kernel/Kernel.ts"
import * as Process from "./kernel/Process.ts"
import type { Store } from "./kernel/Store.ts"
import type { Random } from "./Random.ts"

/** What callers of a node use. */
export type RunnerServices = Reports | Dispatch | Outbox

export interface Node {
  readonly id: string
  /** Not started, or killed. */
  readonly isDown: () => boolean
  readonly process: () => Process.Process | undefined
  readonly start: () => void
  /**
   * Carries a call out, unless it is given up before it is begun, and tells its outcome; never, if the process dies before.
   * False: nobody listens.
   */
  readonly serve: <A, E>(call: Effect.Effect<A, E, RunnerServices>, isGivenUp: () => boolean, told: (exit: Exit.Exit<A, E>) => void) => boolean
}

const vaultKey = Redacted.make("simulated key")
/** Both peers are reached without one. */
const noTransport = Layer.succeed(Transport.Transport, { send: () => Effect.die("nothing is sent by the transport") })

/** The checks of the world look for what is wrong; the host of a simulated node is not one to examine. */
const noFindings = Layer.succeed(FindingWatch, { unstored: () => [], examine: Effect.void, look: Effect.void, jobs: [], run: Effect.never })

export const make = (options: {
  readonly id: string
  readonly kernel: Kernel
  readonly store: Store
  readonly composed: Composed
  readonly random: Random
  readonly passing: Process.Passing
  readonly skew: () => number
  /** It serves; or it ended although nobody told it to. */
  readonly ready: () => void
  readonly failed: (cause: unknown) => void
}): Node => {
  const { composed, id, kernel, passing, random, store } = options
  let process: Process.Process | undefined
  let services: Context.Context<RunnerServices> | undefined

  return {
    id,
    isDown: () => process === undefined || process.isDead(),
    process: () => process,
    start: () => {
      const own = Process.make({ id, kernel, store, random, passing, skew: options.skew() })
      process = own
      services = undefined
      const main = Effect.gen(function*() {
        yield* Recovery.run
        services = yield* Effect.context<RunnerServices>()
        options.ready()
        return yield* Loops.run(undefined)
      }).pipe(
        Effect.provide(Layer.fresh(engineLayer(composed, id).pipe(
          Layer.provideMerge(Layer.mergeAll(store.layer(kernel, own), Vault.layer(vaultKey), noTransport, noFindings))
        ))),
        Effect.scoped
      )
      own.run(Effect.onExit(SharedClock.provide(main), (exit) => Effect.sync(() => options.failed(Exit.isFailure(exit) ? exit.cause : "the loops ended"))))
    },
    serve: (call, isGivenUp, told) => {
      const own = process
      const context = services
      if (own === undefined || own.isDead() || context === undefined) return false
      own.run(Effect.suspend(() => isGivenUp() ? Effect.void : Effect.map(Effect.exit(Effect.provideContext(call, context)), told)))
      return true
    }
  }
}

/**
 * Retries a read at a peer while its caller waits.
 */
import type { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import { unlessPaused } from "./PauseCheck.ts"
import { briefGaps } from "./RetrySchedule.ts"
import { afterFailure } from "./RetryPolicy.ts"

/** Runs a read up to three times, before the caller's deadline. */
export const brieflyOver = (connections: Connections["Service"]) => <A>(link: ConnectedLink, read: Effect.Effect<A, AdapterError.AdapterError>): Effect.Effect<A, AdapterError.AdapterError> =>
  Effect.gen(function*() {
    yield* unlessPaused(connections, link.peer)
    for (let tries = 0;; tries++) {
      const result = yield* Effect.result(read)
      if (result._tag === "Success") return result.success
      const gap = briefGaps[tries]
      if (gap === undefined || afterFailure(result.failure.reason, "read") !== "retry-briefly") {
        return yield* Effect.fail(result.failure)
      }
      yield* Effect.sleep(gap)
    }
  })

/**
 * Retries a read of an ERP at a warehouse while the caller waits, and converts its failure to the error for the caller.
 */
import type { AdapterError, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../Composition.ts"
import type { Connections } from "../../connection/Connections.ts"
import { unlessPaused } from "../../engine/PauseCheck.ts"
import type { ReadFailed } from "./QueryBatches.ts"
import { notStored, ofReason, Refusal } from "../../engine/Refusal.ts"
import { briefGaps } from "../../engine/RetrySchedule.ts"
import { afterFailure } from "../../engine/Verdict.ts"

export type Answer<O extends WarehouseV1.AnyOperation> = Effect.Effect<O["success"]["Type"], Refusal>

/** Runs a read with up to three short retries before the caller's deadline. */
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

export const answered = <A>(work: Effect.Effect<A, ReadFailed | Refusal>): Effect.Effect<A, Refusal> =>
  Effect.mapError(work, (error) =>
    error._tag === "DatabaseFailed" ? notStored : error._tag === "Refusal" ? error : ofReason(error.reason))

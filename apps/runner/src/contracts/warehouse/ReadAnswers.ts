/**
 * The result of a read of an ERP at a warehouse, with its failure as the error for the caller.
 */
import type { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { ReadFailed } from "./QueryBatches.ts"
import { notStored, ofReason, type Refusal } from "../../engine/Refusal.ts"

export type Answer<O extends WarehouseV1.AnyOperation> = Effect.Effect<O["success"]["Type"], Refusal>

export const answered = <A>(work: Effect.Effect<A, ReadFailed | Refusal>): Effect.Effect<A, Refusal> =>
  Effect.mapError(work, (error) =>
    error._tag === "DatabaseFailed" ? notStored : error._tag === "Refusal" ? error : ofReason(error.reason))

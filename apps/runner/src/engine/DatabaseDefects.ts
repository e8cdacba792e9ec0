/**
 * Failures of the database during a call of a plugin, which reach the caller's fiber as defects.
 */
import type { Operation } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { doubtful, notStored, type Refusal } from "./Refusal.ts"

/** Recognises a database error by its name, because an error that passed through a plugin is a copy without secrets. */
const isOfDatabase = (defect: unknown): boolean => defect instanceof Error && /\bDatabaseFailed$/.test(defect.name)

/**
 * Answers a call during which the database failed. What the call did before the failure is not known here, so only a read is
 * answered as having had no effect. Other defects stay defects.
 */
export const refused = (doubtfulAnswer: "body" | "503") => (kind: Operation.Kind, defect: unknown): Effect.Effect<never, Refusal> =>
  isOfDatabase(defect)
    ? Effect.andThen(
      Effect.logError("the database failed during a request, which is answered with an error", defect),
      Effect.fail(kind === "read" ? notStored : doubtful(doubtfulAnswer))
    )
    : Effect.die(defect)

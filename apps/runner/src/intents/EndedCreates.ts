/**
 * The error for callers of a create that has ended without an order.
 */
import * as Option from "effect/Option"
import { ofReason, type Refusal } from "../engine/Refusal.ts"
import type { Row } from "../store/Database.ts"
import type { AnyEntry } from "./CreateEntry.ts"
import * as Decisions from "./Decisions.ts"
import * as IntentExecution from "./IntentExecution.ts"

/** The refusal of a create in the state Dead, in the words of the peer. Without an error, a person gave it up. */
export const refusalOfEnded = (row: Row, entry: AnyEntry): Refusal =>
  Option.match(row.error === null ? Option.none() : IntentExecution.decodeError(row.error), {
    onNone: () => Decisions.givenUp,
    onSome: ({ reason }) => ofReason(reason, entry.peer, row.refused_until !== null)
  })

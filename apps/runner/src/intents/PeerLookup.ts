/**
 * Asks a peer about a create whose outcome is not known: whether it shows the order, and, if the order is not wanted any more, to cancel it.
 */
import { AdapterError } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { Connections } from "../connection/Connections.ts"
import { visibilityDelayOf } from "../connection/PollingDefaults.ts"
import * as Redaction from "../connection/Redaction.ts"
import * as Attempts from "../engine/Attempts.ts"
import { reach } from "../engine/Failpoint.ts"
import { generationOf, issuesOf, peerNumber } from "../records/GenerationRules.ts"
import type { Generations } from "../records/GenerationStore.ts"
import type { Database, Row } from "../store/Database.ts"
import type { AnyEntry, Found } from "./CreateEntry.ts"
import * as IntentRules from "./IntentRules.ts"
import * as OtherRecords from "./OtherRecords.ts"

export interface LookedUp {
  readonly exit: Exit.Exit<Found<unknown> | undefined, AdapterError.AdapterError>
  /** The order at the peer, if it is this generation and not an earlier one. */
  readonly found: Found<unknown> | undefined
  /** True if the peer's order may be an earlier generation, which proves neither that this one exists nor that it does not. */
  readonly isTooEarly: boolean
  /** Why the query failed, without personal data. */
  readonly reason: AdapterError.Reason | undefined
  readonly at: number
}

/** Why a call failed, without personal data. Undefined if it succeeded, or failed in a way that the adapter does not describe. */
export const reasonOf = (exit: Exit.Exit<unknown, AdapterError.AdapterError>): AdapterError.Reason | undefined => {
  if (Exit.isSuccess(exit)) return undefined
  const error = Cause.findErrorOption(exit.cause)
  return Option.isSome(error) ? Redaction.storable(error.value.reason) : undefined
}

export const make = ({ connections, db, generations }: {
  readonly connections: Connections["Service"]
  readonly db: Database["Service"]
  readonly generations: Generations
}) => {
  const othersOf = OtherRecords.make(db, generations)

  /** Asks the peer once whether it has this generation of the order, and stores the response. */
  const lookUp = Effect.fnUntraced(function*(row: Row, entry: AnyEntry, sent: unknown) {
    const started = yield* Clock.currentTimeMillis
    yield* reach("query.before")
    const exit = yield* Effect.exit(
      entry.query(connections, row.connection, sent, othersOf(row))
    )
    yield* reach("query.after")
    const now = yield* Clock.currentTimeMillis
    const shown = Exit.isSuccess(exit) ? exit.value : undefined
    const generation = shown === undefined ? undefined : generationOf(
      { ...issuesOf(yield* generations.intents(row), { generation: row.generation, number: undefined }), takenAt: row.created_at },
      { number: peerNumber(shown.peerNumber, row.number_sent), at: started },
      now,
      visibilityDelayOf(connections, row.connection)
    )
    const isTooEarly = generation === "too early"
    const found = shown !== undefined && generation !== undefined && IntentRules.isThisGeneration(generation, shown) ? shown : undefined
    const reason = reasonOf(exit)
    yield* Attempts.record(db, {
      subject: row.id,
      number: row.queries + 1,
      kind: "query",
      at: started,
      took: now - started,
      outcome: Exit.isFailure(exit) ? reason?._tag ?? "defect" : found !== undefined ? "found" : isTooEarly ? "too early to tell" : "absent",
      detail: reason === undefined ? undefined : AdapterError.describe(reason)
    })
    return { exit, found, isTooEarly, reason, at: now }
  })

  /** Cancels the order at the peer and returns true if the peer has answered that. It usually responds that it has no such order. */
  const isWithdrawn = (entry: AnyEntry, row: Row, sent: unknown) =>
    Effect.match(entry.withdraw(connections, row.connection, sent), {
      onFailure: ({ reason }) => IntentRules.hasHeard(reason),
      onSuccess: (isDecided) => isDecided !== false
    })

  return { isWithdrawn, lookUp }
}

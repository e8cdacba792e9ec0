/**
 * What a caller is answered about a create: the peer's success, or why there is none.
 */
import * as Effect from "effect/Effect"
import { notStored, Refusal } from "../engine/Refusal.ts"
import type { Entities } from "../records/Entities.ts"
import { peerNumber } from "../records/GenerationRules.ts"
import type { DatabaseFailed, Row } from "../store/Database.ts"
import type { AnyEntry } from "./CreateEntry.ts"
import { refusalOfEnded } from "./EndedCreates.ts"
import { textsOf } from "./IntentStore.ts"
import { refusalOf } from "./UnsettledCreateErrors.ts"

export interface CreateAnswers {
  /** `isRepeat`: another call has made the create, so the order may have got another number meanwhile. */
  readonly answerOf: (row: Row, entry: AnyEntry, isRepeat: boolean) => Effect.Effect<unknown, Refusal>
}

export const make = ({ doubtfulAnswer, entities }: {
  readonly entities: Pick<Entities, "peerNumberOf">
  /** How a caller is told that the outcome is not known. */
  readonly doubtfulAnswer: Parameters<typeof refusalOf>[1]
}): CreateAnswers => {
  /** The peer's number of an order, which a report may have told after the response to the create. */
  const numberOf = Effect.fnUntraced(function*(row: Row, inResponse: string | undefined, isRepeat: boolean): Effect.fn.Return<string | undefined, DatabaseFailed> {
    const known = isRepeat ? yield* entities.peerNumberOf(row.scope, row.kind, row.number, row.generation) : undefined
    return peerNumber(known, row.number_sent) ?? peerNumber(inResponse, row.number_sent)
  })

  const answerOf = (row: Row, entry: AnyEntry, isRepeat: boolean): Effect.Effect<unknown, Refusal> => {
    if (row.state === "Delivered") {
      return Effect.gen(function*() {
        const success = row.success ?? (yield* Effect.orDie(textsOf(entry).decodeSuccess(row.result)))
        return entry.answered(success, row.number, yield* Effect.mapError(numberOf(row, entry.peerNumberOf(success), isRepeat), () => notStored))
      })
    }
    if (row.state === "Cancelled") {
      return Effect.fail(new Refusal({ code: "CANCELLED", message: "it was cancelled before it was sent; send it again to create it anew" }))
    }
    return Effect.fail(row.state === "Dead" ? refusalOfEnded(row, entry) : refusalOf(row, doubtfulAnswer, entry.peer))
  }

  return { answerOf }
}

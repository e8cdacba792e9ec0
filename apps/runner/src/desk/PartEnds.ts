/**
 * What the desk does when the create of a part ends, in the transaction that stores the end.
 */
import * as Effect from "effect/Effect"
import type { OrderDesk } from "../composition/Desk.ts"
import type { EndHandler } from "../intents/CreateEnds.ts"
import type { Row } from "../store/Database.ts"
import { services } from "./DeskServices.ts"
import type * as PartRecords from "./PartRecords.ts"
import { putBy } from "./Parcels.ts"
import { linksOf } from "./Rules.ts"

/** The record that a create has made, or was to make. */
const recordOf = ({ entity, number, scope }: Row): PartRecords.PartRecord => ({ number, link: scope, record: Number(entity) })

export const make = Effect.fnUntraced(function*(desk: OrderDesk) {
  const { noteOfRow: note, rows } = yield* services
  const links = new Set([...linksOf(desk.rules), ...yield* rows.linksOfParts])

  return {
    concerns: ({ scope }) => links.has(scope),
    ended: Effect.fnUntraced(function*(intent, _, end) {
      if (intent.put_by !== putBy) return
      const found = yield* rows.recordedForUpdate(recordOf(intent))
      if (found === undefined) return
      const { entity, part } = found
      if (end.is !== "created") {
        const isUnsure = end.is === "refused" && end.words === "unlisted"
        const isRefused = end.is === "refused" && end.words !== undefined && (part.state === "placed" || (isUnsure && part.state === "cancelling"))
        const isStored = isRefused
          ? yield* rows.partRefused(entity, part, end.reason, isUnsure)
          : yield* rows.partEnded(entity, part, end.reason)
        if (!isStored) return
        return yield* note(entity, part.state === "cancelling" && !isRefused ? "cancelled" : "held", `order ${part.number}: ${end.reason}`)
      }
      yield* rows.setPart(part.number, ["placed", "refused"], "accepted")
      if (part.state === "refused") {
        yield* rows.becomesDue(entity)
        yield* note(entity, "alarm", `the warehouse has order ${part.number}, which it had refused`)
      }
      if (part.state === "void") yield* note(entity, "alarm", `the warehouse has order ${part.number}, which had been given up; cancel it there, or hold the order`)
    }),
    lookedFor: Effect.fnUntraced(function*(intent, looked) {
      if (intent.put_by !== putBy) return
      const found = yield* rows.recordedForUpdate(recordOf(intent))
      if (found?.part.state !== "refused") return
      const { entity, part } = found
      const because = part.because ?? "refused"
      if (looked === "absent") {
        yield* rows.partEnded(entity, part, because)
        return yield* note(entity, "held", `order ${part.number}: asked again, the warehouse does not have it`)
      }
      const unsure = `${because}; the warehouse cannot be asked whether it has the order nevertheless: look there, then release the order to place it anew`
      yield* rows.partRefused(entity, part, unsure, true)
      yield* note(entity, "held", `order ${part.number}: ${unsure}`)
    })
  } satisfies EndHandler as EndHandler
})

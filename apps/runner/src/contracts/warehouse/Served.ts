/**
 * The calls of a warehouse's callers, and the reports that senders make in the place of a warehouse.
 */
import type { WarehouseV1 } from "@crossdock/core"
import type { Serving } from "@crossdock/protocols/kit"
import * as Effect from "effect/Effect"
import * as Contracts from "../../Contracts.ts"
import { notStored, Refusal } from "../../engine/Refusal.ts"
import type { ServedContract } from "../ServedContract.ts"
import { Dispatch } from "./Dispatch.ts"
import { Events } from "./Events.ts"
import { tooManySays } from "./ReceivingRules.ts"
import * as UnforwardedMembers from "./UnforwardedMembers.ts"

const tooMany = new Refusal({ code: "QUANTITY_TOO_LARGE", message: tooManySays })

export const served = Effect.gen(function*() {
  const dispatch = yield* Dispatch
  const events = yield* Events
  return {
    contract: Contracts.warehouse.id,
    call: ({ info, link, operation, payload }) => dispatch.call(link, operation as never, payload as never, info.content),
    unforwarded: ({ info, operation, payload }) => UnforwardedMembers.findings(operation, info.method, payload),
    reads: [],
    endsLoops: false,
    receive: (scope, event, info) =>
      Effect.flatMap(
        Effect.catch(events.received({ scope, who: "peer", raw: info.content }, event), () => Effect.fail(notStored)),
        (effect) => effect === "too many" ? Effect.fail(tooMany) : Effect.void
      )
  } satisfies ServedContract<Serving.Info, WarehouseV1.EventWithStatus>
})

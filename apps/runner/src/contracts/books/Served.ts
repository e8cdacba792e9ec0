/**
 * The calls of those who use an ERP behind the runner, each limited to what its caller may see.
 */
import type { Serving } from "@crossdock/protocols/kit"
import * as Effect from "effect/Effect"
import { Connections } from "../../connection/Connections.ts"
import * as Contracts from "../../Contracts.ts"
import type { ServedContract } from "../ServedContract.ts"
import { Dispatch, type Served } from "./Dispatch.ts"
import * as VisiblePart from "./VisiblePart.ts"

export const served = Effect.gen(function*() {
  const connections = yield* Connections
  const dispatch = yield* Dispatch
  const visiblePart = VisiblePart.around(dispatch.call, connections.drift)
  return {
    contract: Contracts.books.id,
    call: ({ entrance: { visible }, info, link, operation, payload }) =>
      visiblePart(visible, link, operation as Served, payload, { ...info, warehouses: visible.warehouses }),
    unforwarded: () => [],
    reads: [],
    endsLoops: true
  } satisfies ServedContract<Serving.Info>
})

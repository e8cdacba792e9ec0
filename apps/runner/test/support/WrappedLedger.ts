/**
 * The embedded books, with something done around the calls that say what an order is to have.
 */
import type { AnyPlugin } from "@crossdock/config"
import { type AdapterError, ErpV1 } from "@crossdock/core"
import { ledger } from "@crossdock/erp-ledger"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** What is done instead of a call. `allot` makes it. */
export type Around = (allot: Effect.Effect<void, AdapterError.AdapterError>) => Effect.Effect<void, AdapterError.AdapterError>

export const wrapped = (around: Around): AnyPlugin => ({
  ...ledger,
  layer: (...given: Parameters<typeof ledger.layer>) =>
    Layer.effect(
      ErpV1.Erp,
      Effect.map(ErpV1.Erp, (erp) => ErpV1.Erp.of({
        ...erp,
        call: ((operation: ErpV1.AnyOperation, payload: never) =>
          operation.name === ErpV1.AllotStock.name ? around(erp.call(ErpV1.AllotStock, payload)) : erp.call(operation, payload)) as typeof erp.call
      }))
    ).pipe(Layer.provide(ledger.layer(...given)))
}) as unknown as AnyPlugin

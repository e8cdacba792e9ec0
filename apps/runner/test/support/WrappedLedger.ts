/**
 * The embedded books, with something done around the calls that say what an order is to have.
 */
import type { AnyPlugin } from "@crossdock/config"
import { BooksV1 } from "@crossdock/books"
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
      BooksV1.Books,
      Effect.map(BooksV1.Books, (erp) => BooksV1.Books.of({
        ...erp,
        call: ((operation: BooksV1.AnyOperation, payload: never) =>
          operation.name === ErpV1.SetStockReservation.name ? around(erp.call(ErpV1.SetStockReservation, payload)) : erp.call(operation, payload)) as typeof erp.call
      }))
    ).pipe(Layer.provide(ledger.layer(...given)))
}) as unknown as AnyPlugin

/**
 * Implements `listWarehouses` with Tryton's locations of the type `warehouse`.
 */
import { Drift, type Operation, type WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { places } from "../Catalogue.ts"
import type { Rpc } from "../Rpc.ts"

/** A warehouse without a code is left out and reported, because no order could name it. */
export const listWarehouses = (rpc: Rpc): Operation.Handler<typeof WarehouseV1.ListWarehouses> =>
  Effect.fnUntraced(function*() {
    const found = yield* rpc.list(places, { where: [["type", "=", "warehouse"]] })
    yield* Drift.reportAll(found.flatMap((place, index) =>
      place.code ? [] : [{ where: places.model, path: `/${index}/code`, message: "a warehouse without a code was left out" }]
    ))
    return { items: found.flatMap(({ code, name }) => code ? [{ code, name: name || code }] : []) }
  })

/**
 * `listWarehouses` as Tryton's locations of the type warehouse.
 */
import { Drift, type Operation, type WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { places } from "../Catalogue.ts"
import type { Rpc } from "../Rpc.ts"

/** One without a code cannot be named by an order: it is left out and reported. */
export const listWarehouses = (rpc: Rpc): Operation.Handler<typeof WarehouseV1.ListWarehouses> =>
  Effect.fnUntraced(function*() {
    const found = yield* rpc.list(places, { where: [["type", "=", "warehouse"]] })
    yield* Drift.reportAll(found.flatMap((place, index) =>
      place.code ? [] : [{ where: places.model, path: `/${index}/code`, message: "a warehouse without a code was left out" }]
    ))
    return found.flatMap(({ code, name }) => code ? [{ code, name: name || code }] : [])
  })

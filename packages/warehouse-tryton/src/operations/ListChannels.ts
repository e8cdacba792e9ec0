/**
 * Implements `listChannels` with Tryton's carriers. A carrier serves every warehouse of the database.
 */
import { Drift, type Operation, type WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { carriers, channelCodeOf, placeOf } from "../Catalogue.ts"
import type { Rpc } from "../Rpc.ts"
import type { Settings } from "../Settings.ts"

/** A carrier without a code is left out and reported, because no order could name it. */
export const listChannels = (rpc: Rpc, settings: Settings): Operation.Handler<typeof WarehouseV1.ListChannels> =>
  Effect.fnUntraced(function*({ warehouseCode }) {
    if (warehouseCode !== undefined) yield* placeOf(rpc, warehouseCode)
    const found = (yield* rpc.list(carriers, { where: [] })).map((carrier) => ({ carrier, code: channelCodeOf(carrier, settings) }))
    yield* Drift.reportAll(found.flatMap(({ code }, index) =>
      code === "" ? [{ where: carriers.model, path: `/${index}`, message: "a carrier without a channel code was left out" }] : []
    ))
    const items = found.flatMap(({ carrier, code }) =>
      code === "" ? [] : [{
        code,
        name: carrier.rec_name || code,
        carrierName: carrier["party."].name || carrier["party."].code,
        ...(warehouseCode !== undefined && { warehouseCode })
      }]
    )
    return { items }
  })

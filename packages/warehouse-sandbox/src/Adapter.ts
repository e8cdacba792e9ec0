/**
 * A simulated warehouse in the runner's own database: it keeps stock, picks, ships and receives as time passes, and fails
 * as magic SKUs demand. Nothing runs in the background; every answer is computed from the stored records and the clock.
 */
import { Document, SqlStorage, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as AccountSession from "./AccountSession.ts"
import { authorization } from "./Authorization.ts"
import { cancelInboundOrders } from "./operations/CancelInboundOrders.ts"
import { cancelOutboundOrder } from "./operations/CancelOutboundOrder.ts"
import { createInboundOrder } from "./operations/CreateInboundOrder.ts"
import { createOutboundOrder } from "./operations/CreateOutboundOrder.ts"
import { getInboundOrders } from "./operations/GetInboundOrders.ts"
import { getOutboundOrders } from "./operations/GetOutboundOrders.ts"
import { listChannels } from "./operations/ListChannels.ts"
import { listStock } from "./operations/ListStock.ts"
import { listWarehouses } from "./operations/ListWarehouses.ts"
import { upsertProduct } from "./operations/UpsertProduct.ts"
import { Settings } from "./Settings.ts"

const limits: WarehouseV1.Limits = {
  linesPerOrder: 500,
  documents: Object.fromEntries(Document.DocumentKind.literals.map((kind) => [kind, ["PDF", "ZPL", "PNG"]])),
  ordersPerQuery: 100,
  canShipComplete: true,
  visibilityDelay: "1 second",
  pollInterval: "500 millis"
}

/** The handlers of every operation; a preset offers some of them. */
const make = Effect.fnUntraced(function*(settings: Settings) {
  // A connection cannot be opened without its tables.
  const session = yield* Effect.orDie(AccountSession.make(yield* SqlStorage.SqlStorage, settings))
  return {
    handlers: {
      createOutboundOrder: createOutboundOrder(session),
      cancelOutboundOrder: cancelOutboundOrder(session),
      getOutboundOrders: getOutboundOrders(session),
      listWarehouses,
      listChannels,
      listStock: listStock(session),
      createInboundOrder: createInboundOrder(session),
      getInboundOrders: getInboundOrders(session),
      cancelInboundOrders: cancelInboundOrders(session),
      upsertProduct: upsertProduct(session)
    }
  }
})

const goods = [
  "listWarehouses",
  "listChannels",
  "listStock",
  "createInboundOrder",
  "getInboundOrders",
  "cancelInboundOrders",
  "upsertProduct"
] as const

/** A plugin with its own id that offers some of what the sandbox can do. */
const preset = <const Id extends string>(
  id: Id,
  title: string,
  offers: ReadonlyArray<(typeof goods)[number]>,
  grants?: { readonly authorization: typeof authorization }
): WarehouseV1.Plugin<typeof Settings, SqlStorage.SqlStorage, Id> =>
  WarehouseV1.pluginWithSelectedOffers({ id, title, settings: Settings, limits, isTestedAgainstPeer: true, can: goods, offers, make, ...grants })

/** The default sandbox, with all operations about goods. */
export const sandbox = preset("warehouse-sandbox", "Sandbox warehouse", goods)

/** Type 1 of document 2 (2.13): all twelve columns of the matrix. */
export const sandboxFull = preset("sandbox-full", "Sandbox warehouse, full", goods, { authorization })

/** Types 2 and 3 of document 2 (2.13): no inbound orders and no products. */
export const sandboxCore = preset("sandbox-core", "Sandbox warehouse, core", ["listWarehouses", "listChannels", "listStock"], { authorization })

/** Type 4 of document 2 (2.13): outbound orders only. */
export const sandboxLean = preset("sandbox-lean", "Sandbox warehouse, lean", [])

/**
 * Looks up the Tryton records behind the codes of an order: warehouses, carriers and products. If Tryton has no record with a
 * code, the lookup fails with a `Rejected` that names the code.
 */
import type { Sku } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { refusal } from "./Faults.ts"
import type { Answer, Context, Rows, Rpc } from "./Rpc.ts"
import type { Settings } from "./Settings.ts"
import { TrytonBoolean, TrytonDecimal } from "./Values.ts"

const Place = Schema.Struct({
  id: Schema.Int,
  code: Schema.NullOr(Schema.String),
  name: Schema.NullOr(Schema.String),
  input_location: Schema.Int,
  output_location: Schema.Int,
  storage_location: Schema.Int,
  picking_location: Schema.NullOr(Schema.Int)
})
export type Place = typeof Place.Type

export const places: Rows<Place> = {
  model: "stock.location",
  fields: ["code", "name", "input_location", "output_location", "storage_location", "picking_location"],
  row: Place
}

/** The location from which goods for orders are picked. */
export const pickedFrom = (place: Place): number => place.picking_location ?? place.storage_location

/** Returns false if the picking zone is the output zone. Tryton then makes no moves between them: it neither assigns nor picks. */
export const hasPicking = (place: Place): boolean => pickedFrom(place) !== place.output_location

export const placeOf: (rpc: Rpc, code: string) => Answer<Place> = Effect.fnUntraced(function*(rpc, code) {
  const found = yield* rpc.find(places, { where: [["type", "=", "warehouse"], ["code", "=", code]] })
  if (found.length > 1) return yield* refusal("AMBIGUOUS", `Tryton has ${found.length} warehouses with the code ${code}`)
  return found[0] ?? (yield* refusal("UNKNOWN_WAREHOUSE", `Tryton has no warehouse with the code ${code}`))
})

const Carrier = Schema.Struct({
  id: Schema.Int,
  rec_name: Schema.String,
  "party.": Schema.Struct({ code: Schema.String, name: Schema.NullOr(Schema.String) }),
  "carrier_product.": Schema.Struct({ code: Schema.NullOr(Schema.String) })
})
export type Carrier = typeof Carrier.Type

export const carriers: Rows<Carrier> = {
  model: "carrier",
  fields: ["rec_name", "party.code", "party.name", "carrier_product.code"],
  row: Carrier
}

/** The channel code of a carrier, by the setting `channelBy`. It is empty if the carrier has no code. */
export const channelCodeOf = (carrier: Carrier, { channelBy }: Settings): string =>
  channelBy === "id" ? String(carrier.id) : channelBy === "party" ? carrier["party."].code : carrier["carrier_product."].code ?? ""

export const carrierOf: (rpc: Rpc, code: string, settings: Settings) => Answer<Carrier> = Effect.fnUntraced(function*(rpc, code, settings) {
  const found = (yield* rpc.find(carriers, { where: [] })).filter((carrier) => channelCodeOf(carrier, settings) === code)
  if (found.length > 1) {
    return yield* refusal("AMBIGUOUS", `${found.length} carriers in Tryton have the channel code ${code}; choose another "channelBy" in the settings`)
  }
  return found[0] ?? (yield* refusal("UNKNOWN_CHANNEL", `Tryton has no carrier with the channel code ${code}`))
})

const Item = Schema.Struct({
  id: Schema.Int,
  code: Schema.String,
  consumable: Schema.NullOr(TrytonBoolean),
  default_uom: Schema.Int,
  cost_price: Schema.NullOr(TrytonDecimal),
  list_price: Schema.NullOr(TrytonDecimal),
  /** The quantity in the locations that the context names. It is 0 if the context names none. */
  quantity: Schema.Finite
})
export type Item = typeof Item.Type

export const items: Rows<Item> = {
  model: "product.product",
  fields: ["code", "consumable", "default_uom", "cost_price", "list_price", "quantity"],
  row: Item
}

/** Restricts a search to products that can be in stock; services cannot. */
export const goods = ["type", "in", ["goods", "assets"]]

/** Finds the product of every SKU. Fails if Tryton has no product or several products with one of the codes. */
export const itemsOf: (
  rpc: Rpc,
  skus: ReadonlyArray<Sku.Sku>,
  context?: Context
) => Answer<ReadonlyMap<string, Item>> = Effect.fnUntraced(function*(rpc, skus, context) {
  const wanted = [...new Set<string>(skus)]
  const found = yield* rpc.find(items, { where: [["code", "in", wanted], goods], ...(context && { context }) })
  const bySku = new Map<string, Item>()
  for (const item of found) {
    if (bySku.has(item.code)) return yield* refusal("AMBIGUOUS", `Tryton has several products with the code ${item.code}`)
    bySku.set(item.code, item)
  }
  const missing = wanted.filter((sku) => !bySku.has(sku))
  if (missing.length > 0) {
    return yield* refusal("UNKNOWN_SKU", `Tryton has no product with the code ${missing.join(", ")}`)
  }
  return bySku
})

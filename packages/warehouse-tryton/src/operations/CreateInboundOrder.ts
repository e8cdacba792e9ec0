/**
 * Implements `createInboundOrder`: it creates a supplier shipment in the state `draft`, which in Tryton means announced. One
 * call creates the whole shipment or nothing. References are not unique in Tryton, so it first looks for a shipment with the
 * ASN number.
 */
import { type InboundOrder, type Operation, WholePieces, type WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { itemsOf, placeOf } from "../Catalogue.ts"
import { refusal } from "../Faults.ts"
import * as Prices from "../Prices.ts"
import type { Rows, Rpc } from "../Rpc.ts"
import type { Settings } from "../Settings.ts"
import * as Shipments from "../Shipments.ts"
import { dayOf } from "../Values.ts"

const Supplier = Schema.Struct({ id: Schema.Int, supplier_location: Schema.NullOr(Schema.Int) })
const suppliers: Rows<typeof Supplier.Type> = { model: "party.party", fields: ["supplier_location"], row: Supplier }

/** Finds the supplier. Tryton requires one for a shipment, and an inbound order has none, so the settings name it. */
const supplierOf = Effect.fnUntraced(function*(rpc: Rpc, { supplier: code }: Settings) {
  if (code === undefined) return yield* refusal("NO_SUPPLIER", "Tryton requires a supplier for inbound orders; set \"supplier\" in the settings to the code of a party")
  const [supplier] = yield* rpc.find(suppliers, { where: [["code", "=", code]] })
  if (supplier === undefined) return yield* refusal("UNKNOWN_SUPPLIER", `Tryton has no party with the code ${code}`)
  if (supplier.supplier_location === null) {
    return yield* refusal("NO_LOCATION", "Tryton has no default location for suppliers; set one in Tryton's party configuration")
  }
  return { party: supplier.id, location: supplier.supplier_location }
})

export const createInboundOrder = (rpc: Rpc, settings: Settings): Operation.Handler<typeof WarehouseV1.CreateInboundOrder> => {
  const heldOf = Effect.fnUntraced(function*(order: InboundOrder.InboundOrder) {
    const found = yield* Shipments.under(rpc, Shipments.inbound, [order.asnNumber], order.warehouseCode)
    return found.find(({ state }) => state !== "cancelled")
  })

  return Effect.fnUntraced(function*(order) {
    const lines = yield* WholePieces.fromLines(order.lines)
    const place = yield* placeOf(rpc, order.warehouseCode)
    const held = yield* heldOf(order)
    if (held !== undefined) return { referenceNumber: held.number }
    const items = yield* itemsOf(rpc, lines.map(({ sku }) => sku))
    const prices = yield* Effect.forEach(lines, ({ sku }) => Prices.ofReceipt(sku, items.get(sku)!))
    const supplier = yield* supplierOf(rpc, settings)
    const values = {
      reference: order.asnNumber,
      warehouse: place.id,
      supplier: supplier.party,
      ...(order.estimatedArrivalAt && { planned_date: dayOf(order.estimatedArrivalAt, settings) }),
      incoming_moves: [["create", lines.map(({ quantity, sku }, at) => {
        const item = items.get(sku)!
        return {
          product: item.id,
          uom: item.default_uom,
          quantity,
          from_location: supplier.location,
          to_location: place.input_location,
          unit_price: prices[at]!
        }
      })]]
    }
    yield* Shipments.create(rpc, Shipments.inbound, values)
    const made = yield* Effect.result(Shipments.under(rpc, Shipments.inbound, [order.asnNumber], order.warehouseCode))
    // The shipment exists, even if its number cannot be read.
    if (made._tag === "Failure") return {}
    const [standing, ...others] = made.success.filter(({ state }) => state !== "cancelled")
    yield* Shipments.removeTwins(rpc, Shipments.inbound, others.filter(({ state }) => state === "draft"))
    return standing === undefined ? {} : { referenceNumber: standing.number }
  }, (effect, { asnNumber }) => rpc.alone(`${Shipments.inbound} ${asnNumber}`)(effect))
}

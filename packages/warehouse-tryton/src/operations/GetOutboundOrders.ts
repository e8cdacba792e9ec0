/**
 * Implements `getOutboundOrders`: for each order number it reads the current shipment, its packages (for the tracking number),
 * and the moves of goods that have left.
 */
import { Drift, type Operation, OutboundOrder, Quantity, Sku, type WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { hasPicking, places } from "../Catalogue.ts"
import type { Answer, Rows, Rpc } from "../Rpc.ts"
import type { Settings } from "../Settings.ts"
import * as Shipments from "../Shipments.ts"
import { isListed, toOutboundPhase, unreadable } from "../Statuses.ts"
import { startOf } from "../Values.ts"

const Parcel = Schema.Struct({ id: Schema.Int, shipment: Schema.String, shipping_reference: Schema.NullOr(Schema.String) })
const parcels: Rows<typeof Parcel.Type> = {
  model: "stock.package",
  fields: ["shipment", "shipping_reference"],
  row: Parcel
}

const Move = Schema.Struct({
  id: Schema.Int,
  shipment: Schema.String,
  quantity: Schema.Finite,
  "product.": Schema.Struct({ code: Schema.NullOr(Schema.String) })
})
type Move = typeof Move.Type
const moves: Rows<Move> = { model: "stock.move", fields: ["shipment", "quantity", "product.code"], row: Move }

/**
 * Picks one shipment for each number: the newest that is not cancelled, or the newest of all. It skips drafts: an unfinished
 * creation left them, Tryton never accepted them, and a repeat of the creation completes them.
 */
export const standing = (oldestFirst: ReadonlyArray<Shipments.Shipment>): ReadonlyArray<Shipments.Shipment> => {
  const byReference = new Map<string, Shipments.Shipment>()
  for (const shipment of oldestFirst) {
    if (shipment.state === "draft") continue
    const before = byReference.get(shipment.reference)
    if (before === undefined || before.state === "cancelled" || shipment.state !== "cancelled") {
      byReference.set(shipment.reference, shipment)
    }
  }
  return [...byReference.values()]
}

/**
 * Finds the shipments in the state `waiting` in warehouses where Tryton assigns goods. With the setting `refuse`, an order is
 * rejected if stock is short. So a waiting shipment was not accepted yet: its creation stopped before Tryton assigned goods,
 * and a repeat of the creation assigns or cancels it.
 */
const unassigned: (rpc: Rpc, all: ReadonlyArray<Shipments.Shipment>) => Answer<ReadonlyArray<Shipments.Shipment>> =
  Effect.fnUntraced(function*(rpc, all) {
    const waiting = all.filter(({ state }) => state === "waiting")
    if (waiting.length === 0) return []
    const codes = [...new Set(waiting.flatMap((shipment) => shipment["warehouse."].code ?? []))]
    const assigning = (yield* rpc.find(places, { where: [["type", "=", "warehouse"], ["code", "in", codes]] })).filter(hasPicking)
    return waiting.filter((shipment) => assigning.some(({ code }) => code === shipment["warehouse."].code))
  })

/** Adds up the moves by SKU. It leaves out products without a code, because they have no SKU, and totals that are not whole pieces. */
const linesOf = (left: ReadonlyArray<Move>) => {
  const bySku = new Map<string, number>()
  for (const { "product.": product, quantity } of left) {
    if (product.code) bySku.set(product.code, (bySku.get(product.code) ?? 0) + quantity)
  }
  return [...bySku].flatMap(([sku, quantity]) =>
    Number.isInteger(quantity) && quantity > 0 ? [{ sku: Sku.Sku.make(sku), quantity: Quantity.fromIntegerUnchecked(quantity) }] : []
  )
}

const toStatus = (
  shipment: Shipments.Shipment,
  trackingNumber: string | null | undefined,
  left: ReadonlyArray<Move>,
  settings: Settings
): OutboundOrder.OutboundStatus => {
  const { effective_date, number, reference, state } = shipment
  const warehouseCode = shipment["warehouse."].code
  const carrierName = shipment["carrier."]?.["party."].name
  const isShipped = state === "done" && (Boolean(trackingNumber) || settings.whenUntracked === "report")
  const lines = isShipped ? linesOf(left) : []
  return {
    orderNumber: OutboundOrder.OrderNumber.make(reference),
    warehouseOrderNumber: number,
    phase: state === "done" && !isShipped ? "open" : toOutboundPhase(state),
    status: state,
    ...(warehouseCode && { warehouseCode }),
    ...(carrierName && { carrierName }),
    ...(trackingNumber && { trackingNumber }),
    ...(isShipped && effective_date && { shippedAt: startOf(effective_date, settings) }),
    ...(lines.length > 0 && { lines })
  }
}

const unknown = (reference: string): OutboundOrder.OutboundStatus => ({
  orderNumber: OutboundOrder.OrderNumber.make(reference),
  phase: toOutboundPhase(""),
  status: unreadable
})

export const getOutboundOrders = (rpc: Rpc, settings: Settings): Operation.Handler<typeof WarehouseV1.GetOutboundOrders> =>
  Effect.fnUntraced(function*({ orders, warehouseCode }) {
    const orderNumbers = orders.map(({ orderNumber }) => orderNumber)
    const { obscure, shipments: all } = yield* Shipments.legible(rpc, Shipments.outbound, orderNumbers, warehouseCode)
    const halfMade = settings.whenShort === "refuse" ? yield* unassigned(rpc, all) : []
    const found = standing(all.filter((shipment) => !halfMade.includes(shipment)))
    const named = (states: ReadonlyArray<string>) =>
      found.filter(({ state }) => states.includes(state)).map(({ id }) => Shipments.nameOf(Shipments.outbound, id))
    const packed = named(["packed", "done"])
    const done = named(["done"])

    const boxes = packed.length === 0 ? [] : yield* rpc.find(parcels, { where: [["shipment", "in", packed]] })
    const left = done.length === 0 ? [] : yield* rpc.find(moves, {
      where: [["shipment", "in", done], ["to_location.type", "=", "customer"], ["state", "=", "done"]]
    })
    yield* Drift.reportAll(found.flatMap(({ state }, index) =>
      isListed("outbound", state)
        ? []
        : [{ where: Shipments.outbound, path: `/${index}/state`, message: `the state ${state} is not listed; taken as in progress` }]
    ))
    const told = found.map((shipment) => {
      const name = Shipments.nameOf(Shipments.outbound, shipment.id)
      const latest = boxes.findLast((box) => box.shipment === name && box.shipping_reference)
      return toStatus(shipment, latest?.shipping_reference, left.filter((move) => move.shipment === name), settings)
    })
    return { items: [...told, ...[...obscure].map(unknown)] }
  })

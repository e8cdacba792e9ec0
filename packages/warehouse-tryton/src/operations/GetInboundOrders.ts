/**
 * Implements `getInboundOrders`: it reads the incoming moves of every supplier shipment with an ASN number and adds them up.
 *
 * Tryton receives a shipment as a whole. If goods arrive in parts, workers put the rest into a second shipment with the same
 * reference. The number then has several shipments, and its totals are their sum.
 */
import { Drift, InboundOrder, type Operation, Quantity, Sku, type WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Answer, Rows, Rpc } from "../Rpc.ts"
import type { Settings } from "../Settings.ts"
import * as Shipments from "../Shipments.ts"
import { isListed, mergedInboundPhase, toInboundPhase, unreadable } from "../Statuses.ts"
import { startOf } from "../Values.ts"

const Move = Schema.Struct({
  id: Schema.Int,
  shipment: Schema.String,
  state: Schema.String,
  quantity: Schema.Finite,
  "product.": Schema.Struct({ code: Schema.NullOr(Schema.String), name: Schema.NullOr(Schema.String) })
})
export type Move = typeof Move.Type
const moves: Rows<Move> = {
  model: "stock.move",
  fields: ["shipment", "state", "quantity", "product.code", "product.name"],
  row: Move
}

/** Finds the moves from the supplier. Moves inside the warehouse are left out. */
export const incomingOf = (rpc: Rpc, shipments: ReadonlyArray<Shipments.Shipment>): Answer<ReadonlyArray<Move>> =>
  shipments.length === 0 ? Effect.succeed([]) : rpc.find(moves, {
    where: [
      ["shipment", "in", shipments.map(({ id }) => Shipments.nameOf(Shipments.inbound, id))],
      ["from_location.type", "=", "supplier"]
    ]
  })

/** A quantity of at most six places, which is the most that Tryton rounds to, and 0 for a negative one. */
const countOf = (quantity: number): Quantity.QuantityOrZero => Quantity.of(String(Math.max(0, Number(quantity.toFixed(6)))))

const linesOf = (incoming: ReadonlyArray<Move>): InboundOrder.InboundStatus["lines"] => {
  const bySku = new Map<string, { name: string | null; estimated: Quantity.QuantityOrZero; received: Quantity.QuantityOrZero }>()
  for (const { "product.": product, quantity, state } of incoming) {
    if (!product.code) continue
    const line = bySku.get(product.code) ?? { name: product.name, estimated: Quantity.zero, received: Quantity.zero }
    const count = countOf(quantity)
    line.estimated = Quantity.sum([line.estimated, count])
    if (state === "done") line.received = Quantity.sum([line.received, count])
    bySku.set(product.code, line)
  }
  return [...bySku].map(([sku, { estimated, name, received }]) => ({
    sku: Sku.Sku.make(sku),
    ...(name && { name }),
    estimated,
    received
  }))
}

const toStatus = (
  asnNumber: InboundOrder.AsnNumber,
  all: ReadonlyArray<Shipments.Shipment>,
  incoming: ReadonlyArray<Move>,
  settings: Settings
): InboundOrder.InboundStatus => {
  const open = all.filter(({ state }) => state !== "cancelled")
  const meant = open.length === 0 ? all.slice(-1) : open
  const own = meant.map(({ id }) => Shipments.nameOf(Shipments.inbound, id))
  const theirs = incoming.filter(({ shipment, state }) => own.includes(shipment) && (open.length === 0 || state !== "cancelled"))
  const states = [...new Set(meant.map(({ state }) => state))]
  const phase = mergedInboundPhase(states, theirs.some(({ state }) => state === "done"))
  const ends = meant.flatMap(({ effective_date }) => effective_date === null ? [] : [startOf(effective_date, settings)])
  const warehouseCode = meant[0]!["warehouse."].code
  return {
    asnNumber,
    ...(warehouseCode && { warehouseCode }),
    phase,
    status: states.join(", "),
    referenceNumber: meant[0]!.number,
    ...(phase === "received" && ends.length > 0 && { finishedAt: ends.reduce((a, b) => DateTime.max(a, b)) }),
    lines: linesOf(theirs)
  }
}

export const getInboundOrders = (rpc: Rpc, settings: Settings): Operation.Handler<typeof WarehouseV1.GetInboundOrders> =>
  Effect.fnUntraced(function*({ inboundOrders, warehouseCode }) {
    const asnNumbers = [...new Set(inboundOrders.map(({ asnNumber }) => asnNumber))]
    const { obscure, shipments: found } = yield* Shipments.legible(rpc, Shipments.inbound, asnNumbers, warehouseCode)
    const incoming = yield* incomingOf(rpc, found)
    yield* Drift.reportAll([
      ...found.flatMap(({ state }, index) =>
        isListed("inbound", state)
          ? []
          : [{ where: Shipments.inbound, path: `/${index}/state`, message: `the state ${state} is not listed; taken as in progress` }]
      ),
      ...incoming.flatMap(({ quantity }, index) =>
        quantity >= 0
          ? []
          : [{ where: moves.model, path: `/${index}/quantity`, message: "a negative quantity was taken as 0" }]
      )
    ])
    const items = asnNumbers.flatMap((asnNumber) => {
      if (obscure.has(asnNumber)) return [{ asnNumber, phase: toInboundPhase(""), status: unreadable, lines: [] }]
      const own = found.filter(({ reference }) => reference === asnNumber)
      return own.length === 0 ? [] : [toStatus(asnNumber, own, incoming, settings)]
    })
    return { items }
  })

/**
 * The reaction that tells the books of an ERP exactly what has left of an order, when a report says something new of its goods. The message
 * replaces those before it, so only the newest waits to be sent.
 */
import { ErpV1, OutboundOrder, OutboundPhase } from "@crossdock/core"
import { omitUndefined } from "@crossdock/protocols/wire"
import type { Fulfilment, FulfilmentRecord, Quantities } from "../../fulfilment/ShippedGoods.ts"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Connections } from "../../connection/Connections.ts"
import { Mapping } from "../../mapping/NameMapping.ts"
import { owed } from "../../outbox/Outbox.ts"
import * as Reactions from "../../outbox/Reactions.ts"
import { Database, type Row } from "../../store/Database.ts"
import { Vault } from "../../store/Vault.ts"
import * as ErpReceivers from "../ErpReceivers.ts"
import * as Documents from "./Documents.ts"
import type { OrderEvent } from "./OrderEvents.ts"
import * as OrderedGoods from "./OrderedGoods.ts"
import * as StoredFulfilment from "./StoredFulfilment.ts"
import * as WarehouseCodes from "./WarehouseCodes.ts"

type Shipments = typeof ErpV1.ReceiveShipments.payload.Type
type Changed = Extract<OrderEvent, { readonly _tag: "FulfilmentChanged" }>

/** The part of a message that says what has left. */
export type Goods = Pick<Shipments, "isEnded" | "lines" | "parcels" | "surplus">

const time = (millis: number | undefined): DateTime.Utc | undefined => millis === undefined ? undefined : DateTime.makeUnsafe(millis)

const parcelsOf = ({ parcels }: Fulfilment.Fulfilment): NonNullable<Shipments["parcels"]> =>
  parcels.map(({ carrierName, contents, cost, estimatedDeliveryAt, lines, shippedAt, trackingNumbers, weight, weightUnit }) => ({
    ...omitUndefined({
      trackingNumber: trackingNumbers.at(-1),
      carrierName,
      shippedAt: time(shippedAt),
      estimatedDeliveryAt: time(estimatedDeliveryAt),
      weight,
      weightUnit,
      cost
    }),
    lines: lines ?? contents
  }))

/** What has left of an order. It has ended when nothing more leaves, nothing is missing, and nobody has to find out what may have left. */
export const goodsOf = (state: Fulfilment.Fulfilment): Goods => ({
  lines: state.left,
  ...(state.surplus.length > 0 && { surplus: state.surplus }),
  isEnded: state.end !== "none" && [state.open, state.missing, state.unclear].every((items) => items.length === 0),
  ...(state.parcels.length > 0 && { parcels: parcelsOf(state) })
})

/** Whether a warehouse gives up in a phase what has not left. */
const hasGivenUp = (phase: OutboundPhase.OutboundPhase): boolean => OutboundPhase.endedUnshipped(phase) || phase === "closedShort"

/**
 * Whether the books have to hear of an order. Until goods leave, or a warehouse gives up what was allotted, nothing changes in them. The desk
 * alone allots.
 */
export const isOfInterest = (row: Row, { inspections, phases, statements }: FulfilmentRecord.FulfilmentRecord): boolean =>
  statements.length > 0 || inspections.length > 0 || phases.some(OutboundPhase.allGoodsHaveLeft) || (row.books_issue !== null && phases.some(hasGivenUp))

/**
 * Whether an earlier release has told the books what left, from reports whose contents it has not kept, and nothing that was reported since says
 * more: what is assumed of the parcels must not take the place of what the books know.
 */
const isToldByEarlierRelease = (row: Row, { statements }: FulfilmentRecord.FulfilmentRecord): boolean =>
  StoredFulfilment.isOfEarlierRelease(row) && OutboundPhase.allGoodsHaveLeft(row.phase) && statements.every(({ contents }) => contents.length === 0)

const textOf = (items: Quantities.Quantities): string => items.map(({ quantity, sku, unit = "" }) => JSON.stringify([sku, unit, String(quantity)])).join()

/** What books are told of parcels as soon as it is known: weights, costs, lots and serial numbers. */
const detailsOf = ({ parcels = [] }: Goods): string =>
  JSON.stringify(parcels.flatMap(({ cost, lines, weight, weightUnit }) => {
    const detailed = lines.flatMap(({ quantity, sku, unit, ...more }) => Object.keys(more).length > 0 ? [[sku, unit, String(quantity), more]] : [])
    return cost === undefined && weight === undefined && detailed.length === 0 ? [] : [[cost, weight, weightUnit, detailed]]
  }))

/** Whether two messages say the same to books. */
export const isSame = (one: Goods, other: Goods): boolean =>
  one.isEnded === other.isEnded && textOf(one.lines) === textOf(other.lines) && textOf(one.surplus ?? []) === textOf(other.surplus ?? []) &&
  detailsOf(one) === detailsOf(other)

export const reaction = Effect.gen(function*() {
  const connections = yield* Connections
  const mapping = yield* Mapping
  const db = yield* Database
  const vault = yield* Vault
  const codes = WarehouseCodes.make({ db, vault, mapping })

  const changed = Effect.fnUntraced(function*({ link, record, row, status }: Changed) {
    const receivers = ErpReceivers.all(link).filter((erp) => ErpReceivers.offers(connections, erp, ErpV1.ReceiveShipments.name))
    if (receivers.length === 0 || !isOfInterest(row, record) || isToldByEarlierRelease(row, record)) return []
    const { sku: nameOf } = yield* mapping.erpNames(link)
    const reading = {
      ordered: yield* OrderedGoods.of({ db, vault, mapping }, link, row, nameOf),
      nameOf,
      shippedLines: connections.get(link.peer)?.shippedLines ?? "parcel"
    }
    const goods = goodsOf(StoredFulfilment.stateOf(record, reading))
    const isKnown = !StoredFulfilment.isOfEarlierRelease(row) && isOfInterest(row, StoredFulfilment.ofRow(row))
    if (isKnown && isSame(goods, goodsOf(StoredFulfilment.stateOf(StoredFulfilment.ofRow(row), reading)))) return []
    const code = yield* codes.forErp(link, row, status.warehouseCode)
    const issue = Documents.issueOf(row)
    const payload: Shipments = {
      document: { link: link.scope, orderNumber: OutboundOrder.OrderNumber.make(row.number), issue },
      version: record.version,
      ...(Number(row.owns_number) === 1 && { ownsNumber: true }),
      ...(code !== undefined && { warehouseCode: code }),
      ...goods
    }
    return receivers.map((connection) => owed({
      connection,
      ...ErpReceivers.about(link, "shipments", `${row.number} ${issue}`),
      operation: ErpV1.ReceiveShipments,
      payload,
      isState: true
    }))
  })

  return Reactions.owing<OrderEvent>({ FulfilmentChanged: changed })
})

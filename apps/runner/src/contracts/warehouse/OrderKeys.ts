/**
 * The numbers in a warehouse's report of an order that become keys in the database, and must not be too long for it.
 */
import type { UnannouncedReturn, InboundOrder, OutboundOrder } from "@crossdock/core"
import { isLong } from "../../records/KeyLength.ts"

type Named = readonly [place: string, text: string | undefined]

const placeOf = (named: ReadonlyArray<Named>): string | undefined => named.find(([, text]) => isLong(text))?.[0]

/** Returns the path of the first field that is too long; `undefined` if none is. */
export const longOfOutbound = (status: OutboundOrder.OutboundReport): string | undefined =>
  placeOf([
    ["/orderNumber", status.orderNumber],
    ["/warehouseOrderNumber", status.warehouseOrderNumber],
    ["/warehouseCode", status.warehouseCode],
    ["/trackingNumber", status.trackingNumber],
    ...(status.parcels ?? []).map(({ trackingNumber }): Named => ["/parcels/trackingNumber", trackingNumber]),
    ...(status.lines ?? []).map(({ sku }): Named => ["/lines/sku", sku])
  ])

export const longOfReturn = (returned: UnannouncedReturn.UnannouncedReturn): string | undefined =>
  placeOf([
    ["/returnId", returned.returnId],
    ["/orderNumber", returned.orderNumber],
    ["/warehouseOrderNumber", returned.warehouseOrderNumber],
    ["/warehouseCode", returned.warehouseCode],
    ...returned.lines.map(({ sku }): Named => ["/lines/sku", sku])
  ])

export const longOfInbound = (status: InboundOrder.InboundStatus | InboundOrder.InboundProgress): string | undefined =>
  placeOf([
    ["/asnNumber", status.asnNumber],
    ["/referenceNumber", status.referenceNumber],
    ["/warehouseCode", status.warehouseCode],
    ["/batchNo", "batchNo" in status ? status.batchNo : undefined],
    ...status.lines.map(({ sku }): Named => ["/lines/sku", sku])
  ])

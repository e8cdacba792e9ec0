/**
 * Finds numbers of a warehouse (of an order, a parcel or a batch) that are too long for a database index. Only the record with
 * such a number is left out, and the rest of the response is used.
 */
import type { Drift, InboundOrder, OutboundOrder } from "@crossdock/core"

/** The maximum length in characters, the same as for requests of callers. */
export const maxKey = 255

export const isLong = (text: string | undefined): boolean => text !== undefined && text.length > maxKey && [...text].length > maxKey

type Named = readonly [place: string, text: string | undefined]

const placeOf = (named: ReadonlyArray<Named>): string | undefined => named.find(([, text]) => isLong(text))?.[0]

/** Returns the path of the first field that is too long; `undefined` if none is. */
export const ofOutbound = (status: OutboundOrder.OutboundStatus): string | undefined =>
  placeOf([
    ["/orderNumber", status.orderNumber],
    ["/warehouseOrderNumber", status.warehouseOrderNumber],
    ["/warehouseCode", status.warehouseCode],
    ["/trackingNumber", status.trackingNumber],
    ...(status.parcels ?? []).map(({ trackingNumber }): Named => ["/parcels/trackingNumber", trackingNumber]),
    ...(status.lines ?? []).map(({ sku }): Named => ["/lines/sku", sku])
  ])

export const ofInbound = (status: InboundOrder.InboundStatus | InboundOrder.InboundProgress): string | undefined =>
  placeOf([
    ["/asnNumber", status.asnNumber],
    ["/referenceNumber", status.referenceNumber],
    ["/warehouseCode", status.warehouseCode],
    ["/batchNo", "batchNo" in status ? status.batchNo : undefined],
    ...status.lines.map(({ sku }): Named => ["/lines/sku", sku])
  ])

/** Makes the drift finding for an operator. */
export const finding = (where: string, path: string): Drift.Finding => ({
  where,
  path,
  message: `has more than ${maxKey} characters; the warehouse's report of this order is ignored`
})

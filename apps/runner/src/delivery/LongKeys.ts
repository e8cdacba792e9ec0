/**
 * What a warehouse calls an order, a parcel or a batch by, where it is longer than a database can index. It is kept
 * apart by itself, so that one odd value does not take the rest of an answer with it.
 */
import type { Drift, InboundOrder, OutboundOrder } from "@crossdock/core"

/** Characters; as at the doors. */
export const maxKey = 255

export const isLong = (text: string | undefined): boolean => text !== undefined && text.length > maxKey && [...text].length > maxKey

type Named = readonly [place: string, text: string | undefined]

const placeOf = (named: ReadonlyArray<Named>): string | undefined => named.find(([, text]) => isLong(text))?.[0]

/** The first member that is too long; absent: none is. */
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

/** As an operator reads it. */
export const finding = (where: string, path: string): Drift.Finding => ({
  where,
  path,
  message: `has more than ${maxKey} characters; the warehouse's report of this order is ignored`
})

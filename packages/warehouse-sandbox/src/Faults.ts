/**
 * The refusals of the sandbox. A message says where the error is, what is wrong and what to do; it names places as the
 * documents do, since callers send those names.
 */
import { AdapterError } from "@crossdock/core"
import * as Catalogue from "./Catalogue.ts"

const listed = (records: ReadonlyArray<{ readonly code: string }>) => records.map((record) => record.code).join(" or ")

const rejected = (code: string, message: string) => new AdapterError.Rejected({ fault: { code, message } })

export const unknownWarehouse = (code: string) =>
  rejected("UNKNOWN_WAREHOUSE", `/warehouseCode: ${code} is not a warehouse of the sandbox; use ${listed(Catalogue.warehouses)}`)

export const unknownChannel = (code: string) =>
  rejected("UNKNOWN_CHANNEL", `/logisticsCode: ${code} is not a channel of the sandbox; use ${listed(Catalogue.channels)}`)

/** The pointer of the first line with a SKU. */
const placeOf = (lines: ReadonlyArray<{ readonly sku: string }>, sku: string): string =>
  `/skuList/${lines.findIndex((line) => line.sku === sku)}/sku`

export const unknownSku = (lines: ReadonlyArray<{ readonly sku: string }>, sku: string, warehouse: string) =>
  rejected("UNKNOWN_SKU", `${placeOf(lines, sku)}: ${sku} is not a product of ${warehouse}; create the product first`)

export const outOfStock = (lines: ReadonlyArray<{ readonly sku: string }>, sku: string, wanted: number, available: number) =>
  rejected("OUT_OF_STOCK", `${placeOf(lines, sku)}: ${wanted} of ${sku} ordered, ${available} available; order fewer, or wait for stock`)

export const badAddress = () =>
  rejected("BAD_ADDRESS", "the sandbox always refuses this SKU, as if the address were wrong; use another SKU")

export const orderExists = (orderNumber: string, number: string) =>
  new AdapterError.Duplicate({ fault: { code: "ORDER_EXISTS", message: `${orderNumber} exists already, as ${number}` } })

export const orderNotFound = (orderNumber: string) =>
  rejected("NOT_FOUND", `order ${orderNumber} not found in this account`)

export const alreadyShipped = (orderNumber: string) =>
  rejected("ALREADY_SHIPPED", `order ${orderNumber} has been shipped; it cannot be cancelled, only returned`)

export const alreadyFailed = (orderNumber: string) =>
  rejected("ALREADY_FAILED", `order ${orderNumber} has failed, so there is nothing to cancel`)

export const cancelRefused = (orderNumber: string) =>
  rejected("CANCEL_REFUSED", `order ${orderNumber} has a SKU with which the sandbox refuses every cancel`)

/** The failure of an inbound order in the answer to a cancel. */
export const inboundNotFound = (asnNumber: string) => `NOT_FOUND: inbound order ${asnNumber} not found in this account`

export const alreadyReceived = (asnNumber: string) =>
  `ALREADY_RECEIVED: goods of ${asnNumber} have arrived; it cannot be cancelled`

export const labelWithoutNumber = () =>
  new AdapterError.RequestInvalid({
    path: "/trackingNumber",
    message: "an order with its own label (OWN_PACKAGE) needs the tracking number of that label"
  })

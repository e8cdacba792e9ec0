/**
 * Everything the sandbox refuses, and the words it does it with: where, what, and how to mend it. Places are named as
 * both documents call them, which is what a caller has sent.
 */
import { AdapterError } from "@crossdock/core"
import * as Catalogue from "./Catalogue.ts"

const listed = (records: ReadonlyArray<{ readonly code: string }>) => records.map((record) => record.code).join(" and ")

const rejected = (code: string, message: string) => new AdapterError.Rejected({ fault: { code, message } })

export const unknownWarehouse = (code: string) =>
  rejected("UNKNOWN_WAREHOUSE", `/warehouseCode: ${code} is no warehouse here; take ${listed(Catalogue.warehouses)}`)

export const unknownChannel = (code: string) =>
  rejected("UNKNOWN_CHANNEL", `/logisticsCode: ${code} is no channel here; take ${listed(Catalogue.channels)}`)

/** Where a SKU stands first. */
const placeOf = (lines: ReadonlyArray<{ readonly sku: string }>, sku: string): string =>
  `/skuList/${lines.findIndex((line) => line.sku === sku)}/sku`

export const unknownSku = (lines: ReadonlyArray<{ readonly sku: string }>, sku: string, warehouse: string) =>
  rejected("UNKNOWN_SKU", `${placeOf(lines, sku)}: ${sku} is no product of ${warehouse}; create the product first`)

export const outOfStock = (lines: ReadonlyArray<{ readonly sku: string }>, sku: string, wanted: number, available: number) =>
  rejected("OUT_OF_STOCK", `${placeOf(lines, sku)}: ${wanted} of ${sku} wanted, ${available} available; order less, or wait for stock`)

export const badAddress = () =>
  rejected("BAD_ADDRESS", "this SKU is refused always, as an address would be; take another and send it again")

export const orderExists = (orderNumber: string, number: string) =>
  new AdapterError.Duplicate({ fault: { code: "ORDER_EXISTS", message: `${orderNumber} is here already, as ${number}` } })

export const orderNotFound = (orderNumber: string) =>
  rejected("NOT_FOUND", `order ${orderNumber} not found in this account`)

export const alreadyShipped = (orderNumber: string) =>
  rejected("ALREADY_SHIPPED", `order ${orderNumber} has left; it cannot be cancelled, only returned`)

export const alreadyFailed = (orderNumber: string) =>
  rejected("ALREADY_FAILED", `order ${orderNumber} has failed; nothing is left to cancel`)

export const cancelRefused = (orderNumber: string) =>
  rejected("CANCEL_REFUSED", `order ${orderNumber} holds a SKU with which no order is cancelled`)

/** Why one inbound order was not cancelled, as text. */
export const inboundNotFound = (asnNumber: string) => `NOT_FOUND: inbound order ${asnNumber} not found in this account`

export const alreadyReceived = (asnNumber: string) =>
  `ALREADY_RECEIVED: goods of ${asnNumber} have arrived; it cannot be cancelled`

export const labelWithoutNumber = () =>
  new AdapterError.RequestInvalid({
    path: "/trackingNumber",
    message: "an order under its own label needs the tracking number of that label"
  })

/**
 * Everything the sandbox refuses, and the words it does it with: what, where, and how to mend it.
 */
import { AdapterError } from "@crossdock/core"
import * as Catalogue from "./Catalogue.ts"

const listed = (records: ReadonlyArray<{ readonly code: string }>) => records.map((record) => record.code).join(" and ")

const rejected = (code: string, message: string) => new AdapterError.Rejected({ fault: { code, message } })

export const unknownWarehouse = (code: string) =>
  rejected("UNKNOWN_WAREHOUSE", `${code} at /warehouseCode is no warehouse here; take ${listed(Catalogue.warehouses)}`)

export const unknownChannel = (code: string) =>
  rejected("UNKNOWN_CHANNEL", `${code} at /channelCode is no channel here; take ${listed(Catalogue.channels)}`)

export const unknownSku = (sku: string, warehouse: string) =>
  rejected("UNKNOWN_SKU", `${sku} in /lines is no product of ${warehouse}; create the product first`)

export const outOfStock = (sku: string, wanted: number, available: number) =>
  rejected("OUT_OF_STOCK", `${sku} in /lines: ${wanted} wanted, ${available} available; order less, or wait for stock`)

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
    says: "an order under its own label needs the tracking number of that label"
  })

/**
 * The refusals of the books, with the codes of document 3 (spec 3 §7).
 */
import { AdapterError } from "@crossdock/core"
import type { Shortfall } from "./books/Posting.ts"

const rejected = (code: string, message: string) => new AdapterError.Rejected({ fault: { code, message } })

export const unknownWarehouse = (name: string) =>
  rejected("WAREHOUSE_NOT_EXIST", `${JSON.stringify(name)} does not name a warehouse of these books; send the name of one`)

export const unknownSku = (sku: string) =>
  rejected("SKU_NOT_EXIST", `${JSON.stringify(sku)} is not a product of these books; enter the product first, or send the SKU of another`)

export const unknownOrder = (asnNumber: string) =>
  rejected("ASN_NOT_EXIST", `there is no inbound order ${JSON.stringify(asnNumber)}; send the number of one`)

export const wrongState = (asnNumber: string, status: string) =>
  rejected("ASN_STATE_INVALID", `inbound order ${asnNumber} is in the state ${status} and can no longer be cancelled`)

export const notEnoughStock = (message: string) => rejected("STOCK_NOT_ENOUGH", message)

export const notEnoughToReserve = (sku: string, warehouseName: string, most: number) =>
  notEnoughStock(`${most} pieces of ${JSON.stringify(sku)} are available in ${JSON.stringify(warehouseName)}; ask for no more than that`)

export const notEnoughToMove = (
  { batchNo, fromLocationCode, sku }: { readonly sku: string; readonly batchNo: string; readonly fromLocationCode: string },
  movable: number
) =>
  notEnoughStock(
    `${movable} pieces of ${JSON.stringify(sku)} of batch ${JSON.stringify(batchNo)} can be moved from ${JSON.stringify(fromLocationCode)}; send no more than that`
  )

/**
 * The number belongs to an order already, which the text names (U-106). `isSame` says that the content is that of the order, so a
 * query finds what was asked for; otherwise nothing of what was asked for exists.
 */
export const customNumberExists = (customNumber: string, existing: string, isSame: boolean) => {
  const code = "CUSTOM_NUMBER_EXIST"
  const message = `the custom number ${JSON.stringify(customNumber)} belongs to ${existing} already; send another number, or the content of that order`
  return isSame ? new AdapterError.Duplicate({ fault: { code, message } }) : rejected(code, message)
}

/** A figure of the books would be below zero or beyond what they can count. */
export const tooMuch = ({ change: { sku, warehouse }, figure }: Shortfall) =>
  notEnoughStock(`${figure} of ${JSON.stringify(sku)} in warehouse ${warehouse} would be below zero, or more than the books can count`)

export const invalid = (path: string, message: string) => new AdapterError.RequestInvalid({ path, message })

/** A record names no warehouse of the books. */
export const invalidWarehouse = (path: string) => invalid(path, "does not name a warehouse of these books; send the name of one")

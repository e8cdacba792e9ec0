/** Checks every member of a report, and returns what is stored (document 1, 2.13 and 2.14). */
import type { AsnReport, OrderReport } from "../common/Reports.ts"
import { invalid, missing, mistyped } from "../common/Refusal.ts"
import { count, instant, isAbsent, type Members, objectAt, optionalCount, optionalText, quantity, text, textOrEmpty } from "./Members.ts"

const shippedLine = (value: unknown, at: number): void => {
  const path = `/skuList/${at}`
  const from = objectAt(value, path)
  text(from, "sku", `${path}/`)
  quantity(from, "quantity", `${path}/`)
}

export const orderReportOf = (from: Members): OrderReport => {
  const orderNumber = text(from, "orderNumber", "/")
  optionalText(from, "onlineOrderId", "/")
  text(from, "warehouseCode", "/")
  optionalText(from, "customerCode", "/")
  const carrier = optionalText(from, "carrier", "/") ?? null
  const trackingNumber = textOrEmpty(from, "trackNumber", "/")
  const warehouseOrderNumber = optionalText(from, "warehouseOrderNumber", "/") ?? null
  const wmsStatus = text(from, "wmsStatus", "/")
  const status = text(from, "status", "/")
  instant(from, "shippingTime", "/")
  if (!isAbsent(from.skuList)) {
    if (!Array.isArray(from.skuList)) throw mistyped("/skuList")
    from.skuList.forEach(shippedLine)
  }
  optionalText(from, "errorMsg", "/")
  if (status === "SUCCESS" && trackingNumber === "") throw invalid("/trackNumber", "is empty although the status is SUCCESS")
  return { orderNumber, status, wmsStatus, carrier, trackingNumber, warehouseOrderNumber }
}

export const asnReportOf = (from: Members): AsnReport => {
  text(from, "warehouseCode", "/")
  optionalText(from, "customerCode", "/")
  const asnNumber = text(from, "asnNumber", "/")
  const wmsStatus = text(from, "wmsStatus", "/")
  optionalText(from, "referenceNumber", "/")
  instant(from, "finishTime", "/")
  const updated = instant(from, "updateTime", "/")
  if (updated === undefined) throw missing("/updateTime")
  const lines = from.skuList
  if (isAbsent(lines)) throw missing("/skuList")
  if (!Array.isArray(lines)) throw mistyped("/skuList")
  let [received, good, bad] = [0, 0, 0]
  for (const [at, value] of lines.entries()) {
    const line = objectAt(value, `/skuList/${at}`)
    const path = `/skuList/${at}/`
    text(line, "sku", path)
    optionalText(line, "name", path)
    optionalCount(line, "estimatedQuantity", path)
    received += count(line, "receivedQuantity", path)
    good += optionalCount(line, "goodQuantity", path) ?? 0
    bad += optionalCount(line, "badQuantity", path) ?? 0
  }
  const batch = optionalText(from, "batchNo", "/") ?? String(from.updateTime)
  return { asnNumber, wmsStatus, batch, received, good, bad }
}

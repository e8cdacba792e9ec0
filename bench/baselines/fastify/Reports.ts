/** Converts a report that passed its schema to what is stored, and checks rules that concern several members. */
import type { AsnReport, OrderReport } from "../common/Reports.ts"
import { invalid } from "../common/Refusal.ts"
import { wholeOf } from "../common/Values.ts"
import { check, pushAsnInfo, pushOrderInfo } from "./Schemas.ts"

const given = (value: unknown): boolean => value !== undefined && value !== null && value !== ""

export const orderReportOf = (content: any): OrderReport => {
  check(pushOrderInfo, content)
  const { carrier, orderNumber, status, trackNumber, warehouseOrderNumber, wmsStatus } = content
  if (status === "SUCCESS" && trackNumber === "") throw invalid("/trackNumber", "is empty although the status is SUCCESS")
  return {
    orderNumber,
    status,
    wmsStatus,
    carrier: given(carrier) ? carrier : null,
    trackingNumber: trackNumber,
    warehouseOrderNumber: given(warehouseOrderNumber) ? warehouseOrderNumber : null
  }
}

const sumOf = (lines: ReadonlyArray<any>, member: string): number => lines.reduce((sum, line) => sum + (wholeOf(line[member] ?? 0) ?? 0), 0)

export const asnReportOf = (content: any): AsnReport => {
  check(pushAsnInfo, content)
  const { asnNumber, batchNo, skuList, updateTime, wmsStatus } = content
  return {
    asnNumber,
    wmsStatus,
    batch: String(given(batchNo) ? batchNo : updateTime),
    received: sumOf(skuList, "receivedQuantity"),
    good: sumOf(skuList, "goodQuantity"),
    bad: sumOf(skuList, "badQuantity")
  }
}

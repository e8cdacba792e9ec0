/**
 * One message of each kind with every member that document 3 names for changes of stock.
 */
import { Json } from "@crossdock/core"
import { tables } from "../../src/erp-open-api/Messages/StockChanges.ts"
import type { Law } from "../law/index.ts"

export const move = {
  sku: "W-1",
  warehouseName: "Main",
  storageLocationCode: "SYS LOC",
  asnReceiveNumber: "R-1",
  destStorageLocationCode: "B-02",
  transferNumber: 3,
  reason: "nearer to the door"
}

const n = (digits: string) => new Json.Numeral(digits)

export const line = {
  fbaNo: "F-1",
  refId: "REF-1",
  sku: "W-1",
  transferQty: 5,
  originalAsnNumber: "ASN-1",
  packingRate: n("2"),
  netWeight: n("0.50"),
  weight: [n("0.60"), n("0.65")],
  length: n("0.40"),
  width: n("0.305"),
  height: n("0.20"),
  apiCustom: "my line"
}

export const transfer = {
  warehouseName: "Main",
  destWarehouseName: "Shop",
  customNumber: "C-1",
  logisticsName: "Truck",
  trackNumber: "T-1",
  preReceiveTime: "2026-02-01 08:00:00",
  remark: "soon",
  skuList: [line]
}

export const subjects: Law.Subjects = {
  move: { table: tables.move, sample: move },
  TRANSFER_STORAGE_LOCATION: { table: tables.moveRequest, sample: { moves: [move] } },
  transferLine: { table: tables.transferLine, sample: line },
  CREATE_TRANSFER_AVAILABLE_ORDER: { table: tables.transferRequest, sample: transfer }
}

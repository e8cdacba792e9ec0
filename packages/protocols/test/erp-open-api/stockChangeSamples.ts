/**
 * One message of each kind with every member that document 3 names for changes of stock.
 */
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

export const subjects: Law.Subjects = {
  move: { table: tables.move, sample: move },
  TRANSFER_STORAGE_LOCATION: { table: tables.moveRequest, sample: { moves: [move] } }
}

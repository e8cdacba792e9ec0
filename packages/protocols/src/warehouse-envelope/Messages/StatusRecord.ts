/** The status of one outbound order in the answers of a warehouse (spec 1 §2.7, §3). */
import { StatusRecords } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"

export const statusRecord = Table.make("status", [
  StatusRecords.orderNumber,
  Table.optional("warehouseOrderNumber", Table.peerNumber),
  ...StatusRecords.members
], StatusRecords.rules)

/** What a warehouse says about one outbound order. Document 1, 2.7 and 3. */
import { StatusRecords } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"

export const statusRecord = Table.make("status", [
  StatusRecords.orderNumber,
  Table.optional("warehouseOrderNumber", Table.code),
  ...StatusRecords.members
], StatusRecords.rules)

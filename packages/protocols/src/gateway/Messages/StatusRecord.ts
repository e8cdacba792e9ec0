/** What a warehouse says about one outbound order. Document 2, 2.5 and 3. */
import { StatusRecords } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"

export const statusRecord = Table.make("status", [StatusRecords.orderNumber, ...StatusRecords.members], StatusRecords.rules)

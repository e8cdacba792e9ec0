/** The status of one outbound order in the answers of a warehouse (spec 2 §2.5, §3). */
import { StatusRecords } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"

export const statusRecord = Table.make("status", [StatusRecords.orderNumber, ...StatusRecords.members], StatusRecords.rules)

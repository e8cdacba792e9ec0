/** What a warehouse says about one outbound order. Document 1, 2.7 and 3. */
import type { OutboundOrder } from "@crossdock/core"
import { StatusRecords } from "../../kit/index.ts"
import { Mapping, Table } from "../../wire/index.ts"

export const statusRecord = Table.make("status", [
  StatusRecords.orderNumber,
  Table.optional("warehouseOrderNumber", Table.code),
  ...StatusRecords.members
], StatusRecords.rules)

export const toWire = (status: OutboundOrder.OutboundStatus): Table.WriteValue<typeof statusRecord> =>
  Mapping.toWire(statusRecord, status, StatusRecords.shown(status))

export const fromWire = StatusRecords.fromWire(statusRecord)

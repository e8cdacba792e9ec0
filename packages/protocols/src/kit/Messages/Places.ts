/** Warehouses and channels. Document 1, 2.2 and 2.3; document 2, 2.2 and 2.3. */
import type { Warehouse } from "@crossdock/core"
import { Mapping, Table } from "../../wire/index.ts"

export const warehouse = Table.make("warehouse", [
  Table.required("warehouseCode", Table.code, { is: "code" }),
  Table.required("warehouseName", Table.text, { is: "name" })
])

export const warehouseList = Table.list(Table.object(warehouse), { skipInvalidItems: true, unique: ["warehouseCode", "warehouseName"] })

export const warehousesToWire = (records: ReadonlyArray<Warehouse.WarehouseRecord>): ReadonlyArray<Table.WriteValue<typeof warehouse>> =>
  records.map((record) => Mapping.toWire(warehouse, record))

export const warehousesFromWire = (list: ReadonlyArray<Table.Value<typeof warehouse>> = []): ReadonlyArray<Warehouse.WarehouseRecord> =>
  list.map((value) => Mapping.fromWire(warehouse, value))

/** The last two are always written, though document 2 has them optional (row 39). */
export const channel = Table.make("channel", [
  Table.required("channelCode", Table.code, { is: "code" }),
  Table.required("channelName", Table.text, { is: "name" }),
  Table.always("warehouseCode", Table.code),
  Table.always("carrierName", Table.text, { also: ["carrier"] })
])

export const channelList = Table.required(
  "channelList",
  Table.list(Table.object(channel), { skipInvalidItems: true, unique: ["channelCode"] }),
  { mayBeNull: true }
)

/** A channel of all warehouses is written with the one that was asked for. */
export const channelsToWire = (
  records: ReadonlyArray<Warehouse.Channel>,
  warehouseCode: string | undefined
): ReadonlyArray<Table.WriteValue<typeof channel>> =>
  records.map((record) => Mapping.toWire(channel, record, { warehouseCode: record.warehouseCode ?? warehouseCode }))

export const channelsFromWire = (list: ReadonlyArray<Table.Value<typeof channel>> = []): ReadonlyArray<Warehouse.Channel> =>
  list.map((value) => Mapping.fromWire(channel, value))

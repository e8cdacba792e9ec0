/** Warehouses and channels (spec 1 §2.2 and §2.3, spec 2 §2.2 and §2.3). */
import { Table } from "../../wire/index.ts"
import type * as Exchange from "../Exchange.ts"

export const warehouse = Table.make("warehouse", [
  Table.required("warehouseCode", Table.code, { is: "code" }),
  Table.required("warehouseName", Table.text, { is: "name" })
])

export const warehouseList = Table.list(Table.object(warehouse), { skipInvalidItems: true, unique: ["warehouseCode", "warehouseName"] })

/**
 * The last two members are always written, although the gateway specification declares them optional (variants.md row
 * 39).
 */
export const channel = Table.make("channel", [
  Table.required("channelCode", Table.code, { is: "code" }),
  Table.required("channelName", Table.text, { is: "name" }),
  Table.always("warehouseCode", Table.code),
  Table.always("carrierName", Table.text, { also: ["carrier"] })
])

export const channelList = Table.required(
  "channelList",
  Table.list(Table.object(channel), { skipInvalidItems: true, unique: ["channelCode"] }),
  { is: "items", mayBeNull: true }
)

/** A channel that serves all warehouses is written with the warehouse that the caller asked about. */
export const channelsTold: NonNullable<Parameters<typeof Exchange.define<"listChannels", Table.Table, Table.Table>>[0]["told"]> = ({ items }, { warehouseCode }) =>
  ({ items: items.map((record) => ({ ...(warehouseCode !== undefined && { warehouseCode }), ...record })) })

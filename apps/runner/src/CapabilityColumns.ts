/**
 * The capability matrix of warehouse plugins, with the twelve columns of document 2 (2.13). Each cell is derived from
 * what the plugin declares, and the conformance suite checks that it works.
 */
import { WarehouseV1 } from "@crossdock/core"

export interface Column {
  readonly name: string
  /** The title that the document gives the column. */
  readonly title: string
  /** The operation behind the column. */
  readonly operation?: WarehouseV1.OperationName
  /** The member of the plugin behind the column. A column with neither shows the plugin's own `isTestedAgainstPeer`. */
  readonly member?: "authorization"
}

/** The columns, in the order of the document. */
export const columns = [
  { name: "debug", title: "Debugging status" },
  { name: "authorization", title: "Warehouse authorization", member: "authorization" },
  { name: "warehouseList", title: "Warehouse list", operation: "listWarehouses" },
  { name: "channelList", title: "Channel list", operation: "listChannels" },
  { name: "issueOutbound", title: "Issue outbound", operation: "createOutboundOrder" },
  { name: "cancelOutbound", title: "Cancel outbound", operation: "cancelOutboundOrder" },
  { name: "queryOutbound", title: "Query outbound", operation: "getOutboundOrders" },
  { name: "issueAsn", title: "Issue ASN", operation: "createInboundOrder" },
  { name: "cancelAsn", title: "Cancel ASN", operation: "cancelInboundOrders" },
  { name: "queryAsn", title: "Query ASN", operation: "getInboundOrders" },
  { name: "createProduct", title: "Create product", operation: "upsertProduct" },
  { name: "syncInventory", title: "Sync inventory", operation: "listStock" }
] as const satisfies ReadonlyArray<Column>

export type ColumnName = (typeof columns)[number]["name"]

/** The part of a plugin that the matrix reads. */
export interface Described {
  readonly id: string
  readonly offers: ReadonlyArray<WarehouseV1.OptionalName>
  readonly isTestedAgainstPeer?: boolean
  /** The plugin's OAuth authorization, if it has one. */
  readonly authorization?: object | undefined
}

const required: ReadonlySet<string> = new Set(WarehouseV1.contract.required.map((operation) => operation.name))

/** The cells of one plugin, by column name. */
export const cellsOf = (plugin: Described): Readonly<Record<ColumnName, boolean>> =>
  Object.fromEntries(columns.map((column: Column) => [
    column.name,
    column.member !== undefined
      ? plugin[column.member] !== undefined
      : column.operation === undefined
      ? plugin.isTestedAgainstPeer === true
      : required.has(column.operation) || (plugin.offers as ReadonlyArray<string>).includes(column.operation)
  ])) as Record<ColumnName, boolean>

/**
 * What a warehouse plugin can do, as the twelve columns of document 2, 2.13. Nothing is written down twice: a cell is
 * derived from what the plugin implements, and the conformance suite observes whether that is so.
 */
import * as WarehouseV1 from "./WarehouseV1.ts"

export interface Column {
  readonly name: string
  /** For people, in the words of the document. */
  readonly title: string
  /** The operation behind the column. */
  readonly operation?: WarehouseV1.OperationName
  /** The member of the plugin behind the column. Neither: the plugin's own word that it was tried out. */
  readonly member?: "authorization"
}

/** In the order of the document. */
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

/** What the matrix needs to know of a plugin. */
export interface Described {
  readonly id: string
  readonly offers: ReadonlyArray<WarehouseV1.OptionalName>
  readonly isTried?: boolean
  /** How a person authorizes a connection, where a person has to. */
  readonly authorization?: object | undefined
}

const required: ReadonlySet<string> = new Set(WarehouseV1.contract.required.map((operation) => operation.name))

/** The cells of one plugin. */
export const cellsOf = (plugin: Described): Readonly<Record<ColumnName, boolean>> =>
  Object.fromEntries(columns.map((column: Column) => [
    column.name,
    column.member !== undefined
      ? plugin[column.member] !== undefined
      : column.operation === undefined
      ? plugin.isTried === true
      : required.has(column.operation) || (plugin.offers as ReadonlyArray<string>).includes(column.operation)
  ])) as Record<ColumnName, boolean>

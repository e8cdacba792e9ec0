/** The names of warehouses, channels, SKUs, platforms and shops, which may differ between both sides of a link. */
import type { DatabaseSync } from "node:sqlite"
import type { Order } from "../common/Order.ts"

const kinds = ["warehouse", "channel", "sku", "platform", "shop"] as const
type Kind = (typeof kinds)[number]

export interface Names {
  /** The order with the names of the warehouse; the same object if none differs. */
  readonly order: (order: Order) => Order
  /** The report with the names of the ERP; the same object if none differs. */
  readonly report: (content: Record<string, any>) => Record<string, any>
}

export const names = (db: DatabaseSync, link: string): Names => {
  db.exec("create table if not exists name (link text not null, kind text not null, ours text not null, theirs text not null, primary key (link, kind, ours))")
  const rows = db.prepare("select kind, ours, theirs from name where link = ?").all(link) as unknown as ReadonlyArray<{ readonly kind: Kind; readonly ours: string; readonly theirs: string }>
  const tables = (from: "ours" | "theirs", to: "ours" | "theirs") =>
    Object.fromEntries(kinds.map((kind) => [kind, new Map(rows.filter((row) => row.kind === kind).map((row) => [row[from], row[to]]))])) as Record<Kind, Map<string, string>>
  const [theirs, ours] = [tables("ours", "theirs"), tables("theirs", "ours")]
  const toWarehouse = (kind: Kind, name: string) => theirs[kind].get(name) ?? name
  const toErp = (kind: Kind, name: string) => ours[kind].get(name) ?? name
  return {
    order: (order) => {
      const warehouseCode = toWarehouse("warehouse", order.warehouseCode)
      const channelCode = toWarehouse("channel", order.channelCode)
      const platform = toWarehouse("platform", order.platform)
      const shopName = toWarehouse("shop", order.shopName)
      const isSame = warehouseCode === order.warehouseCode && channelCode === order.channelCode && platform === order.platform && shopName === order.shopName
      const skus = order.lines.map(({ sku }) => toWarehouse("sku", sku))
      if (isSame && skus.every((sku, at) => sku === order.lines[at]!.sku)) return order
      return { ...order, warehouseCode, channelCode, platform, shopName, lines: order.lines.map((line, at) => ({ ...line, sku: skus[at]! })) }
    },
    report: (content) => {
      const warehouseCode = toErp("warehouse", content.warehouseCode)
      const lines: ReadonlyArray<{ readonly sku: string }> = content.skuList ?? []
      const skus = lines.map(({ sku }) => toErp("sku", sku))
      if (warehouseCode === content.warehouseCode && skus.every((sku, at) => sku === lines[at]!.sku)) return content
      return { ...content, warehouseCode, ...(content.skuList && { skuList: lines.map((line, at) => ({ ...line, sku: skus[at] })) }) }
    }
  }
}

/** The case stock with node:http alone. PORT, PEER_URL. */
import { caller } from "../common/Caller.ts"
import { failures } from "../common/Refusal.ts"
import { settings } from "../common/Settings.ts"
import { stock, type StockPage } from "../common/Stock.ts"
import { isDecimal } from "../common/Values.ts"
import { door, listen } from "./Server.ts"

const optional = ["onwayQuantity", "pendingQuantity", "unsellableQuantity", "reservedQuantity", "useQuantity"]
const isText = (value: unknown): boolean => typeof value === "string" && value !== ""
const isQuantity = (value: unknown): boolean => (typeof value === "number" || typeof value === "string") && isDecimal(value)
const isRecord = (record: any): boolean =>
  isText(record?.warehouseCode) && isText(record.warehouseSku) && isQuantity(record.sellableQuantity) && isQuantity(record.totalQuantity) &&
  optional.every((name) => record[name] === undefined || record[name] === null || isQuantity(record[name]))

const pageOf = (told: any): StockPage | undefined =>
  told?.success === true && typeof told.isLastPage === "boolean" && Array.isArray(told.data) && told.data.every(isRecord) ? told : undefined

const peer = new URL(settings.peerUrl)
const read = stock(peer.pathname, caller(peer.origin, 20_000), pageOf)

listen({ "/warehouse": door(failures.warehouse, { syncInventory: (content) => read(content) }) })

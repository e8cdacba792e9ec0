/** The service types that this package has a table for, by the path that serves them (spec 3 §4). */
import type { BooksV1 } from "@crossdock/books"
import { Exchange } from "../../kit/index.ts"
import type { Door } from "../Envelope.ts"
import { cancelAsnOrder, createAsnOrder, queryAsnBatchList, queryAsnList } from "./Inbound.ts"
import {
  queryBatchInventoryList, queryInventoryLogList, queryMarketplaceInventoryList, queryMarketplaceWarehouses, querySimpleListInventory,
  querySimpleListInventoryV2, queryStorageLocationInventoryList
} from "./Stock.ts"
import { createTransferAvailableOrder, transferStorageLocation } from "./StockChanges.ts"
import { queryInventoryAssemblyList, queryInventoryRestoreList, queryInventoryTransferList } from "./StockOrders.ts"

export const asn = { queryAsnList, createAsnOrder, cancelAsnOrder, queryAsnBatchList }

/** Written out, because the inferred type is longer than the compiler emits. */
interface Inventory {
  readonly querySimpleListInventoryV2: typeof querySimpleListInventoryV2
  readonly querySimpleListInventory: typeof querySimpleListInventory
  readonly queryInventoryLogList: typeof queryInventoryLogList
  readonly queryStorageLocationInventoryList: typeof queryStorageLocationInventoryList
  readonly queryBatchInventoryList: typeof queryBatchInventoryList
  readonly queryMarketplaceInventoryList: typeof queryMarketplaceInventoryList
  readonly queryMarketplaceWarehouses: typeof queryMarketplaceWarehouses
  readonly queryInventoryAssemblyList: typeof queryInventoryAssemblyList
  readonly queryInventoryTransferList: typeof queryInventoryTransferList
  readonly queryInventoryRestoreList: typeof queryInventoryRestoreList
  readonly createTransferAvailableOrder: typeof createTransferAvailableOrder
  readonly transferStorageLocation: typeof transferStorageLocation
}

export const inventory: Inventory = {
  querySimpleListInventoryV2, querySimpleListInventory, queryInventoryLogList, queryStorageLocationInventoryList, queryBatchInventoryList,
  queryMarketplaceInventoryList, queryMarketplaceWarehouses, queryInventoryAssemblyList, queryInventoryTransferList, queryInventoryRestoreList,
  createTransferAvailableOrder, transferStorageLocation
}

export type AnyExchange = Exchange.AnyExchange<BooksV1.OperationName>

const byDoor: Readonly<Record<Door, ReadonlyArray<AnyExchange>>> = { asn: Object.values(asn), inventory: Object.values(inventory) }

export const all: ReadonlyArray<AnyExchange> = Object.values(byDoor).flat()

/** The service types of a path. */
export const methodsOf = (door: Door): ReadonlyArray<string> => byDoor[door].map(({ method }) => method)

export { listMembers, traced } from "./StockChanges.ts"

/** Finds the exchange of a service type. */
export const named = Exchange.byName(all)

/** Finds the path that serves a service type. */
export const doorOf = (method: string): Door | undefined => (Object.keys(byDoor) as ReadonlyArray<Door>).find((door) => methodsOf(door).includes(method))

/** The service types that the document calls deprecated, and those that replace them (spec 3 §9). */
export const replacements: Readonly<Record<string, string>> = { [querySimpleListInventory.method]: querySimpleListInventoryV2.method }

/** The operations whose pages are asked for by their number. */
export const paged = all.filter(({ request }) => request.members.some(({ name }) => name === "page")).map(({ operation }) => operation)

/**
 * ERP plugins that are wrong on purpose about orders and stock, each in one way, and the laws that find it.
 */
import { AdapterError, Quantity } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { CallName, ListName } from "../src/erp/SuiteFixture.ts"
import type * as Right from "./rightErpCalls.ts"

export interface Wrong {
  readonly message: string
  readonly breaks: ReadonlyArray<string>
  readonly changes?: (name: CallName, call: Right.Call) => Right.Call
  readonly options?: Right.Options
}

type Item = Readonly<Record<string, unknown>>
interface Page {
  readonly items: ReadonlyArray<Item>
  readonly nextCursor?: string
}

const changing = (message: string, name: CallName, breaks: Wrong["breaks"], change: (call: Right.Call) => Right.Call): Wrong => ({
  message,
  breaks: breaks.map((law) => (law.includes("/") ? law : `${name}/${law}`)),
  changes: (each, call) => (each === name ? change(call) : call)
})

/** Changes what a call is asked. */
const asking = (message: string, name: CallName, breaks: Wrong["breaks"], change: (payload: Item) => object): Wrong =>
  changing(message, name, breaks, (call) => (payload) => call(change(payload as Item)))

/** Changes the pages that a list returns. */
const telling = (message: string, name: ListName, breaks: Wrong["breaks"], change: (page: Page, payload: Item) => Page): Wrong =>
  changing(message, name, breaks, (call) => (payload) => Effect.map(call(payload), (page) => change(page as Page, payload as Item)))

const item = (change: (each: Item, at: number) => Item) => (page: Page): Page => ({ ...page, items: page.items.map(change) })

const without = (payload: Item, member: string): object => Object.fromEntries(Object.entries(payload).filter(([name]) => name !== member))

const lists: ReadonlyArray<ListName> = [
  "listInboundOrders", "listReceivedBatches", "listStockBalances", "listStockMovements", "listAssemblyOrders", "listSplitOrders",
  "listTransferOrders", "listStorageLocationStock", "listBatchStock", "listMarketplaceStock"
]

const windows = {
  listInboundOrders: "time",
  listReceivedBatches: "receivedTo",
  listStockMovements: "to",
  listAssemblyOrders: "createdTo",
  listSplitOrders: "createdTo",
  listTransferOrders: "createdTo",
  listBatchStock: "receivedTo"
} as const

const earlier = (time: unknown): unknown =>
  DateTime.isDateTime(time) ? DateTime.subtract(time, { milliseconds: 1 }) : typeof time === "object" ? { ...time, to: earlier((time as Item)["to"]) } : time

const warehouses = [
  "listInboundOrders", "listReceivedBatches", "listStockBalances", "listStockMovements", "listAssemblyOrders", "listSplitOrders",
  "listStorageLocationStock", "listBatchStock"
] as const

const rejected = Effect.fail(new AdapterError.Rejected({ fault: { code: "REFUSED", message: "no" } }))

type Shipments = Parameters<NonNullable<Right.Options["shipping"]>>[0]

const shipping = (message: string, breaks: Wrong["breaks"], change: (left: Shipments) => Shipments): Wrong => ({
  message,
  breaks: breaks.map((law) => `receiveShipments/${law}`),
  options: { shipping: change }
})

/** Gives each statement a newer version than the one before. */
const withNewVersions = () => {
  let version = 100
  return <P extends { readonly version?: unknown }>(payload: P): P => ({ ...payload, version: ++version })
}

/** Adds each statement of what has left to those before. */
const addedShipments = () => {
  const sums = new Map<string, Shipments["lines"]>()
  return (left: Shipments): Shipments => {
    const document = JSON.stringify(left.document)
    const lines = [...sums.get(document) ?? [], ...left.lines]
    sums.set(document, lines)
    const [first] = lines
    return { ...left, lines: first === undefined ? [] : [{ ...first, quantity: Quantity.sum(lines.map(({ quantity }) => quantity)) }] }
  }
}

/** Never tells less of a document than before. */
const neverLess = () => {
  const most = new Map<string, Shipments["lines"]>()
  const pieces = (lines: Shipments["lines"]) => Number(Quantity.toNumber(Quantity.sum(lines.map(({ quantity }) => quantity))))
  return <P extends Pick<Shipments, "document" | "lines">>(payload: P): P => {
    const document = JSON.stringify(payload.document)
    const before = most.get(document) ?? []
    most.set(document, pieces(payload.lines) < pieces(before) ? before : payload.lines)
    return { ...payload, lines: most.get(document)! }
  }
}

const withDocument = (payload: Item, change: (document: Item) => object): object => ({ ...payload, document: change(payload["document"] as Item) })

export const all: ReadonlyArray<Wrong> = [
  ...lists.map((name) =>
    telling(`leaves out the last record of a page of ${name}`, name, ["pages"], (page, { limit }) =>
      limit === 2 ? { ...page, items: page.items.slice(0, -1) } : page)),
  ...Object.entries(windows).map(([name, end]) =>
    asking(`leaves out the last moment of a window of ${name}`, name as ListName, ["window"], (payload) =>
      end in payload ? { ...payload, [end]: earlier(payload[end]) } : payload)),
  ...warehouses.map((name) =>
    asking(`forgets the warehouse that ${name} is asked for`, name, ["warehouse"], (payload) =>
      "warehouseNames" in payload ? { ...payload, warehouseNames: ["Main", "Shop"] } : without(payload, "warehouseName"))),
  telling("adds to a balance what is in transit", "listStockBalances", ["sums"], item((each) => ({ ...each, reservedForOrders: each["total"] }))),
  telling("tells a movement without its change", "listStockMovements", ["sums", "pages"], (page, { limit }) =>
    limit === 100 ? item((each) => ({ ...each, after: each["before"] }))(page) : page),
  telling("numbers the movements of each page anew", "listStockMovements", ["ids"], item((each, at) => ({ ...each, id: String(at % 2) }))),
  telling("leaves out a storage location", "listStorageLocationStock", ["adds-up", "pages"], (page, { limit }) =>
    limit === 100 ? { ...page, items: page.items.slice(1) } : page),
  changing("cuts the pages of batches anew for each call", "listBatchStock", ["shift"], (call) => (payload) => {
    const { cursor, limit } = payload as { readonly cursor?: string; readonly limit: number }
    const offset = Number(cursor ?? 0)
    return Effect.map(call({ ...without(payload as Item, "cursor"), limit: 1000 }), (found) => {
      const { items } = found as Page
      return { items: items.slice(offset, offset + limit), ...(offset + limit < items.length && { nextCursor: String(offset + limit) }) }
    })
  }),
  telling("leaves out a batch", "listBatchStock", ["adds-up", "pages"], (page, { limit }) => (limit === 100 ? { ...page, items: page.items.slice(1) } : page)),
  asking("forgets the custom number of an order", "submitInboundOrder", ["listed", "repeat"], (draft) => without(draft, "customNumber")),
  changing("refuses an unknown SKU and creates the order without it", "submitInboundOrder", ["unknown"], (call) => (payload) =>
    Effect.catch(call(payload), () => Effect.andThen(call({ ...payload as Item, warehouseName: "Main", lines: [] }), rejected))),
  changing("cancels nothing", "cancelInboundOrder", ["cancelled", "unknown"], () => () => Effect.void),
  asking("forgets the custom number of a transfer", "createTransferOrder", ["listed", "repeat"], (draft) => without(draft, "customNumber")),
  changing("moves nothing", "moveStock", ["moved", "all-or-none"], () => () => Effect.void),
  asking("names no link of a document", "allotStock", ["documents"], (payload) => withDocument(payload, (document) => ({ ...document, link: "any" }))),
  asking("names no issue of a document", "allotStock", ["documents"], (payload) => withDocument(payload, (document) => ({ ...document, issue: "1" }))),
  asking("takes an allotment of every version", "allotStock", ["versions"], withNewVersions()),
  changing("allots nothing", "allotStock", ["sets", "all-or-none", "versions", "documents", ...["difference", "versions", "end", "documents"].map((law) => `receiveShipments/${law}`)], () => () => Effect.void),
  shipping("takes two links for one when goods leave", ["documents"], (left) => ({ ...left, document: { ...left.document, link: left.document.link.replace(/-2$/, "") } })),
  shipping("names no issue of goods that left", ["documents"], (left) => ({ ...left, document: { ...left.document, issue: "1" } })),
  shipping("takes a statement of every version of what has left", ["versions"], withNewVersions()),
  shipping("never ends a document", ["end"], (left) => ({ ...left, isEnded: false })),
  shipping("takes out of stock again and again what has left", ["difference", "end"], addedShipments()),
  shipping("never puts back what has not left after all", ["difference"], neverLess()),
  asking("releases nothing of an allotment", "allotStock", ["sets"], ((change) => (payload: Item) => change(payload as never))(neverLess())),
  changing("takes an allotment that it cannot grant", "allotStock", ["all-or-none"], (call) => (payload) => Effect.ignore(call(payload))),
  (() => {
    let told = 0
    return { message: "books a return for each delivery", breaks: ["receiveReturn/booked-once"], options: { returning: (returned) => ({ ...returned, returnId: `R-${++told}` }) } }
  })(),
  { message: "books a batch for each delivery", breaks: ["receiveInboundProgress/booked-once"], options: { booksTwice: true } }
]

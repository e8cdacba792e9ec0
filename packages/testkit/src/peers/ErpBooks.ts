/**
 * The books of an ERP in memory: inbound orders, transfers and stock in two warehouses, for any protocol.
 */
import { BooksV1 } from "@crossdock/books"
import { AdapterError, ErpV1, type InboundOrder, Quantity } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { CallName, PayloadOf } from "../erp/SuiteFixture.ts"
import { currencies, decoded, name, prices } from "./ErpBooksFixture.ts"

export { fixture } from "./ErpBooksFixture.ts"

type Answer<N extends CallName> = BooksV1.V1["operations"][N]["success"]["Encoded"]
type Item<N extends CallName> = Answer<N> extends { readonly items: ReadonlyArray<infer I> } ? I : never
type Handlers = { readonly [N in CallName]: (payload: PayloadOf<N>) => Answer<N> }

interface Cell {
  readonly sku: string
  readonly warehouseName: string
  readonly batchNo: string
  readonly locationCode: string
  total: number
}

interface Document {
  readonly warehouseName: string
  readonly allotted: ReadonlyMap<string, number>
  readonly allottedVersion: number
  readonly left: ReadonlyMap<string, number>
  readonly leftVersion: number
  readonly isEnded: boolean
}

type Returned = typeof ErpV1.ReceiveReturn.payload.Type
type Shipments = typeof ErpV1.ReceiveShipments.payload.Type

class Refused extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const warehouses: Readonly<Record<string, { readonly warehouseId: string; readonly warehouseCode: string }>> = {
  Main: { warehouseId: "1", warehouseCode: "M" },
  Shop: { warehouseId: "2", warehouseCode: "S" }
}
const places = Object.keys(warehouses)
const skus = ["W-1", "W-2", "W-3"]

const at = (second: number) => `2026-03-01T00:00:0${second % 10}.000Z`
const isWithin = (time: string, from?: DateTime.Utc, to?: DateTime.Utc) =>
  (from === undefined || time >= DateTime.formatIso(from)) && (to === undefined || time <= DateTime.formatIso(to))
const isAmong = (wanted: ReadonlyArray<string> | string | undefined, value: string) =>
  wanted === undefined || (typeof wanted === "string" ? wanted === value : wanted.includes(value))
const numberOf = (figure: Quantity.Quantity) => Quantity.toNumber(figure)!

const page = <I>(all: ReadonlyArray<I>, { cursor = "1", limit }: { readonly cursor?: string; readonly limit: number }) => {
  const next = Number(cursor) * limit
  return { items: all.slice(next - limit, next), total: all.length, ...(next < all.length && { nextCursor: String(Number(cursor) + 1) }) }
}

/** A page that begins behind the record with a number, which a record keeps, so that what leaves the list shifts no other one. Or the page with a number. */
const pageBehind = <I>(all: ReadonlyArray<readonly [at: number, item: I]>, asked: { readonly cursor?: string; readonly limit: number }) => {
  if (asked.cursor !== undefined && !asked.cursor.startsWith("behind ")) return page(all.map(([, each]) => each), asked)
  const rest = all.filter(([at]) => asked.cursor === undefined || at > Number(asked.cursor.slice("behind ".length)))
  const found = rest.slice(0, asked.limit)
  return { items: found.map(([, each]) => each), total: all.length, ...(found.length < rest.length && { nextCursor: `behind ${found.at(-1)![0]}` }) }
}

const known = (warehouseName: string, sku: string) => {
  if (warehouses[warehouseName] === undefined) throw new Refused("WAREHOUSE_NOT_EXIST", `${warehouseName} is no warehouse`)
  if (!skus.includes(sku)) throw new Refused("SKU_NOT_EXIST", `${sku} is no SKU`)
}

const numbered = <T>(of: (number: string, createdAt: string) => T): ReadonlyArray<T> => [1, 2, 3].map((n) => of(`N-${n}`, at(n)))

const work = { warehouseName: "Main", status: "NEW", lines: [] }
const assemblies = numbered((assemblyNumber, createdAt) => ({ ...work, assemblyNumber, createdAt }))
const splits = numbered((splitNumber, createdAt) => ({ ...work, splitNumber, createdAt }))

const zero = "0"
const noCauses = {
  reservedForOrders: zero,
  reservedForFirstLeg: zero,
  reservedForTransfers: zero,
  reservedForAssembly: zero,
  inTransitOfPurchases: zero,
  inTransitOfFirstLeg: zero,
  inTransitOfTransfers: zero,
  inTransitOfAssembly: zero,
  inTransitOfReturns: zero,
  inTransitOfManualOrders: zero
}
const notInTransit = { inTransitBefore: zero, inTransitChange: zero, inTransitAfter: zero }

const marketplace = numbered((itemId) => ({
  warehouseCode: "WHS-1",
  itemId,
  itemName: name,
  imageUrl: "https://shop.example/lamp.png",
  shopName: "Shop",
  shopItems: [],
  matchStatus: "NORMAL",
  level: 1,
  inTransit: zero,
  sellable: "1",
  reserved: zero,
  unsellable: zero,
  excess: zero,
  coverageDays: zero,
  coverageDaysInWarehouse: zero,
  soldPerDay: zero,
  sold7Days: zero,
  sold15Days: zero,
  sold30Days: zero,
  sold60Days: zero,
  sold90Days: zero,
  aged0To30: "1",
  aged31To60: zero,
  aged61To90: zero,
  aged91To120: zero,
  aged121To180: zero,
  agedOver180: zero
}))

/** Makes books with three SKUs in both warehouses, and at least three records in each list. */
export const make = () => {
  const orders: Array<Item<"listInboundOrders">> = []
  const transfers: Array<Item<"listTransferOrders">> = []
  const movements: Array<Item<"listStockMovements">> = []
  const batches: Array<Item<"listReceivedBatches">> = []
  const cells: Array<Cell> = []
  const documents = new Map<string, Document>()
  const returns = new Map<string, Returned>()
  let changes = 0

  const sumOf = <T>(items: Iterable<T>, of: (item: T) => number) => [...items].reduce((sum, item) => sum + of(item), 0)
  const documentsOf = (warehouseName: string) => [...documents.values()].filter((document) => document.warehouseName === warehouseName)

  const totalOf = (warehouseName: string, sku: string) =>
    sumOf(cells.filter((cell) => cell.warehouseName === warehouseName && cell.sku === sku), (cell) => cell.total) -
    sumOf(documentsOf(warehouseName), ({ left }) => left.get(sku) ?? 0) +
    (warehouseName === "Main" ? sumOf(returns.values(), ({ lines }) => sumOf(lines.filter((line) => line.sku === sku), ({ quantity }) => numberOf(quantity))) : 0)

  const stillReserved = ({ allotted, isEnded, left }: Document, sku: string) => isEnded ? 0 : Math.max(0, (allotted.get(sku) ?? 0) - (left.get(sku) ?? 0))

  /** What all documents have reserved. */
  const reservedOf = (warehouseName: string, sku: string) => sumOf(documentsOf(warehouseName), (document) => stillReserved(document, sku))

  const nameOf = ({ issue, link, orderNumber }: Shipments["document"]) => JSON.stringify([link, orderNumber, issue])
  const noDocument: Document = { warehouseName: "Main", allotted: new Map(), allottedVersion: 0, left: new Map(), leftVersion: 0, isEnded: false }
  const piecesOf = (lines: Shipments["lines"]) => new Map(lines.map(({ quantity, sku }) => [sku as string, numberOf(quantity)]))

  /** Sets what has left of a document. */
  const ship = ({ document, isEnded, lines, version }: Shipments): void => {
    const held = documents.get(nameOf(document)) ?? noDocument
    if (version <= held.leftVersion) return
    changes++
    documents.set(nameOf(document), { ...held, left: piecesOf(lines), leftVersion: version, isEnded })
  }

  /** Sets what came back under the id of a return, at the warehouse `Main`. */
  const takeBack = (returned: Returned): void => {
    changes++
    returns.set(JSON.stringify([returned.orderNumber, returned.returnId]), returned)
  }

  const move = (cell: Cell, change: number, time: string): void => {
    const before = totalOf(cell.warehouseName, cell.sku)
    cell.total += change
    const { total: _, ...place } = cell
    const figures = { before: String(before), change: String(change), after: String(before + change), ...notInTransit }
    movements.push({ id: String(movements.length + 1), ...place, type: "MOVE", subtype: "MOVE", documentNumber: place.batchNo, operator: "nobody", ...figures, at: time })
  }
  const cellAt = (place: Omit<Cell, "total">): Cell => {
    const found = cells.find((cell) =>
      cell.sku === place.sku && cell.warehouseName === place.warehouseName && cell.batchNo === place.batchNo && cell.locationCode === place.locationCode)
    if (found !== undefined) return found
    const made = { ...place, total: 0 }
    cells.push(made)
    return made
  }
  const stockOf = ({ locationCode, sku, warehouseName }: Cell) => ({ sku, name, warehouseName, ...warehouses[warehouseName], locationCode })

  const book = (asnNumber: string, batchNo: string): void => {
    if (batches.some((batch) => batch.batchNo === batchNo)) return
    changes++
    const receivedAt = at(batches.length)
    batches.push({ batchNo, asnNumber, businessNumber: asnNumber, warehouseName: "Main", receivedAt, received: 1, skuCount: 1, lines: [] })
  }
  const addOrder = (draft: Pick<Item<"listInboundOrders">, "customNumber" | "lines" | "warehouseName">): Item<"listInboundOrders"> => {
    const asnNumber = `IN-${orders.length + 1}`
    const { warehouseId } = warehouses[draft.warehouseName]!
    const made = { asnNumber, businessNumber: asnNumber, warehouseId, type: "MANUAL", phase: "announced", status: "NEW", createdAt: at(orders.length), ...currencies, ...draft } as const
    changes++
    orders.push(made)
    return made
  }
  const addTransfer = (draft: Pick<Item<"listTransferOrders">, "customNumber" | "warehouseName" | "toWarehouseName">): string => {
    const transferNumber = `T-${transfers.length + 1}`
    const createdAt = at(transfers.length)
    changes++
    transfers.push({ transferNumber, type: "available", toWarehouseType: "OTHER", status: "NEW", createdAt, updatedAt: createdAt, lines: [], ...draft })
    return transferNumber
  }

  for (const warehouseName of places) {
    for (const [n, sku] of skus.entries()) {
      for (const locationCode of ["A", "B"]) move(cellAt({ sku, warehouseName, batchNo: `R-${n}-${locationCode}`, locationCode }), 100 + n, at(n))
    }
  }
  for (const number of [1, 2, 3]) {
    book(`IN-${number}`, `R-${number}`)
    addOrder({ warehouseName: "Main", lines: [] })
    addTransfer({ warehouseName: "Main", toWarehouseName: "Shop" })
  }

  const handlers: Handlers = {
    listInboundOrders: (asked) =>
      page(orders.filter(({ asnNumber, createdAt, customNumber, warehouseName }) =>
        (asked.number === undefined || asked.number === asnNumber || asked.number === customNumber) &&
        isAmong(asked.warehouseName, warehouseName) && isWithin(createdAt, asked.time?.from, asked.time?.to)), asked),
    submitInboundOrder: ({ customNumber, lines, warehouseName }) => {
      for (const { sku } of lines) known(warehouseName, sku)
      const found = orders.find((order) => customNumber !== undefined && order.customNumber === customNumber)
      const { businessNumber: _, createdAt: __, customNumber: ___, ...answer } = found ?? addOrder({
        warehouseName,
        ...(customNumber !== undefined && { customNumber }),
        lines: lines.map(({ expected, sku }) => ({ sku, name, expected: numberOf(expected), received: 0, good: 0, bad: 0, ...prices }))
      })
      return answer
    },
    cancelInboundOrder: ({ asnNumber }) => {
      const found = orders.findIndex((order) => order.asnNumber === asnNumber)
      if (found < 0) throw new Refused("ASN_NOT_EXIST", `${asnNumber} is no order`)
      changes++
      orders[found] = { ...orders[found]!, phase: "cancelled", status: "CANCELLED" }
      return {}
    },
    listReceivedBatches: (asked) =>
      page(batches.filter(({ asnNumber, receivedAt = "", warehouseName }) =>
        (asked.number === undefined || asnNumber === asked.number) && isAmong(asked.warehouseName, warehouseName) &&
        isWithin(receivedAt, asked.receivedFrom, asked.receivedTo)), asked),
    listStockBalances: (asked) =>
      page(places.filter((place) => isAmong(asked.warehouseNames, place)).flatMap((warehouseName) =>
        skus.filter((sku) => isAmong(asked.skus, sku)).map((sku) => {
          const total = totalOf(warehouseName, sku)
          const reserved = reservedOf(warehouseName, sku)
          const figures = { total: String(total), available: String(total - reserved), reserved: String(reserved), unavailable: zero, inTransit: zero }
          return { sku, name, warehouseName, ...warehouses[warehouseName], ...figures, ...noCauses, reservedForOrders: String(reserved) }
        })), asked),
    listStockMovements: (asked) =>
      page(movements.filter((each) =>
        isWithin(each.at, asked.from, asked.to) && isAmong(asked.warehouseName, each.warehouseName) && isAmong(asked.sku, each.sku)), asked),
    listAssemblyOrders: (asked) =>
      page(assemblies.filter((each) => isWithin(each.createdAt, asked.createdFrom, asked.createdTo) && isAmong(asked.warehouseName, each.warehouseName)), asked),
    listSplitOrders: (asked) =>
      page(splits.filter((each) => isWithin(each.createdAt, asked.createdFrom, asked.createdTo) && isAmong(asked.warehouseName, each.warehouseName)), asked),
    listTransferOrders: (asked) =>
      page(transfers.filter((each) => isWithin(each.createdAt, asked.createdFrom, asked.createdTo) && (asked.number === undefined || each.customNumber === asked.number)), asked),
    createTransferOrder: ({ customNumber, toWarehouseName, warehouseName }) => {
      for (const name of [warehouseName, toWarehouseName]) if (warehouses[name] === undefined) throw new Refused("WAREHOUSE_NOT_EXIST", `${name} is no warehouse`)
      return {
        transferNumber: transfers.find((each) => customNumber !== undefined && each.customNumber === customNumber)?.transferNumber ??
          addTransfer({ warehouseName, toWarehouseName, ...(customNumber !== undefined && { customNumber }) })
      }
    },
    moveStock: ({ moves }) => {
      const placed = moves.map(({ batchNo, fromLocationCode, quantity, sku, toLocationCode, warehouseName }) => {
        const place = { sku, warehouseName, batchNo }
        const from = cellAt({ ...place, locationCode: fromLocationCode })
        if (from.total < numberOf(quantity)) throw new Refused("STOCK_NOT_ENOUGH", `there is too little of ${batchNo}`)
        return { from, to: cellAt({ ...place, locationCode: toLocationCode }), quantity: numberOf(quantity) }
      })
      changes++
      for (const { from, quantity, to } of placed) {
        move(from, -quantity, at(9))
        move(to, quantity, at(9))
      }
      return {}
    },
    listStorageLocationStock: (asked) =>
      page(cells.filter(({ sku, total, warehouseName }) => total > 0 && isAmong(asked.skus, sku) && isAmong(asked.warehouseNames, warehouseName)).map((cell) => ({
        ...stockOf(cell),
        total: String(cell.total),
        available: String(cell.total)
      })), asked),
    listBatchStock: (asked) =>
      pageBehind(cells.flatMap((cell, number) => {
        if (cell.total <= 0 || !isAmong(asked.warehouseName, cell.warehouseName) || !isWithin(at(1), asked.receivedFrom, asked.receivedTo)) return []
        const { name: _, ...stock } = stockOf(cell)
        const figures = { total: String(cell.total), available: String(cell.total), reserved: zero, ageInDays: zero, holdingCost: zero, currency: "CNY" }
        return [[number, { ...stock, batchNo: cell.batchNo, stockedAt: at(1), ...figures }] as const]
      }), asked),
    listMarketplaceStock: (asked) => page(marketplace, asked),
    listMarketplaceWarehouses: () => ({ items: ["WHS-1"] }),
    enterRecords: ({ records }) => {
      changes++
      return { entered: records.length, repeated: 0 }
    },
    allotStock: ({ document, lines, version, warehouseName }) => {
      const held = documents.get(nameOf(document)) ?? noDocument
      if (version <= held.allottedVersion) return {}
      const next = { ...held, warehouseName, allotted: piecesOf(lines), allottedVersion: version }
      for (const { sku } of lines) {
        known(warehouseName, sku)
        const available = totalOf(warehouseName, sku) - reservedOf(warehouseName, sku)
        if (stillReserved(next, sku) - stillReserved(held, sku) > available) throw new Refused("STOCK_NOT_ENOUGH", `there are ${available} pieces of ${sku}`)
      }
      changes++
      documents.set(nameOf(document), next)
      return {}
    }
  }

  /** Carries an operation out. The casts are safe: a payload and an answer are those of the operation with this name. */
  const carryOut = (operation: { readonly name: string }, payload: unknown): Effect.Effect<unknown, AdapterError.Reason> =>
    Effect.suspend(() => {
      const callName = operation.name as CallName
      const { success } = BooksV1.contract.operations[callName]
      try {
        const answer = handlers[callName](payload as never)
        return Effect.succeed(decoded(success, answer))
      } catch (refused) {
        if (!(refused instanceof Refused)) throw refused
        return Effect.fail(new AdapterError.Rejected({ fault: { code: refused.code, message: refused.message } }))
      }
    })

  return {
    carryOut,
    /** Books a received batch, once by its number. */
    book: ({ asnNumber, batchNo = asnNumber }: Pick<InboundOrder.InboundProgress, "asnNumber" | "batchNo">): void => book(asnNumber, batchNo),
    ship,
    takeBack,
    /** The number of changes so far. */
    revision: () => changes
  }
}

export type ErpBooks = ReturnType<typeof make>

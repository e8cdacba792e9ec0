/**
 * An ERP in memory whose orders and stock others read and change by document 3. It is told how to misbehave: an operation fails before
 * or after it took effect.
 */
import type { AnyPlugin } from "@crossdock/config"
import { BooksV1 } from "@crossdock/books"
import { AdapterError, InboundOrder, Quantity } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

type Order = (typeof BooksV1.ListInboundOrders.success.Type)["items"][number]
type Transfer = (typeof BooksV1.ListTransferOrders.success.Type)["items"][number]
type Movement = (typeof BooksV1.ListStockMovements.success.Type)["items"][number]
type Balance = (typeof BooksV1.ListStockBalances.success.Type)["items"][number]

/** How an operation goes: it fails and nothing was done, or it takes effect and its answer is lost. */
export type Behaviour = "works" | "lose-request" | "lose-answer" | "unavailable" | "unreachable" | AdapterError.Reason

const zero = BigDecimal.make(0n, 0)

/** All figures of a record of stock that the document requires. */
const noFigures = {
  reserved: zero, unavailable: zero, inTransit: zero, inTransitOfPurchases: zero, inTransitOfFirstLeg: zero, inTransitOfTransfers: zero,
  inTransitOfAssembly: zero, inTransitOfReturns: zero, inTransitOfManualOrders: zero
}
const noMarketplaceFigures = {
  inTransit: zero, sellable: zero, reserved: zero, unsellable: zero, excess: zero, coverageDays: zero, coverageDaysInWarehouse: zero, soldPerDay: zero,
  sold7Days: zero, sold15Days: zero, sold30Days: zero, sold60Days: zero, sold90Days: zero, aged0To30: zero, aged31To60: zero, aged61To90: zero,
  aged91To120: zero, aged121To180: zero, agedOver180: zero
}

export const books = (facts: BooksV1.Facts = {}) => {
  const orders: Array<Order> = []
  const transfers: Array<Transfer> = []
  const movements: Array<Movement> = []
  const balances: Array<Balance> = []
  const stock: Array<(typeof BooksV1.ListMarketplaceStock.success.Type)["items"][number]> = []
  const calls: Array<{ readonly operation: string; readonly payload: any }> = []
  const plans = new Map<string, Array<Behaviour>>()
  /** `ignoresFilters`: it answers with all that it has, whatever was asked. */
  const manners = { keepsMoveNumbers: true, isVisible: true, ignoresFilters: false }
  /** What it has of records that nothing here creates, by the operation that lists them. */
  const listed = new Map<BooksV1.OperationName, ReadonlyArray<object>>()

  const acting = <A>(operation: BooksV1.OperationName, work: (payload: any, now: DateTime.Utc) => A | AdapterError.Rejected) => (payload: any): Effect.Effect<A, AdapterError.Reason> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      calls.push({ operation, payload })
      const how = plans.get(operation)?.shift() ?? "works"
      if (typeof how === "object") return Effect.fail(how)
      if (how === "unreachable") return Effect.fail(new AdapterError.TransportFailed({ phase: "connect", cause: how }))
      if (how === "unavailable") return Effect.fail(new AdapterError.PeerUnavailable({ status: 503 }))
      if (how === "lose-request") return Effect.fail(new AdapterError.TransportFailed({ phase: "receive", cause: how }))
      const done = work(payload, DateTime.makeUnsafe(now))
      if (how === "lose-answer") return Effect.fail(new AdapterError.TransportFailed({ phase: "receive", cause: how }))
      return done instanceof AdapterError.Rejected ? Effect.fail(done) : Effect.succeed(done as A)
    })

  /** A page by its number. */
  const pageOf = <Item>(all: ReadonlyArray<Item>, { cursor = "1", limit }: { readonly cursor?: string; readonly limit: number }) => {
    const end = Number(cursor) * limit
    return { items: all.slice(end - limit, end), total: all.length, ...(end < all.length && { nextCursor: String(Number(cursor) + 1) }) }
  }
  const rejected = (code: string) => new AdapterError.Rejected({ fault: { code, message: "as it is told" } })

  const push = { prepare: () => Result.succeed({ content: "{}" }), deliver: () => Effect.succeed({}) }

  const submit = (draft: typeof BooksV1.SubmitInboundOrder.payload.Type, now: DateTime.Utc) => {
    if (draft.warehouseName === "nowhere") return rejected("WAREHOUSE_NOT_EXIST")
    const { customNumber, lines, warehouseName } = draft
    const order: Order = {
      asnNumber: InboundOrder.AsnNumber.make(`ASN${orders.length + 1}`),
      warehouseName,
      warehouseId: "1",
      type: "PURCHASE",
      businessNumber: `B-${orders.length + 1}`,
      purchaseCurrency: "CNY",
      firstLegCurrency: "CNY",
      transferCurrency: "CNY",
      phase: "announced",
      status: "NEW",
      createdAt: now,
      lines: lines.map(({ expected, sku }) => ({ sku, name: sku, expected, purchasePrice: zero, firstLegPrice: zero, transferPrice: zero, received: Quantity.zero, good: Quantity.zero, bad: Quantity.zero })),
      ...(customNumber !== undefined && { customNumber })
    }
    orders.push(order)
    const { businessNumber: _, createdAt: __, customNumber: ___, ...told } = order
    return told
  }

  const move = ({ customNumber, moves }: typeof BooksV1.MoveStock.payload.Type, now: DateTime.Utc) => {
    if (moves.some(({ sku }) => sku === "NONE")) return rejected("STOCK_NOT_ENOUGH")
    for (const one of moves) {
      for (const [locationCode, change] of [[one.fromLocationCode, BigDecimal.negate(one.quantity)], [one.toLocationCode, one.quantity]] as const) {
        movements.push({
          id: String(movements.length + 1),
          sku: one.sku,
          warehouseName: one.warehouseName,
          locationCode,
          batchNo: one.batchNo,
          type: "MOVE",
          subtype: "MOVE",
          operator: "caller",
          inTransitBefore: zero,
          inTransitChange: zero,
          inTransitAfter: zero,
          before: zero,
          change,
          after: change,
          at: now,
          ...(manners.keepsMoveNumbers && customNumber !== undefined && { documentNumber: customNumber })
        })
      }
    }
    return {}
  }

  const transfer = (draft: typeof BooksV1.CreateTransferOrder.payload.Type, now: DateTime.Utc) => {
    const transferNumber = `TR${transfers.length + 1}`
    transfers.push({
      transferNumber,
      type: "available",
      toWarehouseType: "OTHER",
      status: "NEW",
      createdAt: now,
      updatedAt: now,
      warehouseName: draft.warehouseName,
      toWarehouseName: draft.toWarehouseName,
      lines: draft.lines.map(({ quantity, sku }, at) => ({ id: String(at + 1), sku, expected: quantity })),
      ...(draft.customNumber !== undefined && { customNumber: draft.customNumber })
    })
    return { transferNumber }
  }

  const named = (asked: any) => (record: { readonly warehouseName: string }) =>
    manners.ignoresFilters || (asked.warehouseName === undefined || asked.warehouseName === record.warehouseName) && (asked.warehouseNames === undefined || asked.warehouseNames.includes(record.warehouseName))

  /** The window of the last change; those of other times are not asked for in tests. */
  const isIn = (time?: { readonly from: DateTime.Utc; readonly to: DateTime.Utc }) => ({ createdAt, updatedAt = createdAt }: Order) =>
    time === undefined || (updatedAt.epochMilliseconds >= time.from.epochMilliseconds && updatedAt.epochMilliseconds <= time.to.epochMilliseconds)

  const plugin = BooksV1.plugin({
    id: "books-fake",
    ...facts,
    settings: Schema.Struct({}),
    offers: [
      "listInboundOrders", "submitInboundOrder", "cancelInboundOrder", "listReceivedBatches", "listStockBalances", "listStockMovements", "listAssemblyOrders",
      "listSplitOrders", "listTransferOrders", "createTransferOrder", "moveStock", "listStorageLocationStock", "listBatchStock", "listMarketplaceStock",
      "listMarketplaceWarehouses"
    ],
    make: () =>
      Effect.succeed({
        handlers: {
          receiveOutboundStatus: push,
          receiveInboundProgress: push,
          submitInboundOrder: acting("submitInboundOrder", submit),
          cancelInboundOrder: acting("cancelInboundOrder", ({ asnNumber }) => {
            const at = orders.findIndex((order) => order.asnNumber === asnNumber)
            const order = orders[at]
            if (order === undefined) return rejected("ASN_NOT_EXIST")
            if (order.phase !== "announced" && order.phase !== "cancelled") return rejected("ASN_STATE_INVALID")
            orders[at] = { ...order, phase: "cancelled", status: "CANCELLED" }
            return {}
          }),
          listInboundOrders: acting("listInboundOrders", (asked) =>
            pageOf(orders.filter((order) =>
              manners.isVisible && named(asked)(order) && isIn(asked.time)(order) && (manners.ignoresFilters || asked.number === undefined || order.asnNumber === asked.number || order.customNumber === asked.number)), asked)),
          createTransferOrder: acting("createTransferOrder", transfer),
          listTransferOrders: acting("listTransferOrders", (asked) =>
            pageOf(transfers.filter((one) => manners.ignoresFilters || asked.number === undefined || one.transferNumber === asked.number || one.customNumber === asked.number), asked)),
          moveStock: acting("moveStock", move),
          listStockMovements: acting("listStockMovements", (asked) =>
            pageOf(movements.filter((one) =>
              named(asked)(one) && (asked.sku === undefined || one.sku === asked.sku) && (asked.documentNumber === undefined || one.documentNumber === asked.documentNumber) &&
              one.at.epochMilliseconds >= asked.from.epochMilliseconds && one.at.epochMilliseconds <= asked.to.epochMilliseconds), asked)),
          listStockBalances: acting("listStockBalances", (asked) =>
            pageOf(balances.filter((one) => named(asked)(one) && (asked.skus === undefined || asked.skus.includes(one.sku))), asked)),
          listReceivedBatches: acting("listReceivedBatches", (asked) => pageOf((listed.get("listReceivedBatches") ?? []).filter((record) => named(asked)(record as never)), asked)),
          listAssemblyOrders: acting("listAssemblyOrders", (asked) => pageOf((listed.get("listAssemblyOrders") ?? []).filter((record) => named(asked)(record as never)), asked)),
          listSplitOrders: acting("listSplitOrders", (asked) => pageOf((listed.get("listSplitOrders") ?? []).filter((record) => named(asked)(record as never)), asked)),
          listStorageLocationStock: acting("listStorageLocationStock", (asked) => pageOf((listed.get("listStorageLocationStock") ?? []).filter((record) => named(asked)(record as never)), asked)),
          listBatchStock: acting("listBatchStock", (asked) => pageOf((listed.get("listBatchStock") ?? []).filter((record) => named(asked)(record as never)), asked)),
          listMarketplaceStock: acting("listMarketplaceStock", (asked) => pageOf(stock.filter(({ shopName }) => manners.ignoresFilters || asked.shopNames === undefined || asked.shopNames.includes(shopName)), asked)),
          listMarketplaceWarehouses: acting("listMarketplaceWarehouses", () => ({ items: [...new Set(stock.map(({ warehouseCode }) => warehouseCode))] }))
        } as never
      })
  })

  return {
    plugin: plugin as unknown as AnyPlugin,
    orders,
    transfers,
    movements,
    balances,
    stock,
    /** The calls that reached the ERP. */
    calls,
    manners,
    listed,
    callsOf: (operation: BooksV1.OperationName) => calls.filter((call) => call.operation === operation).map(({ payload }) => payload),
    plan: (operation: BooksV1.OperationName, ...how: ReadonlyArray<Behaviour>) => void plans.set(operation, [...how]),
    /** Changes an order, or adds one that nobody has created through the runner. */
    change: (asnNumber: string, more: Partial<Order> = {}) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const at = orders.findIndex((order) => order.asnNumber === asnNumber)
        const updatedAt = DateTime.makeUnsafe(now)
        const own: Order = { asnNumber: InboundOrder.AsnNumber.make(asnNumber), warehouseName: "North", warehouseId: "1", phase: "announced", status: "NEW", createdAt: updatedAt, lines: [] }
        const changed = { ...(orders[at] ?? own), updatedAt, ...more }
        if (at < 0) orders.push(changed)
        else orders[at] = changed
      }),
    /** Puts a balance into the books. */
    balance: (warehouseName: string, sku: string, total: number) =>
      void balances.push({ ...noFigures, warehouseName, warehouseCode: warehouseName, sku: sku as Balance["sku"], name: sku, total: Quantity.of(total), available: Quantity.of(total) }),
    /** Puts an article of a marketplace into the books. */
    article: (shopName: string, warehouseCode: string) =>
      void stock.push({ ...noMarketplaceFigures, shopName, warehouseCode, itemId: `I-${stock.length}`, itemName: "Lamp", imageUrl: "https://images.example/1", matchStatus: "MATCHED", shopItems: [], level: 1 })
  }
}

export type FakeBooks = ReturnType<typeof books>

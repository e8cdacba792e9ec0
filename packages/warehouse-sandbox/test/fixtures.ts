import { type AdapterError, Decimal, InboundOrder, OutboundOrder, Quantity, Sku, StockLevel, SqlStorage, WarehouseV1 } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { storedRecords as read } from "../src/StoredRecords.ts"
import { sandbox } from "../src/Adapter.ts"
import { nextStep } from "../src/NextStep.ts"
import { Settings } from "../src/Settings.ts"

export const settings = Schema.decodeSync(Settings)

type Lines = readonly [readonly [sku: string, quantity: number], ...ReadonlyArray<readonly [sku: string, quantity: number]>]

/** Its figures as numbers. */
export const counted = ({ sku, warehouseCode, ...figures }: StockLevel.StockLevel) => {
  const all = Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, Number(Decimal.toText(figure as StockLevel.Figure))]))
  return { sku, warehouseCode, ...all as { readonly [Name in keyof typeof figures]?: number } }
}

export const order = (
  orderNumber: string,
  lines: Lines,
  changes: Partial<OutboundOrder.OutboundOrder> = {}
): OutboundOrder.OutboundOrder => ({
  orderNumber: OutboundOrder.OrderNumber.make(orderNumber),
  onlineOrderId: `shop-${orderNumber}`,
  shopName: "shop",
  warehouseCode: "SBX-1",
  channelCode: "SBX-STD",
  platform: "OTHER",
  packageType: "NORMAL",
  receiver: {
    name: Redacted.make("Jane Doe"),
    phone: Redacted.make("1"),
    country: "NL",
    city: "Utrecht",
    address1: Redacted.make("Street 1"),
    postalCode: Redacted.make("1000")
  },
  lines: lines.map(([sku, quantity]) => ({
    sku: Sku.Sku.make(sku),
    erpSku: sku,
    name: sku,
    quantity: Quantity.of(quantity)
  })) as unknown as OutboundOrder.OutboundOrder["lines"],
  ...changes
})

export const inbound = (
  asnNumber: string,
  lines: Lines,
  changes: Partial<InboundOrder.InboundOrder> = {}
): InboundOrder.InboundOrder => ({
  asnNumber: InboundOrder.AsnNumber.make(asnNumber),
  warehouseCode: "SBX-1",
  lines: lines.map(([sku, quantity]) => ({ sku: Sku.Sku.make(sku), quantity: Quantity.of(quantity) })) as unknown as InboundOrder.InboundOrder["lines"],
  ...changes
})

/** A connection to one account, with its operations by short names and its books. */
export const open = Effect.fnUntraced(function*(account: string, written: Omit<typeof Settings.Encoded, "account"> = {}) {
  const storage = yield* SqlStorage.SqlStorage
  const context = yield* Layer.build(Layer.fresh(sandbox.layer(settings({ ...written, account }))))
  const warehouse = Context.get(context, WarehouseV1.Warehouse)
  const call = warehouse.call
  return {
    call,
    create: (wanted: OutboundOrder.OutboundOrder) => call(WarehouseV1.CreateOutboundOrder, wanted),
    cancel: (orderNumber: string): Effect.Effect<typeof WarehouseV1.CancelOutboundOrder.success.Type, AdapterError.AdapterError> =>
      call(WarehouseV1.CancelOutboundOrder, { orderNumber: OutboundOrder.OrderNumber.make(orderNumber) }),
    status: (...orderNumbers: readonly [string, ...ReadonlyArray<string>]) =>
      Effect.map(
        call(WarehouseV1.GetOutboundOrders, { orders: Arr.map(orderNumbers, (each) => ({ orderNumber: OutboundOrder.OrderNumber.make(each) })) }),
        ({ items }) => items
      ),
    announce: (wanted: InboundOrder.InboundOrder) => call(WarehouseV1.CreateInboundOrder, wanted),
    received: (asnNumber: string) =>
      Effect.map(
        call(WarehouseV1.GetInboundOrders, { inboundOrders: [{ asnNumber: InboundOrder.AsnNumber.make(asnNumber) }] }),
        (found) => found.items[0]
      ),
    recall: (asnNumber: string) =>
      Effect.map(
        call(WarehouseV1.CancelInboundOrders, { asnNumbers: [InboundOrder.AsnNumber.make(asnNumber)] }),
        ({ items: [answer] }) => answer?.failure
      ),
    stock: (sku: string, warehouseCode = "SBX-1") =>
      Effect.map(
        call(WarehouseV1.ListStock, { warehouseCode, skus: [Sku.Sku.make(sku)], limit: 10 }),
        ({ items }) => items[0] && counted(items[0])
      ),
    books: read(storage, account),
    next: (number: string) => nextStep(storage, settings({ ...written, account }), number)
  }
})

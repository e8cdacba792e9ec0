/**
 * The plugin over a wire that ends at the protocol's own server, with a small store behind it.
 */
import { type AdapterError, Decimal, InboundOrder, Money, OutboundOrder, type Product, Quantity, Sku, StockLevel, Transport, WarehouseV1 } from "@crossdock/core"
import { type Client, Profile, Server } from "@crossdock/protocols/warehouse-envelope"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { warehouseEnvelope } from "../src/Adapter.ts"
import { Settings } from "../src/Settings.ts"

export const written = {
  serviceUrl: "https://warehouse.example/service",
  accessId: "acc-1",
  secretKey: "s3cret"
}

export type Written = Partial<typeof Settings.Encoded>
export type Serve = (request: Transport.Request) => Effect.Effect<Transport.Response, AdapterError.TransportFailed>

export const decoded = (more: Written = {}): Settings => Schema.decodeSync(Settings)({ ...written, ...more })

const decimal = (text: string) => Decimal.fromText(text)!
export const orderNumber = (text: string) => OutboundOrder.OrderNumber.make(text)
export const asnNumber = (text: string) => InboundOrder.AsnNumber.make(text)
export const sku = (text: string) => Sku.Sku.make(text)

export const order: OutboundOrder.OutboundOrder = {
  orderNumber: orderNumber("SO-1"),
  onlineOrderId: "P-1",
  shopName: "Lamp & Söhne",
  warehouseCode: "WH-1",
  channelCode: "STD",
  platform: "web",
  freight: Money.of("4.50"),
  packageType: "NORMAL",
  receiver: {
    name: Redacted.make("Ada", { label: "receiver.name" }),
    phone: Redacted.make("+31 20", { label: "receiver.phone" }),
    country: "NL",
    state: "NH",
    city: "Amsterdam",
    address1: Redacted.make("Dam 1", { label: "receiver.address1" }),
    postalCode: Redacted.make("1012 JS", { label: "receiver.postalCode" })
  },
  lines: [
    { sku: sku("SKU-1"), erpSku: "E-1", name: "Lamp", quantity: Quantity.of(2), price: Money.priceOf("19.90", "line") },
    { sku: sku("SKU-2"), erpSku: "E-2", name: "Bulb", quantity: Quantity.of(1), price: Money.priceOf("0.10", "line") }
  ]
}

export const asn: InboundOrder.InboundOrder = {
  asnNumber: asnNumber("ASN-1"),
  warehouseCode: "WH-1",
  type: "PURCHASE",
  lines: [{ sku: sku("SKU-1"), name: "Lamp", quantity: Quantity.of(10) }]
}

export const product: Product.Product = { sku: sku("SKU-1"), erpSku: "E-1", title: "Lamp", weight: decimal("1.200") }

export const statusOf = (number: string): OutboundOrder.OutboundStatus => ({
  orderNumber: orderNumber(number),
  phase: "shipped",
  status: "shipped",
  carrierName: "Ninja",
  trackingNumber: `T-${number}`
})

export const inboundOf = (number: string): InboundOrder.InboundStatus => ({
  asnNumber: asnNumber(number),
  phase: "receiving",
  status: "RECEIVING",
  referenceNumber: `IN-${number}`,
  lines: [{ sku: sku("SKU-1"), name: "Lamp", estimated: Quantity.of(10), received: Quantity.of(5), good: Quantity.of(4), bad: Quantity.of(1) }]
})

const { figure } = StockLevel

export const level: StockLevel.StockLevel = {
  warehouseCode: "WH-1",
  sku: sku("SKU-1"),
  inTransit: figure(1),
  pending: figure(2),
  sellable: figure(3),
  unsellable: figure(4),
  reserved: figure(5),
  occupied: figure(6),
  total: figure(20)
}

export const shipped: OutboundOrder.OutboundStatus = {
  ...statusOf("SO-1"),
  warehouseOrderNumber: "WO-1",
  warehouseCode: "WH-1",
  shippedAt: DateTime.makeUnsafe(1_772_330_584_123)
}

export const received: InboundOrder.InboundProgress = {
  asnNumber: asnNumber("ASN-1"),
  warehouseCode: "WH-1",
  phase: "receiving",
  status: "RECEIVING",
  updatedAt: DateTime.makeUnsafe(1_772_330_584_123),
  lines: [{ sku: sku("SKU-1"), received: Quantity.of(5), good: Quantity.of(4), bad: Quantity.of(1) }],
  batchNo: "ASN-1-1"
}

type Operations = typeof WarehouseV1.contract.operations
type Answers = {
  readonly [Name in keyof Client.Handlers]: (payload: Operations[Name]["payload"]["Type"]) => Operations[Name]["success"]["Type"]
}

/** What the warehouse answers; every dispatched call stands in `calls`. */
export const warehouse = (secretKey = written.secretKey) => {
  const calls: Array<{ readonly operation: string; readonly payload: unknown }> = []
  const answers: Answers = {
    createOutboundOrder: () => ({ warehouseOrderNumber: "WO-1" }),
    cancelOutboundOrder: () => ({}),
    getOutboundOrders: ({ orders }) => ({ items: orders.map(({ orderNumber }) => statusOf(orderNumber)) }),
    listWarehouses: () => ({ items: [{ code: "WH-1", name: "North" }] }),
    listChannels: () => ({ items: [{ code: "STD", name: "Standard", warehouseCode: "WH-1", carrierName: "Ninja" }] }),
    listStock: () => ({ items: [level], pageCount: 1 }),
    createInboundOrder: () => ({}),
    getInboundOrders: ({ inboundOrders }) => ({ items: inboundOrders.map(({ asnNumber }) => inboundOf(asnNumber)) }),
    cancelInboundOrders: ({ asnNumbers }) => ({ items: asnNumbers.map((number) => ({ asnNumber: number })) }),
    upsertProduct: () => ({})
  }
  const serve = Server.make<never>({
    find: (accessId) =>
      accessId === written.accessId
        ? {
          id: accessId,
          key: "link",
          secretKey: Redacted.make(secretKey),
          signing: "strict",
          profile: Profile.defaults,
          timeZone: "UTC+8"
        }
        : undefined,
    dispatch: (_, operation, payload) => {
      calls.push({ operation: operation.name, payload })
      const answer = answers[operation.name as keyof Answers] as (payload: unknown) => unknown
      return Effect.succeed(answer(payload) as never)
    }
  })
  return { serve, calls }
}

/** A warehouse that answers one text, whatever it is asked. */
export const answering = (body: unknown, status = 200, headers: Transport.Headers = []): Serve => () =>
  Effect.succeed({ status, headers, body: typeof body === "string" ? body : JSON.stringify(body) })

/** The plugin over a wire that is a function; every request is kept. */
export const connect = Effect.fnUntraced(function*(serve: Serve, more: Written = {}) {
  const requests: Array<Transport.Request> = []
  const wire = Layer.succeed(Transport.Transport, {
    send: (request) => {
      requests.push(request)
      return serve(request)
    }
  })
  const context = yield* Layer.build(Layer.fresh(Layer.provide(warehouseEnvelope.layer(decoded(more)), wire)))
  const { call } = Context.get(context, WarehouseV1.Warehouse)
  const envelopes = () => requests.map(envelopeOf)
  return { call, requests, envelopes }
})

export const envelopeOf = ({ body, headers }: Transport.Request): Record<string, string> =>
  Transport.header(headers, "content-type") === "application/json"
    ? JSON.parse(body)
    : Object.fromEntries(new URLSearchParams(body))

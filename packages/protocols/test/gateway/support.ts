/**
 * Values and a wire for the tests of document 2 part A.
 */
import { type AdapterError, Drift, type InboundOrder, Money, type OutboundOrder, type Product, Quantity, type Transport, type WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Client, Profile, Server } from "../../src/gateway/index.ts"
import * as Recorded from "../recorded.ts"
import { asnNo, at, decimal, inboundStatus, level, order, orderNo, personal, selfShipped, skuOf } from "../values.ts"

export * from "../values.ts"

/** An order with every member that an order can have. */
export const fullOrder: OutboundOrder.OutboundOrder = {
  ...selfShipped,
  freight: Money.of("4.50", "SGD"),
  cashOnDelivery: Money.of("44.30", "SGD"),
  onlineShopId: "S-1",
  receiver: {
    ...order.receiver,
    email: personal("receiver.email", "tan@example.org"),
    district: "Centre",
    address2: personal("receiver.address2", "#02-03")
  },
  houseNumbers: [personal("houseNumbers", "7a"), personal("houseNumbers", "7b")],
  lines: [
    {
      sku: skuOf("SKU-1"),
      erpSku: "E-1",
      name: "Lamp",
      quantity: Quantity.of(2),
      price: Money.priceOf("19.90", "line", "SGD"),
      shippingPrice: Money.of("1.00", "SGD"),
      hsCode: "9405",
      chineseCustomsName: "灯",
      englishCustomsName: "lamp",
      platformProductId: "PP-1"
    }
  ],
  totalPrice: Money.of("44.30", "SGD"),
  paidAt: at("2026-03-01T02:03:05Z"),
  isInsured: true,
  insuranceValue: Money.of(100, "SGD"),
  sellerId: "seller-1",
  remark: personal("remark", "ring twice"),
  packageId: "PK-1",
  shippingProviderName: "Ninja",
  shippingProviderId: "NV"
}

export const shipped: OutboundOrder.OutboundStatus = {
  orderNumber: orderNo("SO-1001"),
  phase: "shipped",
  status: "shipped",
  carrierName: "Ninja",
  trackingNumber: "TN-1"
}

export const asn: InboundOrder.InboundOrder = {
  asnNumber: asnNo("ASN-1"),
  warehouseCode: "WH-1",
  customNumber: "C-1",
  estimatedArrivalAt: at("2026-04-01T00:00:00Z"),
  trackingNumber: "IN-1",
  type: "SALE_RETURN",
  orderNumber: "SO-1001",
  onlineOrderId: "P-77",
  returnReason: "broken",
  lines: [{ sku: skuOf("SKU-1"), name: "Lamp", quantity: Quantity.of(10) }],
  packing: [{ boxNumber: 1, markCode: "B1", quantity: Quantity.of(10), sku: skuOf("SKU-1"), length: decimal("10.5"), lengthUnit: "cm" }],
  goodsType: "PART_CONTAINER",
  containerType: "40HQ",
  containerModel: "reefer",
  bulkByPallet: true,
  bulkByPiece: false,
  palletCount: 4
}

export const product: Product.Product = {
  warehouseCode: "WH-1",
  sku: skuOf("SKU-1"),
  erpSku: "E-1",
  title: "Lamp",
  weight: decimal("1.200"),
  weightUnit: "kg",
  itemPackage: 6,
  brand: "Lumen",
  warehouseBarcode: "W-1",
  hsCode: "9405",
  chineseCustomsName: "灯",
  englishCustomsName: "lamp",
  declaredBy: "RATE",
  declaredPrice: Money.of("5.00"),
  declaredMaximum: Money.of("8.00"),
  declaredRate: decimal("0.50"),
  purchaseCost: Money.of("3.10", "CNY"),
  exchangeRates: { USD: decimal("7.1000"), VND: decimal("0.00029") }
}

export const profile = (record: Readonly<Record<string, string | boolean>> = {}): Profile.Profile => ({
  ...Profile.defaults,
  ...record
})

export const appSecret = Redacted.make("s3cret", { label: "appSecret" })

export const caller: Server.Caller = { id: "app-1", key: "link-1", timeZone: "UTC+8", profile: Profile.defaults }
export const other: Server.Caller = { ...caller, key: "link-2" }

/** An account with the keys of three warehouses on two links. */
export const account: Server.Account = {
  appKey: "app-1",
  appSecret,
  signing: "strict",
  environment: "production",
  linkOf: (key) => ({ k1: caller, k2: other, "k1 too": caller })[key]
}

/** An account with one link. */
export const single: Server.Account = {
  ...account,
  linkOf: (key) => (key === "k1" ? caller : undefined),
  defaultLink: caller
}

export type Books = Recorded.Books<
  { readonly operation: string; readonly payload: any; readonly info: Server.Info; readonly link: string }
>

export const books = (): Books => Recorded.books()

/** By operation; the second argument is the link. */
export type Answers = { readonly [Name in WarehouseV1.OperationName]?: (payload: never, link: string) => unknown }

export const refusing = (refusal: Server.Refusal) => Effect.fail(refusal)

/** What the warehouses of these tests answer, unless a test says otherwise. */
export const answers: Answers = {
  createOutboundOrder: () => ({ warehouseOrderNumber: "WO-1" }),
  cancelOutboundOrder: () => ({}),
  getOutboundOrders: ({ orders }: { readonly orders: ReadonlyArray<{ readonly orderNumber: string }> }) =>
    ({ items: orders.map(({ orderNumber }) => ({ ...shipped, orderNumber })) }),
  listWarehouses: (_, link) => ({ items: link === "link-1" ? [{ code: "WH-1", name: "North" }] : [{ code: "WH-2", name: "South" }] }),
  listChannels: () => ({ items: [{ code: "STD", name: "Standard", warehouseCode: "WH-1", carrierName: "Ninja" }] }),
  listStock: () => ({ items: [level], pageCount: 1 }),
  createInboundOrder: () => ({ referenceNumber: "IN-9" }),
  getInboundOrders: ({ inboundOrders }: { readonly inboundOrders: ReadonlyArray<{ readonly asnNumber: string }> }) =>
    ({ items: inboundOrders.map(({ asnNumber }) => ({ ...inboundStatus, asnNumber })) }),
  cancelInboundOrders: ({ asnNumbers }: { readonly asnNumbers: ReadonlyArray<string> }) =>
    ({ items: asnNumbers.map((number) => ({ asnNumber: number })) }),
  upsertProduct: () => ({})
}

/** A gateway that answers from a table. */
export const serverOf = (
  kept: Books,
  { accounts = [account], ...more }: {
    readonly answers?: Answers
    readonly accounts?: ReadonlyArray<Server.Account>
  } & Partial<Server.Options<never>> = {}
): ((request: Transport.Request) => Effect.Effect<Transport.Response>) => {
  const known = new Map(accounts.map((one) => [one.appKey, one]))
  const serve = Server.make<never>({
    find: (appKey) => known.get(appKey),
    dispatch: (who, operation, payload, info) => {
      kept.dispatched.push({ operation: operation.name, payload, info, link: who.key })
      const answer = { ...answers, ...more.answers }[operation.name] as ((payload: unknown, link: string) => unknown) | undefined
      const found = answer?.(payload, who.key)
      return (Effect.isEffect(found) ? found : Effect.succeed(found)) as never
    },
    ...more
  })
  return (request) => Effect.provideService(serve(request), Drift.Drift, Recorded.reporter(kept))
}

export const settings: Client.Settings = {
  baseUrl: new URL("https://gateway.example/base/"),
  appKey: "app-1",
  appSecret,
  warehouseKey: "k1",
  profile: Profile.defaults,
  timeZone: "UTC+8"
}

/** The operations of a client whose wire is a function; findings go to the books. */
export const clientOf = (kept: Books, serve: Recorded.Serve, more: Partial<Client.Settings> = {}): Client.Handlers => {
  return Recorded.reporting(Effect.runSync(Effect.provide(Client.make({ ...settings, ...more }), Recorded.wireTo(kept, serve))), kept)
}

/** Client and server joined by a wire. */
export const joined = (
  more: {
    readonly answers?: Answers
    readonly client?: Partial<Client.Settings>
    readonly account?: Partial<Server.Account>
    readonly server?: Partial<Server.Options<never>>
  } = {}
) => {
  const kept = books()
  const serve = serverOf(kept, {
    ...more.server,
    ...(more.answers && { answers: more.answers }),
    accounts: [{ ...account, ...more.account }]
  })
  return { kept, serve, client: clientOf(kept, serve, more.client) }
}

/** The link of an account, with another profile or zone. */
export const linked = (more: Partial<Server.Caller>): Partial<Server.Account> => ({ linkOf: () => ({ ...caller, ...more }) })

/** A client whose peer answers with one fixed text. */
export const answeredWith = (body: unknown, more: Partial<Client.Settings> = {}, status = 200, headers: Transport.Headers = []) => {
  const kept = books()
  const text = typeof body === "string" ? body : JSON.stringify(body)
  return { kept, client: clientOf(kept, () => Effect.succeed({ status, headers, body: text }), more) }
}

/** A client whose peer answers each call by its method and its body. */
export const answering = (
  answer: (method: string, body: any) => unknown,
  more: Partial<Client.Settings> = {}
) => {
  const kept = books()
  const serve: Recorded.Serve = ({ body, url }) => {
    const found = answer(url.pathname.split("/").at(-1)!, JSON.parse(body))
    return Effect.isEffect(found)
      ? found as Effect.Effect<Transport.Response, AdapterError.TransportFailed>
      : Effect.succeed({ status: 200, headers: [], body: JSON.stringify(found) })
  }
  return { kept, client: clientOf(kept, serve, more) }
}

/** The last request: its method, its headers by name, its body parsed. */
export const lastSent = (kept: Books) => {
  const { body, headers, url } = kept.requests.at(-1)!
  return { method: url.pathname.split("/").at(-1)!, headers: Object.fromEntries(headers), text: body, body: JSON.parse(body) }
}

export const lastAnswer = (kept: Books) => JSON.parse(kept.responses.at(-1)!.body)

/**
 * Values and a wire for the tests of document 2, part B.
 */
import { AdapterError, type Document, Drift, type ErpV1, type PlatformOrder, type PlatformProduct, type PlatformShipment, PlatformV1, Quantity, Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Client, Profile, PushClient, PushServer, Server, type Tokens } from "../../src/platform-envelope/index.ts"
import * as Recorded from "../recorded.ts"
import { at, decimal, figure, pdf, personal } from "../values.ts"

export * from "../values.ts"
export { wireTo } from "../recorded.ts"
export { AdapterError, PlatformV1 }

const { of } = Quantity

export const line: PlatformOrder.PlatformLine = {
  lineId: "T-1",
  productId: "I-1",
  sku: "SKU-1",
  title: "Lamp \"red\"",
  quantity: of(2),
  currency: "SGD",
  price: decimal("9.95"),
  tax: decimal("1.00"),
  shippingPrice: decimal("2.00"),
  originalPrice: decimal("12.00"),
  paidPrice: decimal("9.45"),
  paidAmount: decimal("18.90"),
  goodsTax: decimal("0.80"),
  shippingTax: decimal("0.20"),
  discount: decimal("1.00"),
  discountedTotal: decimal("18.90"),
  platformDiscount: decimal("0.30"),
  sellerDiscount: decimal("0.20")
}

/** What only a person of a platform would write: quotes, line ends, other scripts, percent and plus signs. */
export const raw = "{\"ordersn\":\"P-1\",\"note\":\"50% \\\"off\\\" + é 陈 & \\n \\u2028 \\/ \",\"big\":9007199254740993001,\"price\":4.50}"

/** An order with every member that the wire carries. */
export const order: PlatformOrder.PlatformOrder = {
  platform: "SHOPEE",
  shopId: "1",
  onlineShopId: "S-1",
  onlineOrderId: "P-1",
  createdAt: at("2026-03-01T02:03:04Z"),
  paidAt: at("2026-03-01T02:05:00Z"),
  modifiedAt: at("2026-03-02T00:00:00.123Z"),
  phase: "open",
  status: "READY_TO_SHIP",
  paymentMethod: "online",
  cashOnDelivery: decimal("19.90"),
  currency: "SGD",
  total: decimal("20.90"),
  freight: decimal("2.00"),
  buyerPaidFreight: decimal("1.50"),
  discount: decimal("1.00"),
  sellerDiscount: decimal("0.40"),
  platformDiscount: decimal("0.60"),
  platformReimbursement: decimal("0.60"),
  buyerName: personal("buyerName", "abuyer"),
  receiver: {
    name: personal("receiver.name", "Tan Ah \"Kow\" 陈"),
    phone: personal("receiver.phone", "+65 0000 0000"),
    email: personal("receiver.email", "a+b@example.org"),
    country: "SG",
    state: "SG",
    city: "Singapore",
    district: "Centre",
    address1: personal("receiver.address1", "1 Some/Road #01-02 + 50%"),
    postalCode: personal("receiver.postalCode", "000001")
  },
  lines: [line],
  buyerMessage: personal("buyerMessage", "ring twice"),
  sellerRemark: personal("sellerRemark", "gift"),
  shippingService: "Standard",
  carrierCode: "NV",
  carrierName: "Ninja",
  trackingNumber: "TN-1",
  shipBefore: at("2026-03-04T00:00:00Z"),
  shippedAt: at("2026-03-03T00:00:00Z"),
  deliveredAt: at("2026-03-05T00:00:00Z"),
  locationId: "PW-1",
  locationName: "North",
  isShippedOnline: false,
  isFulfilledByPlatform: false,
  isPreSale: true,
  raw: personal("The message as received", raw)
}

export const product: PlatformProduct.PlatformProduct = {
  productId: "I-1",
  variantId: "V-1",
  extraVariantId: "X-1",
  sku: "SKU-1",
  sellerSku: "C-1",
  title: "Lamp",
  name: "Lamp, red",
  status: "NORMAL",
  imageUrl: "https://shop.example/lamp.png",
  stock: figure(7),
  stockByLocation: [{ locationId: "PW-1", available: figure(5) }],
  price: decimal("9.95"),
  weight: decimal("1.20"),
  weightUnit: "kg"
}

export const labels: ReadonlyArray<Document.Document> = [
  { kind: "label", format: "PDF", source: { _tag: "Content", base64: personal("label", pdf) }, trackingNumber: "TN-1", carrierName: "Ninja" },
  { kind: "label", format: "PDF", source: { _tag: "Link", url: personal("label address", "https://labels.example/TN-1.pdf") } }
]

export const tracking: PlatformShipment.TrackedParcel = {
  phase: "inTransit",
  status: "IN_TRANSIT",
  events: [{ description: "picked up", at: at("2026-03-03T10:00:00Z") }]
}

export const parcel = [{ packageNumber: "K-1", productId: "I-1", variantId: "V-1", quantity: of(2) }] as const

export const window = { updatedFrom: at("2026-03-01T00:00:00Z"), updatedTo: at("2026-03-02T00:00:00Z") }

export const profile = (record: Readonly<Record<string, string | boolean>> = {}): Profile.Profile => ({ ...Profile.defaults, ...record })

export const secretKey = Redacted.make("s3cret", { label: "secretKey" })

export const shop: Server.Caller = {
  id: "acc-1",
  key: "link-1",
  platform: "SHOPEE",
  shopId: "1",
  onlineShopId: "S-1",
  profile: Profile.defaults,
  timeZone: "UTC+8"
}

export const account: Server.Account = { accessId: "acc-1", secretKey, signing: "strict", shops: [shop] }

export type Books = Recorded.Books<{ readonly operation: string; readonly payload: unknown; readonly info: Server.Info; readonly caller: string }>

export const books = (): Books => Recorded.books()

export type Answers = { readonly [Name in PlatformV1.OperationName]?: (payload: never) => unknown }

export const granted: Tokens.Granted = {
  accessToken: Redacted.make("at-1", { label: "accessToken" }),
  accessExpiresIn: 3600,
  refreshToken: Redacted.make("rt-1", { label: "refreshToken" }),
  refreshExpiresIn: 14400,
  onlineShopId: "S-1",
  country: "SG"
}

const status = (word: string) => ({ status: word, nameEn: word.toLowerCase(), nameZh: "词" })

/** What the shop of these tests answers, unless a test says otherwise. */
export const answers: Answers = {
  getOrders: () => ({ items: [order], pageCount: 1 }),
  listOrderStatuses: () => ({ finished: [status("COMPLETED")], cancelled: [status("CANCELLED")] }),
  markReadyToShip: () => ({}),
  listProducts: () => ({ items: [product], pageCount: 1 }),
  listProductStatuses: () => ({ items: [status("NORMAL")] }),
  updateStock: () => ({ failures: [] }),
  listShippingProviders: () => ({ items: [{ code: "NV", name: "Ninja" }] }),
  createShipment: () => ({ trackingNumber: "TN-1", carrierName: "Ninja", documents: labels }),
  cancelShipment: () => ({}),
  getLabels: () => ({ items: labels }),
  trackParcel: () => tracking,
  listLocations: () => ({ items: [{ code: "PW-1", name: "North" }] }),
  setShopAccess: () => ({})
}

/** A service that answers from a table. */
export const serverOf = (
  kept: Books,
  more: { readonly answers?: Answers; readonly accounts?: ReadonlyArray<Server.Account> } & Partial<Server.Options<never>> = {}
): ((request: Transport.Request) => Effect.Effect<Transport.Response>) => {
  const { accounts = [account], answers: said, ...options } = more
  const known = new Map(accounts.map((one) => [one.accessId, one]))
  const serve = Server.make<never>({
    find: (accessId) => known.get(accessId),
    dispatch: (who, operation, payload, info) => {
      kept.dispatched.push({ operation: operation.name, payload, info, caller: who.key })
      const answer = { ...answers, ...said }[operation.name] as ((payload: unknown) => unknown) | undefined
      const found = answer?.(payload)
      return (Effect.isEffect(found) ? found : Effect.succeed(found)) as never
    },
    tokens: {
      getToken: (who, payload, info) => Effect.sync(() => (kept.dispatched.push({ operation: "getToken", payload, info, caller: who.key }), granted)),
      refreshToken: (who, payload, info) => Effect.sync(() => (kept.dispatched.push({ operation: "refreshToken", payload, info, caller: who.key }), granted))
    },
    ...options
  })
  return (request) => Effect.provideService(serve(request), Drift.Drift, Recorded.reporter(kept))
}

export const settings: Client.Settings = {
  serviceUrl: new URL("https://service.example/base/"),
  accessId: "acc-1",
  secretKey,
  platform: "SHOPEE",
  shopId: "1",
  onlineShopId: "S-1",
  customerId: "5",
  profile: Profile.defaults,
  timeZone: "UTC+8"
}

export const clientOf = (kept: Books, serve: Recorded.Serve, more: Partial<Client.Settings> = {}): Client.Client => {
  const client = Effect.runSync(Effect.provide(Client.make({ ...settings, ...more }), Recorded.wireTo(kept, serve)))
  return { ...client, handlers: (tokens) => Recorded.reporting(client.handlers(tokens), kept) }
}

/** Client and server joined by a wire. */
export const joined = (
  more: {
    readonly answers?: Answers
    readonly client?: Partial<Client.Settings>
    readonly shop?: Partial<Server.Caller>
    readonly account?: Partial<Server.Account>
    readonly server?: Partial<Server.Options<never>>
  } = {}
) => {
  const kept = books()
  const serve = serverOf(kept, {
    ...more.server,
    ...(more.answers && { answers: more.answers }),
    accounts: [{ ...account, shops: [{ ...shop, ...more.shop }], ...more.account }]
  })
  const client = clientOf(kept, serve, more.client)
  return { kept, serve, client, call: client.handlers() }
}

/** A client whose peer answers with one fixed text. */
export const answeredWith = (body: unknown, more: Partial<Client.Settings> = {}, status = 200, headers: Transport.Headers = []) => {
  const kept = books()
  const text = typeof body === "string" ? body : JSON.stringify(body)
  const client = clientOf(kept, () => Effect.succeed({ status, headers, body: text }), more)
  return { kept, client, call: client.handlers() }
}

export const pushSettings: PushClient.Settings = {
  baseUrl: new URL("https://erp.example/api/"),
  accessId: "acc-1",
  secretKey,
  profile: Profile.defaults,
  timeZone: "UTC+8"
}

export interface PushBooks extends Books {
  readonly events: Array<PlatformV1.Event>
}

/** Client and server of pushOrder joined by a wire. */
export const pushesJoined = (
  more: {
    readonly receive?: PushServer.Options<never>["receive"]
    readonly client?: Partial<PushClient.Settings>
    readonly shop?: Partial<Server.Caller>
    readonly account?: Partial<Server.Account>
    readonly server?: Partial<PushServer.Options<never>>
  } = {}
) => {
  const kept: PushBooks = { ...books(), events: [] }
  const known = { ...account, shops: [{ ...shop, ...more.shop }], ...more.account }
  const server = PushServer.make<never>({
    find: (accessId) => (accessId === known.accessId ? known : undefined),
    receive: more.receive ?? ((_caller, event) => Effect.sync(() => void kept.events.push(event))),
    ...more.server
  })
  const serve = (request: Transport.Request) => Effect.provideService(server(request), Drift.Drift, Recorded.reporter(kept))
  const push = Effect.runSync(Effect.provide(PushClient.make({ ...pushSettings, ...more.client }), Recorded.wireTo(kept, serve)))
  const send = (pushed: typeof ErpV1.ReceivePlatformOrder.payload.Type, deliveryId = "d-1") =>
    Effect.flatMap(Effect.fromResult(push.prepare(pushed)), (prepared) => push.deliver(prepared, { deliveryId }))
  return { kept, serve, push, send }
}

/** The members of the last request's envelope, and its content parsed. */
export const lastSent = (kept: Books) => {
  const { body, headers, url } = kept.requests.at(-1)!
  const envelope: Record<string, string> = Object.fromEntries(new URLSearchParams(body))
  return { envelope, content: JSON.parse(envelope["content"] || "{}"), headers: Object.fromEntries(headers), url }
}

export const lastAnswer = (kept: Books) => JSON.parse(kept.responses.at(-1)!.body)

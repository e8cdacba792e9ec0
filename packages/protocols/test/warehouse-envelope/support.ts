/**
 * Values and a wire for the tests of document 1.
 */
import {
  AdapterError,
  Decimal,
  Drift,
  ErpV1,
  type InboundOrder,
  type OutboundOrder,
  type Sku,
  type StockLevel,
  Transport,
  WarehouseV1
} from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { CallbackClient, CallbackServer, Client, Profile, Server } from "../../src/warehouse-envelope/index.ts"

export { AdapterError, ErpV1, WarehouseV1 }

export const decimal = (text: string) => Decimal.fromText(text)!
export const at = (text: string) => DateTime.makeUnsafe(text)
export const skuOf = (text: string) => text as Sku.Sku
export const orderNo = (text: string) => text as OutboundOrder.OrderNumber
export const asnNumber = (text: string) => text as InboundOrder.AsnNumber
const personal = (label: string, text: string) => Redacted.make(text, { label })

/** `%PDF-1.4 label` */
export const pdf = Buffer.from("%PDF-1.4 label").toString("base64")

export const order: OutboundOrder.OutboundOrder = {
  orderNumber: orderNo("SO-1001"),
  onlineOrderId: "P-77",
  shopName: "Lamp & Söhne",
  warehouseCode: "WH-1",
  channelCode: "STD",
  platform: "SHOPEE",
  freight: decimal("4.50"),
  packageType: "NORMAL",
  orderedAt: at("2026-03-01T02:03:04Z"),
  promisedAt: at("2026-03-05T00:00:00Z"),
  receiver: {
    name: personal("receiver.name", "Tan Ah \"Kow\" 陈"),
    phone: personal("receiver.phone", "+65 0000 0000"),
    email: personal("receiver.email", ""),
    country: "SG",
    state: "SG",
    city: "Singapore",
    address1: personal("receiver.address1", "1 Some/Road #01-02 + 50%"),
    postalCode: personal("receiver.postalCode", "000001")
  },
  lines: [
    { sku: skuOf("SKU-1"), erpSku: "E-1", name: "Lamp", quantity: 2, amount: decimal("19.90"), hsCode: "9405" },
    { sku: skuOf("SKU-2"), erpSku: "E-2", name: "Bulb", quantity: 1, amount: decimal("0.10") }
  ]
}

export const selfShipped: OutboundOrder.OutboundOrder = {
  ...order,
  packageType: "OWN_PACKAGE",
  trackingNumber: "T-1",
  label: personal("label", pdf)
}

export const shipped: OutboundOrder.OutboundStatus = {
  orderNumber: orderNo("SO-1001"),
  warehouseOrderNumber: "WO-1",
  warehouseCode: "WH-1",
  status: "SUCCESS",
  peerStatus: "shipped",
  carrierName: "Ninja",
  trackingNumber: "TN-1"
}

export const level: StockLevel.StockLevel = {
  warehouseCode: "WH-1",
  sku: skuOf("SKU-1"),
  inTransit: 1,
  pending: 2,
  sellable: 3,
  unsellable: 4,
  reserved: 5,
  occupied: 6,
  total: 21
}

export const asn: InboundOrder.InboundOrder = {
  asnNumber: asnNumber("ASN-1"),
  warehouseCode: "WH-1",
  customNumber: "C-1",
  estimatedArrivalAt: at("2026-04-01T00:00:00Z"),
  trackingNumber: "IN-1",
  type: "PURCHASE",
  lines: [{ sku: skuOf("SKU-1"), name: "Lamp", quantity: 10 }],
  packing: [{ boxNumber: 1, markCode: "B1", quantity: 10, sku: skuOf("SKU-1"), length: decimal("10.5") }]
}

export const inboundStatus: InboundOrder.InboundStatus = {
  asnNumber: asnNumber("ASN-1"),
  status: "FINISHED",
  peerStatus: "FINISHED",
  referenceNumber: "IN-9",
  finishedAt: at("2026-04-02T01:02:03Z"),
  lines: [{ sku: skuOf("SKU-1"), name: "Lamp", estimated: 10, received: 10, good: 9, bad: 1 }]
}

export const progress: InboundOrder.InboundProgress = {
  asnNumber: asnNumber("ASN-1"),
  warehouseCode: "WH-1",
  status: "RECEIVING",
  peerStatus: "RECEIVING",
  referenceNumber: "IN-9",
  updatedAt: at("2026-04-02T01:02:03.456Z"),
  lines: [{ sku: skuOf("SKU-1"), received: 5, good: 4, bad: 1 }],
  batchNo: "ASN-1-1"
}

export const product = { sku: skuOf("SKU-1"), erpSku: "E-1", title: "Lamp", weight: decimal("1.200"), weightUnit: "kg", itemPackage: 6 }

export const profile = (record: Readonly<Record<string, string | boolean>> = {}): Profile.Profile => ({
  ...Profile.defaults,
  ...record
})

export const secretKey = Redacted.make("s3cret", { label: "secretKey" })

export const caller: Server.Caller = {
  id: "acc-1",
  key: "link-1",
  secretKey,
  signing: "strict",
  profile: Profile.defaults,
  timeZone: "UTC+8"
}

/** What happened on a wire: the requests and answers as they were, the findings, and what was dispatched. */
export interface Books {
  readonly requests: Array<Transport.Request>
  readonly responses: Array<Transport.Response>
  readonly findings: Array<Drift.Finding>
  readonly dispatched: Array<{ readonly operation: string; readonly payload: unknown; readonly info: Server.Info; readonly caller: string }>
}

export const books = (): Books => ({ requests: [], responses: [], findings: [], dispatched: [] })

export type Answers = { readonly [Name in WarehouseV1.OperationName]?: (payload: never) => unknown }

export const refusing = (refusal: Server.Refusal) => Effect.fail(refusal)

/** What the warehouse of these tests answers, unless a test says otherwise. */
export const answers: Answers = {
  createOutboundOrder: () => ({ warehouseOrderNumber: "WO-1" }),
  cancelOutboundOrder: () => undefined,
  getOutboundOrders: ({ orderNumbers }: { readonly orderNumbers: ReadonlyArray<string> }) =>
    orderNumbers.map((number) => ({ ...shipped, orderNumber: number })),
  listWarehouses: () => [{ code: "WH-1", name: "North" }, { code: "WH-2", name: "South" }],
  listChannels: () => [{ code: "STD", name: "Standard", warehouseCode: "WH-1", carrierName: "Ninja" }],
  listStock: () => ({ items: [level], isLast: true, pageCount: 1 }),
  createInboundOrder: () => ({}),
  getInboundOrders: () => [inboundStatus],
  cancelInboundOrders: ({ asnNumbers }: { readonly asnNumbers: ReadonlyArray<string> }) =>
    asnNumbers.map((number) => ({ asnNumber: number })),
  upsertProduct: () => undefined
}

/** A warehouse that answers from a table. */
export const serverOf = (
  kept: Books,
  more: { readonly answers?: Answers; readonly callers?: ReadonlyArray<Server.Caller> } & Partial<Server.Options<never>> = {}
): ((request: Transport.Request) => Effect.Effect<Transport.Response>) => {
  const callers = new Map((more.callers ?? [caller]).map((one) => [one.id, one]))
  const serve = Server.make<never>({
    find: (accessId) => callers.get(accessId),
    dispatch: (who, operation, payload, info) => {
      kept.dispatched.push({ operation: operation.name, payload, info, caller: who.id })
      const answer = { ...answers, ...more.answers }[operation.name] as ((payload: unknown) => unknown) | undefined
      const found = answer?.(payload)
      return (Effect.isEffect(found) ? found : Effect.succeed(found)) as never
    },
    ...more
  })
  return (request) => Effect.provideService(serve(request), Drift.Drift, reporter(kept))
}

export const reporter = (kept: Books) => ({
  report: (finding: Drift.Finding) => Effect.sync(() => void kept.findings.push(finding))
})

/** A wire to a function, with everything written down. */
export const wireTo = (
  kept: Books,
  serve: (request: Transport.Request) => Effect.Effect<Transport.Response, AdapterError.TransportFailed>
): Layer.Layer<Transport.Transport> =>
  Layer.succeed(Transport.Transport, {
    send: (request) => {
      kept.requests.push(request)
      return Effect.tap(serve(request), (response) => Effect.sync(() => void kept.responses.push(response)))
    }
  })

export const settings: Client.Settings = {
  serviceUrl: new URL("https://warehouse.example/service"),
  accessId: "acc-1",
  secretKey,
  profile: Profile.defaults,
  timeZone: "UTC+8"
}

/** The operations of a client whose wire is a function; findings go to the books. */
export const clientOf = (
  kept: Books,
  serve: (request: Transport.Request) => Effect.Effect<Transport.Response, AdapterError.TransportFailed>,
  more: Partial<Client.Settings> = {}
): Client.Handlers => {
  const handlers = Effect.runSync(Effect.provide(Client.make({ ...settings, ...more }), wireTo(kept, serve)))
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      (payload: never) => Effect.provideService((handler as unknown as (payload: never) => Effect.Effect<unknown>)(payload), Drift.Drift, reporter(kept))
    ])
  ) as never
}

/** Client and server of the operations joined by a wire. */
export const joined = (
  more: {
    readonly answers?: Answers
    readonly client?: Partial<Client.Settings>
    readonly caller?: Partial<Server.Caller>
    readonly server?: Partial<Server.Options<never>>
  } = {}
) => {
  const kept = books()
  const serve = serverOf(kept, {
    ...more.server,
    ...(more.answers && { answers: more.answers }),
    callers: [{ ...caller, ...more.caller }]
  })
  return { kept, serve, client: clientOf(kept, serve, more.client) }
}

/** A client whose peer answers with one fixed text. */
export const answeredWith = (body: unknown, more: Partial<Client.Settings> = {}, status = 200, headers: Transport.Headers = []) => {
  const kept = books()
  const text = typeof body === "string" ? body : JSON.stringify(body)
  return { kept, client: clientOf(kept, () => Effect.succeed({ status, headers, body: text }), more) }
}

export const callbackSettings: CallbackClient.Settings = {
  baseUrl: "https://erp.example/api/",
  extraType: "sand box",
  accessId: "acc-1",
  secretKey,
  profile: Profile.defaults,
  timeZone: "UTC+8"
}

export interface CallbackBooks extends Books {
  readonly events: Array<WarehouseV1.Event>
}

/** Client and server of the callbacks joined by a wire. */
export const callbacksJoined = (
  more: {
    readonly receive?: CallbackServer.Options<never>["receive"]
    readonly client?: Partial<CallbackClient.Settings>
    readonly caller?: Partial<Server.Caller>
    readonly server?: Partial<CallbackServer.Options<never>>
  } = {}
) => {
  const kept: CallbackBooks = { ...books(), events: [] }
  const known = { ...caller, ...more.caller }
  const server = CallbackServer.make<never>({
    find: (extraType, accessId) => (extraType === "sand box" && accessId === known.id ? known : undefined),
    receive: more.receive ?? ((_caller, event) => Effect.sync(() => void kept.events.push(event))),
    ...more.server
  })
  const serve = (request: Transport.Request) => Effect.provideService(server(request), Drift.Drift, reporter(kept))
  const client = Effect.runSync(
    Effect.provide(CallbackClient.make({ ...callbackSettings, ...more.client }), wireTo(kept, serve))
  )
  return { kept, serve, client }
}

/** The members of the last request's envelope, and its content parsed. */
export const lastSent = (kept: Books) => {
  const { body, headers } = kept.requests.at(-1)!
  const envelope: Record<string, string> = Transport.header(headers, "content-type") === "application/json"
    ? JSON.parse(body)
    : Object.fromEntries(new URLSearchParams(body))
  const text = envelope["content"] ?? ""
  return { envelope, content: text === "" ? "" : JSON.parse(text) }
}

export const lastAnswer = (kept: Books) => JSON.parse(kept.responses.at(-1)!.body)

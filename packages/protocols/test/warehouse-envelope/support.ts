/**
 * Values and a wire for the tests of document 1.
 */
import { AdapterError, Drift, ErpV1, type InboundOrder, type OutboundOrder, Quantity, Transport, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { CallbackClient, CallbackServer, Client, Profile, Server } from "../../src/warehouse-envelope/index.ts"
import * as Recorded from "../recorded.ts"
import { asnNo, at, decimal, inboundStatus, level, orderNo, skuOf } from "../values.ts"

export * from "../values.ts"
export { wireTo } from "../recorded.ts"
export { AdapterError, ErpV1, WarehouseV1 }

export const shipped: OutboundOrder.OutboundStatus = {
  orderNumber: orderNo("SO-1001"),
  warehouseOrderNumber: "WO-1",
  warehouseCode: "WH-1",
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
  type: "PURCHASE",
  lines: [{ sku: skuOf("SKU-1"), name: "Lamp", quantity: Quantity.of(10) }],
  packing: [{ boxNumber: 1, markCode: "B1", quantity: Quantity.of(10), sku: skuOf("SKU-1"), length: decimal("10.5") }]
}

export const progress: InboundOrder.InboundProgress = {
  asnNumber: asnNo("ASN-1"),
  warehouseCode: "WH-1",
  phase: "receiving",
  status: "RECEIVING",
  referenceNumber: "IN-9",
  updatedAt: at("2026-04-02T01:02:03.456Z"),
  lines: [{ sku: skuOf("SKU-1"), received: Quantity.of(5), good: Quantity.of(4), bad: Quantity.of(1) }],
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

export type Books = Recorded.Books<
  { readonly operation: string; readonly payload: unknown; readonly info: Server.Info; readonly caller: string }
>

export const books = (): Books => Recorded.books()

export type Answers = { readonly [Name in WarehouseV1.OperationName]?: (payload: never) => unknown }

export const refusing = (refusal: Server.Refusal) => Effect.fail(refusal)

/** What the warehouse of these tests answers, unless a test says otherwise. */
export const answers: Answers = {
  createOutboundOrder: () => ({ warehouseOrderNumber: "WO-1" }),
  cancelOutboundOrder: () => ({}),
  getOutboundOrders: ({ orders }: { readonly orders: ReadonlyArray<{ readonly orderNumber: string }> }) =>
    ({ items: orders.map(({ orderNumber }) => ({ ...shipped, orderNumber })) }),
  listWarehouses: () => ({ items: [{ code: "WH-1", name: "North" }, { code: "WH-2", name: "South" }] }),
  listChannels: () => ({ items: [{ code: "STD", name: "Standard", warehouseCode: "WH-1", carrierName: "Ninja" }] }),
  listStock: () => ({ items: [level], pageCount: 1 }),
  createInboundOrder: () => ({}),
  getInboundOrders: () => ({ items: [inboundStatus] }),
  cancelInboundOrders: ({ asnNumbers }: { readonly asnNumbers: ReadonlyArray<string> }) =>
    ({ items: asnNumbers.map((number) => ({ asnNumber: number })) }),
  upsertProduct: () => ({})
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
  return (request) => Effect.provideService(serve(request), Drift.Drift, Recorded.reporter(kept))
}

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
  serve: Recorded.Serve,
  more: Partial<Client.Settings> = {}
): Client.Handlers => {
  return Recorded.reporting(Effect.runSync(Effect.provide(Client.make({ ...settings, ...more }), Recorded.wireTo(kept, serve))), kept)
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
  const serve = (request: Transport.Request) => Effect.provideService(server(request), Drift.Drift, Recorded.reporter(kept))
  const client = Effect.runSync(
    Effect.provide(CallbackClient.make({ ...callbackSettings, ...more.client }), Recorded.wireTo(kept, serve))
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

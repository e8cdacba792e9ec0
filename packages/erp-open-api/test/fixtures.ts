import { BooksV1 } from "@crossdock/books"
import { AdapterError, InboundOrder, OutboundOrder, Quantity, Sku, Transport, type WarehouseV1 } from "@crossdock/core"
import { CallbackServer, Profile } from "@crossdock/protocols/warehouse-envelope"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { erpOpenApi } from "../src/Adapter.ts"
import { Settings } from "../src/Settings.ts"

export const written = {
  baseUrl: "https://erp.example/base/",
  accessId: "acc-1",
  secretKey: "s3cret",
  warehouseExtraType: "sand box/ü"
}

type Written = Partial<typeof Settings.Encoded>
export type Serve = (request: Transport.Request) => Effect.Effect<Transport.Response, AdapterError.TransportFailed>

export const shipped: OutboundOrder.OutboundStatus = {
  orderNumber: OutboundOrder.OrderNumber.make("SO-1"),
  warehouseOrderNumber: "WO-1",
  warehouseCode: "WH-1",
  onlineOrderId: "P-1",
  phase: "shipped",
  status: "shipped \"today\" 已发货",
  carrierName: "Ninja & Söhne",
  trackingNumber: "TN+1=%",
  shippedAt: DateTime.makeUnsafe(1_772_330_584_123),
  lines: [{ sku: Sku.Sku.make("SKU-1"), quantity: Quantity.of(2) }]
}

export const received: InboundOrder.InboundProgress = {
  asnNumber: InboundOrder.AsnNumber.make("ASN-1"),
  warehouseCode: "WH-1",
  phase: "receiving",
  status: "RECEIVING",
  referenceNumber: "IN-1",
  updatedAt: DateTime.makeUnsafe(1_772_330_584_123),
  lines: [{ sku: Sku.Sku.make("SKU-1"), estimated: Quantity.of(10), received: Quantity.of(5), good: Quantity.of(4), bad: Quantity.of(1) }],
  batchNo: "ASN-1-1"
}

/** The plugin over a wire that is a function; every request and response is kept. */
export const connect = Effect.fnUntraced(function*(serve: Serve, more: Written = {}) {
  const requests: Array<Transport.Request> = []
  const responses: Array<Transport.Response> = []
  const wire = Layer.succeed(Transport.Transport, {
    send: (request) => {
      requests.push(request)
      return Effect.tap(serve(request), (response) => Effect.sync(() => void responses.push(response)))
    }
  })
  const settings = Schema.decodeSync(Settings)({ ...written, ...more })
  const context = yield* Layer.build(Layer.fresh(Layer.provide(erpOpenApi.layer(settings), wire)))
  const erp = Context.get(context, BooksV1.Books)
  return { erp, requests, responses, envelope: (index: number) => envelopeOf(requests[index]!) }
})

export const envelopeOf = ({ body, headers }: Transport.Request): Record<string, string> =>
  Transport.header(headers, "content-type") === "application/json"
    ? JSON.parse(body)
    : Object.fromEntries(new URLSearchParams(body))

type Receive = CallbackServer.Options<never>["receive"]

/** An ERP that is the protocol's own server; what it took stands in `events`. */
export const erpServer = (options: { readonly receive?: Receive; readonly secretKey?: string; readonly profile?: Partial<Profile.Profile> } = {}) => {
  const events: Array<WarehouseV1.Event> = []
  const serve = CallbackServer.make<never>({
    find: (extraType, accessId) =>
      extraType === written.warehouseExtraType && accessId === written.accessId
        ? {
          id: accessId,
          key: "link",
          secretKey: Redacted.make(options.secretKey ?? written.secretKey),
          signing: "strict",
          profile: { ...Profile.defaults, ...options.profile },
          timeZone: "UTC+8"
        }
        : undefined,
    receive: options.receive ?? ((_caller, event) => Effect.sync(() => void events.push(event)))
  })
  return { serve, events }
}

/** An ERP that answers one text, whatever it is asked. */
export const answering = (body: unknown, status = 200, headers: Transport.Headers = []): Serve => () =>
  Effect.succeed({ status, headers, body: typeof body === "string" ? body : JSON.stringify(body) })

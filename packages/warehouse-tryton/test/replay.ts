/**
 * A Tryton that answers what a real one answered: the calls of one fixture, in their order, each checked when it comes.
 */
import { AdapterError, InboundOrder, OutboundOrder, Transport, WarehouseV1 } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { tryton } from "../src/Adapter.ts"
import { Settings } from "../src/Settings.ts"

/** The day that stands in the fixtures for the day they were recorded on. */
export const recordedDay = "2026-11-20T12:00:00Z"

export type Wire = Transport.Transport["Service"]

export interface Reply {
  readonly status: number
  /** JSON as a value, anything else as text. */
  readonly body: unknown
}

/** What is written as undefined is left out. */
export const settingsOf = (written: Readonly<Record<string, unknown>> = {}): Settings =>
  Schema.decodeUnknownSync(Settings)(Object.fromEntries(Object.entries({
    baseUrl: "https://tryton.example/erp",
    database: "db",
    user: "admin",
    password: "secret",
    supplier: "SUPPLIER",
    ...written
  }).filter(([, value]) => value !== undefined)))

/** Answers in this order; a failure is one of the wire. What is asked for is noted. */
export const scripted = (replies: ReadonlyArray<Reply | AdapterError.TransportFailed>, sent: Array<Transport.Request> = []): Wire => {
  const left = [...replies]
  return {
    send: (request) => Effect.suspend(() => {
      sent.push(request)
      const reply = left.shift()
      if (reply === undefined) return Effect.die(new Error(`no answer is left for ${request.body}`))
      if (reply instanceof AdapterError.TransportFailed) return Effect.fail(reply)
      return Effect.succeed({
        status: reply.status,
        headers: [],
        body: typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body)
      })
    })
  }
}

export const open = (over: Wire, written?: Readonly<Record<string, unknown>>): Effect.Effect<WarehouseV1.OpenConnection> =>
  Effect.orDie(Effect.scoped(Effect.map(
    Layer.build(Layer.provide(tryton.layer(settingsOf(written)), Layer.succeed(Transport.Transport, over))),
    (services) => Context.get(services, WarehouseV1.Warehouse)
  )))

const read = (name: string): ReadonlyArray<unknown> =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), "utf8")) as ReadonlyArray<unknown>

export const repliesOf = (name: string) => read(`${name}.response`) as ReadonlyArray<Reply>

/** An answer of which one row is another. */
export const spoiled = ({ body, status }: Reply, index: number, changed: object): Reply => {
  const { result, ...rest } = body as { readonly result: ReadonlyArray<object> }
  return { status, body: { ...rest, result: result.map((row, at) => at === index ? { ...row, ...changed } : row) } }
}

/** An adapter on a recorded conversation. `done` says that every call of it was made. */
export const replay = Effect.fnUntraced(function*(name: string, written?: Readonly<Record<string, unknown>>) {
  yield* TestClock.setTime(Date.parse(recordedDay))
  const requests = read(`${name}.request`)
  const replies = repliesOf(name)
  let count = 0
  const over: Wire = {
    send: (request) => Effect.sync(() => {
      const index = count++
      const { method, params } = JSON.parse(request.body) as { method: string; params: unknown }
      assert.deepStrictEqual({ method, params }, requests[index], `call ${index} of ${name}`)
      const { body, status } = replies[index]!
      return { status, headers: [], body: typeof body === "string" ? body : JSON.stringify(body) }
    })
  }
  const warehouse = yield* open(over, written)
  return { warehouse, done: Effect.sync(() => assert.strictEqual(count, requests.length, `calls of ${name}`)) }
})

/** A receiver who does not exist; no value of it may show up where it does not go onto the wire. */
export const planted = {
  name: "Ada Planted",
  phone: "+49 30 5550001",
  email: "ada@planted.example",
  address1: "Planted Street 1",
  address2: "Planted Floor 2",
  postalCode: "99001"
}

export const warehouseCode = "WH-1"
export const channelCode = "DHL-STD"

const decodeOrder = Schema.decodeUnknownSync(OutboundOrder.OutboundOrder)
const decodeAsn = Schema.decodeUnknownSync(InboundOrder.InboundOrder)

export const orderOf = (
  orderNumber: string,
  lines: Readonly<Record<string, number>> = { "SKU-1": 3 },
  changed: Readonly<Record<string, unknown>> = {}
) =>
  decodeOrder({
    orderNumber,
    onlineOrderId: `P-${orderNumber}`,
    shopName: "Shop",
    warehouseCode,
    channelCode,
    platform: "EBAY",
    freight: { amount: "4.50" },
    packageType: "NORMAL",
    receiver: { ...planted, country: "DE", state: "Berlin", city: "Berlin" },
    lines: Object.entries(lines).map(([sku, quantity]) => ({ sku, erpSku: sku, name: sku, quantity, price: { amount: "10.00", per: "piece" } })),
    ...changed
  })

export const asnOf = (
  asnNumber: string,
  lines: Readonly<Record<string, number>> = { "SKU-1": 10, "SKU-2": 4 },
  changed: Readonly<Record<string, unknown>> = {}
) =>
  decodeAsn({
    asnNumber,
    warehouseCode,
    lines: Object.entries(lines).map(([sku, quantity]) => ({ sku, quantity })),
    ...changed
  })

const Numbers = Schema.NonEmptyArray(OutboundOrder.OrderNumber)
const Asns = Schema.NonEmptyArray(InboundOrder.AsnNumber)
export const orderNumbers = (...numbers: ReadonlyArray<string>) => Schema.decodeUnknownSync(Numbers)(numbers)
export const asnNumbers = (...numbers: ReadonlyArray<string>) => Schema.decodeUnknownSync(Asns)(numbers)
export const ordersOf = (...numbers: ReadonlyArray<string>) => Arr.map(orderNumbers(...numbers), (orderNumber) => ({ orderNumber }))
export const inboundOrdersOf = (...numbers: ReadonlyArray<string>) => Arr.map(asnNumbers(...numbers), (asnNumber) => ({ asnNumber }))

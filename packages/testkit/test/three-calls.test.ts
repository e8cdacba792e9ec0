/**
 * A create of three calls: a draft, its lines, and the confirmation that makes it an order. The suite breaks each of them
 * in turn, so a plugin that is careful with one call alone is found out.
 */
import { AdapterError, Quantity, Transport, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { Peer, WarehouseStore } from "../src/peers/index.ts"
import { orderFor } from "../src/peers/WarehouseFixture.ts"
import * as Conformance from "../src/warehouse/Conformance.ts"
import type { SuiteFixture } from "../src/warehouse/SuiteFixture.ts"

interface Line {
  readonly sku: string
  readonly quantity: number
}

interface Held {
  readonly id: string
  readonly reference: string
  state: "draft" | "open" | "cancelled"
  lines: ReadonlyArray<Line>
}

/** A warehouse whose orders are made of drafts; it does not look whether a reference was used before. */
const warehouse = () => {
  const held: Array<Held> = []
  let revision = 0
  const changed = <A>(answer: A): A => {
    revision++
    return answer
  }
  const find = (id: string | undefined) => held.find((each) => each.id === id)!
  const act = ({ body, method, url }: Transport.Request): unknown => {
    const [, , id, verb] = url.pathname.split("/")
    const asked = body === "" ? {} : JSON.parse(body)
    if (method === "GET") return held.filter(({ reference }) => reference === url.searchParams.get("reference"))
    if (id === undefined) {
      held.push({ id: `D-${held.length + 1}`, reference: asked.reference, state: "draft", lines: [] })
      return changed(held.at(-1))
    }
    if (verb === "lines") find(id).lines = changed(asked.lines)
    if (verb === "confirm") find(id).state = changed("open")
    if (verb === "cancel") find(id).state = changed("cancelled")
    return find(id)
  }
  const peer = Peer.make({
    revision: () => revision,
    serve: (request) => Effect.sync(() => ({ status: 200, headers: [["content-type", "application/json"]], body: JSON.stringify(act(request)) }))
  })
  const orders = (reference?: string) => held.filter((each) => each.state !== "draft" && (reference === undefined || each.reference === reference))
  const fixture: SuiteFixture = {
    order: orderFor(WarehouseStore.make(), ["SKU-1", "SKU-2"]),
    records: {
      outbound: (reference) =>
        Effect.sync(() =>
          orders(reference).map(({ id, lines, state }) => ({
            number: id,
            state: state === "open" ? "open" as const : "cancelled" as const,
            fields: { orderNumber: reference, lines }
          }))),
      outboundCount: Effect.sync(() => orders().length)
    },
    carries: ["orderNumber", "lines.sku", "lines.quantity"],
    faults: peer.faults,
    requests: peer.requests
  }
  return { fixture, layer: peer.layer }
}

const Orders = Schema.fromJsonString(Schema.Array(Schema.Struct({
  id: Schema.String,
  reference: Schema.String,
  state: Schema.Literals(["draft", "open", "cancelled"]),
  lines: Schema.Array(Schema.Unknown)
})))
type Orders = typeof Orders.Type
const Draft = Schema.fromJsonString(Schema.Struct({ id: Schema.String }))

const base = new URL("http://warehouse.test/orders")

interface Api {
  readonly post: (path: string, body?: object) => Effect.Effect<{ readonly id: string }, AdapterError.Reason>
  readonly found: (reference: string) => Effect.Effect<Orders, AdapterError.Reason>
}

type Create = (api: Api, reference: string, lines: ReadonlyArray<Line>) => Effect.Effect<string, AdapterError.Reason>

/** The plugin, with one way or another of making an order. */
const plugin = (create: Create, isShown: (order: Orders[number]) => boolean = ({ state }) => state !== "draft") =>
  WarehouseV1.plugin({
    id: "warehouse-of-drafts",
    settings: Schema.Struct({}),
    limits: { linesPerOrder: 40, ordersPerQuery: 10, visibilityDelay: "2 seconds" },
    offers: [],
    make: Effect.fnUntraced(function*() {
      const { send } = yield* Transport.Transport
      const call = Effect.fnUntraced(function*(method: "GET" | "POST", path: string, body?: object) {
        const { body: text, status } = yield* send({ method, url: new URL(`${base.href}${path}`), headers: [], body: body === undefined ? "" : JSON.stringify(body) })
        return status === 200 ? text : yield* new AdapterError.PeerUnavailable({ status })
      })
      const read = <S extends Schema.Codec<unknown, string>>(schema: S, text: string) =>
        Result.mapError(Schema.decodeResult(schema)(text), (cause) => new AdapterError.ResponseInvalid({ cause }))
      const api: Api = {
        post: (path, body) => Effect.flatMap(call("POST", path, body), (text) => Effect.fromResult(read(Draft, text))),
        found: (reference) => Effect.flatMap(call("GET", `?reference=${encodeURIComponent(reference)}`), (text) => Effect.fromResult(read(Orders, text)))
      }
      return {
        handlers: {
          createOutboundOrder: ({ lines, orderNumber }) =>
            Effect.map(create(api, orderNumber, lines.map(({ quantity, sku }) => ({ sku, quantity: Quantity.toNumber(quantity)! }))), (warehouseOrderNumber) => ({ warehouseOrderNumber })),
          cancelOutboundOrder: Effect.fnUntraced(function*({ orderNumber }) {
            for (const { id, state } of yield* api.found(orderNumber)) if (state !== "cancelled") yield* api.post(`/${id}/cancel`)
            return {}
          }),
          getOutboundOrders: Effect.fnUntraced(function*({ orders: asked }) {
            const found = yield* Effect.forEach(asked, ({ orderNumber }) =>
              Effect.map(api.found(orderNumber), (orders) => orders.filter(isShown).slice(-1).map(({ id, state }) => ({
                orderNumber,
                warehouseOrderNumber: id,
                phase: state === "cancelled" ? "cancelled" as const : "open" as const,
                status: state
              }))))
            return { items: found.flat() }
          })
        }
      }
    })
  })

/** Takes up the draft that an earlier try has left, and confirms last. */
const careful: Create = Effect.fnUntraced(function*(api, reference, lines) {
  const found = yield* api.found(reference)
  const made = found.findLast(({ state }) => state === "open")
  if (made !== undefined) return made.id
  const { id } = found.findLast(({ state }) => state === "draft") ?? (yield* api.post("", { reference }))
  yield* api.post(`/${id}/lines`, { lines })
  return (yield* api.post(`/${id}/confirm`)).id
})

const forgetful: Create = Effect.fnUntraced(function*(api, reference, lines) {
  const { id } = yield* api.post("", { reference })
  yield* api.post(`/${id}/lines`, { lines })
  return (yield* api.post(`/${id}/confirm`)).id
})

const hasty: Create = Effect.fnUntraced(function*(api, reference, lines) {
  const found = yield* api.found(reference)
  const made = found.findLast(({ state }) => state === "open")
  if (made !== undefined) return made.id
  const { id } = found.findLast(({ state }) => state === "draft") ?? (yield* api.post("", { reference }))
  yield* api.post(`/${id}/confirm`)
  return (yield* api.post(`/${id}/lines`, { lines })).id
})

const law = "createOutboundOrder/each-write"

const brokenBy = async (create: Create, isShown?: (order: Orders[number]) => boolean) => {
  const { laws } = await Effect.runPromise(
    Conformance.check({ plugin: plugin(create, isShown), settings: {}, ...warehouse(), maxBusyMillis: 1500 }, (name) => name === law || name === "createOutboundOrder/settled")
  )
  return laws.filter(({ outcome }) => outcome === "broken").map((one) => one.law).toSorted()
}

describe("a create of three calls", () => {
  it("holds when it takes up its draft and confirms last (D1-405)", async () => {
    assert.deepStrictEqual(await brokenBy(careful), [])
  })

  it("holds without a look before it where unconfirmed drafts ship nothing", async () => {
    assert.deepStrictEqual(await brokenBy(forgetful), [])
  })

  it("is found out when it confirms before its lines are there", async () => {
    assert.deepStrictEqual(await brokenBy(hasty), [law])
  })

  it("is found out when the query shows a draft as the order", async () => {
    assert.deepStrictEqual(await brokenBy(careful, () => true), [law, "createOutboundOrder/settled"].toSorted())
  })
})

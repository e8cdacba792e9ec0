/**
 * A node that stands still while its requests wait for a connection, and goes on after another node has sent them.
 */
import { assert } from "@effect/vitest"
import { AdapterError, type OutboundOrder, Transport, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { describe } from "vitest"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { type Node, withNodes } from "../support/Nodes.ts"
import { order } from "../support/Orders.ts"
import { pass, until } from "../support/World.ts"

/** Connections that a node has to one peer at most; further requests wait in it. */
const connections = 64
const waiting = 5

/** A warehouse on a socket that answers no create until it is told to, and makes an order of each that reaches it. */
const slowWarehouse = Effect.acquireRelease(
  Effect.callback<{
    readonly url: URL
    readonly orders: ReadonlyArray<string>
    readonly answerAll: () => void
    readonly close: () => void
  }>((resume) => {
    const orders: Array<string> = []
    const held: Array<ServerResponse> = []
    let isSlow = true
    const server = createServer((request, response) => {
      let body = ""
      request.on("data", (chunk) => void (body += String(chunk)))
      request.on("end", () => {
        if (request.url === "/find") return response.end(JSON.stringify(JSON.parse(body).filter((number: string) => orders.includes(number))))
        orders.push(body)
        if (isSlow) held.push(response)
        else response.end("{}")
      })
    })
    server.listen(0, "127.0.0.1", () =>
      resume(Effect.succeed({
        url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
        orders,
        answerAll: () => {
          isSlow = false
          for (const response of held.splice(0)) response.end("{}")
        },
        close: () => {
          server.closeAllConnections()
          server.close()
        }
      })))
  }),
  (warehouse) => Effect.sync(() => warehouse.close())
)

const plugin = (base: URL) =>
  WarehouseV1.plugin({
    id: "slow",
    settings: Schema.Struct({}),
    limits: { linesPerOrder: 50, ordersPerQuery: 10, visibilityDelay: "1 second" },
    offers: [],
    make: () =>
      Effect.map(Transport.Transport, (transport) => {
        const ask = (path: string, body: string) => transport.send({ method: "POST", url: new URL(path, base), headers: [], body })
        return {
          handlers: {
            createOutboundOrder: ({ orderNumber }: OutboundOrder.OutboundOrder) =>
              Effect.as(ask("/make", orderNumber), { warehouseOrderNumber: `W-${orderNumber}` }),
            cancelOutboundOrder: () => Effect.fail(new AdapterError.OperationUnsupported()),
            getOutboundOrders: ({ orders }: typeof WarehouseV1.GetOutboundOrders.payload.Type) =>
              Effect.map(ask("/find", JSON.stringify(orders.map(({ orderNumber }) => orderNumber))), ({ body }) => ({
                items: (JSON.parse(body) as Array<OutboundOrder.OrderNumber>).map((orderNumber) => ({
                  orderNumber, warehouseOrderNumber: `W-${orderNumber}`, phase: "open" as const, status: "announced"
                }))
              }))
          }
        }
      })
  })

const create = (node: Node, number: string) =>
  Effect.exit(node.on(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(node.link, WarehouseV1.CreateOutboundOrder, order(number), ""))))

const numbers = Array.from({ length: connections + waiting }, (_, at) => `SO-${at}`)

describe("a node that stood still (PostgreSQL)", () => {
  withNodes("sends none of the creates that waited for a connection, once another node has sent them", ({ db, join }) =>
    Effect.gen(function*() {
      const warehouse = yield* slowWarehouse
      const options = { plugin: plugin(warehouse.url), delivery: { resendUnattended: true } }
      const sleeper = yield* join("sleeper", options)
      yield* Effect.forkChild(Effect.forEach(numbers, (number) => create(sleeper, number), { concurrency: "unbounded" }))
      yield* until(Effect.sync(() => warehouse.orders.length === connections), 5000, 20)
      // The last of those that wait may be claimed after the others have reached the warehouse.
      yield* until(Effect.map(db.query("select id from intent where state = 'InFlight'"), (claimed) => claimed.length === numbers.length), 5000, 20)
      // It stands still, and its lease is over.
      yield* sleeper.halt
      const other = yield* join("other", options)
      yield* db.query("update node set leased_until = 0 where id = 'sleeper'")
      // What reached the warehouse is found there by the other node, and what did not is sent by it.
      yield* until(Effect.sync(() => warehouse.orders.length === numbers.length), 15_000, 20)
      // As long as a lease at least: before that is over no other node takes anything from it.
      yield* pass(10_000)
      warehouse.answerAll()
      yield* until(Effect.map(db.query("select id from intent where state <> 'Delivered'"), (rows) => rows.length === 0), 300_000, 500)
      assert.deepStrictEqual(warehouse.orders.toSorted(), numbers.toSorted())
      assert.isDefined(other)
    }))
})

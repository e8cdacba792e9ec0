/**
 * A real Tryton server with one warehouse, its books, and adapters on it over a wire that can be cut at any call.
 */
import { AdapterError, Transport, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { tryton } from "../src/Adapter.ts"
import { Settings } from "../src/Settings.ts"
import { isPrepared, startTryton, type TrytonServer } from "../../../tools/peers/tryton.mjs"
import { openBooks, type TrytonBooks } from "../../../tools/peers/tryton-books.mjs"
import { channelCode, warehouseCode, type Wire } from "../test/replay.ts"

export { asnNumbers, asnOf, channelCode, inboundOrdersOf, orderNumbers, orderOf, ordersOf, planted, warehouseCode, type Wire } from "../test/replay.ts"

/** A machine without Tryton leaves these tests out; CI may not. */
export const isLeftOut = process.env.CI !== "true" && !isPrepared()

/** Plain HTTP, as far as these tests need it. */
export const wire: Wire = {
  send: (request) =>
    Effect.tryPromise({
      try: async () => {
        const reply = await fetch(request.url, { method: request.method, headers: request.headers.map(([k, v]) => [k, v]), body: request.body })
        return { status: reply.status, headers: [...reply.headers], body: await reply.text() }
      },
      catch: (cause) => new AdapterError.TransportFailed({ phase: "connect", cause })
    })
}

/** The second that we are in is over: on SQLite Tryton's records tell changes apart by the second. */
export const anotherSecond: Effect.Effect<void> = Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.sleep(1000 - (now % 1000) + 1))

export const methodOf = (request: Transport.Request): string => (JSON.parse(request.body) as { method: string }).method

/** Notes the method of every call that is sent. */
export const noting = (sent: Array<string>, next: Wire = wire): Wire => ({
  send: (request) => Effect.suspend(() => {
    sent.push(methodOf(request))
    return next.send(request)
  })
})

/** The wire breaks once, at the call with this index: before it is sent, or after Tryton acted on it. */
export const cutAt = (index: number, when: "before" | "after"): Wire => {
  let count = 0
  return {
    send: (request) => Effect.suspend(() => {
      if (count++ !== index) return wire.send(request)
      return when === "before"
        ? Effect.fail(new AdapterError.TransportFailed({ phase: "connect", cause: "cut" }))
        : Effect.andThen(wire.send(request), Effect.fail(new AdapterError.TransportFailed({ phase: "receive", cause: "cut" })))
    })
  }
}

/** A method reaches Tryton twice; the second answer comes back. */
export const twice = (method: string): Wire => ({
  send: (request) => methodOf(request) === method ? Effect.andThen(wire.send(request), wire.send(request)) : wire.send(request)
})

/** Does something at the server just before a method is sent for the first time. */
export const just = (before: string, act: () => Promise<unknown>): Wire => {
  let isDone = false
  return {
    send: (request) => Effect.suspend(() => {
      if (isDone || methodOf(request) !== before) return wire.send(request)
      isDone = true
      return Effect.andThen(Effect.promise(act), wire.send(request))
    })
  }
}

export interface SuiteFixture {
  readonly server: TrytonServer
  readonly database: string
  readonly books: TrytonBooks
  readonly settings: (written?: Readonly<Record<string, unknown>>) => Settings
  /** An adapter with a login of its own. */
  readonly open: (options?: { readonly written?: Readonly<Record<string, unknown>>; readonly over?: Wire }) => Effect.Effect<
    WarehouseV1.OpenConnection
  >
}

export const fixture = async (name: string, stock: Readonly<Record<string, number>> = { "SKU-1": 50, "SKU-2": 20 }): Promise<SuiteFixture> => {
  const server = await startTryton()
  const database = server.freshDatabase(name)
  const books = await openBooks({ url: server.url, database })
  await books.setUpWarehouse(warehouseCode, stock, { [channelCode]: "DHL", "UPS-EXP": "UPS" })
  const settings: SuiteFixture["settings"] = (written) =>
    Schema.decodeUnknownSync(Settings)({ baseUrl: server.url, database, ...server.admin, supplier: "SUPPLIER", ...written })
  return {
    server,
    database,
    books,
    settings,
    open: ({ over = wire, written } = {}) =>
      Effect.orDie(Effect.scoped(Effect.map(
        Layer.build(Layer.provide(tryton.layer(settings(written)), Layer.succeed(Transport.Transport, over))),
        (services) => Context.get(services, WarehouseV1.Warehouse)
      )))
  }
}

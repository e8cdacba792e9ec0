/**
 * A real Vendure server with one shop, and adapters on it over a wire that can be cut at any request.
 */
import { AdapterError, PlatformV1, Transport } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { vendure } from "../src/Adapter.ts"
import { Settings } from "../src/Settings.ts"
import { isPrepared, startVendure, type VendureServer } from "../../../tools/peers/vendure.mjs"
import { openShop, type Shop } from "../../../tools/peers/vendure-shop.mjs"

/** A machine without Vendure leaves these tests out; CI may not. */
export const isLeftOut = process.env.CI !== "true" && !isPrepared()

export type Wire = Transport.Transport["Service"]

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

/** `query Orders`, `mutation AddFulfillment`: the kind and the name of the document in a request. */
export const documentOf = ({ body }: Transport.Request): string => /^\w+ \w+/.exec((JSON.parse(body) as { query: string }).query)![0]

/** The wire breaks at the first request with this document: before it is sent, or after Vendure acted on it. */
export const cutAt = (document: string, when: "before" | "after"): Wire => {
  let isDone = false
  return {
    send: (request) => Effect.suspend(() => {
      if (isDone || documentOf(request) !== document) return wire.send(request)
      isDone = true
      return when === "before"
        ? Effect.fail(new AdapterError.TransportFailed({ phase: "connect", cause: "cut" }))
        : Effect.andThen(wire.send(request), Effect.fail(new AdapterError.TransportFailed({ phase: "receive", cause: "cut" })))
    })
  }
}

/** A document reaches Vendure twice; the second answer comes back. */
export const twice = (document: string): Wire => ({
  send: (request) => documentOf(request) === document ? Effect.andThen(wire.send(request), wire.send(request)) : wire.send(request)
})

/** Notes the document of every request that is sent. */
export const noting = (sent: Array<string>, next: Wire = wire): Wire => ({
  send: (request) => Effect.suspend(() => {
    sent.push(documentOf(request))
    return next.send(request)
  })
})

export interface ShopFixture {
  readonly server: VendureServer
  readonly shop: Shop
  readonly settings: (written?: Readonly<Record<string, unknown>>) => Settings
  readonly open: (options?: { readonly written?: Readonly<Record<string, unknown>>; readonly over?: Wire }) => Effect.Effect<PlatformV1.OpenConnection>
  /** Buys goods by SKU, and pays. */
  readonly buy: (code: string, lines?: Readonly<Record<string, number>>) => Effect.Effect<void>
}

export const fixture = async (stock?: Readonly<Record<string, number>>): Promise<ShopFixture> => {
  const server = await startVendure()
  const shop = await openShop({ url: server.url, admin: server.admin, ...(stock && { stock }) })
  const settings: ShopFixture["settings"] = (written) =>
    Schema.decodeUnknownSync(Settings)({ adminApiUrl: `${server.url}/admin-api`, apiKey: shop.apiKey, ...written })
  return {
    server,
    shop,
    settings,
    open: ({ over = wire, written } = {}) =>
      Effect.orDie(Effect.scoped(Effect.map(
        Layer.build(Layer.provide(vendure.layer(settings(written)), Layer.succeed(Transport.Transport, over))),
        (services) => Context.get(services, PlatformV1.Platform)
      ))),
    buy: (code, lines = { "SKU-1": 2, "SKU-2": 1 }) => Effect.promise(async () => {
      const cart = await shop.cart(code, lines)
      await cart.checkOut()
      await cart.pay()
    })
  }
}

/**
 * Callbacks whose bodies are no plain text reach their plugin as bytes, so that it can verify a signature over what was sent.
 */
import { OutboundOrder, Transport, WarehouseV1 } from "@crossdock/core"
import { type AnyPlugin, defineRunner } from "@crossdock/config"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { createHmac } from "node:crypto"
import { request } from "node:http"
import { gunzipSync, gzipSync } from "node:zlib"
import { live } from "../support/Live.ts"
import * as Peers from "../support/Peers.ts"

const signed = (bytes: Uint8Array) => createHmac("sha256", "webhook-secret").update(bytes).digest("base64")

/** What the plugin was given, as it came. */
interface Heard {
  readonly body: string
  readonly bytes: Uint8Array | undefined
  readonly number: string
}

const plugin = (heard: Array<Heard>) =>
  WarehouseV1.plugin({
    id: "warehouse-bytes",
    settings: Schema.Struct({}),
    limits: { linesPerOrder: 10, ordersPerQuery: 10 },
    offers: [],
    receives: true,
    make: () =>
      Effect.succeed({
        handlers: {
          createOutboundOrder: () => Effect.succeed({}),
          cancelOutboundOrder: () => Effect.succeed({}),
          getOutboundOrders: () => Effect.succeed({ items: [] })
        },
        incoming: (asked: Transport.Request, emit: WarehouseV1.StoreEvent) =>
          Effect.gen(function*() {
            const sent = Transport.bytesOf(asked)
            if (Transport.header(asked.headers, "x-signature") !== signed(sent)) return { status: 401, headers: [], body: "SIGNATURE_INVALID" }
            const plain = Transport.header(asked.headers, "content-encoding") === "gzip" ? gunzipSync(sent) : sent
            const [, number = ""] = /"number":"([^"]+)"/.exec(Buffer.from(plain).toString("latin1")) ?? []
            heard.push({ body: asked.body, bytes: asked.bytes, number })
            yield* Effect.ignore(emit({ _tag: "OutboundChanged", orderNumber: OutboundOrder.OrderNumber.make(number) }))
            return { status: 200, headers: [], body: "ok" }
          })
      })
  })

const post = (port: number, bytes: Uint8Array, headers: Readonly<Record<string, string>> = {}) =>
  Effect.callback<number>((resume) => {
    const sent = request({ host: "127.0.0.1", port, path: "/callbacks/wh/events", method: "POST", agent: false, headers: { "x-signature": signed(bytes), ...headers } }, (response) => {
      response.resume()
      response.on("end", () => resume(Effect.succeed(response.statusCode ?? 0)))
    })
    sent.on("error", (error) => resume(Effect.die(error)))
    sent.end(bytes)
  })

const text = (number: string) => `{"number":"${number}","name":"Zoë"}`

it.live("a callback that is compressed, begins with a byte order mark or is not UTF-8 reaches its plugin as bytes (contract.md, webhooks)", () => {
  const heard: Array<Heard> = []
  const erp = Peers.erp()
  const composition = defineRunner<ReadonlyArray<AnyPlugin>>({
    plugins: [plugin(heard), erp.plugin],
    connections: [{ id: "books", plugin: "erp-fake", settings: {} }, { id: "wh", plugin: "warehouse-bytes", settings: {} }],
    links: [{ erp: "books", peer: "wh", protocol: "warehouse", id: "acc-1", secretKey: "secret-key-1" }]
  })
  return live({ filename: ":memory:" }, composition, ({ port }) =>
    Effect.gen(function*() {
      const bodies: ReadonlyArray<readonly [string, Uint8Array, Readonly<Record<string, string>>?]> = [
        ["plain", Buffer.from(text("plain"))],
        ["gzip", gzipSync(text("gzip")), { "content-encoding": "gzip" }],
        ["mark", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text("mark"))])],
        ["latin", Buffer.from(text("latin"), "latin1"), { "content-type": "application/json; charset=iso-8859-1" }]
      ]
      for (const [number, bytes, headers] of bodies) assert.strictEqual(yield* post(port, bytes, headers), 200, number)
      assert.deepStrictEqual(heard.map(({ number }) => number), bodies.map(([number]) => number))
      assert.deepStrictEqual(heard.map(({ body, bytes }) => [body, bytes === undefined ? undefined : Buffer.from(bytes)]), [
        [text("plain"), undefined],
        ...bodies.slice(1).map(([number, bytes]) => [number === "mark" ? text("mark") : "", Buffer.from(bytes)])
      ])
      // A signature over other bytes is refused as before.
      assert.strictEqual(yield* post(port, Buffer.from("{}"), { "x-signature": signed(Buffer.from("other")) }), 401)
    }))
})

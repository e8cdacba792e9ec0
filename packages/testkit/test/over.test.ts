/**
 * A peer in front of a real server: the laws about faults run against a server that knows nothing of tests.
 */
import { Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "vitest"
import { Peer, Sockets } from "../src/peers/index.ts"
import * as PlatformConformance from "../src/platform/Conformance.ts"
import * as Conformance from "../src/warehouse/Conformance.ts"
import * as Right from "./correct-plugin.ts"
import * as RightPlatform from "./rightPlatform.ts"
import { wire } from "./wire.ts"

const laws = ["lose-answer", "duplicate", "html", "garbage", "offline", "settled", "each-write"].map((name) => `createOutboundOrder/${name}`)

describe("a peer in front of a real server", () => {
  it("brings about the faults of the way, and the laws about them hold", async () => {
    const server = Right.peer()
    const behind = await Sockets.listen(server)
    const front = Peer.over(behind.url, { isWrite: ({ body }, response) => /method=(?:create|cancel)/.test(body) && response.status === 200 })
    const listening = await Sockets.listen(front)
    try {
      const report = await Effect.runPromise(Conformance.check({
        plugin: Right.plugin({ limits: { ...Right.limits, visibilityDelay: "1 second" } }),
        settings: { ...Right.settings, serviceUrl: new URL("/service", listening.url) },
        fixture: { ...server.fixture, faults: front.faults, requests: front.requests },
        layer: wire(2000),
        clock: "live"
      }, (law) => laws.includes(law)))
      assert.deepStrictEqual(report.laws.filter(({ law, outcome }) => laws.includes(law) && outcome !== "held"), [])
    } finally {
      await Promise.all([listening.close(), behind.close()])
    }
  }, 60_000)

  it("brings about the same faults for a platform", async () => {
    const server = RightPlatform.peer()
    const behind = await Sockets.listen(server)
    const front = Peer.over(behind.url, { isWrite: ({ url }, response) => /readyToShip|getTrackNumber/.test(url.pathname) && response.status === 200 })
    const listening = await Sockets.listen(front)
    const driven = ["markReadyToShip", "createShipment"].flatMap((name) => ["told", "offline", "reset", "lose-answer", "html", "garbage", "rate-limit"].map((fault) => `${name}/${fault}`))
    try {
      const report = await Effect.runPromise(PlatformConformance.check({
        plugin: RightPlatform.plugin(),
        settings: { ...RightPlatform.settings, serviceUrl: listening.url },
        fixture: { ...server.fixture, faults: front.faults, requests: front.requests },
        layer: wire(2000),
        clock: "live"
      }, (law) => driven.includes(law)))
      assert.deepStrictEqual(report.laws.map(({ law, outcome }) => [law, outcome]).toSorted(), driven.map((law) => [law, "held"]).toSorted())
    } finally {
      await Promise.all([listening.close(), behind.close()])
    }
  }, 60_000)

  it("hands on path, query, headers and body, and the answer as it came", async () => {
    const seen: Array<unknown> = []
    const server = createServer((message, out) => {
      const chunks: Array<Buffer> = []
      message.on("data", (chunk: Buffer) => chunks.push(chunk))
      message.on("end", () => {
        seen.push([message.method, message.url, message.headers["x-key"], Buffer.concat(chunks).toString("utf8")])
        out.writeHead(201, [["x-two", "1"], ["x-two", "2"]].flat())
        out.end("taken ü")
      })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const front = Peer.over(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
    const request = { method: "PUT", url: new URL("http://plugin.test/a/b?c=1"), headers: [["x-key", "k"]], body: "{\"ü\":1}" } as const
    const { hadEffect, response } = await Effect.runPromise(front.answer(request))
    assert.deepStrictEqual(seen, [["PUT", "/a/b?c=1", "k", "{\"ü\":1}"]])
    assert.deepStrictEqual([response.status, response.body, hadEffect], [201, "taken ü", true])
    assert.deepStrictEqual(response.headers.filter(([name]) => name === "x-two"), [["x-two", "1"], ["x-two", "2"]])
    await new Promise<void>((resolve) => server.close(() => resolve()))
    const gone = await Effect.runPromise(Effect.flatMap(Transport.Transport, ({ send }) => send(request)).pipe(Effect.provide(front.layer)))
    assert.strictEqual(gone.status, 502)
    assert.isUndefined(front.faults("credential"))
  })
})

import { assert, describe, it } from "@effect/vitest"
import { Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layer as transport } from "@crossdock/transport-undici"
import type { LookupAddress } from "node:dns"
import type { LookupFunction } from "node:net"
import { type Hosts, limited, ReceivedTransport } from "../../src/connection/HostAllowlist.ts"

const sent: Array<string> = []
const wire = Layer.succeed(Transport.Transport, {
  send: (request) =>
    Effect.sync(() => {
      sent.push(request.url.host)
      return { status: 200, headers: [], body: "" }
    })
})

const own = ["api.acme.example", "10.0.0.1:8080", "*.acme.example"]

const call = (url: string, hosts: Hosts = { own, announced: () => [] }) =>
  Effect.flatMap(Transport.Transport, (transport) => transport.send({ method: "GET", url: new URL(url), headers: [], body: "" })).pipe(
    Effect.provide(Layer.provide(limited("warehouse-acme", hosts), wire))
  )

/** Resolves every name to the next of these answers; an empty one is that of a resolver that is down. */
const resolving = (...answers: ReadonlyArray<ReadonlyArray<LookupAddress>>) => {
  const asked: Array<string> = []
  const lookup: LookupFunction = (name, _, callback) => {
    asked.push(name)
    const found = answers[asked.length - 1] ?? answers.at(-1)!
    setImmediate(() => callback(found.length === 0 ? Object.assign(new Error("EAI_AGAIN"), { code: "EAI_AGAIN" }) : null, [...found]))
  }
  return { asked, received: (host: string) => transport({ trust: "received", hosts: [host], lookup }) }
}


describe("hosts of a plugin", () => {
  it.effect.each([
    "https://api.acme.example/x",
    "https://api.acme.example:8443/x",
    "http://10.0.0.1:8080/",
    "https://eu.acme.example/"
  ])("%s is declared", (url) => Effect.map(call(url), () => assert.strictEqual(sent.at(-1), new URL(url).host)))

  it.effect.each(["https://acme.example.evil/", "http://10.0.0.1:9090/", "https://evilacme.example/", "http://169.254.169.254/"])(
    "%s is not, and nothing is sent",
    (url) =>
      Effect.gen(function*() {
        const before = sent.length
        const error = yield* Effect.flip(call(url))
        assert.strictEqual(error.phase, "connect")
        assert.strictEqual(sent.length, before)
      })
  )
})

describe("hosts of announced addresses", () => {
  const announced = (...listed: ReadonlyArray<string>): Hosts => ({ own, announced: () => listed })

  it.effect.each([
    ["that a name of the plugin has too", "https://api.acme.example/x", announced("api.acme.example")],
    ["that an operator has written in digits, with its port", "https://10.0.0.2:9443/x", announced("10.0.0.2:9443")],
    ["that no list has, for a plugin that declares no hosts", "https://elsewhere.example/x", { own: undefined, announced: () => ["hooks.example"] }]
  ] as const)("are trusted as they are written: one %s", ([, url, hosts]) => Effect.map(call(url, hosts), () => assert.strictEqual(sent.at(-1), new URL(url).host)))

  for (const [what, found] of [
    ["a private address (A094)", [{ address: "10.0.0.1", family: 4 }]],
    ["a public address and a private one (A094)", [{ address: "93.184.216.34", family: 4 }, { address: "fd00::1", family: 6 }]],
    ["loopback in IPv6 (A094)", [{ address: "::1", family: 6 }]],
    ["a metadata address (A095)", [{ address: "169.254.169.254", family: 4 }]]
  ] as const) {
    for (const hosts of [announced("hooks.example"), { own: undefined, announced: () => ["hooks.example"] }]) {
      it.live(`are refused if the name leads to ${what}, and nothing is sent${hosts.own === undefined ? ", for a plugin that declares no hosts" : ""} (U-86)`, () =>
        Effect.gen(function*() {
          const { asked, received } = resolving(found)
          const before = sent.length
          const error = yield* Effect.flip(Effect.provideService(call("https://hooks.example/orders", hosts), ReceivedTransport, received))
          assert.strictEqual(error.phase, "connect")
          assert.match(String(error.cause), /must resolve to public addresses only|cloud metadata/)
          assert.deepStrictEqual([asked, sent.length], [["hooks.example"], before])
        }))
    }
  }

  it.live("are checked each time that their name is resolved (A095)", () =>
    Effect.gen(function*() {
      const { asked, received } = resolving([], [{ address: "10.0.0.1", family: 4 }])
      const messages = yield* Effect.forEach([1, 2], () =>
        Effect.map(Effect.flip(Effect.provideService(call("https://hooks.example/orders", announced("hooks.example")), ReceivedTransport, received)), ({ cause }) => String(cause)))
      assert.lengthOf(asked, 2)
      assert.notInclude(messages[0], "public addresses")
      assert.include(messages[1], "must resolve to public addresses only")
    }))

  it.effect("are refused in digits that no operator has written, at ports that none has listed, and without https (A093 A097)", () =>
    Effect.gen(function*() {
      const before = sent.length
      const hosts = announced("10.0.0.2:9443", "169.254.169.254", "hooks.example")
      for (const url of ["https://10.0.0.2/", "http://10.0.0.2:9443/", "https://127.0.0.1/", "https://169.254.169.254/", "https://hooks.example:22/", "http://hooks.example/"]) {
        assert.strictEqual((yield* Effect.flip(call(url, hosts))).phase, "connect", url)
      }
      assert.lengthOf(sent, before)
    }))
})

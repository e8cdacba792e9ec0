import { assert, describe, it } from "@effect/vitest"
import { Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { limited } from "../../src/connection/HostAllowlist.ts"

const sent: Array<string> = []
const wire = Layer.succeed(Transport.Transport, {
  send: (request) =>
    Effect.sync(() => {
      sent.push(request.url.host)
      return { status: 200, headers: [], body: "" }
    })
})

const call = (url: string) =>
  Effect.flatMap(Transport.Transport, (transport) => transport.send({ method: "GET", url: new URL(url), headers: [], body: "" })).pipe(
    Effect.provide(Layer.provide(limited("warehouse-acme", () => ["api.acme.example", "10.0.0.1:8080", "*.acme.example"]), wire))
  )

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

/**
 * The same peer and the same faults on real sockets.
 */
import { type AdapterError, Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { afterAll, assert, describe, it } from "vitest"
import type { Fault } from "../src/peers/RequestFaults.ts"
import { Peer, Sockets } from "../src/peers/index.ts"
import * as Conformance from "../src/warehouse/Conformance.ts"
import * as Right from "./correct-plugin.ts"
import { wire } from "./wire.ts"

const patience = 2000

describe("a peer on sockets", async () => {
  let served = 0
  const peer = Peer.make({
    revision: () => served,
    serve: ({ body }) => Effect.sync(() => ({ status: 200, headers: [["content-type", "text/plain"], ["x-two", "1"], ["x-two", "2"]], body: `${++served} ${body}` }))
  })
  const listening = await Sockets.listen(peer, { slowFor: 10 * patience })
  afterAll(listening.close)

  const ask = (fault: Fault | "none", body = "ünï") =>
    Effect.runPromise(
      Effect.gen(function*() {
        const { send } = yield* Transport.Transport
        const before = served
        yield* peer.setFault(fault)
        const answer = yield* Effect.match(send({ method: "POST", url: listening.url, headers: [["content-type", "text/plain"]], body }), {
          onSuccess: (response): Transport.Response | AdapterError.TransportFailed["phase"] => response,
          onFailure: ({ phase }) => phase
        })
        yield* peer.setFault("none")
        return { answer, times: served - before }
      }).pipe(Effect.provide(wire(patience)))
    )

  it("answers whole, with every header as often as it was given", async () => {
    const { answer, times } = await ask("none")
    assert.strictEqual(times, 1)
    if (typeof answer === "string") return assert.fail(answer)
    assert.deepStrictEqual([answer.status, answer.body], [200, `${served} ünï`])
    assert.deepStrictEqual(answer.headers.filter(([name]) => name.toLowerCase() === "x-two").map(([, value]) => value), ["1", "2"])
  })

  it("is offline: no byte leaves, and it comes back on the same port", async () => {
    assert.deepStrictEqual(await ask("offline"), { answer: "connect", times: 0 })
    assert.strictEqual((await ask("none")).times, 1)
  })

  it("resets the connection and does nothing", async () => {
    const { answer, times } = await ask("reset")
    assert.include(["send", "receive"], String(answer))
    assert.strictEqual(times, 0)
  })

  it("does it and loses the answer", async () => {
    assert.deepStrictEqual(await ask("lose-answer"), { answer: "receive", times: 1 })
  })

  it("does it and answers later than anyone waits", async () => {
    assert.deepStrictEqual(await ask("slow"), { answer: "receive", times: 1 })
  })

  it("answers byte by byte", async () => {
    const { answer, times } = await ask("drip")
    assert.strictEqual(times, 1)
    assert.strictEqual(typeof answer === "string" ? answer : answer.body, `${served} ünï`)
  })

  it("answers with a page, with garbage, or asks to slow down", async () => {
    const statuses = []
    for (const fault of ["html", "garbage", "rate-limit"] as const) {
      const { answer, times } = await ask(fault)
      statuses.push([typeof answer === "string" ? answer : answer.status, times])
    }
    assert.deepStrictEqual(statuses, [[502, 1], [200, 1], [429, 0]])
  })

  it("gets a request twice and answers the second time", async () => {
    const { answer, times } = await ask("duplicate")
    assert.strictEqual(times, 2)
    assert.strictEqual(typeof answer === "string" ? answer : answer.body, `${served} ünï`)
  })
})

describe("the suite on sockets", () => {
  it("holds for the right plugin in real time", async () => {
    const peer = Right.peer()
    const listening = await Sockets.listen(peer, { slowFor: 10 * patience })
    try {
      const settings = { ...Right.settings, serviceUrl: new URL("/service", listening.url) }
      const report = await Effect.runPromise(
        Conformance.check(
          { plugin: Right.plugin(), settings, fixture: peer.fixture, layer: wire(patience), clock: "live" },
          (law) => /^(?:createOutboundOrder|listStock|incoming)\//.test(law) && !law.endsWith("/settled")
        )
      )
      const others = report.laws.filter(({ outcome }) => outcome !== "held" && outcome !== "not driven")
      assert.deepStrictEqual(others, [])
      assert.isAbove(report.counts.held, 50)
    } finally {
      await listening.close()
    }
  }, 60_000)
})

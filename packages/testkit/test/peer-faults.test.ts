/**
 * Which requests of a call get a fault: one that keeps a request from the server counts the writes as well as one that loses answers.
 */
import { Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import type { On } from "../src/FaultInjection.ts"
import { type Fault, Peer, Sockets } from "../src/peers/index.ts"
import { wire } from "./wire.ts"

const methods = ["GET", "POST", "GET", "PUT", "POST"] as const

/** What becomes of the requests of one call, and what has reached the server. */
const sent = (fault: Fault.WireFault, on: On) => async (over: "memory" | "sockets") => {
  const reached: Array<string> = []
  const peer = Peer.make({
    serve: ({ method }) =>
      Effect.sync(() => {
        reached.push(method)
        return { status: 200, headers: [], body: "{}" }
      })
  })
  const listening = over === "sockets" ? await Sockets.listen(peer) : undefined
  const url = listening?.url ?? new URL("http://peer.test")
  const calls = Effect.gen(function*() {
    const { send } = yield* Transport.Transport
    const answers: Array<string> = []
    yield* peer.setFault(fault, on)
    for (const method of methods) {
      const answer = yield* Effect.result(send({ method, url, headers: [], body: method === "GET" ? "" : "{}" }))
      answers.push(answer._tag === "Success" ? String(answer.success.status) : "failed")
    }
    yield* peer.setFault("none")
    return answers.join(" ")
  })
  const answers = await Effect.runPromise(Effect.provide(calls, over === "sockets" ? wire(2000) : peer.layer) as Effect.Effect<string>)
  await listening?.close()
  return { answers, reached: reached.join(" ") }
}

describe.each(["memory", "sockets"] as const)("a fault that keeps requests from the server, over %s", (over) => {
  it("is met by the write that it is set for alone (plugin-author.md 1.6)", async () => {
    assert.deepStrictEqual(await sent("reset", { write: 2 })(over), { answers: "200 200 200 failed 200", reached: "GET POST GET POST" })
    assert.deepStrictEqual(await sent("rate-limit", { write: 1 })(over), { answers: "200 429 200 200 200", reached: "GET GET PUT POST" })
  })

  it("is met by every write, or by every request", async () => {
    assert.deepStrictEqual(await sent("reset", "effect")(over), { answers: "200 failed 200 failed failed", reached: "GET GET" })
    assert.deepStrictEqual(await sent("reset", "any")(over), { answers: "failed failed failed failed failed", reached: "" })
  })
})

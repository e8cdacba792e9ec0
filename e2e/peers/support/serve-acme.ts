/**
 * The peer of a plugin that was written out of `http-json-oauth`, as a program: it listens on a port, counts what is
 * exchanged, and keeps back the answers of its token address while it is told to. Copied into `test/` of the plugin.
 */
import { Sockets } from "@crossdock/testkit/peers"
import * as Effect from "effect/Effect"
import { createServer } from "node:http"
// @ts-ignore: it stands beside this file once that is copied
import * as Peer from "./Peer.ts"

const peer = Peer.make({ clientId: "crossdock", clientSecret: "secret-of-the-test" })
const requests: Array<string> = []
let keepsBack = false

const answer: typeof peer.answer = (request: Parameters<typeof peer.answer>[0]) =>
  Effect.flatMap(peer.answer(request), (answered) => {
    if (request.url.pathname !== "/oauth/token") return Effect.succeed(answered)
    requests.push(new URLSearchParams(request.body).get("grant_type") ?? "")
    return keepsBack ? Effect.never : Effect.delay(Effect.succeed(answered), "300 millis")
  })

const listening = await Sockets.listen({ ...peer, answer })

const control = createServer((message, out) => {
  if (message.url === "/expire") Effect.runSync(peer.issuer.expiry.expire)
  if (message.url === "/keep-back") keepsBack = true
  if (message.url === "/answer") keepsBack = false
  void Promise.all([Effect.runPromise(peer.issuer.expiry.issued), Effect.runPromise(peer.fixture.records.outboundCount)]).then(
    ([issued, orders]) => out.end(JSON.stringify({ issued, orders, requests }))
  )
})
control.listen(0, "127.0.0.1", () => {
  const address = control.address()
  process.stdout.write(`READY ${listening.url.port} ${typeof address === "object" ? address?.port : ""}\n`)
})

/**
 * The diagnosis of a signature by the admin API: with the secret that the runner has, which no answer shows (issue 27).
 */
import { assert } from "@effect/vitest"
import { envelopeSha1 } from "@crossdock/protocols/signing"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { rate } from "../../src/api/SignatureHandlers.ts"
import * as Routes from "../../src/http/Routes.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as Desk from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { inWorldOn } from "../support/World.ts"
import * as AdminWorld from "./AdminWorld.ts"

onBothDatabases("the diagnosis of a signature", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("tells the verdict of the stored secret, and neither the secret nor the right signature (issue 27)", Desk.options(FakeShop.shop(), {}), (w) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      const entrance = w.composed.links.flatMap(({ entrances }) => entrances).find(({ protocol }) => protocol === "warehouse")!
      const secret = Redacted.value(entrance.secretKey)
      const message = { id: entrance.id, content: "{\"warehouseCode\":\"A/B\"}" }
      const right = envelopeSha1.sign(message, entrance.secretKey)
      const ask = (sign: string) => client.signature.diagnose({
        payload: { protocol: "warehouse", url: "/warehouse", body: JSON.stringify({ accessId: message.id, method: "createOrder", content: message.content, sign }) }
      })

      const accepted = yield* ask(right)
      assert.deepStrictEqual([accepted.verdict, accepted.method, accepted.reasons], ["accepted", "createOrder", []])
      const refused = yield* ask(envelopeSha1.sign({ ...message, content: "{\"warehouseCode\": \"A/B\"}" }, entrance.secretKey))
      assert.deepStrictEqual([refused.verdict, refused.reasons.map(({ byte, code }) => [code, byte])], ["refused", [["content-reserialized", refused.text!.indexOf("\\\"A/B")]]])
      assert.include(refused.reasons[0]!.signed, "\\\"warehouseCode\\\": \\\"A/B")
      assert.notInclude(JSON.stringify(refused), right)
      assert.notInclude(JSON.stringify([accepted, refused]), secret)
      assert.deepStrictEqual((yield* ask(envelopeSha1.sign(message, Redacted.make("another")))).reasons.map(({ code }) => code), ["not-found"])

      // A call that was refused at the listener is found by its request id, with its bytes for a reason alone.
      const routes = yield* Routes.make(w.composed)
      const wrong = { accessId: message.id, method: "createOrder", content: JSON.stringify({ receiver: { name: "Ada Example" } }), sign: "0".repeat(40) }
      const called = (accessId: string, requestId: string) => Effect.annotateLogs(routes.of("/warehouse")!.serve({
        method: "POST", url: new URL("http://127.0.0.1/warehouse"), headers: [["content-type", "application/json"], ["sign", "0"], ["secret", "agreed once"], ["authorization", "Bearer agreed once"]], body: JSON.stringify({ ...wrong, accessId }), remoteAddress: "192.0.2.7"
      }), { requestId })
      yield* called(message.id, "r-1")
      yield* called("nobody", "r-2")
      const { items } = yield* client.signature.refused()
      assert.deepStrictEqual(items.filter(({ requestId }) => requestId.startsWith("r-")).map(({ remoteAddress, requestId, scope }) => [requestId, scope, remoteAddress]).toSorted(), [["r-1", "warehouse:acc-1", "192.0.2.7"], ["r-2", "", "192.0.2.7"]])
      const params = { requestId: "r-1" }
      assert.notInclude((yield* client.signature.showRefused({ params })).request!.body, "Ada Example")
      assert.strictEqual((yield* Effect.flip(client.signature.revealRefused({ params, payload: { reason: "asked" } })))._tag, "Invalid")
      const revealed = (yield* client.signature.revealRefused({ params, payload: { who: "Anna", reason: "asked" } })).request!
      assert.strictEqual(revealed.body, JSON.stringify(wrong))
      // A secret that stands in a header of its own signs nothing, so nobody needs to be shown it.
      assert.deepStrictEqual(revealed.headers, [["content-type", "application/json"], ["sign", "0"], ["secret", "<secret>"], ["authorization", "<secret>"]])
      assert.strictEqual((yield* Effect.flip(client.signature.showRefused({ params: { requestId: "r-3" } })))._tag, "NotFound")

      // A secret cannot be guessed faster than this.
      yield* Effect.forEach(Array.from({ length: rate.calls - 3 }), () => ask(right))
      assert.strictEqual((yield* Effect.flip(ask(right)))._tag, "TooManyGuesses")
    }))
})

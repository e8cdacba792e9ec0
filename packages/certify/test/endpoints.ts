/**
 * An endpoint of each protocol in memory, with the data that a story needs, and a certification of it.
 */
import { Json, Transport } from "@crossdock/core"
import { ErpBooks, ErpEnvelope, ErpOpenApi, Peer, PlatformEnvelope, WarehouseEnvelope, WarehouseGateway } from "@crossdock/testkit/peers"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Certification from "../src/Certification.ts"
import type { Options } from "../src/Session.ts"
import type { ProtocolName, Target } from "../src/Target.ts"

const secret = Redacted.make("s3cret-of-the-account")
const id = "acc-1"

/** An endpoint: how it answers, and what a certification must know of it. */
export interface Endpoint {
  readonly layer: Layer.Layer<Transport.Transport>
  readonly facts: Target["facts"]
}

const made: Readonly<Record<ProtocolName, () => Effect.Effect<Endpoint>>> = {
  "warehouse-envelope": () => Effect.sync(() => ({ layer: WarehouseEnvelope.make({ accessId: id, secretKey: secret }).layer, facts: {} })),
  gateway: () => Effect.sync(() => ({ layer: WarehouseGateway.make({ appKey: id, appSecret: secret, warehouseKey: "k1" }).layer, facts: { warehouseKey: "k1" } })),
  "platform-envelope": () =>
    Effect.gen(function*() {
      const peer = PlatformEnvelope.make({ accessId: id, secretKey: secret, platform: "WEB", shopId: "7" })
      for (const number of ["P-1", "P-2", "P-3"]) yield* peer.store.place(number)
      yield* peer.store.actions.changeArticle({ productId: "I-1" })
      const { code } = yield* Effect.orDie(peer.fixture.authorization!.grant(new URL("https://platform.test/?state=1")))
      return { layer: peer.layer, facts: { platform: "WEB", shopId: "7", code: Redacted.value(code!), days: 8000, webHookUrl: "https://erp.test/extApi/platform/pushOrder" } }
    }),
  "erp-open-api": () =>
    Effect.sync(() => {
      const books = ErpBooks.make()
      const peer = Peer.make({ revision: books.revision, serve: ErpOpenApi.serve({ appId: id, appSecret: secret, numbersPages: true, carryOut: (operation, payload) => books.carryOut(operation, payload) }) })
      return { layer: peer.layer, facts: { days: 400 } }
    }),
  "warehouse-callbacks": () => Effect.sync(() => ({ layer: ErpEnvelope.make({ extraType: "test", accessId: id, secretKey: secret }).layer, facts: { extraType: "test", order: "SO-1", asn: "ASN-1", warehouse: "WH-1" } })),
  "platform-push": () => Effect.sync(() => ({ layer: ErpEnvelope.make({ extraType: "test", accessId: id, secretKey: secret }).layer, facts: { platform: "WEB", shopId: "7" } }))
}

/** Changes what an endpoint is asked and answers. Undefined: it stays as it is. */
export interface Change {
  readonly request?: (request: Transport.Request, method: string) => Transport.Request | undefined
  /** Answers in the place of the endpoint. */
  readonly instead?: (method: string, content: Json.JsonObject) => Json.JsonObject | undefined
  readonly answer?: (method: string, answer: Json.JsonObject, content: Json.JsonObject) => Json.JsonObject | undefined
}

const decoded = (body: string): URLSearchParams => new URLSearchParams(body)

const parsed = (text: string): Json.JsonObject => {
  const json = Result.getOrUndefined(Json.parse(text))
  return Json.isObject(json) ? json : {}
}

const multipart = (body: string, name: string): string => new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]*)`).exec(body)?.[1] ?? ""

/** The method and the content of a request, whatever its protocol. */
const readOf = (protocol: ProtocolName, { body, url }: Transport.Request): readonly [method: string, content: Json.JsonObject] => {
  const last = url.pathname.split("/").at(-1) ?? ""
  if (protocol === "gateway") return [last, parsed(body)]
  if (protocol === "erp-open-api") return [multipart(body, "serviceType"), parsed(multipart(body, "bizParam"))]
  const form = decoded(body)
  return [form.get("method") ?? last, parsed(form.get("content") ?? "{}")]
}

const changing = (protocol: ProtocolName, { answer, instead }: Change) => (inner: Transport.Transport["Service"]): Transport.Transport["Service"] => ({
  send: (request) => {
    const [method, content] = readOf(protocol, request)
    const replaced = instead?.(method, content)
    if (replaced !== undefined) return Effect.succeed({ status: 200, headers: [["content-type", "application/json"]], body: Json.stringify(replaced) })
    return Effect.map(inner.send(request), (response) => {
      const changed = answer?.(method, parsed(response.body), content)
      return changed === undefined ? response : { ...response, body: Json.stringify(changed) }
    })
  }
})

/** Certifies an endpoint in memory, which may be changed to be wrong. */
export const certify = (protocol: ProtocolName, change: Change = {}, options: Partial<Options> = {}) =>
  Effect.gen(function*() {
    const { facts, layer } = yield* made[protocol]()
    const target: Target = { protocol, address: new URL("https://peer.test/base"), id, secret, timeZone: "UTC+8", facts }
    const wrong = Layer.effect(Transport.Transport, Effect.map(Transport.Transport, changing(protocol, change)))
    return yield* Effect.provide(Certification.run(target, { ships: true, without: [], ...options }, "0.0.0"), Layer.provide(wrong, layer))
  })

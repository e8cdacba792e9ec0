import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { HttpClient, HttpClientRequest } from "effect/http"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { get as httpGet } from "node:http"
import * as Listener from "../../src/api/Listener.ts"
import { type RunnerServices, until, type World, world } from "../support/World.ts"
import { freePort } from "../support/Ports.ts"
import { raw } from "../support/Sockets.ts"
import { listening, token } from "./AdminWorld.ts"

const get = (port: number, path: string, presented?: string, host = "127.0.0.1") =>
  Effect.gen(function*() {
    const request = HttpClientRequest.get(`http://${host}:${port}${path}`)
    const response = yield* HttpClient.execute(presented === undefined ? request : HttpClientRequest.bearerToken(request, presented))
    return { status: response.status, type: response.headers["content-type"], text: yield* response.text }
  }).pipe(Effect.provide(NodeHttpClient.layerUndici))

const inWorld = (title: string, test: (w: World) => Effect.Effect<unknown, unknown, RunnerServices | Scope.Scope>) =>
  it.effect(title, () => world({ filename: ":memory:" }, {}, test))

describe("the admin listener", () => {
  inWorld("health is open, metrics and the api want the token", (w) =>
    Effect.gen(function*() {
      const port = yield* listening(w)
      assert.deepInclude(yield* get(port, "/livez"), { status: 200, text: "{\"ok\":true}" })
      assert.deepInclude(yield* get(port, "/readyz"), { status: 200, text: "{\"ok\":true,\"reasons\":[]}" })
      const secret = Redacted.value(token)
      for (const path of ["/metrics", "/admin/orders", "/admin/composition"]) {
        for (const presented of [undefined, "wrong", secret.toUpperCase()]) {
          const refused = yield* get(port, path, presented)
          assert.deepInclude(refused, { status: 401, type: "application/problem+json" })
          assert.strictEqual(JSON.parse(refused.text).code, "TOKEN_REFUSED")
        }
        assert.strictEqual((yield* get(port, path, secret)).status, 200)
      }
      const metrics = yield* get(port, "/metrics", secret)
      assert.include(metrics.text, "# TYPE crossdock_outbox_depth gauge")
      assert.match(metrics.type ?? "", /^text\/plain; version=0\.0\.4/)
    }))

  it.effect("delays and logs wrong tokens, and serves a right one at once (m1, A107)", () => {
    const lines: Array<string> = []
    const logger = Logger.make(({ message }) => void lines.push(String(message)))
    return world({ filename: ":memory:" }, {}, (w) =>
      Effect.gen(function*() {
        const port = yield* listening(w)
        for (let time = 0; time < 10; time++) yield* get(port, "/admin/orders", "wrong")
        assert.deepStrictEqual(lines.filter((line) => line.includes("wrong admin token")).length, 10)
        const slowed = yield* Effect.forkChild(get(port, "/admin/orders", "wrong"))
        for (let time = 0; time < 3; time++) assert.strictEqual((yield* get(port, "/admin/orders", Redacted.value(token))).status, 200)
        assert.isUndefined(slowed.pollUnsafe())
        yield* until(Effect.sync(() => slowed.pollUnsafe() !== undefined))
        assert.strictEqual((yield* Fiber.join(slowed)).status, 401)
        assert.strictEqual(lines.filter((line) => line.includes("wrong admin token")).length, 10)
        assert.notInclude(lines.join("\n"), Redacted.value(token))
      })).pipe(Effect.provide(Logger.layer([logger])))
  })

  inWorld("takes a token of its own for the metrics, and for nothing else (F8)", (w) =>
    Effect.gen(function*() {
      const port = yield* freePort
      const metricsToken = Redacted.make("t0ken of the monitoring")
      yield* Layer.build(Layer.fresh(Listener.layer({ port, token, metricsToken, composed: w.composed })))
      assert.strictEqual((yield* get(port, "/metrics", Redacted.value(metricsToken))).status, 200)
      assert.strictEqual((yield* get(port, "/metrics", Redacted.value(token))).status, 200)
      assert.strictEqual((yield* get(port, "/metrics", "wrong")).status, 401)
      assert.strictEqual((yield* get(port, "/admin/orders", Redacted.value(metricsToken))).status, 401)
    }))

  inWorld("listens where the operator says, and is addressed under names that he lists alone (F8)", (w) =>
    Effect.gen(function*() {
      const port = yield* freePort
      yield* Layer.build(Layer.fresh(Listener.layer({ host: "0.0.0.0", names: ["runner"], port, token, composed: w.composed })))
      const under = (host: string) =>
        Effect.promise(() => new Promise<number | undefined>((done, failed) => {
          httpGet({ host: "127.0.0.1", port, path: "/livez", headers: { host } }, (answer) => {
            answer.resume()
            done(answer.statusCode)
          }).on("error", failed)
        }))
      for (const host of [`runner:${port}`, "RUNNER", `127.0.0.1:${port}`, "10.1.2.3", "[::1]:8081", "localhost"]) assert.strictEqual(yield* under(host), 200, host)
      for (const host of ["evil.example", `127.0.0.1.evil.example:${port}`, "runner.evil.example", "0.0.0.0.example"]) assert.strictEqual(yield* under(host), 403, host)
    }))

  inWorld("answers an unknown path with problem+json", (w) =>
    Effect.gen(function*() {
      const port = yield* listening(w)
      const nothing = yield* get(port, "/admin/nothing", Redacted.value(token))
      assert.deepInclude(nothing, { status: 404, type: "application/problem+json" })
      assert.strictEqual(JSON.parse(nothing.text).code, "NO_SUCH_PATH")
      const wrong = yield* get(port, "/admin/orders?limit=5000", Redacted.value(token))
      assert.deepInclude(JSON.parse(wrong.text), { status: 400, code: "REQUEST_INVALID", path: "/query/limit" })
      // A number may be as long as the protocols take it, also where each character takes twelve in the path.
      const long = yield* get(port, `/admin/orders/${encodeURIComponent("😀".repeat(255))}`, Redacted.value(token))
      assert.deepInclude(JSON.parse(long.text), { status: 404, code: "NOT_FOUND" })
      const slash = yield* get(port, "/admin/orders/a%2Fb%20c", Redacted.value(token))
      assert.include(JSON.parse(slash.text).message, "\"a/b c\"")
    }))

  inWorld("refuses a path that cannot be decoded, another content type, and what is no HTTP, with problem+json (A107)", (w) =>
    Effect.gen(function*() {
      const port = yield* listening(w)
      const odd = yield* get(port, "/admin/%ff", Redacted.value(token))
      assert.deepInclude(odd, { status: 404, type: "application/problem+json" })
      assert.strictEqual(JSON.parse(odd.text).code, "NO_SUCH_PATH")
      const csv = yield* HttpClientRequest.post(`http://127.0.0.1:${port}/admin/deliveries/replay`).pipe(
        HttpClientRequest.bearerToken(token),
        HttpClientRequest.bodyText("a;b", "text/csv"),
        HttpClient.execute,
        Effect.flatMap((response) => Effect.map(response.json, (json) => ({ status: response.status, type: response.headers["content-type"], json }))),
        Effect.provide(NodeHttpClient.layerUndici)
      )
      assert.deepInclude(csv, { status: 415, type: "application/problem+json" })
      assert.deepInclude(csv.json, { status: 415, code: "CONTENT_TYPE_INVALID" })
      const garbage = yield* raw(port, (send) => send("nonsense\r\n\r\n"))
      assert.match(garbage, /^HTTP\/1.1 400 Bad Request\r\ncontent-type: application\/problem\+json\r\n/)
      assert.include(garbage, "\"code\":\"REQUEST_INVALID\"")
    }))

  inWorld("the api describes itself", (w) =>
    Effect.gen(function*() {
      const port = yield* listening(w)
      const document = JSON.parse((yield* get(port, "/admin/openapi.json")).text)
      assert.strictEqual(document.openapi, "3.1.0")
      const operations: ReadonlyArray<string> = Object.entries<Record<string, unknown>>(document.paths).flatMap(([path, verbs]) =>
        Object.keys(verbs).map((verb) => `${verb} ${path}`))
      for (const operation of ["get /admin/orders/{number}", "post /admin/deliveries/replay", "put /admin/maps", "post /admin/intents/{id}/decide"]) {
        assert.include(operations, operation)
      }
      for (const verbs of Object.values<Record<string, { readonly operationId: string; readonly security?: unknown }>>(document.paths)) {
        for (const operation of Object.values(verbs)) {
          const isSignIn = ["session.create", "session.first", "session.ways", "session.beginOidc"].includes(operation.operationId)
          assert.deepStrictEqual(operation.security, isSignIn ? [] : [{ bearer: [] }, { session: [] }])
        }
      }
    }))

  inWorld("a port that is in use fails with its number and the variable that changes it", (w) =>
    Effect.gen(function*() {
      const port = yield* listening(w)
      const failed = yield* Effect.flip(Layer.build(Layer.fresh(Listener.layer({ port, token, composed: w.composed }))))
      assert.strictEqual(failed._tag, "ListenFailed")
      assert.strictEqual(failed.message, `port ${port} on 127.0.0.1 is in use; stop the program that uses it, or set CROSSDOCK_ADMIN_PORT to a free port`)
    }))

  inWorld("stops with its scope", (w) =>
    Effect.gen(function*() {
      const port = yield* freePort
      yield* Effect.scoped(Effect.andThen(Layer.build(Layer.fresh(Listener.layer({ port, token, composed: w.composed }))), get(port, "/livez")))
      const gone = yield* Effect.flip(get(port, "/livez"))
      assert.strictEqual(gone._tag, "HttpClientError")
    }))
})

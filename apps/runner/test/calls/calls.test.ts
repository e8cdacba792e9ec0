/**
 * The log of calls, from a request on a real socket to what an operator is shown of it.
 */
import { assert, it } from "@effect/vitest"
import { type AnyPlugin, defineRunner, type ServerSettings } from "@crossdock/config"
import { Transport, WarehouseV1 } from "@crossdock/core"
import { warehouseEnvelope } from "@crossdock/warehouse-envelope"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Connections } from "../../src/connection/Connections.ts"
import { Erasure } from "../../src/jobs/Erasure.ts"
import { Database } from "../../src/store/Database.ts"
import * as AdminWorld from "../api/AdminWorld.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { envelope, live, type Live } from "../support/Live.ts"
import * as Peers from "../support/Peers.ts"
import * as Traces from "../support/Traces.ts"
import { orderContent } from "../support/Wire.ts"
import type { RunnerServices, World } from "../support/World.ts"

const personal = ["Ada Example", "+31 20 000 0000", "ada@example.invalid", "Singel 1", "1012 AA"]
const secrets = ["secret-key-1", "key-of-the-provider"]

const isClean = (text: string, values = [...personal, ...secrets]) => {
  for (const value of values) assert.notInclude(text, value)
}

/** A warehouse of document 1 that quotes the receiver in its refusals. */
const provider = Effect.acquireRelease(
  Effect.callback<{ readonly port: number; readonly bodies: ReadonlyArray<string>; readonly close: () => void }>((resume) => {
    const bodies: Array<string> = []
    const server = createServer((message, response) => {
      const chunks: Array<Buffer> = []
      message.on("data", (chunk: Buffer) => chunks.push(chunk))
      message.on("end", () => {
        const body = Buffer.concat(chunks).toString("utf8")
        bodies.push(body)
        const { content = "", method } = Object.fromEntries(new URLSearchParams(body))
        const answer = method === "createOrder" && content.includes("SO-BAD")
          ? { success: false, message: `no parcel for Ada Example in Singel 1` }
          : { success: true, message: "", data: { warehouseOrderNumber: "W-1" }, accessToken: "token-of-the-provider" }
        response.setHeader("content-type", "application/json")
        response.setHeader("set-cookie", "session=cookie-of-the-provider")
        response.end(JSON.stringify(answer))
      })
    })
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed({ port: (server.address() as AddressInfo).port, bodies, close: () => void server.close() })))
  }),
  ({ close }) => Effect.sync(close)
)

type Client = Effect.Success<ReturnType<typeof AdminWorld.client>>

interface Running extends Live {
  readonly client: Client
  readonly bodies: ReadonlyArray<string>
}

/** A warehouse for whose account a person grants access, with a code that is exchanged in a form. */
const granted = (port: number) =>
  WarehouseV1.plugin({
    id: "warehouse-granted",
    settings: Schema.Struct({}),
    hosts: () => ["127.0.0.1"],
    offers: [],
    limits: { linesPerOrder: 10, ordersPerQuery: 10 },
    authorization: {
      url: () => new URL("https://peer.example/authorize"),
      exchange: (_, { codeVerifier, params }) =>
        Effect.flatMap(Transport.Transport, (transport) => {
          const body = `grant_type=authorization_code&code=${Redacted.value(params["code"]!)}&code_verifier=${Redacted.value(codeVerifier)}`
          const request = { method: "POST", url: new URL(`http://127.0.0.1:${port}/token`), headers: [], body } as const
          return Effect.as(transport.send(request), { values: {} })
        })
    },
    make: () => Effect.die("not opened")
  })

onBothDatabases("the log of calls", (fresh) => {
  const running = (title: string, server: ServerSettings, test: (w: Running) => Effect.Effect<unknown, unknown, RunnerServices | Scope.Scope>) =>
    it.live(title, () =>
      Effect.scoped(Effect.gen(function*() {
        const database = yield* Effect.promise(fresh)
        const { bodies, port } = yield* provider
        const erp = Peers.erp()
        const composition = defineRunner<ReadonlyArray<AnyPlugin>>({
          plugins: [warehouseEnvelope, erp.plugin, granted(port)],
          connections: [
            { id: "books", plugin: "erp-fake", settings: {} },
            { id: "granted", plugin: "warehouse-granted", settings: {} },
            { id: "wh", plugin: "warehouse-envelope", callsPerSecond: 1000, refusals: "final", settings: { serviceUrl: `http://127.0.0.1:${port}/`, accessId: "us", secretKey: "key-of-the-provider" } }
          ],
          links: [{ erp: "books", peer: "wh", protocol: "warehouse", id: "acc-1", secretKey: "secret-key-1" }],
          server: { callerDeadline: "5 seconds", ...server }
        })
        yield* live(database, composition, (w) => Effect.flatMap(AdminWorld.client(w as unknown as World), (client) => test({ ...w, client, bodies })))
      })))

  running("shows for one order what was asked and answered in both directions, with bodies, times and the caller's request id (issue 25, F4, F10)", {}, (w) =>
    Effect.gen(function*() {
      const answer = yield* w.call({ body: envelope("createOrder", orderContent("SO-1")) })
      assert.strictEqual(answer.body.success, true)
      const { items } = yield* w.client.calls.list({ query: { number: "SO-1", bodies: true } })
      assert.deepStrictEqual(items.map(({ code, direction, number, operation, scope, status }) => [direction, scope, operation, number, code, status]), [
        ["out", "wh", "createOutboundOrder", "SO-1", "OK", 200],
        ["in", w.composed.links[0]!.scope, "createOutboundOrder", "SO-1", "OK", 200]
      ].toSorted((a, b) => items[0]!.direction === b[0] ? 1 : -1))
      const served = items.find(({ direction }) => direction === "in")!
      const sent = items.find(({ direction }) => direction === "out")!
      assert.strictEqual(served.requestId, answer.headers["x-request-id"])
      for (const one of [served, sent]) {
        const body = JSON.parse(one.request!.body)
        assert.strictEqual(body.content.orderNumber, "SO-1")
        assert.strictEqual(body.sign, "<secret>")
        assert.strictEqual(body.content.receiver.country, "NL")
        assert.strictEqual(body.content.receiver.name, "<hidden>")
        assert.strictEqual(JSON.parse(one.response!.body).success, true)
      }
      isClean(JSON.stringify(items), [...personal, ...secrets, "token-of-the-provider", "cookie-of-the-provider"])
    }))

  running("finds a refused call by its number and code, and logs one line with the request id that the caller got (F4)", {}, (w) =>
    Effect.gen(function*() {
      const { shopName: _, skuList: __, ...incomplete } = orderContent("BAD-1")
      const answer = yield* w.call({ body: envelope("createOrder", incomplete) })
      assert.match(answer.body.message, /^MEMBER_MISSING/)
      const { items } = yield* w.client.calls.list({ query: { number: "BAD-1", code: "MEMBER_MISSING" } })
      assert.deepStrictEqual(items.map(({ direction, operation, requestId, scope }) => [direction, operation, requestId, scope]), [
        ["in", "createOrder", answer.headers["x-request-id"], w.composed.links[0]!.scope]
      ])
      const lines = w.lines.map((line) => JSON.parse(line)).filter(({ message }) => message === "a call was refused")
      assert.lengthOf(lines, 1)
      assert.deepInclude(lines[0].annotations, { code: "MEMBER_MISSING", link: w.composed.links[0]!.scope, number: "BAD-1", operation: "createOrder", requestId: answer.headers["x-request-id"] })
    }))

  running("keeps nothing of a caller that is not authenticated (issue 25)", {}, (w) =>
    Effect.gen(function*() {
      for (const body of [envelope("createOrder", orderContent("SO-1"), { secretKey: "wrong" }), envelope("createOrder", orderContent("SO-1"), { accessId: "nobody" }), "{", ""]) {
        yield* w.call({ body })
      }
      assert.lengthOf((yield* w.client.calls.list({ query: {} })).items, 0)
      const db = yield* Database
      assert.deepStrictEqual([yield* db.query("select * from call_count"), yield* db.query("select * from call_point")], [[], []])
    }))

  running("stores no secret at all and personal data only sealed; who reveals it says who he is and why (issue 25)", {}, (w) =>
    Effect.gen(function*() {
      yield* w.call({ body: envelope("createOrder", orderContent("SO-1")), headers: { authorization: "Bearer of-the-caller" } })
      yield* w.call({ body: envelope("createOrder", orderContent("SO-BAD")) })
      const { items } = yield* w.client.calls.list({ query: { bodies: true } })
      assert.isAtLeast(items.length, 4)
      isClean(JSON.stringify(items))
      const db = yield* Database
      const tables = ["call", "call_number", "call_count", "call_point", "call_size"]
      isClean(JSON.stringify(yield* Effect.forEach(tables, (table) => db.query(`select * from ${table}`))))
      isClean(w.lines.join("\n"))

      assert.include(yield* Effect.flip(w.client.calls.revealList({ payload: { reason: "curious" } })), { _tag: "Invalid", path: "/payload/who" })
      const revealed = JSON.stringify((yield* w.client.calls.revealList({ payload: { who: "Ada", reason: "ticket 7" } })).items)
      for (const value of personal) assert.include(revealed, value)
      const signs = w.bodies.map((body) => new URLSearchParams(body).get("sign")!)
      assert.isNotEmpty(signs)
      isClean(revealed, [...secrets, ...signs, "token-of-the-provider", "cookie-of-the-provider", "of-the-caller"])
      const lines = yield* db.query("select who, detail from history where subject = 'runner calls'")
      assert.deepStrictEqual(lines.map((row) => [row["who"], row["detail"]]), [["Ada (admin token)", `was shown ${items.length} calls of 2 orders: SO-BAD, SO-1: ticket 7`]])
    }))

  running("stores nothing with which access is granted, neither the code nor its verifier (issue 25)", {}, (w) =>
    Effect.gen(function*() {
      const { exchange } = (yield* Connections).authorizationOf("granted")!
      yield* exchange({ params: { code: Redacted.make("code-7f3a") }, codeVerifier: Redacted.make("verifier-7f3b"), redirectUrl: new URL("https://runner.example/oauth/callback/granted") })
      assert.include(w.bodies, "grant_type=authorization_code&code=code-7f3a&code_verifier=verifier-7f3b")
      const { items } = yield* w.client.calls.revealList({ payload: { scope: "granted", who: "Ada", reason: "ticket 7" } })
      assert.lengthOf(items, 1)
      isClean(JSON.stringify(items), ["code-7f3a", "verifier-7f3b"])
    }))

  running("the messages of an erased order go with it, and what else is known of its calls stays (issue 25)", {}, (w) =>
    Effect.gen(function*() {
      yield* w.call({ body: envelope("createOrder", orderContent("SO-1")) })
      yield* w.call({ body: envelope("createOrder", orderContent("SO-2")) })
      const listed = (number: string) => w.client.calls.revealList({ payload: { number, who: "Ada", reason: "ticket 7" } })
      const before = (yield* listed("SO-1")).items
      assert.include(yield* Traces.of(personal), "call")
      const db = yield* Database
      yield* db.query("update entity set is_open = 0 where number = 'SO-1'")
      const erasure = yield* Erasure
      assert.property(yield* erasure.erase([{ scope: w.composed.links[0]!.scope, kind: "outbound", number: "SO-1" }]), "messages")
      const after = (yield* listed("SO-1")).items
      isClean(JSON.stringify(after))
      assert.deepStrictEqual(after.map(({ code, id, number }) => [id, number, code]), before.map(({ code, id, number }) => [id, number, code]))
      assert.include(JSON.stringify((yield* listed("SO-2")).items), "Ada Example")
    }))
})

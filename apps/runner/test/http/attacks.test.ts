/**
 * Attacks on the served protocols, each named by its row: what is refused, and that whoever is in the right is served meanwhile.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { createServer, timeouts } from "../../src/http/NodeServer.ts"
import { envelope, type Live, soon } from "../support/Live.ts"
import { callback, onSockets, raw, warehouses } from "../support/Sockets.ts"
import { statusContent } from "../support/Wire.ts"

const wrong = (accessId = "acc-1") => ({ body: envelope("warehouses", "", { accessId, secretKey: "wrong" }) })

/** Statuses of the same call, one after the other. */
const statuses = (w: Live, calls: ReadonlyArray<Parameters<Live["call"]>[0]>) =>
  Effect.forEach(calls, (call) => Effect.map(w.call(call), ({ status }): number => status))

const times = <A>(count: number, make: (index: number) => A): Array<A> => Array.from({ length: count }, (_, index) => make(index))

onSockets("serves every right sign while wrong ones of the same id and address are answered 429 (A032, D1-398)", {}, (w) =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* statuses(w, times(60, () => wrong())), times(60, (at) => at < 50 ? 200 : 429))
    const answers = yield* Effect.forEach(times(20, () => warehouses), w.call)
    assert.deepStrictEqual(answers.filter(({ body, status }) => status !== 200 || body.success !== true), [])
    const refused = yield* w.call(wrong())
    assert.deepStrictEqual([refused.status, refused.headers["retry-after"], refused.body.success], [429, "60", false])
  }))

onSockets("counts the failures of each protocol apart (A032)", { links: [{ id: "acc-1" }], receivers: [{ extraType: "one", accessId: "acc-1", secretKey: "key-of-w-1" }] }, (w) =>
  Effect.gen(function*() {
    const atReceiver = callback("one", "pushOrderInfo", statusContent("SO-1"), "acc-1", "wrong")
    assert.deepStrictEqual((yield* statuses(w, times(55, () => atReceiver))).filter((status) => status === 429).length, 5)
    assert.strictEqual((yield* w.call(wrong())).status, 200)
  }))

onSockets("counts the failures of invented ids together, and answers known and unknown ids alike (A032, A031)", {}, (w) =>
  Effect.gen(function*() {
    const found = yield* statuses(w, times(120, (at) => wrong(`invented-${at}`)))
    assert.deepStrictEqual(found, times(120, (at) => at < 100 ? 200 : 429))
    assert.strictEqual((yield* w.call(wrong())).status, 429)
    assert.strictEqual((yield* w.call(warehouses)).body.success, true)
  }))

onSockets("invented ids push no block of another address out of memory (A032)", { server: { trustedProxies: ["127.0.0.1"], authFailureLimit: 2 } }, (w) =>
  Effect.gen(function*() {
    const from = (address: string, accessId?: string) => ({ ...wrong(accessId), headers: { "x-forwarded-for": address } })
    assert.deepStrictEqual(yield* statuses(w, times(3, () => from("203.0.113.9"))), [200, 200, 429])
    yield* statuses(w, times(300, (at) => from(`10.1.0.${at % 250}`, `invented-${at}`)))
    assert.strictEqual((yield* w.call(from("203.0.113.9"))).status, 429)
    assert.strictEqual((yield* w.call(from("203.0.113.10"))).status, 200)
  }))

onSockets("limits failures at /callbacks too, for connections that are there and that are not (A032)", { server: { authFailureLimit: 3 } }, (w) =>
  Effect.gen(function*() {
    const knock = { path: "/callbacks/nobody/sys/automatic/receiveOdo/one", body: envelope("pushOrderInfo", statusContent("SO-1")) }
    assert.deepStrictEqual(yield* statuses(w, times(4, () => knock)), [200, 200, 200, 429])
    const other = yield* w.call({ ...knock, path: "/callbacks/wh/sys/automatic/receiveOdo/one" })
    assert.strictEqual(other.status, 200)
  }))

onSockets("the log of failed authentications says who claimed to be whom from where, and stays short (A032)", { server: { trustedProxies: ["127.0.0.1"] } }, (w) =>
  Effect.gen(function*() {
    const from = (address: string, accessId: string) => w.call({ ...wrong(accessId), headers: { "x-forwarded-for": address } })
    yield* from("203.0.113.9", "acc-1")
    yield* from("203.0.113.10", "s3cr3t-of-somebody-\u001b[31m\n")
    for (let time = 0; time < 200; time++) yield* from(`10.0.0.${time % 4}`, "acc-1")
    const lines = w.lines.map((line) => JSON.parse(line)).filter(({ annotations }) => annotations.protocol === "warehouse")
    assert.isBelow(lines.length, 25)
    assert.deepInclude(lines[0].annotations, { id: "\"acc-1\"", address: "203.0.113.9" })
    assert.strictEqual(lines[1].annotations.address, "203.0.113.10")
    assert.match(lines[1].annotations.id, /^unknown, 25 characters beginning with "s3cr3t-of-so"$/)
    assert.notInclude(w.lines.join("\n"), "somebody")
    assert.strictEqual(w.lines.filter((line) => line.includes("too many failed authentications")).length, 4)
  }))

const http = (start: string, fields: ReadonlyArray<string>, body = "") =>
  [start, ...fields, `content-length: ${Buffer.byteLength(body)}`, "connection: close", "", body].join("\r\n")

onSockets("goes by the request target alone, whatever stands in Host (M6)", {}, (w) =>
  Effect.gen(function*() {
    const { body } = warehouses
    const ask = (start: string, ...fields: ReadonlyArray<string>) =>
      Effect.map(raw(w.port, (send) => send(http(start, ["content-type: application/json", ...fields], body))), (text) => text.slice(0, 12))
    const found = {
      smuggled: yield* ask("POST /nope HTTP/1.1", "host: x/warehouse?"),
      hijacked: yield* ask("POST /warehouse HTTP/1.1", "host: x/livez?"),
      absolute: yield* ask("POST http://else.example/warehouse HTTP/1.1", "host: else.example"),
      old: yield* ask("POST /warehouse HTTP/1.0"),
      empty: yield* ask("POST /warehouse HTTP/1.1", "host:"),
      health: yield* ask("GET /readyz HTTP/1.0"),
      alive: yield* ask("GET /livez HTTP/1.1", "host:"),
      twice: yield* ask("POST /warehouse HTTP/1.1", "host: a", "host: b")
    }
    assert.deepStrictEqual(found, {
      smuggled: "HTTP/1.1 404",
      hijacked: "HTTP/1.1 200",
      absolute: "HTTP/1.1 200",
      old: "HTTP/1.1 200",
      empty: "HTTP/1.1 200",
      health: "HTTP/1.1 200",
      alive: "HTTP/1.1 200",
      twice: "HTTP/1.1 400"
    })
    const served = yield* raw(w.port, (send) => send(http("POST /warehouse HTTP/1.1", ["content-type: application/json", "host: x/livez?"], body)))
    assert.include(served, "warehouseCode")
  }))

const ofBoth = { links: [{ id: "acc-1", prefix: "A-" }, { id: "acc-2", prefix: "B-" }] }
const ofSecond = { body: envelope("warehouses", "", { accessId: "acc-2" }) }

/** Runs something while so many calls of the first link wait for a warehouse that does not answer. */
const besideWaiting = (w: Parameters<Parameters<typeof onSockets>[2]>[0], count: number, work: Effect.Effect<void>) =>
  Effect.gen(function*() {
    w.warehouse.plan("listWarehouses", ...times(count, () => "hang" as const))
    const held = yield* Effect.forkChild(Effect.forEach(times(count, () => warehouses), w.call, { concurrency: "unbounded" }))
    yield* soon(Effect.sync(() => w.warehouse.calls.filter((name) => name === "listWarehouses").length === count))
    yield* work
    yield* Fiber.join(held)
    assert.strictEqual((yield* w.call(warehouses)).body.success, true)
  })

onSockets("answers a link's calls beyond those that may wait at a time with 503, and serves other links (M1)", {
  ...ofBoth,
  server: { callsAtOncePerLink: 3, callerDeadline: "2 seconds" }
}, (w) =>
  besideWaiting(w, 3, Effect.gen(function*() {
    const refused = yield* w.call(warehouses)
    assert.deepStrictEqual([refused.status, refused.headers["retry-after"], refused.body.success], [503, "1", false])
    assert.match(refused.body.message, /^OVERLOADED: .*nothing was done/)
    assert.strictEqual((yield* w.call(ofSecond)).body.success, true)
  })))

onSockets("answers calls beyond those that may wait at a time in all with 503, and health (M1)", {
  ...ofBoth,
  server: { callsAtOnce: 2, callerDeadline: "2 seconds" }
}, (w) =>
  besideWaiting(w, 2, Effect.gen(function*() {
    const refused = yield* w.call(ofSecond)
    assert.deepStrictEqual([refused.status, refused.headers["retry-after"], refused.body.success], [503, "1", false])
    const told = yield* w.call(callback("one", "pushOrderInfo", statusContent("SO-1")))
    assert.deepStrictEqual([told.status, told.body.success], [503, "false"])
    assert.strictEqual((yield* w.call({ path: "/readyz", method: "GET" })).status, 200)
  })))

const bodyOf = (text: string): string => text.slice(text.indexOf("\r\n\r\n") + 4)

const impatient = { timeouts: { headers: 300, request: 600, idle: 5000, look: 50 } }

onSockets("closes the socket of who sends its header or its body too slowly, and serves others (A064)", impatient, (w) =>
  Effect.gen(function*() {
    const slow = [
      raw(w.port, (send) => send("POST /warehouse HTTP/1.1\r\nhost: x\r\nx-slow: ")),
      raw(w.port, (send) => send(`POST /warehouse HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n${"x".repeat(10)}`))
    ]
    const [answers, served] = yield* Effect.all([Effect.all(slow, { concurrency: "unbounded" }), w.call(warehouses)], { concurrency: "unbounded" })
    assert.deepStrictEqual(answers.map((text) => text.slice(0, 12)), ["HTTP/1.1 408", "HTTP/1.1 408"])
    for (const text of answers) {
      assert.match(text, /\r\nx-request-id: \S+\r\n/)
      assert.match(JSON.parse(bodyOf(text)).message, /^TIMED_OUT: .* nothing was done/)
    }
    assert.strictEqual(served.status, 200)
  }))

onSockets("refuses what is no HTTP, and headers that are too large, with a body and an id (A062, A063)", {}, (w) =>
  Effect.gen(function*() {
    const sent = {
      garbage: "nonsense\r\n\r\n",
      twoLengths: "POST /warehouse HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{",
      large: `POST /warehouse HTTP/1.1\r\nhost: x\r\nx-large: ${"x".repeat(20_000)}\r\n\r\n`
    }
    for (const [name, status, code] of [["garbage", 400, "REQUEST_INVALID"], ["twoLengths", 400, "REQUEST_INVALID"], ["large", 431, "REQUEST_INVALID"]] as const) {
      const text = yield* raw(w.port, (send) => send(sent[name]))
      assert.match(text, new RegExp(`^HTTP/1.1 ${status} [A-Z]`), name)
      assert.match(text, /\r\nx-request-id: \S+\r\n/)
      const { message, success } = JSON.parse(bodyOf(text))
      assert.deepStrictEqual([success, message.split(": ")[0]], [false, code])
    }
    assert.strictEqual((yield* w.call(warehouses)).status, 200)
  }))

onSockets("refuses an unread request in the form of its route: of the gateway and of callbacks too (D1-383)", { server: { maxBody: 1000 }, timeouts: impatient.timeouts }, (w) =>
  Effect.gen(function*() {
    const forms = { "/global-api/v1/warehouse/initWarehouses": false, "/callbacks/wh/sys/automatic/receiveOdo/one": "false" }
    for (const [path, success] of Object.entries(forms)) {
      const { body, status } = yield* w.call({ path, body: "x".repeat(1001) })
      assert.deepStrictEqual([status, body.success], [413, success], path)
      assert.match(body.errorMsg, /^BODY_TOO_LARGE: /, path)
      const slow = yield* raw(w.port, (send) => send(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n${"x".repeat(10)}`))
      assert.match(JSON.parse(bodyOf(slow)).errorMsg, /^TIMED_OUT: /, path)
    }
  }))

it("a header may take 10 s and a request 30 s, looked at every second (A064)", () => {
  const server = createServer()
  assert.deepInclude({ headers: server.headersTimeout, request: server.requestTimeout }, { headers: 10_000, request: 30_000 })
  assert.isAtMost(timeouts.look, 1000)
})

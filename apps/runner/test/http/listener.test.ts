import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Agent, request } from "node:http"
import { connect } from "node:net"
import * as RequestMemory from "../../src/http/RequestMemory.ts"
import { Connections } from "../../src/connection/Connections.ts"
import { Database } from "../../src/store/Database.ts"
import * as Books from "../support/Books.ts"
import { type Answer, envelope, soon } from "../support/Live.ts"
import { callback, create, onSockets, raw, warehouses } from "../support/Sockets.ts"
import { orderContent, progressContent, statusContent } from "../support/Wire.ts"

const tables = Effect.gen(function*() {
  const db = yield* Database
  const counts = yield* Effect.forEach(["intent", "entity", "inbox", "delivery", "history"], (table) =>
    Effect.map(db.one(`select count(*) as n from ${table}`), (row) => Number(row!.n)))
  return counts.reduce((sum, count) => sum + count, 0)
})

/** A lawful call of so many bytes. */
const padded = (size: number) => warehouses.body + " ".repeat(size - warehouses.body.length)

for (const path of ["/warehouse", "/sys/automatic/receiveOdo/one"]) {
  onSockets(`a body above the limit is answered with 413 and not parsed, one at the limit is read (${path}) (D1-383)`, { server: { maxBody: 1000 } }, (w) =>
    Effect.gen(function*() {
      const above = yield* w.call({ path, body: "{".repeat(1001) })
      const at = yield* w.call({ path, body: "{".repeat(1000) })
      assert.deepStrictEqual([above.status, at.status], [413, 400])
      const text = path.startsWith("/sys/") ? above.body.errorMsg : above.body.message
      assert.match(text, /^BODY_TOO_LARGE: .*1000 bytes/)
      assert.strictEqual(above.body.success, path.startsWith("/sys/") ? "false" : false)
      assert.strictEqual((yield* w.call({ path: "/livez", method: "GET" })).status, 200)
    }))
}

onSockets("the limit is 8 MiB by default: one byte more is refused, and that much is taken (D1-383)", {}, (w) =>
  Effect.gen(function*() {
    const limit = 8 * 1024 * 1024
    const at = yield* w.call({ body: padded(limit) })
    assert.deepStrictEqual([at.status, at.body.success], [200, true])
    const above = yield* w.call({ body: padded(limit + 1) })
    assert.strictEqual(above.status, 413)
  }))

onSockets("a body that comes in pieces without its size is refused once it is above the limit (D1-383)", { server: { maxBody: 100_000 } }, (w) =>
  Effect.gen(function*() {
    const answer = yield* Effect.callback<{ status: number; text: string }>((resume) => {
      const sent = request({ host: "127.0.0.1", port: w.port, path: "/warehouse", method: "POST", agent: false, headers: { "content-type": "application/json" } }, (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("end", () => resume(Effect.succeed({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() })))
      })
      sent.on("error", (error) => resume(Effect.die(error)))
      for (let piece = 0; piece < 50; piece++) sent.write("x".repeat(10_000))
      sent.end()
    })
    assert.strictEqual(answer.status, 413)
    assert.include(answer.text, "BODY_TOO_LARGE")
    assert.strictEqual((yield* w.call(warehouses)).status, 200)
  }))

/** Memory for bodies of 200 kB at a time. */
const scarce = { capacity: RequestMemory.make({ free: () => 200_000 * 16, gather: () => false }) }

for (const path of ["/warehouse", "/sys/automatic/receiveOdo/one"]) {
  onSockets(`while others hold the memory a caller is told to come back, and taken once they are gone (${path}) (F15)`, scarce, (w) =>
    Effect.gen(function*() {
      const others = connect(w.port, "127.0.0.1")
      yield* Effect.callback<void>((resume) => {
        others.write(`POST /warehouse HTTP/1.1\r\nhost: x\r\ncontent-length: 500000\r\n\r\n${"x".repeat(190_000)}`, () => resume(Effect.void))
      })
      const call = Effect.map(w.call({ path, body: padded(20_000) }), (answer) => {
        last = answer
        return answer.status
      })
      let last: Answer | undefined
      yield* soon(Effect.map(call, (status) => status === 503))
      assert.strictEqual(last!.headers["retry-after"], "1")
      assert.match(path.startsWith("/sys/") ? last!.body.errorMsg : last!.body.message, /^OVERLOADED: .* nothing was done/)
      assert.strictEqual(last!.body.success, path.startsWith("/sys/") ? "false" : false)
      assert.strictEqual((yield* w.call({ path: "/livez", method: "GET" })).status, 200)
      assert.lengthOf(w.lines.filter((line) => line.includes("requests are refused")), 1)
      others.destroy()
      yield* soon(Effect.map(call, (status) => status === 200))
    }))
}

onSockets("a body that outgrows the memory in the middle is not kept, and its place is free again (F15)", scarce, (w) =>
  Effect.gen(function*() {
    const first = connect(w.port, "127.0.0.1")
    yield* Effect.callback<void>((resume) => {
      first.write(`POST /warehouse HTTP/1.1\r\nhost: x\r\ncontent-length: 500000\r\n\r\n${"x".repeat(100_000)}`, () => resume(Effect.void))
    })
    const call = Effect.map(w.call({ body: padded(150_000) }), ({ status }) => status)
    yield* soon(Effect.map(call, (status) => status === 503))
    first.destroy()
    yield* soon(Effect.map(call, (status) => status === 200))
  }))

for (const path of ["/warehouse", "/sys/automatic/receiveAsn/one"]) {
  onSockets(`bytes that are not UTF-8 are refused with 400, and nothing is put in their place (${path}) (D1-384)`, {}, (w) =>
    Effect.gen(function*() {
      const text = envelope("createOrder", orderContent("SO-ä"))
      for (const body of [Buffer.from(text, "latin1"), Buffer.concat([Buffer.from(text), Buffer.from([0xff])]), Buffer.from([0xc3])]) {
        const answer = yield* w.call({ path, body })
        assert.strictEqual(answer.status, 400)
        assert.match(answer.body.message ?? answer.body.errorMsg, /^NOT_UTF8/)
      }
      assert.strictEqual(yield* tables, 0)
    }))
}

onSockets("a byte order mark is dropped and is part of no signed text (D1-384)", {}, (w) =>
  Effect.gen(function*() {
    const answer = yield* w.call({ body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(create("SO-\u00e4").body)]) })
    assert.deepInclude(answer.body, { success: true })
    assert.strictEqual(w.warehouse.orders[0]?.orderNumber, "SO-\u00e4")
  }))

onSockets("another HTTP method than POST is refused with 405 and says which one is served (D1-003)", {}, (w) =>
  Effect.gen(function*() {
    for (const path of ["/warehouse", "/sys/automatic/receiveOdo/one"]) {
      for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
        const answer = yield* w.call({ path, method, ...create() })
        assert.deepStrictEqual([answer.status, answer.headers.allow], [405, "POST"], `${method} ${path}`)
      }
    }
    assert.strictEqual(yield* tables, 0)
  }))

onSockets("a path that nothing is served at is answered with 404 and where things are", {}, (w) =>
  Effect.gen(function*() {
    for (const path of ["/", "/warehouse/", "/warehouses", "/sys/automatic/receiveOdo/", "/sys/automatic/receive/one", "/admin/runner", "/metrics"]) {
      const answer = yield* w.call({ path, ...create() })
      assert.strictEqual(answer.status, 404, path)
      assert.include(answer.body.message, "POST /warehouse")
    }
  }))

onSockets("a request line or a host that is no address is refused and harms nobody", {}, (w) =>
  Effect.gen(function*() {
    for (const target of ["//", "///x", "http://", "/%", "*"]) {
      const got = yield* raw(w.port, (send) => send(`GET ${target} HTTP/1.1\r\nhost: [bad host\r\nconnection: close\r\n\r\n`))
      assert.match(got, /^HTTP\/1\.1 40[04]/, target)
    }
    const strange = yield* raw(w.port, (send) =>
      send(`POST /warehouse HTTP/1.1\r\nhost: a b\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${warehouses.body.length}\r\n\r\n${warehouses.body}`))
    assert.match(strange, /^HTTP\/1\.1 (200|400)/)
    assert.strictEqual((yield* w.call(warehouses)).body.success, true)
    assert.notInclude(w.lines.join("\n"), "its protocol could not answer it")
  }))

onSockets("/livez and /readyz answer, and say no while the database takes no writes", {}, (w) =>
  Effect.gen(function*() {
    const db = yield* Database
    const health = (path: string) => Effect.map(w.call({ path, method: "GET" }), ({ body, status }) => [status, body])
    assert.deepStrictEqual(yield* health("/livez"), [200, { ok: true }])
    const soon = (status: number) => Effect.repeat(health("/readyz"), { until: ([got]) => got === status })
    assert.deepStrictEqual(yield* health("/readyz"), [200, { ok: true }])
    yield* db.query("alter table setting rename to setting_away")
    assert.deepStrictEqual(yield* soon(503), [503, { ok: false }])
    assert.deepStrictEqual(yield* health("/livez"), [200, { ok: true }])
    yield* db.query("alter table setting_away rename to setting")
    assert.deepStrictEqual(yield* soon(200), [200, { ok: true }])
  }))

onSockets("/livez and /readyz leave the connection of who asks open", {}, (w) =>
  Effect.gen(function*() {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = (path: string) =>
      Effect.callback<readonly [connection: string | undefined, port: number | undefined]>((resume) => {
        const asked = request({ host: "127.0.0.1", port: w.port, path, agent }, (response) => {
          response.resume().on("end", () => resume(Effect.succeed([response.headers.connection, port])))
        }).on("error", (error) => resume(Effect.die(error)))
        let port: number | undefined
        asked.on("socket", (socket) => {
          if (socket.connecting) socket.on("connect", () => void (port = socket.localPort))
          else port = socket.localPort
        })
        asked.end()
      })
    const seen = yield* Effect.forEach(["/readyz", "/readyz", "/livez", "/readyz", "/livez"], ask)
    agent.destroy()
    assert.deepStrictEqual(seen.map(([connection]) => connection), seen.map(() => "keep-alive"))
    assert.strictEqual(new Set(seen.map(([, port]) => port)).size, 1)
  }))

onSockets("/readyz looks once a second at most, however often anybody asks", {}, (w) =>
  Effect.gen(function*() {
    const db = yield* Database
    yield* w.call({ path: "/readyz", method: "GET" })
    yield* db.query("create table look (at integer)")
    yield* db.query("create trigger looked after update on setting begin insert into look values (1); end")
    const started = Date.now()
    yield* Effect.forEach(Array.from({ length: 200 }), () => w.call({ path: "/readyz", method: "GET" }), { concurrency: 20, discard: true })
    const looks = yield* db.query("select at from look")
    assert.isAtMost(looks.length, 1 + Math.ceil((Date.now() - started) / 1000))
  }))

onSockets("every answer has a request id of its own, and a failed authentication is logged under it", {}, (w) =>
  Effect.gen(function*() {
    const answers = [
      yield* w.call(warehouses),
      yield* w.call({ body: "{" }),
      yield* w.call({ path: "/nothing" }),
      yield* w.call({ path: "/readyz", method: "GET" }),
      yield* w.call({ body: envelope("warehouses", "", { secretKey: "wrong" }), headers: { "x-request-id": "mine" } })
    ]
    const ids = answers.map(({ headers }) => String(headers["x-request-id"]))
    assert.strictEqual(new Set(ids).size, 5)
    for (const id of ids) assert.match(id, /^[0-9a-f-]{36}$/)
    const line = w.lines.find((each) => each.includes("authentication failed"))
    assert.include(line, ids.at(-1))
  }))

onSockets("a callback with a wrong or missing sign is refused with the one text and changes nothing (D1-341)", {}, (w) =>
  Effect.gen(function*() {
    const right = callback("one", "pushOrderInfo", statusContent("SO-1"))
    const { sign: _, ...unsigned } = JSON.parse(right.body)
    const texts: Array<string> = []
    for (
      const body of [
        callback("one", "pushOrderInfo", statusContent("SO-1"), "w-1", "wrong").body,
        JSON.stringify(unsigned),
        JSON.stringify({ ...unsigned, sign: "" }),
        JSON.stringify({ ...JSON.parse(right.body), content: JSON.stringify(statusContent("SO-2")) }),
        callback("one", "pushOrderInfo", statusContent("SO-1"), "nobody").body
      ]
    ) {
      const answer = yield* w.call({ path: right.path, body })
      assert.deepStrictEqual([answer.status, answer.body.success], [200, "false"])
      texts.push(answer.text)
    }
    assert.strictEqual(new Set(texts).size, 1)
    assert.strictEqual(yield* tables, 0)
    assert.strictEqual((yield* w.call(right)).body.success, "true")
    assert.isAbove(yield* tables, 0)
  }))

onSockets("the caller of a callback is known by path segment and accessId together (D1-397)", {}, (w) =>
  Effect.gen(function*() {
    const refused = [
      callback("one", "pushOrderInfo", statusContent("SO-1"), "w-2", "key-of-w-2"),
      callback("two", "pushOrderInfo", statusContent("SO-1"), "w-1", "key-of-w-1"),
      callback("three", "pushOrderInfo", statusContent("SO-1"), "w-1", "key-of-w-1"),
      callback("one", "pushOrderInfo", statusContent("SO-1"), "acc-1", "secret-key-1"),
      callback("%ZZ", "pushOrderInfo", statusContent("SO-1"), "w-1", "key-of-w-1")
    ]
    const texts = yield* Effect.forEach(refused, (call) => Effect.map(w.call(call), ({ status, text }) => `${status} ${text}`))
    assert.strictEqual(new Set(texts).size, 1, texts.join("\n"))
    assert.strictEqual(yield* tables, 0)
    for (const [type, id] of [["one", "w-1"], ["two", "w-2"]] as const) {
      assert.strictEqual((yield* w.call(callback(type, "pushOrderInfo", statusContent("SO-1"), id, `key-of-${id}`))).body.success, "true")
      assert.strictEqual((yield* Books.outbound(`receiver:${type}:${id}`))?.phase, "shipped")
    }
  }))

onSockets("a receiver stores both callbacks, counts a batch once and reports what its document does not list", {}, (w) =>
  Effect.gen(function*() {
    const scope = "receiver:one:w-1"
    for (let times = 0; times < 3; times++) {
      assert.deepStrictEqual((yield* w.call(callback("one", "pushAsnInfo", progressContent("ASN-1")))).body, { success: "true" })
    }
    assert.deepStrictEqual(yield* Books.received(scope), { "SKU-1": [2, 2, 0] })
    yield* w.call(callback("one", "pushAsnInfo", progressContent("ASN-1", { wmsStatus: "TELEPORTED", batchNo: "B-2", updateTime: 1_700_000_001 })))
    assert.strictEqual((yield* Books.inbound(scope))?.phase, "receiving")
    yield* (yield* Connections).storeDrift
    const drift = yield* (yield* Database).query("select scope, path from drift order by path")
    assert.deepStrictEqual(drift.map((row) => [row.scope, row.path]), [[scope, "/updateTime"], [scope, "/wmsStatus"]])
    assert.deepStrictEqual(yield* Books.deliveries, [])
    assert.strictEqual(w.erp.attempts.length, 0)
  }))

onSockets("each accessId at /warehouse is its own link, and its secret header is looked at where one is configured", {
  links: [{ id: "acc-1", prefix: "A-", warehouseSecret: "opaque" }, { id: "acc-2", prefix: "B-", secretKey: "secret-key-2" }]
}, (w) =>
  Effect.gen(function*() {
    const first = create("SO-1")
    const second = create("SO-1", { accessId: "acc-2", secretKey: "secret-key-2" })
    const without = yield* w.call(first)
    const wrong = yield* w.call({ ...first, headers: { secret: "opaquf" } })
    const crossed = yield* w.call(create("SO-1", { accessId: "acc-2", secretKey: "secret-key-1" }))
    const unknown = yield* w.call(create("SO-1", { accessId: "acc-9" }))
    assert.strictEqual(new Set([without, wrong, crossed, unknown].map(({ text }) => text)).size, 1)
    assert.strictEqual(w.warehouse.orders.length, 0)
    assert.strictEqual((yield* w.call({ ...first, headers: { secret: "opaque" } })).body.success, true)
    assert.strictEqual((yield* w.call(second)).body.success, true)
    assert.deepStrictEqual(w.warehouse.orders.map((held) => held.orderNumber), ["A-SO-1", "B-SO-1"])
    assert.notInclude(w.lines.join("\n"), "opaque")
  }))

onSockets("no authenticated request is refused for its rate (D1-398)", {}, (w) =>
  Effect.gen(function*() {
    const answers = yield* Effect.forEach(Array.from({ length: 300 }), () => w.call(warehouses), { concurrency: 30 })
    assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.isTrue(answers.every(({ body }) => body.success === true))
  }))

onSockets("a caller is told when a warehouse that asks to slow down may be asked again (U-21)", {}, (w) =>
  Effect.gen(function*() {
    w.warehouse.plan("listWarehouses", { slowDown: "40 seconds" })
    const { body, headers, status } = yield* w.call(warehouses)
    const seconds = Number(headers["retry-after"])
    assert.deepStrictEqual([status, body.success], [429, false])
    assert.isTrue(seconds > 20 && seconds <= 41, String(seconds))
    assert.include(body.message, `send this one again in ${seconds} s`)
  }))

onSockets("the limit of failed authentications is a setting (D1-398)", { server: { authFailureLimit: 2 } }, (w) =>
  Effect.gen(function*() {
    const wrong = callback("one", "pushOrderInfo", statusContent("SO-1"), "w-1", "wrong")
    const statuses = yield* Effect.forEach([1, 2, 3], () => Effect.map(w.call(wrong), ({ status }) => status))
    assert.deepStrictEqual(statuses, [200, 200, 429])
  }))

for (const methodReplay of ["count", "strict"] as const) {
  onSockets(`the same sign and content under another method is ${methodReplay === "count" ? "processed, counted and alarmed" : "refused"} (${methodReplay}) (D1-408)`, { server: { methodReplay } }, (w) =>
    Effect.gen(function*() {
      assert.strictEqual((yield* w.call(create("SO-1"))).body.success, true)
      const content = { orderNumber: "SO-1" }
      const query = yield* w.call({ body: envelope("getOrder", content) })
      assert.deepStrictEqual([query.body.success, query.body.data?.orderNumber], [true, "SO-1"])
      assert.strictEqual((yield* w.call({ body: envelope("getOrder", content) })).body.success, true)
      const alarms = () => w.lines.filter((line) => line.includes("with another method")).length
      assert.strictEqual(alarms(), 0)
      const replay = yield* w.call({ body: envelope("cancelOrder", content) })
      assert.strictEqual(alarms(), 1)
      assert.strictEqual(w.warehouse.live("SO-1").length, methodReplay === "count" ? 0 : 1)
      assert.strictEqual(replay.body.success, methodReplay === "count")
      if (methodReplay === "strict") assert.match(replay.body.message, /^METHOD_REPLAY/)
    }))
}

onSockets("a slow caller is answered, and holds up nobody", {}, (w) =>
  Effect.gen(function*() {
    const { body } = create("SO-slow")
    let rest = () => {}
    const slow = yield* Effect.forkChild(raw(w.port, (send) => {
      send(`POST /warehouse HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 10)}`)
      rest = () => send(body.slice(10))
    }))
    for (let other = 0; other < 5; other++) assert.strictEqual((yield* w.call(create(`SO-${other}`))).body.success, true)
    assert.isUndefined(slow.pollUnsafe())
    rest()
    yield* soon(Effect.sync(() => slow.pollUnsafe() !== undefined))
    assert.strictEqual(w.warehouse.live("SO-slow").length, 1)
  }))

onSockets("a caller that goes away in the middle of its body leaves nothing behind, not even an error", {}, (w) =>
  Effect.gen(function*() {
    const { body } = create("SO-1")
    for (let times = 0; times < 3; times++) {
      yield* Effect.callback<void>((resume) => {
        const socket = connect(w.port, "127.0.0.1", () => {
          socket.write(`POST /warehouse HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 40)}`, () => {
            socket.resetAndDestroy()
            resume(Effect.void)
          })
        })
      })
    }
    assert.strictEqual((yield* w.call(warehouses)).body.success, true)
    assert.strictEqual(yield* tables, 0)
    assert.deepStrictEqual(w.lines.filter((line) => line.includes("\"ERROR\"")), [])
  }))

onSockets("the order of a caller that did not wait for its answer is there, and its repeat gets the result", {}, (w) =>
  Effect.gen(function*() {
    const { body } = create("SO-1")
    yield* Effect.callback<void>((resume) => {
      const socket = connect(w.port, "127.0.0.1", () => {
        socket.write(`POST /warehouse HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`, () => {
          socket.end()
          resume(Effect.void)
        })
      })
    })
    yield* soon(Effect.sync(() => w.warehouse.orders.length === 1))
    const again = yield* w.call({ body })
    assert.strictEqual(again.body.data.warehouseOrderNumber, "W-1")
    assert.strictEqual(w.warehouse.orders.length, 1)
  }))

onSockets("the same order on thirty connections at once is one order (D1-328)", {}, (w) =>
  Effect.gen(function*() {
    const answers = yield* Effect.forEach(Array.from({ length: 30 }), () => w.call(create("SO-1")), { concurrency: "unbounded" })
    assert.strictEqual(new Set(answers.map(({ text }) => text)).size, 1)
    assert.strictEqual(w.warehouse.orders.length, 1)
  }))

for (const table of ["intent", "history"]) {
  onSockets(`an order that cannot be stored (${table}) is answered with NOT_STORED and not sent; later it is`, {}, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* db.query(`alter table ${table} rename to away`)
      const refused = yield* w.call(create("SO-1"))
      assert.deepStrictEqual([refused.status, refused.body.success], [200, false])
      assert.match(refused.body.message, /^NOT_STORED/)
      assert.strictEqual(w.warehouse.orders.length, 0)
      yield* db.query(`alter table away rename to ${table}`)
      assert.strictEqual((yield* w.call(create("SO-1"))).body.success, true)
      assert.strictEqual(w.warehouse.orders.length, 1)
    }))
}

for (const [table, method, content] of [["entity", "pushOrderInfo", statusContent("SO-1")], ["inbox", "pushAsnInfo", progressContent("ASN-1")]] as const) {
  onSockets(`a callback that cannot be stored (${table}) is refused, so that it comes again, and then counts once`, {}, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* db.query(`alter table ${table} rename to away`)
      const refused = yield* w.call(callback("one", method, content))
      assert.deepStrictEqual([refused.status, refused.body.success], [200, "false"])
      assert.match(refused.body.errorMsg, /^NOT_STORED/)
      yield* db.query(`alter table away rename to ${table}`)
      assert.strictEqual(yield* tables, 0)
      assert.strictEqual((yield* w.call(callback("one", method, content))).body.success, "true")
      assert.strictEqual((yield* w.call(callback("one", method, content))).body.success, "true")
      const scope = "receiver:one:w-1"
      if (method === "pushAsnInfo") assert.deepStrictEqual(yield* Books.received(scope), { "SKU-1": [2, 2, 0] })
      else assert.deepStrictEqual(yield* Books.parcels(scope), ["T-1"])
    }))
}

onSockets("an order whose outcome could not be stored is doubtful, and settled by asking once the database is back", { server: { callerDeadline: "1 second" } }, (w) =>
  Effect.gen(function*() {
    const db = yield* Database
    yield* db.query("alter table attempt rename to away")
    const doubtful = yield* w.call(create("SO-1"))
    assert.match(doubtful.body.message, /^DOUBTFUL: outcome not known yet; ask again with the same number$/)
    assert.strictEqual(w.warehouse.orders.length, 1)
    yield* db.query("alter table away rename to attempt")
    const intents = yield* db.query("select state from intent")
    assert.strictEqual(intents.length, 1)
    assert.strictEqual(w.warehouse.live("SO-1").length, 1)
  }))

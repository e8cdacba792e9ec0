/**
 * `crossdock listen`: copies of what the log of calls has, over the admin API of a world, at a receiver on a real socket that verifies
 * signatures by its own digest.
 */
import { BooksV1 } from "@crossdock/books"
import { ErpV1 } from "@crossdock/core"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { mkdtempSync } from "node:fs"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { CallLog } from "../../src/calls/CallLog.ts"
import type { LoggedCall } from "../../src/calls/LoggedCall.ts"
import * as ForwardAddress from "../../src/cli/ForwardAddress.ts"
import { pushes } from "../../src/cli/ListenCommand.ts"
import { overlap } from "../../src/cli/NewCalls.ts"
import { operationLimit, patience } from "../../src/connection/Connections.ts"
import { Database } from "../../src/store/Database.ts"
import { listening, token } from "../api/AdminWorld.ts"
import { sign } from "../support/Live.ts"
import { freePort } from "../support/Ports.ts"
import { pass, until, world } from "../support/World.ts"
import { inWorld } from "./CommandWorld.ts"
import { started } from "./Shell.ts"

// The command loads it when it begins, which takes a time of the machine that no test clock counts.
beforeAll(async () => {
  await import("@crossdock/transport-undici")
})

const account = { accessId: "erp-7", secretKey: "the-key-of-the-erp" } as const

interface Received {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A server of a developer. It keeps what it gets, and answers with what was set. */
const receiver = Effect.acquireRelease(
  Effect.callback<{ readonly url: string; readonly received: ReadonlyArray<Received>; answer: { status: number; headers: Record<string, string>; body: string }; readonly close: () => void }>((resume) => {
    const received: Array<Received> = []
    const server = createServer((message, response) => {
      const chunks: Array<Buffer> = []
      message.on("data", (chunk: Buffer) => chunks.push(chunk))
      message.on("end", () => {
        received.push({ url: message.url ?? "", headers: message.headers, body: Buffer.concat(chunks).toString("utf8") })
        response.writeHead(own.answer.status, own.answer.headers)
        response.end(own.answer.body)
      })
    })
    const own = {
      url: "",
      received,
      answer: { status: 200, headers: {} as Record<string, string>, body: "{\"success\":\"true\"}" },
      close: () => {
        server.closeAllConnections()
        server.close()
      }
    }
    server.listen(0, "127.0.0.1", () => resume(Effect.sync(() => Object.assign(own, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))))
  }),
  ({ close }) => Effect.sync(close)
)

type Fields = Readonly<Record<"accessId" | "method" | "content" | "sign", string>>

const fieldsOf = ({ body, headers }: Received): Fields =>
  headers["content-type"]?.startsWith("application/json") === true ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body)) as Fields

/** Verifies as an ERP does that shares nothing with us, and returns the content. */
const verified = (one: Received, secretKey: string = account.secretKey) => {
  const { accessId, content, sign: presented } = fieldsOf(one)
  assert.strictEqual(presented, sign(accessId, content, secretKey))
  return JSON.parse(content)
}

interface Sent {
  readonly number: string
  readonly at: number
  readonly operation?: string
  readonly scope?: string
  readonly direction?: "in" | "out"
  readonly form?: boolean
  readonly content?: object
  readonly body?: string
}

const bodyOf = ({ content, form = false, number }: Sent): string => {
  const text = JSON.stringify({ orderNumber: number, status: "SHIPPED", quantity: "4.50", ...content })
  const fields = { accessId: account.accessId, method: "pushOrderInfo", content: text, sign: sign(account.accessId, text, account.secretKey) }
  return form ? Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&") : JSON.stringify(fields)
}

/** A message as the transport of a connection notes it. */
const call = (sent: Sent): LoggedCall => ({
  direction: sent.direction ?? "out",
  at: sent.at,
  millis: 5,
  scope: sent.scope ?? "books",
  protocol: "erp-open-api",
  operation: sent.operation ?? "receiveOutboundStatus",
  code: "OK",
  status: 200,
  about: [{ orderNumber: sent.number }],
  request: {
    method: "POST",
    url: new URL("https://erp.example/sys/automatic/receiveOdo/shop%201?zone=a"),
    headers: [
      ["content-type", sent.form === true ? "application/x-www-form-urlencoded" : "application/json"],
      ["accept", "application/json"],
      ["host", "erp.example"],
      ["connection", "keep-alive"],
      ["authorization", "Bearer of-the-erp"],
      ["x-crossdock-delivery-id", `d-${sent.number}`]
    ],
    body: sent.body ?? bodyOf(sent)
  },
  response: { status: 200, headers: [], body: "{\"success\":\"true\"}" }
})

const record = (...all: ReadonlyArray<Sent>) => Effect.map(CallLog, (log) => all.map((sent) => log.record(call(sent))))

const key = ["--secret", account.secretKey]
const eventually = (holds: () => boolean) => until(Effect.sync(holds), 600_000)

/** Starts the command in the scope and waits until it has looked at the log once. It reads no file for its token. */
const listeningTo = Effect.fnUntraced(function*(port: number | string, scope: Scope.Scope, ...argv: ReadonlyArray<string>) {
  const cli = yield* started(["listen", ...argv], { CROSSDOCK_ADMIN_PORT: String(port), CROSSDOCK_ADMIN_TOKEN: Redacted.value(token) }, scope)
  yield* eventually(() => cli.err.some((line) => line.startsWith("each new message")))
  return cli
})

const portOf = (environment: Readonly<Record<string, string>>): string => environment.CROSSDOCK_ADMIN_PORT!
const numbers = (received: ReadonlyArray<Received>) => received.map((one) => JSON.parse(fieldsOf(one).content).orderNumber)

describe("listen", () => {
  inWorld("sends a copy of each new message, signed so that the receiver's own check accepts it, and prints a line", {}, (_, __, environment) =>
    Effect.gen(function*() {
      const mine = yield* receiver
      yield* record({ number: "SO-OLD", at: 10 })
      const cli = yield* listeningTo(portOf(environment), yield* Effect.scope, "--forward", `${mine.url}/callback`, ...key)
      yield* record({ number: "SO-1", at: 1000 }, { number: "SO-2", at: 1001, form: true }, { number: "SO-1", at: 1002, operation: "createOutboundOrder" })
      yield* eventually(() => cli.out.length >= 2)
      yield* pass(5000)
      assert.deepStrictEqual(numbers(mine.received), ["SO-1", "SO-2"])
      for (const one of mine.received) {
        assert.strictEqual(verified(one).status, "SHIPPED")
        assert.strictEqual(one.url, "/callback")
        assert.strictEqual(one.headers.host, new URL(mine.url).host)
        assert.strictEqual(one.headers["content-length"], String(Buffer.byteLength(one.body)))
        assert.strictEqual(one.headers["authorization"], undefined)
        assert.strictEqual(one.headers["x-crossdock-delivery-id"], `d-${verified(one).orderNumber}`)
      }
      assert.match(cli.out[0]!, /^00:00:01\.000 {2}receiveOutboundStatus {3}SO-1 +books {2}HTTP 200 \{"success":"true"\} {2}\d+ ms$/)
      assert.lengthOf(cli.out, 2)
      assert.isUndefined(cli.code())
      yield* cli.stop
    }))

  inWorld("sends a message later that took long, once, although others with later ids were sent before (nothing between two looks is lost)", {}, (_, __, environment) =>
    Effect.gen(function*() {
      const mine = yield* receiver
      yield* listeningTo(portOf(environment), yield* Effect.scope, "--forward", mine.url, ...key)
      yield* record({ number: "FAST", at: 60_000 })
      yield* eventually(() => mine.received.length === 1)
      yield* record({ number: "SLOW", at: 25_000 }, { number: "NEXT", at: 60_500 })
      yield* eventually(() => mine.received.length >= 3)
      yield* pass(5000)
      assert.deepStrictEqual(numbers(mine.received), ["FAST", "SLOW", "NEXT"])
      assert.isAbove(overlap, 2 * Duration.toMillis(operationLimit) + patience)
    }))

  inWorld("follows no redirect, and shows a refusal without sending again", {}, (_, __, environment) =>
    Effect.gen(function*() {
      const mine = yield* receiver
      mine.answer = { status: 307, headers: { location: `${mine.url}/elsewhere` }, body: "" }
      const cli = yield* listeningTo(portOf(environment), yield* Effect.scope, "--forward", mine.url, ...key)
      yield* record({ number: "SO-1", at: 1000 })
      yield* eventually(() => cli.out.length >= 1)
      mine.answer = { status: 200, headers: {}, body: "{\"success\":\"false\",\"errorMsg\":\"not now\"}" }
      yield* record({ number: "SO-2", at: 2000 })
      yield* eventually(() => cli.out.length >= 2)
      yield* pass(5000)
      assert.match(cli.out[0]!, /SO-1 +books {2}HTTP 307 \(redirects are not followed\) {2}\d+ ms$/)
      assert.match(cli.out[1]!, /SO-2 +books {2}HTTP 200 \{"success":"false","errorMsg":"not now"\} {2}\d+ ms$/)
      assert.deepStrictEqual(mine.received.map(({ url }) => url), ["/", "/"])
    }))

  it.effect("goes on after the runner was restarted, without losing or repeating a message", () =>
    Effect.gen(function*() {
      const mine = yield* receiver
      const scope = yield* Effect.scope
      const port = yield* freePort
      const filename = join(mkdtempSync(join(tmpdir(), "crossdock-listen-")), "runner.sqlite")
      const cli = yield* world({ filename }, {}, (w) =>
        Effect.gen(function*() {
          yield* listening(w, port)
          const begun = yield* listeningTo(port, scope, "--forward", mine.url, ...key)
          yield* record({ number: "SO-1", at: 1000 })
          yield* eventually(() => mine.received.length === 1)
          // Stored while the runner stops; the command may see it before or after that.
          yield* record({ number: "SO-2", at: 1500 })
          return begun
        }))
      yield* eventually(() => cli.err.some((line) => line.startsWith("the runner is away (no runner answers at")))
      yield* world({ filename }, {}, (w) =>
        Effect.gen(function*() {
          yield* record({ number: "SO-3", at: 2000 })
          yield* listening(w, port)
          yield* eventually(() => mine.received.length >= 3)
          yield* record({ number: "SO-4", at: 1200 })
          yield* eventually(() => mine.received.length >= 4)
          yield* pass(5000)
        }))
      assert.deepStrictEqual(numbers(mine.received), ["SO-1", "SO-2", "SO-3", "SO-4"])
      assert.lengthOf(cli.err.filter((line) => line.startsWith("the runner answers again")), 1)
      assert.isUndefined(cli.code())
    }).pipe(Effect.scoped))

  inWorld("ends as every command does if the runner refuses its token or is not there when it begins", {}, (_, run) =>
    Effect.gen(function*() {
      assert.strictEqual((yield* run("listen", "--forward", "http://127.0.0.1:9", "--token", "wrong")).code, 3)
      assert.match((yield* run("listen", "--forward", "http://127.0.0.1:9", "--admin", "http://127.0.0.1:1")).err, /no runner answers at/)
    }))
})

const five: ReadonlyArray<Sent> = [
  { number: "SO-2", at: 2000 },
  { number: "SO-1", at: 1000 },
  { number: "SO-1", at: 3000, scope: "other" },
  { number: "SO-1", at: 1500, operation: "createOutboundOrder", scope: "wh" },
  { number: "SO-1", at: 1600, operation: "getOutboundOrders", direction: "in", scope: "acc-1" }
]

describe("listen --replay", () => {
  inWorld("sends what was recorded once more, oldest first, as the filters choose", {}, (_, run) =>
    Effect.gen(function*() {
      const mine = yield* receiver
      yield* record(...five)
      const sentBy = Effect.fnUntraced(function*(...flags: ReadonlyArray<string>) {
        const from = mine.received.length
        const ran = yield* run("listen", "--forward", mine.url, ...key, "--replay", ...flags)
        assert.strictEqual(ran.code, 0, ran.err)
        return { ran, numbers: numbers(mine.received.slice(from)) }
      })
      const all = yield* sentBy("--all")
      assert.deepStrictEqual(all.numbers, ["SO-1", "SO-2", "SO-1"])
      assert.match(all.ran.out, /\n3 messages sent again: 3 taken, 0 refused, 0 without an answer; 0 could not be sent, and of 0 calls the log has no message$/)
      assert.deepStrictEqual((yield* sentBy("--number", "SO-2")).numbers, ["SO-2"])
      assert.deepStrictEqual((yield* sentBy("--all", "--connection", "other")).numbers, ["SO-1"])
      assert.deepStrictEqual((yield* sentBy("--since", "1970-01-01T00:00:01.500Z", "--until", "1970-01-01T00:00:02.500Z")).numbers, ["SO-2"])
      assert.lengthOf((yield* sentBy("--all", "--operation", "createOutboundOrder", "--operation", "receiveOutboundStatus")).numbers, 4)
      assert.lengthOf((yield* sentBy("--all", "--way", "served")).numbers, 1)
      const json = yield* sentBy("--number", "SO-2", "--json")
      const [line, last] = json.ran.out.split("\n").map((text) => JSON.parse(text))
      assert.deepInclude(line, { number: "SO-2", operation: "receiveOutboundStatus", scope: "books", outcome: "taken", status: 200 })
      assert.deepStrictEqual(last, { summary: { sent: 1, taken: 1, refused: 0, unanswered: 0, notSent: 0, withoutMessage: 0 } })
    }))

  inWorld("counts an answer that states no success as a refusal, as the runner does", {}, (_, run) =>
    Effect.gen(function*() {
      const mine = yield* receiver
      yield* record({ number: "SO-1", at: 1000 })
      for (const body of ["<html>ok</html>", "", "{}"]) {
        mine.answer = { status: 200, headers: {}, body }
        const ran = yield* run("listen", "--forward", mine.url, ...key, "--replay", "--all")
        assert.strictEqual(ran.code, 1, ran.err)
        assert.match(ran.out, /1 messages sent again: 0 taken, 1 refused/)
      }
    }))

  inWorld("reads more messages than one page has", {}, (_, run) =>
    Effect.gen(function*() {
      const mine = yield* receiver
      yield* record(...Array.from({ length: 401 }, (__, at): Sent => ({ number: `SO-${at}`, at: 1000 + at })))
      const ran = yield* run("listen", "--forward", mine.url, ...key, "--replay", "--all")
      assert.strictEqual(ran.code, 0, ran.err)
      assert.deepStrictEqual(numbers(mine.received), Array.from({ length: 401 }, (__, at) => `SO-${at}`))
    }))

  inWorld("hides personal data unless it is revealed, which is recorded for each message; both copies verify", {}, (_, run) =>
    Effect.gen(function*() {
      const mine = yield* receiver
      const sent: Sent = { number: "SO-1", at: 1000, form: true, content: { receiverName: "Ada Example", remark: "rings & waits + 100%" } }
      yield* record(sent)
      yield* run("listen", "--forward", mine.url, ...key, "--replay", "--all")
      assert.deepInclude(verified(mine.received[0]!), { orderNumber: "SO-1", receiverName: "<hidden>", remark: "<hidden>" })
      const refused = yield* run("listen", "--forward", mine.url, ...key, "--replay", "--all", "--reveal")
      assert.strictEqual(refused.code, 2)
      assert.include(refused.err, "--reveal needs --as with your name and --why")
      const ran = yield* run("listen", "--forward", mine.url, ...key, "--replay", "--all", "--reveal", "--as", "Ada", "--why", "a test", "--keep-path")
      assert.strictEqual(ran.code, 0, ran.err)
      assert.strictEqual(mine.received[1]!.body, bodyOf(sent))
      assert.strictEqual(mine.received[1]!.url, "/sys/automatic/receiveOdo/shop%201?zone=a")
      assert.lengthOf(mine.received, 2)
      const db = yield* Database
      const lines = yield* db.query("select who, detail from history where subject = 'runner calls'")
      assert.deepStrictEqual(lines.map(({ detail, who }) => [who, String(detail).replace(/\d+/, "<id>")]), [["Ada (admin token)", "was shown the call <id>: a test"]])
    }))

  inWorld("says what it cannot send or sign, and which server is down, and goes on; exit code 1", {}, (_, run, environment) =>
    Effect.gen(function*() {
      const mine = yield* receiver
      yield* record(
        { number: "SO-1", at: 1000 },
        { number: "SO-2", at: 2000, content: { remarks: "x".repeat(40_000) } },
        { number: "SO-3", at: 3000, body: "<order/>" },
        { number: "SO-4", at: 4000, body: "{\"orderNumber\":\"SO-4\"}" }
      )
      const ran = yield* run("listen", "--forward", mine.url, "--replay", "--all")
      assert.strictEqual(ran.code, 1)
      const [first, second, third, fourth] = ran.out.split("\n")
      assert.match(first!, /ms \(not signed\)$/)
      assert.match(second!, /not sent: the log keeps only a part of so long a body$/)
      assert.match(third!, /not sent: its personal data cannot be hidden; use --reveal$/)
      assert.match(fourth!, /\d ms$/)
      assert.strictEqual(fieldsOf(mine.received[0]!).sign, "<secret>")
      assert.strictEqual(mine.received[1]!.body, "{\"orderNumber\":\"SO-4\"}")
      assert.lengthOf(mine.received, 2)
      const down = `http://127.0.0.1:${yield* freePort}`
      const none = yield* run("listen", "--forward", down, ...key, "--replay", "--all")
      assert.strictEqual(none.code, 1)
      assert.match(none.out, /SO-1 +books {2}no answer: nothing listens there.* {2}\d+ ms\n/)
      assert.match(none.out, /\n2 messages sent again: 0 taken, 0 refused, 2 without an answer; 2 could not be sent/)
      const cli = yield* listeningTo(portOf(environment), yield* Effect.scope, "--forward", down, ...key)
      yield* record({ number: "SO-5", at: 5000 })
      yield* eventually(() => cli.out.some((line) => line.includes("no answer")))
      yield* pass(5000)
      assert.lengthOf(cli.out, 1)
      assert.isUndefined(cli.code())
    }))

  inWorld("refuses flags that do not go together, and a replay of it is not known what", {}, (_, run) =>
    Effect.gen(function*() {
      const to = ["listen", "--forward", "http://127.0.0.1:9"]
      assert.match((yield* run(...to, "--since", "1h")).err, /add --replay/)
      assert.match((yield* run(...to, "--replay")).err, /give --since, --number, or --all/)
      assert.strictEqual((yield* run(...to, "--replay")).code, 2)
    }))
})

describe("where copies may go", () => {
  it.effect.each([
    ["http://127.0.0.1:3000/callback", true],
    ["http://localhost:3000", true],
    ["http://erp.localhost", true],
    ["http://[::1]:3000", true],
    ["http://2130706433/", true],
    ["http://10.0.0.5/callback", false],
    ["https://erp.example", false],
    ["http://127.0.0.1.example", false],
    ["http://localhost.example", false],
    ["http://0.0.0.0:3000", false],
    ["http://[::ffff:10.0.0.5]", false]
  ] as const)("%s is this machine: %s", ([text, isThis]) =>
    Effect.gen(function*() {
      const read = yield* Effect.exit(ForwardAddress.parse(text, false))
      assert.strictEqual(read._tag === "Success", isThis)
      assert.strictEqual((yield* ForwardAddress.parse(text, true)).href, new URL(text).href)
    }))

  inWorld("another machine is refused with what to do; nothing is sent", {}, (_, run) =>
    Effect.gen(function*() {
      const ran = yield* run("listen", "--forward", "https://erp.example/callback", "--replay", "--all")
      assert.strictEqual(ran.code, 2)
      assert.match(ran.err, /--forward https:\/\/erp\.example is another machine, and messages may have personal data; forward to .* or add --allow-remote/)
      assert.strictEqual((yield* run("listen", "--forward", "ftp://127.0.0.1", "--replay", "--all")).code, 2)
      assert.strictEqual((yield* run("listen", "--forward", "http://a:b@127.0.0.1", "--replay", "--all")).code, 2)
    }))
})

describe("what is a push", () => {
  it("is each operation by which an ERP is told something, but for registrations and the entry of records", () => {
    const told = [...ErpV1.contract.required, ...ErpV1.contract.optional, ...BooksV1.contract.required, ...BooksV1.contract.optional]
      .filter(({ kind }) => kind === "push").map(({ name }) => name)
    const other = ["subscribe", "renew", "unsubscribe", "enterRecords"]
    assert.deepStrictEqual([...new Set(told)].filter((name) => !other.includes(name)).toSorted(), pushes.filter((name) => name !== "setShopAccess").toSorted())
  })
})

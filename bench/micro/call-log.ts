/**
 * What the log of calls costs for each call, in microseconds of CPU: what its row is made of, and the whole of it with the commit, on SQLite.
 *
 *   node micro/call-log.ts
 */
import { order } from "../../apps/runner/test/support/Orders.ts"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as CallContent from "../../apps/runner/src/calls/CallContent.ts"
import { CallLog } from "../../apps/runner/src/calls/CallLog.ts"
import type { LoggedCall } from "../../apps/runner/src/calls/LoggedCall.ts"
import * as TimeOrderedId from "../../apps/runner/src/engine/TimeOrderedId.ts"
import * as RecordNumbers from "../../apps/runner/src/calls/RecordNumbers.ts"
import * as Redaction from "../../apps/runner/src/connection/Redaction.ts"
import { Database } from "../../apps/runner/src/store/Database.ts"
import { Vault } from "../../apps/runner/src/store/Vault.ts"

const body = JSON.stringify({ accessId: "bench", method: "createOrder", sign: "0123456789abcdef0123456789abcdef01234567", content: JSON.stringify(JSON.parse(readFileSync(new URL("../data/order.json", import.meta.url), "utf8"))) })
const { hide } = Redaction.secretsOf({ serviceUrl: "http://127.0.0.1:9/", secretKey: Redacted.make("a-secret-key-of-the-bench-0001") })

let n = 0
const call = (): LoggedCall => ({
  direction: "in",
  at: Date.now(),
  millis: 3,
  scope: "warehouse:bench",
  protocol: "warehouse",
  operation: "createOutboundOrder",
  code: "OK",
  status: 200,
  requestId: TimeOrderedId.at(Date.now()),
  about: [{ ...order, orderNumber: `P${++n}` }],
  request: {
    method: "POST",
    url: new URL("http://localhost/warehouse"),
    headers: [["content-type", "application/json"], ["host", "127.0.0.1:12345"], ["connection", "keep-alive"], ["content-length", String(body.length)]],
    body,
    remoteAddress: "127.0.0.1"
  },
  response: { status: 200, headers: [["content-type", "application/json"]], body: `{"success":true,"message":"","data":{"orderNumber":"P${n}","warehouseOrderNumber":"W-P${n}"}}` },
  hide
})

const microseconds = (began: NodeJS.CpuUsage, times: number): number => {
  const { system, user } = process.cpuUsage(began)
  return (system + user) / times
}

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1]!
const say = (name: string, all: ReadonlyArray<number>): void => {
  const rest = all.slice(2)
  process.stdout.write(`${name.padEnd(40)} ${median(rest).toFixed(1)} µs (${Math.min(...rest).toFixed(1)} to ${Math.max(...rest).toFixed(1)})\n`)
}

const timed = (name: string, work: (one: LoggedCall) => unknown, times = 4000, rounds = 9): void => {
  say(name, Array.from({ length: rounds }, () => {
    const calls = Array.from({ length: times }, call)
    const began = process.cpuUsage()
    for (const one of calls) work(one)
    return microseconds(began, times)
  }))
}

const folder = mkdtempSync(join(tmpdir(), "crossdock-call-log-"))
const program = Effect.gen(function*() {
  const vault = yield* Vault
  const log = yield* CallLog
  timed("numbers of records", ({ about }) => RecordNumbers.of(about))
  timed("messages without secrets, as text", (one) => CallContent.written(one))
  timed("sealed", (one) => vault.seal(CallContent.placeOf(one), body))
  const whole: Array<number> = []
  for (let round = 0; round < 15; round++) {
    const calls = Array.from({ length: 1920 }, call)
    const began = process.cpuUsage()
    for (let at = 0; at < calls.length; at += 128) {
      for (const one of calls.slice(at, at + 128)) log.record(one)
      yield* log.flush
    }
    whole.push(microseconds(began, calls.length))
  }
  say("all of it, 128 calls to a commit", whole)
})
const composed = { callLog: { kept: 86_400_000, size: 1e9, countsKept: 86_400_000 } } as Parameters<typeof CallLog.layer>[0]
await Effect.runPromise(program.pipe(
  Effect.provide(CallLog.layer(composed).pipe(Layer.provideMerge(Layer.mergeAll(Database.layer({ filename: join(folder, "log.db") }), Vault.layer(Redacted.make("bench")))))),
  Effect.scoped
)).finally(() => rmSync(folder, { recursive: true, force: true }))

/**
 * One trace from the call of an ERP to the parcel that it is told of, as a receiver of OTLP gets it.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Sandbox from "../../src/Sandbox.ts"
import * as WarehouseJobs from "../../src/contracts/warehouse/Jobs.ts"
import * as Jobs from "../../src/jobs/Jobs.ts"
import { CallLog } from "../../src/calls/CallLog.ts"
import { Database } from "../../src/store/Database.ts"
import * as SpanExport from "../../src/tracing/SpanExport.ts"
import * as Books from "../support/Books.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { envelope, live, soon } from "../support/Live.ts"
import * as OtlpReceiver from "../support/OtlpReceiver.ts"
import { orderContent } from "../support/Wire.ts"

const traceId = "0af7651916cd43dd8448eb211c80319c"
const forgedId = "1".repeat(32)
const caller = `00-${traceId}-b7ad6b7169203331-00`

const exporting = (endpoint: string, more: Readonly<Record<string, string>> = {}) => {
  const made = SpanExport.of({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json", OTEL_BSP_SCHEDULE_DELAY: "50", ...more })
  if ("problem" in made) throw new Error(made.problem)
  return made.layer
}

const content = orderContent("SO-1", {
  warehouseCode: "SBX-1",
  logisticsCode: "SBX-STD",
  skuList: [{ sku: "SKU-1001", erpSku: "E-1", name: "Thing", quantity: 1, amount: 10 }]
})
const keys = { accessId: "sandbox", secretKey: "sandbox-secret" }

/** What nobody outside may learn from a span: persons, secrets, and numbers of orders. */
const hidden = ["Ada Example", "Singel 1", "+31 20", "ada@example.invalid", "sandbox-secret", "SO-1"]

const createdAndTold = Effect.fnUntraced(function*(database: Parameters<typeof live>[0], layer: ReturnType<typeof exporting>) {
  return yield* live(
    database,
    (port) => Sandbox.composition({ credentials: Sandbox.wellKnown, erpUrl: new URL(`http://127.0.0.1:${port}`) }),
    (w) =>
      Effect.gen(function*() {
        yield* Effect.forkScoped(Jobs.run(WarehouseJobs.polls))
        const answer = yield* w.call({ body: envelope("createOrder", content, keys), headers: { traceparent: caller } })
        assert.strictEqual(answer.body.success, true)
        const forged = yield* w.call({ body: envelope("createOrder", content, { ...keys, secretKey: "another" }), headers: { traceparent: caller.replace(traceId, forgedId) } })
        assert.strictEqual(forged.body.success, false)
        yield* soon(Effect.map(Books.outbound("receiver:sandbox:sandbox"), (row) => row?.phase === "shipped"))
        yield* soon(Effect.map(Books.deliveries, (rows) => rows.length > 0 && rows.every(({ state }) => state === "Delivered")))
        yield* Effect.flatMap(CallLog, (log) => log.flush)
        return yield* Effect.flatMap(Database, (db) => db.query("select direction, operation, trace_id, scope from call order by id"))
      })
  ).pipe(Effect.provide(layer))
})

onBothDatabases("traces", (fresh) => {
  it.live("an order has one trace from the call of the ERP to the parcel that it is told of (issue 25)", () =>
    Effect.gen(function*() {
      const receiver = yield* OtlpReceiver.make
      const calls = yield* createdAndTold(yield* Effect.promise(fresh), exporting(receiver.endpoint))
      const spans = receiver.spans.filter((span) => span.traceId === traceId)
      const names = new Set(spans.map(({ name }) => name))
      for (const stage of ["serve warehouse", "carry out createOutboundOrder", "create createOutboundOrder", "call createOutboundOrder", "store report", "deliver receiveOutboundStatus", "call receiveOutboundStatus", "POST"]) {
        assert.isTrue(names.has(stage), `${stage} is missing among ${[...names].join(", ")}`)
      }
      const [served] = spans.filter(({ name }) => name === "serve warehouse")
      assert.strictEqual(served!.parentSpanId, "b7ad6b7169203331")
      assert.deepInclude(served!.attributes, { "crossdock.code": "OK", "crossdock.operation": "createOutboundOrder", "http.response.status_code": 200 })
      const known = new Set([...spans.map(({ spanId }) => spanId), "b7ad6b7169203331"])
      assert.deepStrictEqual(spans.filter(({ parentSpanId }) => parentSpanId === undefined || !known.has(parentSpanId)), [])
      // The report was read by a poll, which has a trace of its own.
      const links = spans.filter(({ name }) => name === "store report").flatMap((span) => span.links)
      const polls = receiver.spans.filter(({ name }) => name === "job poll")
      assert.isNotEmpty(links)
      for (const link of links) assert.isTrue(polls.some((poll) => poll.traceId === link.traceId && poll.traceId !== traceId))
      // Every other trace begins with work that the runner names; no transaction of an idle loop is exported.
      const begins = new Set(receiver.spans.filter((span) => span.parentSpanId === undefined).map(({ name }) => name.split(" ")[0]))
      assert.deepStrictEqual([...begins].filter((first) => first !== "job"), [])
      assert.deepStrictEqual(receiver.spans.filter((span) => span.traceId === forgedId), [], "a caller that is not authenticated writes into no trace")
      for (const word of hidden) assert.isFalse(receiver.bodies.some((body) => body.includes(word)), `a span has ${word}`)
      assert.deepInclude(receiver.resources[0]!, { "service.name": "crossdock" })
      const ofTrace = calls.filter(({ trace_id }) => trace_id === traceId).map(({ direction, operation }) => `${direction} ${operation}`)
      for (const call of ["in createOutboundOrder", "out createOutboundOrder", "out receiveOutboundStatus"]) assert.include(ofTrace, call)
    }).pipe(Effect.scoped))
})

/**
 * The trace of an order goes on at another node than the one that was called.
 */
import { assert } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Tracer from "effect/Tracer"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import * as WarehouseJobs from "../../src/contracts/warehouse/Jobs.ts"
import * as Jobs from "../../src/jobs/Jobs.ts"
import * as Spans from "../../src/tracing/Spans.ts"
import { withNodes } from "../support/Nodes.ts"
import { order } from "../support/Orders.ts"
import { until } from "../support/World.ts"

withNodes("a create that a lost node has left open, its report and its message to the ERP have the trace of the call (PostgreSQL)", ({ db, join, warehouse }) => {
  const spans: Array<Tracer.Span> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  return Effect.gen(function*() {
    const a = yield* join("a", { isIdle: true })
    warehouse.plan("createOutboundOrder", "lose-answer")
    const trace = yield* a.on(Spans.within("the call of an ERP", Effect.gen(function*() {
      yield* Effect.forkDetach(Effect.exit(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(a.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), ""))))
      return yield* Spans.stored
    })))
    const isAt = (table: string, column: string, value: string) => Effect.map(db.one(`select ${column} from ${table}`), (row) => row?.[column] === value)
    yield* until(isAt("intent", "state", "Doubtful"))
    const before = spans.length
    const b = yield* join("b")
    yield* until(isAt("intent", "state", "Delivered"))
    Object.assign(warehouse.orders[0]!, { phase: "shipped", status: "SHIPPED", trackingNumber: "T-1" })
    yield* b.begin(Jobs.run(WarehouseJobs.polls))
    yield* until(isAt("delivery", "state", "Delivered"))
    const traceId = trace?.split("-")[1]
    const ofTrace = spans.slice(before).filter((span) => span.traceId === traceId)
    const names = ofTrace.map(({ name }) => name)
    for (const name of ["ask about createOutboundOrder", "store report", "deliver receiveOutboundStatus"]) assert.include(names, name)
    const stored = ofTrace.find(({ name }) => name === "store report")!
    const job = spans.find(({ name }) => name === "job poll")!
    assert.notStrictEqual(job.traceId, traceId)
    assert.isTrue(stored.links.some(({ span }) => span.traceId !== traceId))
  }).pipe(Effect.provideService(Tracer.Tracer, tracer), Effect.provideService(Spans.Tracing, () => true))
})

/** Reading and writing of `traceparent`. */
import { assert, describe, it } from "@effect/vitest"
import * as TraceContext from "../../src/tracing/TraceContext.ts"

const traceId = "0af7651916cd43dd8448eb211c80319c"
const spanId = "b7ad6b7169203331"
const of = (...values: ReadonlyArray<string>) => TraceContext.ofRequest({ headers: values.map((value) => ["Traceparent", value] as const) })

describe("traceparent", () => {
  it("is read and written", () => {
    const read = of(`00-${traceId}-${spanId}-01`)!
    assert.deepInclude(read, { traceId, spanId, sampled: true })
    assert.strictEqual(TraceContext.write(read), `00-${traceId}-${spanId}-01`)
    assert.strictEqual(of(`00-${traceId}-${spanId}-02`)!.sampled, false)
  })
  it("of a later version is read by its first members", () => {
    assert.deepInclude(of(`01-${traceId}-${spanId}-01-more`), { traceId, spanId })
  })
  for (const [why, ...values] of [
    ["is absent"],
    ["appears twice", `00-${traceId}-${spanId}-01`, `00-${traceId}-${spanId}-01`],
    ["is empty", ""],
    ["has upper case", `00-${traceId.toUpperCase()}-${spanId}-01`],
    ["has a trace id of zeros", `00-${"0".repeat(32)}-${spanId}-01`],
    ["has a span id of zeros", `00-${traceId}-${"0".repeat(16)}-01`],
    ["has the version ff", `ff-${traceId}-${spanId}-01`],
    ["of version 00 has more members", `00-${traceId}-${spanId}-01-more`],
    ["of a later version goes on without a separator", `01-${traceId}-${spanId}-01more`],
    ["is too long", `01-${traceId}-${spanId}-01-${"x".repeat(300)}`],
    ["has something before it", ` 00-${traceId}-${spanId}-0`],
    ["has a line break", `00-${traceId}-${spanId}-0\n`]
  ] as const) {
    it(`is ignored if it ${why}`, () => assert.isUndefined(of(...values)))
  }
  it("of a row that is damaged is ignored", () => {
    for (const text of [null, undefined, 1, "x"]) assert.isUndefined(TraceContext.parse(text))
  })
})

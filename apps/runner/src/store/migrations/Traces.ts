/**
 * The trace to which a record and its messages belong, in the form of the header `traceparent`; null if tracing was off when the row was
 * added. Work that goes on later, or on another node, goes on in that trace. The log of calls has the id of the trace of each call;
 * `call_number` leads to it, because an index of its own would have to read all calls.
 */
export const traces: ReadonlyArray<string> = [
  "alter table entity add column trace text",
  "alter table delivery add column trace text",
  "alter table call add column trace_id text"
]

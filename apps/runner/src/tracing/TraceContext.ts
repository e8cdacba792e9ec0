/**
 * A trace context in the form of the W3C header `traceparent`, as callers send it, peers get it, and rows of the database keep it.
 */
import type { Transport } from "@crossdock/core"
import * as Tracer from "effect/Tracer"

export const header = "traceparent"

/** The length of version 00. Later versions may add members at the end. */
const length = 55
const longest = 256
const shape = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** Reads a trace context. Returns `undefined` for a text that is none. */
export const parse = (text: unknown): Tracer.ExternalSpan | undefined => {
  if (typeof text !== "string" || text.length < length || text.length > longest) return undefined
  if (text.length > length && (text.startsWith("00") || text[length] !== "-")) return undefined
  const [, traceId, spanId, flags] = shape.exec(text.slice(0, length)) ?? []
  return traceId === undefined || spanId === undefined || flags === undefined
    ? undefined
    : Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 })
}

/** The trace context of a request. A request that names two has none. */
export const ofRequest = ({ headers }: Pick<Transport.Request, "headers">): Tracer.ExternalSpan | undefined => {
  const named = headers.filter(([name]) => name.length === header.length && name.toLowerCase() === header)
  return named.length === 1 ? parse(named[0]![1]) : undefined
}

export const write = ({ sampled, spanId, traceId }: Tracer.AnySpan): string => `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`

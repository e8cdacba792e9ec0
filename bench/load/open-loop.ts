/**
 * Sends requests at a fixed rate: they are due by the clock, whether or not earlier ones were answered, and each is measured
 * from the time when it was due. So a pause of the server counts for every request that was due in it. Times are whole
 * milliseconds, the resolution of timers.
 */
import { build } from "hdr-histogram-js"
import { Pool } from "undici"
import { type Checked, checking } from "./Checking.ts"
import type { Call } from "./Sources.ts"

export interface Latency {
  readonly rate: number
  readonly achieved: number
  readonly answered: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  readonly p999Ms: number
  readonly maxMs: number
  /** Whether all were answered soon after the last was due. */
  readonly held: boolean
  readonly unanswered: number
}

/** How long to wait for answers after the last request. */
const graceMs = 3000
/** With more than a second's requests unanswered the rate is not held, and more would only use memory. */
const mostBehind = (rate: number) => Math.max(200, rate)

export const openLoop = async (options: {
  readonly url: string
  readonly rate: number
  readonly seconds: number
  readonly connections: number
  /** The number of the first request. */
  readonly first: number
  readonly source: (n: number) => Call
}): Promise<Latency & Checked & { readonly next: number }> => {
  const { first, rate, seconds, source, url } = options
  const pool = new Pool(url, { connections: options.connections, pipelining: 1, headersTimeout: 30_000, bodyTimeout: 30_000 })
  const histogram = build({ highestTrackableValue: 600_000_000, numberOfSignificantValueDigits: 3 })
  const checked = checking()
  const total = Math.round(rate * seconds)
  let issued = 0
  let answered = 0
  let isOver = false
  const start = performance.now() + 5
  const dueAt = (n: number) => start + Math.ceil((n * 1000) / rate)
  let lastAt = start

  const send = (n: number) => {
    const call = source(first + n)
    const due = dueAt(n)
    let status = 0
    let body = ""
    const failed = (error: Error) => {
      if (!isOver) checked.wrong(`${call.expected} was expected and the connection failed: ${error.message}`)
      answered++
    }
    pool.dispatch({ path: call.path, method: "POST", headers: call.headers as Record<string, string>, body: call.body }, {
      onRequestStart: () => {},
      onResponseStart: (_, code) => {
        status = code
      },
      onResponseData: (_, chunk) => {
        body += chunk.toString("utf8")
      },
      onResponseEnd: () => {
        const now = performance.now()
        histogram.recordValue(Math.max(1, Math.round((now - due) * 1000)))
        lastAt = now
        answered++
        checked.answered(call, status, body)
      },
      onResponseError: (_, error) => failed(error)
    })
  }

  await new Promise<void>((resolve) => {
    const tick = () => {
      const now = performance.now()
      while (issued < total && dueAt(issued) <= now && issued - answered < mostBehind(rate)) send(issued++)
      const isLost = issued < total && dueAt(issued) < now - 1000 && issued - answered >= mostBehind(rate)
      const isDone = issued >= total && (answered >= issued || now > dueAt(total) + graceMs)
      if (isDone || isLost) return resolve()
      setTimeout(tick, 1)
    }
    tick()
  })
  isOver = true
  const unanswered = issued - answered
  await pool.destroy()
  const ms = (percentile: number) => Math.round(histogram.getValueAtPercentile(percentile)) / 1000
  return {
    rate,
    answered: histogram.totalCount,
    achieved: Math.round((histogram.totalCount / Math.max(0.001, lastAt - start)) * 1000),
    p50Ms: ms(50),
    p95Ms: ms(95),
    p99Ms: ms(99),
    p999Ms: ms(99.9),
    maxMs: histogram.maxValue / 1000,
    held: issued === total && unanswered === 0 && lastAt - dueAt(total) < 1000,
    unanswered,
    next: first + issued,
    ...checked.result()
  }
}

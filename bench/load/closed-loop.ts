/** Sends the next request on each connection after the previous answer, which measures the maximum throughput. */
import autocannon, { type Client, type Request } from "autocannon"
import { type Checked, checking } from "./Checking.ts"
import type { Call } from "./Sources.ts"

export interface Throughput {
  readonly perSecond: number
  readonly answered: number
  readonly seconds: number
  /** At saturation; printed, but not used for any goal. */
  readonly p99Ms: number
}

type Bound = { readonly seconds: number } | { readonly amount: number }

/** A request, and its position. */
const following = (next: () => Call, answered: (call: Call, status: number, body: string) => void): Request => {
  const request: Request = {
    method: "POST",
    setupRequest: (written, context) => {
      const call = next()
      ;(context as { call?: Call }).call = call
      return { ...written, path: call.path, headers: { ...call.headers }, body: call.body }
    },
    onResponse: (status, body, context) => answered((context as { call: Call }).call, status, body)
  }
  return request
}

const fixed = (call: Call, answered: (call: Call, status: number, body: string) => void): Request => ({
  method: "POST",
  path: call.path,
  headers: { ...call.headers },
  body: call.body,
  onResponse: (status, body) => answered(call, status, body)
})

export const closedLoop = async (options: {
  readonly url: string
  readonly connections: number
  readonly bound: Bound
  readonly first: number
  readonly source: (n: number) => Call
  /** The number of different requests, the same in every round. Default: each request is new. */
  readonly repeats?: number
}): Promise<Throughput & Checked & { readonly next: number }> => {
  const { bound, first, repeats, source } = options
  const checked = checking()
  let answers = 0
  /** autocannon notices only once in a second that it has ended, so the time until the last answer counts. */
  let lastAnswer = 0
  let clients = 0
  let next = first
  /** Assigns requests to connections in turn, so that all requests about one entity can use one connection in order. */
  const ofClient = () => {
    let n = first + clients++
    return () => {
      const call = source(n)
      n += options.connections
      next = Math.max(next, n)
      return call
    }
  }
  const answered = (call: Call, status: number, body: string) => {
    answers++
    lastAnswer = performance.now()
    checked.answered(call, status, body)
  }
  const started = performance.now()
  const result = await autocannon({
    url: options.url,
    connections: options.connections,
    ...("amount" in bound ? { amount: bound.amount } : { duration: bound.seconds }),
    timeout: 30,
    ...(repeats === undefined
      ? { setupClient: (client: Client) => client.setRequests([following(ofClient(), answered)]) }
      : { requests: Array.from({ length: repeats }, (_, at) => fixed(source(at), answered)) })
  })
  const seconds = ((answers > 0 ? lastAnswer : performance.now()) - started) / 1000
  if (result.errors > 0) checked.wrong(`${result.errors} connections failed or timed out`)
  return {
    perSecond: Math.round(answers / seconds),
    answered: answers,
    seconds: Math.round(seconds * 100) / 100,
    p99Ms: result.latency.p99,
    next,
    ...checked.result()
  }
}

/** One plain HTTP exchange by node:http, so that a test leans on nothing of ours when it speaks to a door. */
import { request } from "node:http"

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
}

export interface Call {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly body?: string | Uint8Array
  /** The length of the body is not announced. */
  readonly isChunked?: boolean
  /** Absent: 40 s. */
  readonly timeoutMs?: number
}

/** Rejects when the connection fails or the whole answer does not come in time. No connection is kept. */
export const exchange = (url: string | URL, call: Call = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const body = call.body === undefined ? undefined : Buffer.from(call.body as Uint8Array)
    const outgoing = request(url, {
      method: call.method ?? (body === undefined ? "GET" : "POST"),
      agent: false,
      signal: AbortSignal.timeout(call.timeoutMs ?? 40_000),
      headers: { ...(body && !call.isChunked && { "content-length": String(body.byteLength) }), ...(call.headers as Record<string, string>) }
    })
    outgoing.on("error", reject)
    outgoing.on("response", (incoming) => {
      const chunks: Array<Buffer> = []
      incoming.on("error", reject)
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
      incoming.on("end", () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks).toString("utf8") }))
    })
    outgoing.end(body)
  })

/** JSON of which the test that reads it knows the shape. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Known = any

/** The same with JSON on both sides. */
export const json = async (url: string | URL, value?: unknown, call: Call = {}): Promise<Known> => {
  const answer = await exchange(url, {
    ...call,
    ...(value !== undefined && { body: JSON.stringify(value) }),
    headers: { "content-type": "application/json", ...call.headers }
  })
  return JSON.parse(answer.body)
}

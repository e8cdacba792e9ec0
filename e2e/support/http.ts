/** A single HTTP exchange with node:http, so that tests call the runner without code of this project. */
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
  /** Sends the body without Content-Length. */
  readonly isChunked?: boolean
  /** Milliseconds. Default: 40 s. */
  readonly timeoutMs?: number
}

/** Rejects if the connection fails or the answer is not complete in time. Closes the connection. */
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

/** JSON whose shape the calling test knows. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Known = any

/** The same with a JSON request and response. */
export const json = async (url: string | URL, value?: unknown, call: Call = {}): Promise<Known> => {
  const answer = await exchange(url, {
    ...call,
    ...(value !== undefined && { body: JSON.stringify(value) }),
    headers: { "content-type": "application/json", ...call.headers }
  })
  return JSON.parse(answer.body)
}

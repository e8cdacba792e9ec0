/** What all raw services share: reading a body with node:http, and writing an answer or a refusal. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { dispatched, maxBody, opened, type Operations } from "../common/Envelope.ts"
import { refused, unread } from "../common/Refusal.ts"
import { settings } from "../common/Settings.ts"

/** A route that accepts envelopes; `work` returns the answer or a promise of it, and throws refusals. */
export interface Door {
  readonly failure: (message: string) => unknown
  readonly work: (contentType: string | undefined, body: string) => unknown
}

export const door = (failure: Door["failure"], operations: Operations): Door => ({
  failure,
  work: (contentType, body) => dispatched(operations, opened(contentType, body))
})

const utf8 = new TextDecoder("utf-8", { fatal: true })

const write = (response: ServerResponse, status: number, value: unknown): void => {
  const text = JSON.stringify(value)
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(text) })
  response.end(text)
}

const textOf = (chunks: ReadonlyArray<Buffer>): string => {
  try {
    return utf8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
  } catch {
    throw unread(400, "BODY_INVALID", "send one JSON object")
  }
}

const take = ({ failure, work }: Door, request: IncomingMessage, response: ServerResponse): void => {
  const refuse = (error: unknown) => {
    const { message, status } = refused(error)
    write(response, status, failure(message))
  }
  if (request.method !== "POST") return refuse(unread(405, "HTTP_METHOD_INVALID", "only POST is served here"))
  const chunks: Array<Buffer> = []
  let size = 0
  request.on("data", (chunk: Buffer) => {
    size += chunk.length
    if (size <= maxBody) chunks.push(chunk)
  })
  request.on("error", () => {})
  request.on("end", () => {
    try {
      if (size > maxBody) throw unread(413, "BODY_TOO_LARGE", "send less")
      const value = work(request.headers["content-type"], textOf(chunks))
      if (value instanceof Promise) value.then((answer) => write(response, 200, answer), refuse)
      else write(response, 200, value)
    } catch (error) {
      refuse(error)
    }
  })
}

/** Serves these routes, and the given GET handlers by path. */
export const listen = (doors: Readonly<Record<string, Door>>, asked: Readonly<Record<string, () => unknown>> = {}): void => {
  const all = new Map(Object.entries(doors))
  const questions = new Map(Object.entries({ "/readyz": () => ({ ok: true }), ...asked }))
  const server = createServer((request, response) => {
    const found = all.get(request.url ?? "")
    if (found !== undefined) return take(found, request, response)
    const question = questions.get(request.url ?? "")
    return question === undefined ? write(response, 404, {}) : void Promise.resolve(question()).then((answer) => write(response, 200, answer))
  })
  server.keepAliveTimeout = 65_000
  server.listen(settings.port, "127.0.0.1")
  process.on("SIGTERM", () => process.exit(0))
}

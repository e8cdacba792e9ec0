/**
 * verify-dispatch by hand on node:http. PORT; BOUNDS=off leaves out the depth bound, for the row raw-min, which is shown
 * for information.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { contentOf, type Envelope, maxBody, opened, verify } from "../common/Envelope.ts"
import type { Order } from "../common/Order.ts"
import { Refusal, unknownMethod, unread } from "../common/Refusal.ts"
import { orderOf } from "./Order.ts"

const hasBounds = process.env.BOUNDS !== "off"
const utf8 = new TextDecoder("utf-8", { fatal: true })

const handle = (order: Order): string => `W-${order.orderNumber}`

const created = (content: Record<string, unknown>): unknown => ({ success: true, data: { warehouseOrderNumber: handle(orderOf(content)) } })
const operations: Readonly<Record<string, (content: Record<string, unknown>) => unknown>> = { createOrder: created }

const bare = (body: string): unknown => {
  const envelope: Envelope = JSON.parse(body)
  verify(envelope)
  return created(JSON.parse(envelope.content))
}

const bounded = (contentType: string | undefined, body: string): unknown => {
  const envelope = opened(contentType, body)
  verify(envelope)
  const operation = Object.hasOwn(operations, envelope.method) ? operations[envelope.method] : undefined
  if (operation === undefined) throw unknownMethod()
  return operation(contentOf(envelope))
}

const write = (response: ServerResponse, status: number, value: unknown): void => {
  const text = JSON.stringify(value)
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(text) })
  response.end(text)
}

const refuse = (response: ServerResponse, error: unknown): void => {
  const refusal = error instanceof Refusal ? error : new Refusal("INTERNAL", "the call could not be finished", undefined, 500)
  write(response, refusal.status, { success: false, message: refusal.message })
}

const serve = (request: IncomingMessage, response: ServerResponse): void => {
  if (request.url === "/readyz") return write(response, 200, { ok: true })
  if (request.method !== "POST") return refuse(response, unread(405, "HTTP_METHOD_INVALID", "only POST is served here"))
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
      const body = utf8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
      write(response, 200, hasBounds ? bounded(request.headers["content-type"], body) : bare(body))
    } catch (error) {
      refuse(response, error)
    }
  })
}

const server = createServer(serve)
server.keepAliveTimeout = 65_000
server.listen(Number(process.env.PORT), "127.0.0.1")
process.on("SIGTERM", () => process.exit(0))

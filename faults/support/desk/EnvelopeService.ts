/** A service that answers signed calls of documents 1 and 2, and can be slow or lose requests and answers. */
import { contentText, type Credential, sign } from "@crossdock/e2e/support/envelope.ts"
import type { Name as Protocol } from "@crossdock/e2e/support/exchanges.ts"
import type { Known } from "@crossdock/e2e/support/http.ts"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as wait } from "node:timers/promises"
import type { WireLog } from "../WireLog.ts"

export const credential: Credential = { accessId: "acc-demo", secretKey: "demo-secret" }

/** How a call is answered: after so many milliseconds; `request` and `answer` are lost with the connection. */
export interface Manner {
  readonly after?: number
  readonly lost?: "request" | "answer"
}

/** Thrown by a method to refuse a call with a text. */
export class Refused extends Error {}

/** `isLost`: the answer will be lost. */
type Method = (content: Known, isLost: boolean) => object | Promise<object>

export interface Service {
  readonly url: string
  readonly close: () => Promise<void>
}

const fieldsOf = (contentType: string, body: string): Readonly<Record<string, unknown>> =>
  contentType.startsWith("application/json") ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))

interface Options {
  readonly protocol: Protocol
  readonly methods: Readonly<Record<string, Method>>
  /** Says how the next call of a method is answered. */
  readonly manner: (method: string) => Manner
  readonly log: WireLog
}

export const start = async ({ log, manner, methods, protocol }: Options): Promise<Service> => {
  const answer = async (name: string, content: string, isLost: boolean): Promise<object> => {
    const method = methods[name]
    if (method === undefined) return { success: false, message: `no method ${name}` }
    try {
      return { success: true, ...await method(content === "" ? {} : JSON.parse(content), isLost) }
    } catch (error) {
      if (error instanceof Refused) return { success: false, message: error.message }
      throw error
    }
  }
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    const serve = async () => {
      const [contentType, body] = [request.headers["content-type"] ?? "", Buffer.concat(chunks).toString("utf8")]
      const fields = fieldsOf(contentType, body)
      const [name, content] = [contentText(fields["method"]), contentText(fields["content"])]
      const isSigned = fields["sign"] === sign(credential, content)
      log.keep({ is: "request", by: "runner", protocol, method: name, contentType, body })
      const { after = 0, lost } = manner(name)
      if (after > 0) await wait(after)
      if (lost === "request") return request.socket.destroy()
      const told = isSigned ? await answer(name, content, lost === "answer") : { success: false, message: "the signature does not match" }
      if (lost === "answer") return request.socket.destroy()
      const answered = JSON.stringify(told)
      log.keep({ is: "answer", by: "peer", protocol, method: name, status: 200, body: answered })
      response.writeHead(200, { "content-type": "application/json" })
      return response.end(answered)
    }
    request.on("error", () => {})
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => void serve().catch((error: unknown) => {
      response.writeHead(500, { "content-type": "text/plain" })
      response.end(String(error))
    }))
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

/**
 * The check of HTTP messages against the OpenAPI documents, which is beside them; and the exchanges of programs that a test watches.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { check, type Exchange, type Finding } from "../../packages/protocols/test/description/Exchanges.ts"
import { exchange } from "./http.ts"

export * from "../../packages/protocols/test/description/Exchanges.ts"
export { operationsOf } from "../../packages/protocols/test/description/Validation.ts"

/** Checks all exchanges, in their order. */
export const checkAll = (exchanges: ReadonlyArray<Exchange>): Promise<ReadonlyArray<Finding>> => Promise.all(exchanges.map(check))

/** The function `fetch`, which also keeps the exchanges. */
export const keepingFetch = (exchanges: Array<Exchange>) => async (input: Request): Promise<Response> => {
  const { headers, url } = input
  const [body, response] = [await input.clone().text(), await fetch(input)]
  exchanges.push({
    request: { path: new URL(url).pathname, headers: Object.fromEntries(headers), body },
    answer: { status: response.status, body: await response.clone().text() }
  })
  return response
}

export interface Watch {
  readonly url: string
  /** The exchanges so far, in the order of their answers. */
  readonly exchanges: ReadonlyArray<Exchange>
  readonly close: () => Promise<void>
}

/** A proxy in front of a server that keeps the exchanges; it changes nothing of them. */
export const watch = async (target: string): Promise<Watch> => {
  const exchanges: Array<Exchange> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    const forward = async () => {
      const bytes = Buffer.concat(chunks)
      const path = request.url ?? "/"
      const { connection: _, host: __, "transfer-encoding": ___, ...headers } = request.headers
      const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
      const answer = await exchange(target + path, { method: request.method ?? "POST", body: bytes, headers: sent })
      exchanges.push({ request: { path: path.split("?")[0]!, headers: sent, body: bytes.toString("utf8") }, answer })
      response.writeHead(answer.status, { "content-type": String(answer.headers["content-type"] ?? "") })
      response.end(answer.body)
    }
    request.on("error", () => {})
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => void forward().catch(() => request.socket.destroy()))
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    exchanges,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

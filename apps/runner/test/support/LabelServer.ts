/**
 * Serves labels over HTTP on a port of its own, and counts what was asked.
 */
import * as Effect from "effect/Effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export interface LabelServer {
  /** For example `http://127.0.0.1:40123`. */
  readonly origin: string
  /** The paths that were asked, in order. */
  readonly asked: ReadonlyArray<string>
  /** How many bytes of answers were handed to the socket. */
  readonly sent: () => number
}

/** A PDF of this many bytes, which nothing but its beginning makes one. */
export const pdf = (bytes: number, fill = "label"): Buffer => Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.alloc(Math.max(0, bytes - 9), fill)])

/** Writes parts until the client has gone or `total` bytes are sent. */
const drip = (response: ServerResponse, total: number, count: (bytes: number) => void): void => {
  const part = pdf(64 * 1024)
  let left = total
  const next = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= part.length
      count(part.length)
      if (!response.write(part)) return void response.once("drain", next)
    }
    response.end()
  }
  next()
}

/** Answers each path of the table; another path gets 404. */
export const serve = (table: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse, count: (bytes: number) => void) => void>>) =>
  Effect.acquireRelease(
    Effect.callback<LabelServer & { readonly close: () => void }>((resume) => {
      const asked: Array<string> = []
      let sent = 0
      const server = createServer((request, response) => {
        asked.push(request.url ?? "")
        const answer = table[request.url ?? ""]
        if (answer === undefined) return void response.writeHead(404).end()
        answer(request, response, (bytes) => {
          sent += bytes
        })
      })
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        resume(Effect.succeed({
          origin: `http://127.0.0.1:${port}`,
          asked,
          sent: () => sent,
          close: () => {
            server.closeAllConnections()
            server.close()
          }
        }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

export const is = (content: Buffer | string, headers: Readonly<Record<string, string>> = {}, status = 200) => (_: IncomingMessage, response: ServerResponse): void =>
  void response.writeHead(status, { "content-type": "application/pdf", ...headers }).end(content)

/** Sends parts of a PDF up to a total size, without telling it before. */
export const endless = (total: number) => (_: IncomingMessage, response: ServerResponse, count: (bytes: number) => void): void => {
  response.writeHead(200, { "content-type": "application/pdf" })
  drip(response, total, count)
}

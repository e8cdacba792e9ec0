/**
 * Forwards a request to a real server and returns its answer unchanged.
 */
import { AdapterError, type Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Content from "./Content.ts"
import { type IncomingMessage, request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"

/** Headers about a single connection, which are not forwarded. */
const hopByHop: ReadonlySet<string> = new Set(["connection", "keep-alive", "transfer-encoding", "content-length", "host", "expect", "upgrade", "te", "trailer"])

const pairs = (raw: ReadonlyArray<string>): Transport.Headers =>
  Array.from({ length: raw.length / 2 }, (_, at) => [raw[at * 2]!, raw[at * 2 + 1]!] as const)

const handedOn = (headers: Transport.Headers): Transport.Headers => headers.filter(([name]) => !hopByHop.has(name.toLowerCase()))

const contentOf = async (message: IncomingMessage): Promise<Pick<Transport.Response, "body" | "bytes">> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Content.of(Buffer.concat(chunks))
}

/** Sends requests to the same path at another origin. Fails with `TransportFailed` if the server does not answer. */
export const forward = (base: URL) => {
  const open = base.protocol === "https:" ? requestHttps : requestHttp
  return (request: Transport.Request): Effect.Effect<Transport.Response, AdapterError.TransportFailed> =>
    Effect.tryPromise({
      try: (signal) =>
        new Promise<Transport.Response>((resolve, reject) => {
          const url = new URL(request.url.pathname + request.url.search, base)
          const outgoing = open(url, { method: request.method, signal, agent: false, headers: { "accept-encoding": "identity" } }, (message) => {
            contentOf(message).then((content) => resolve({ status: message.statusCode ?? 502, headers: handedOn(pairs(message.rawHeaders)), ...content }), reject)
          })
          outgoing.on("error", reject)
          for (const [name, value] of handedOn(request.headers)) if (name.toLowerCase() !== "accept-encoding") outgoing.appendHeader(name, value)
          outgoing.end(request.bytes ?? request.body)
        }),
      catch: (cause) => new AdapterError.TransportFailed({ phase: "receive", cause })
    })
}

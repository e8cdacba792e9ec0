/**
 * Serves a peer on real sockets, with the same faults on TCP connections.
 */
import { Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import * as Content from "./Content.ts"
import type { Peer } from "./Peer.ts"

export interface Options {
  /** Default: 127.0.0.1. */
  readonly host?: string
  /** Default: a free port. */
  readonly port?: number
  /** Milliseconds after which a slow peer answers; must exceed the client's timeout. Default: 60 000. */
  readonly slowFor?: number
  /** Milliseconds between the parts of an answer under the fault `drip`; it has at most 64 parts. Default: 4. */
  readonly dripEvery?: number
}

export interface Listening {
  /** `http://127.0.0.1:<port>/` */
  readonly url: URL
  readonly close: () => Promise<void>
}

const contentOf = async (message: IncomingMessage): Promise<Pick<Transport.Request, "body" | "bytes">> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Content.of(Buffer.concat(chunks))
}

const headersOf = ({ rawHeaders }: IncomingMessage): Transport.Headers =>
  Array.from({ length: rawHeaders.length / 2 }, (_, at) => [rawHeaders[at * 2]!, rawHeaders[at * 2 + 1]!] as const)

const requestOf = async (message: IncomingMessage, base: URL): Promise<Transport.Request> => ({
  method: (message.method ?? "GET") as Transport.Request["method"],
  url: new URL(message.url ?? "/", base),
  headers: headersOf(message),
  ...(await contentOf(message)),
  ...(message.socket.remoteAddress !== undefined && { remoteAddress: message.socket.remoteAddress })
})

/** Milliseconds. */
const settling = 50

const pause = (milliseconds: number) => new Promise<void>((resume) => setTimeout(resume, milliseconds).unref())

const writeHead = (out: ServerResponse, { headers, status, ...content }: Transport.Response): Uint8Array => {
  const bytes = Transport.bytesOf(content)
  for (const [name, value] of headers) out.appendHeader(name, value)
  out.setHeader("content-length", bytes.length)
  out.writeHead(status)
  return bytes
}

const whole = (out: ServerResponse, response: Transport.Response): void => {
  out.end(writeHead(out, response))
}

const inDrops = async (out: ServerResponse, response: Transport.Response, every: number): Promise<void> => {
  const bytes = writeHead(out, response)
  const size = Math.ceil(bytes.length / 64)
  for (let at = 0; at < bytes.length; at += size) {
    if (out.destroyed) return
    out.write(bytes.subarray(at, at + size))
    await pause(every)
  }
  out.end()
}

/** Serves a peer. Under the fault `offline` nothing listens; afterwards it listens on the same port again. */
export const listen = async (peer: Peer, options: Options = {}): Promise<Listening> => {
  const { dripEvery = 4, host = "127.0.0.1", slowFor = 60_000 } = options
  let base = new URL(`http://${host}:${options.port ?? 0}/`)

  const serve = async (message: IncomingMessage, out: ServerResponse): Promise<void> => {
    const { answer: comesBack, reaches } = peer.outcome()
    const request = await requestOf(message, base)
    if (peer.stops(request)) return typeof comesBack === "string" ? void message.socket.resetAndDestroy() : whole(out, comesBack)
    const first = await Effect.runPromise(peer.answer(request))
    const { response } = reaches === "twice" ? await Effect.runPromise(peer.answer(request)) : first
    if (!peer.meets(first.hadEffect)) return whole(out, response)
    switch (comesBack) {
      case "whole":
        return whole(out, response)
      case "lost":
        return void message.socket.resetAndDestroy()
      case "too late":
        await pause(slowFor)
        return out.destroyed ? undefined : whole(out, response)
      case "in drops":
        return inDrops(out, response, dripEvery)
      default:
        return whole(out, comesBack)
    }
  }

  const open = (port: number): Promise<Server> =>
    new Promise((resolve, reject) => {
      const server = createServer((message, out) => void serve(message, out).catch(() => message.socket.destroy()))
      server.once("error", reject)
      server.listen(port, host, () => resolve(server))
    })

  let server: Server | undefined = await open(options.port ?? 0)
  base = new URL(`http://${host}:${(server.address() as AddressInfo).port}/`)

  const shut = async (): Promise<void> => {
    const closing = server
    server = undefined
    if (closing === undefined) return
    closing.closeAllConnections()
    await new Promise<void>((resolve) => closing.close(() => resolve()))
    // Lets clients notice that their kept connection is closed, since a byte that they send on it would count as sent.
    await pause(settling)
  }

  const unwatch = peer.watch(async (outcome) => {
    const isOffline = outcome.reaches === "never, refused"
    if (isOffline) await shut()
    else server ??= await open(Number(base.port))
  })
  return {
    url: base,
    close: async () => {
      unwatch()
      await shut()
    }
  }
}

/** A peer on a real socket that answers bytes, so that a test can break off wherever it wants. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { createServer, type Server, type Socket } from "node:net"

export interface Peer {
  readonly url: URL
  /** Every request that arrived whole, head and body, as text. */
  readonly requests: ReadonlyArray<string>
  /** Every socket that was accepted, also the closed ones. */
  readonly sockets: ReadonlyArray<Socket>
  /** Looked at after whatever happens to a socket; for what cannot be seen there the test's own limit is the end. */
  readonly until: (holds: () => boolean) => Effect.Effect<void>
}

/** Called once for each request that arrived whole. */
export type Behaviour = (socket: Socket, request: string, count: number) => void

export interface Options {
  readonly onConnect?: (socket: Socket) => void
  readonly protocol?: "http" | "https"
}

const wholeRequest = (received: string): number => {
  const end = received.indexOf("\r\n\r\n")
  if (end < 0) return 0
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, end))?.[1] ?? 0)
  return received.length >= end + 4 + length ? end + 4 + length : 0
}

const listen = (server: Server) =>
  Effect.callback<number>((resume) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

export const serve = (behaviour: Behaviour, options: Options = {}): Effect.Effect<Peer, never, Scope.Scope> => {
  const requests: Array<string> = []
  const sockets: Array<Socket> = []
  const watchers = new Set<() => void>()
  const happened = () => {
    for (const look of watchers) look()
  }
  const until: Peer["until"] = (holds) =>
    Effect.callback<void>((resume) => {
      const look = () => {
        if (!holds()) return
        watchers.delete(look)
        resume(Effect.void)
      }
      watchers.add(look)
      look()
      return Effect.sync(() => void watchers.delete(look))
    })
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on("error", () => socket.destroy())
    socket.on("close", happened)
    happened()
    options.onConnect?.(socket)
    let received = ""
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1")
      for (let end = wholeRequest(received); end > 0; end = wholeRequest(received)) {
        const request = received.slice(0, end)
        received = received.slice(end)
        requests.push(request)
        behaviour(socket, request, requests.length)
        happened()
      }
    })
  })
  return Effect.acquireRelease(
    Effect.map(listen(server), (port): Peer => ({
      url: new URL(`${options.protocol ?? "http"}://127.0.0.1:${port}/service?a=1`),
      requests,
      sockets,
      until
    })),
    () =>
      Effect.callback<void>((resume) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resume(Effect.void))
      })
  )
}

/** A whole answer; lines of the head, then the body. */
export const answer = (body: string | Buffer, head: ReadonlyArray<string> = ["HTTP/1.1 200 OK"]): Buffer =>
  Buffer.concat([
    Buffer.from([...head, `Content-Length: ${Buffer.byteLength(body)}`, "", ""].join("\r\n"), "latin1"),
    Buffer.from(body)
  ])

/** A port on which nobody listens. */
export const closedPort = Effect.scoped(Effect.map(serve(() => {}), (peer) => peer.url))

/** Ways to end a kept connection: between two requests, in the middle of one, or never. */
export const endings: ReadonlyArray<(socket: Socket) => void> = [
  (socket) => socket.write(answer("{}")),
  (socket) => socket.write(answer("{}"), () => socket.resetAndDestroy()),
  (socket) => socket.write(answer("{}"), () => setImmediate(() => socket.destroy())),
  (socket) => socket.write(answer("{}"), () => setTimeout(() => socket.resetAndDestroy(), 1)),
  (socket) => socket.resetAndDestroy(),
  (socket) => socket.end(answer("{}"))
]

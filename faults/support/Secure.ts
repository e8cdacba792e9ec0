/**
 * A TLS proxy in front of a peer that can break each connection: in the handshake, with an untrusted certificate, or while
 * it forwards an answer.
 */
import { connect, createServer, type Socket } from "node:net"
import { createSecureContext, TLSSocket } from "node:tls"
import { freePort } from "@crossdock/e2e/support/processes.ts"
import type { Certificate } from "./Certificates.ts"

export type Way =
  | "passes"
  /** Resets the connection after the first packet of the handshake. */
  | "reset-in-handshake"
  /** Closes the connection after the first packet of the handshake. */
  | "closed-in-handshake"
  /** Answers without TLS. */
  | "plain"
  /** Uses a certificate of an authority that the caller does not trust. */
  | "untrusted"
  /** Never answers the handshake. */
  | "silent"
  /** Forwards half of the answer, then resets the connection. */
  | "reset-mid-body"
  /** Forwards half of the answer, then closes the connection without a TLS close alert. */
  | "cut-mid-body"

export interface Secure {
  readonly port: number
  /** The address of the peer. */
  readonly leadsTo: (port: number) => void
  /** Sets the fault for new connections, and closes existing ones. */
  readonly behaves: (way: Way) => void
  /** The number of connections with this fault. */
  readonly came: (way: Way) => number
  readonly close: () => Promise<void>
}

export const listen = async (trusted: Certificate, untrusted: Certificate): Promise<Secure> => {
  const sockets = new Set<Socket>()
  const counts = new Map<Way, number>()
  const contexts = { trusted: createSecureContext(trusted), untrusted: createSecureContext(untrusted) }
  let way: Way = "passes"
  let target = 0

  const kept = <S extends Socket>(socket: S): S => {
    sockets.add(socket)
    socket.on("error", () => {})
    socket.on("close", () => sockets.delete(socket))
    return socket
  }

  const carry = (raw: Socket, does: Way): void => {
    const caller = kept(new TLSSocket(raw, { isServer: true, secureContext: does === "untrusted" ? contexts.untrusted : contexts.trusted }))
    const far = kept(connect(target, "127.0.0.1"))
    caller.on("data", (chunk: Buffer) => far.write(chunk))
    caller.on("close", () => far.destroy())
    far.on("close", () => caller.end())
    far.on("data", (chunk: Buffer) => {
      if (does === "passes" || does === "untrusted") return void caller.write(chunk)
      caller.write(chunk.subarray(0, chunk.length - 8), () => {
        if (does === "reset-mid-body") raw.resetAndDestroy()
        else raw.end()
      })
    })
  }

  const server = createServer((raw) => {
    kept(raw)
    const does = way
    counts.set(does, (counts.get(does) ?? 0) + 1)
    switch (does) {
      case "silent":
        return
      case "reset-in-handshake":
        return void raw.once("data", () => raw.resetAndDestroy())
      case "closed-in-handshake":
        return void raw.once("data", () => raw.end())
      case "plain":
        return void raw.once("data", () => raw.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n"))
      default:
        return carry(raw, does)
    }
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    leadsTo: (next) => {
      target = next
    },
    behaves: (next) => {
      way = next
      endAll()
    },
    came: (asked) => counts.get(asked) ?? 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        endAll()
      })
  }
}

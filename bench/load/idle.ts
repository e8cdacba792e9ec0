/** Opens connections that send one request and then nothing, and says how many the server has kept. */
import { connect, type Socket } from "node:net"
import { sourceOf } from "./Sources.ts"

const atOnce = 50

/** The same report on every connection; it is stored once. */
const { body, headers, path } = sourceOf({ name: "callbacks", prefix: "HOLD" })(0)
const requestTo = (host: string): string =>
  [`POST ${path} HTTP/1.1`, `host: ${host}`, `content-length: ${Buffer.byteLength(body)}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), "", body].join("\r\n")

export const idleConnections = () => {
  let sockets: Array<Socket> = []

  const one = ({ host, hostname, port }: URL): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => void socket.write(requestTo(host)))
      socket.once("data", () => resolve(socket))
      socket.on("error", reject)
    })

  return {
    open: async (url: string, count: number): Promise<number> => {
      const target = new URL(url)
      while (sockets.length < count) {
        sockets.push(...await Promise.all(Array.from({ length: Math.min(atOnce, count - sockets.length) }, () => one(target))))
      }
      return sockets.length
    },
    /** Resolves when the server has closed one of them. */
    ended: (): Promise<void> => Promise.race(sockets.map((socket) => new Promise<void>((resolve) => void socket.once("close", () => resolve())))),
    /** Closes all; returns the number of those that were still open. */
    close: (): number => {
      const open = sockets.filter(({ closed, readyState }) => !closed && readyState === "open").length
      for (const socket of sockets) socket.destroy()
      sockets = []
      return open
    }
  }
}

/** An address that drops connections: a listener that accepts none and whose backlog is full, so that the kernel drops packets. */
import { freePort } from "@crossdock/e2e/support/processes.ts"
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { connect, type Socket } from "node:net"

export interface BlackHole {
  readonly port: number
  /** The number of connection attempts that wait. */
  readonly calling: () => number
  readonly close: () => void
}

const program = `
  require("node:net").createServer().listen({ port: Number(process.argv[1]), host: "127.0.0.1", backlog: 1 }, () => process.stdout.write("listens"))
`

/** Milliseconds in which a loopback connection is established. */
const surely = 500

/** Undefined if no connection was established. */
const caller = (port: number): Promise<Socket | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      clearTimeout(timer)
      resolve(socket)
    })
    const timer = setTimeout(() => {
      socket.destroy()
      resolve(undefined)
    }, surely)
    socket.on("error", () => {})
  })

/** SYN_SENT in /proc/net/tcp. */
const synSent = "02"

export const open = async (): Promise<BlackHole> => {
  const port = await freePort()
  const child = spawn(process.execPath, ["-e", program, String(port)], { stdio: ["ignore", "pipe", "ignore"] })
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new Error("the listener ended")))
    child.stdout.once("data", () => resolve())
  })
  child.kill("SIGSTOP")
  const standing: Array<Socket> = []
  for (;;) {
    const socket = await caller(port)
    if (socket === undefined) break
    standing.push(socket)
  }
  const there = `0100007F:${port.toString(16).toUpperCase().padStart(4, "0")}`
  return {
    port,
    calling: () =>
      readFileSync("/proc/net/tcp", "utf8").split("\n").filter((line) => {
        const [, , remote, state] = line.trim().split(/\s+/)
        return remote === there && state === synSent
      }).length,
    close: () => {
      for (const socket of standing) socket.destroy()
      child.kill("SIGKILL")
    }
  }
}

/**
 * A wire between two programs that can be bad: slow, late, cut, garbled, reset, or open at one end only. It carries
 * bytes and knows no protocol.
 */
import { connect, createServer, type Socket } from "node:net"

/** What happens at a byte of one direction, counted from 0 on each connection. */
export interface Break {
  readonly byte: number
  /** `garble`: that byte is another one. `cut`: the connection ends there. `reset`: it is reset. `hold`: nothing more passes, and nobody is told. */
  readonly does: "garble" | "cut" | "reset" | "hold"
}

export interface DirectionFaults {
  /** Milliseconds before what came in goes out. */
  readonly latency?: number
  /** Bytes per second. */
  readonly rate?: number
  readonly breaks?: Break
}

export interface ProxyFaults {
  /** From the caller to the target. */
  readonly there?: DirectionFaults
  /** From the target to the caller. */
  readonly back?: DirectionFaults
  /** `refuse`: nothing listens. `drop`: a connection is closed as soon as it stands. */
  readonly accepts?: "refuse" | "drop"
}

export interface Options {
  readonly target: { readonly host?: string; readonly port: number }
  readonly host?: string
  /** Absent: one that is free. */
  readonly port?: number
}

export interface Listening {
  readonly port: number
  /** From now on, for connections that stand too; absent: everything passes. */
  readonly breaks: (faults?: ProxyFaults) => Promise<void>
  /** Resets every connection that stands. */
  readonly resetAll: () => void
  readonly close: () => Promise<void>
}

/** Milliseconds in a second. */
const second = 1000

const garbled = (chunk: Buffer, at: number): Buffer => {
  const copy = Buffer.from(chunk)
  copy.writeUInt8(chunk.readUInt8(at) ^ 0xff, at)
  return copy
}

/** Carries one direction; what it does depends on the trouble of the moment in which a chunk comes. */
const carry = (from: Socket, to: Socket, injection: () => DirectionFaults | undefined): void => {
  let passed = 0
  let isHeld = false
  let free = 0
  const later = (send: () => void, size: number) => {
    const { latency = 0, rate } = injection() ?? {}
    const now = performance.now()
    free = Math.max(free, now + latency) + (rate === undefined ? 0 : (size / rate) * second)
    if (free <= now) send()
    else setTimeout(send, free - now).unref()
  }
  from.on("data", (chunk: Buffer) => {
    if (isHeld) return
    const broken = injection()?.breaks
    const at = broken === undefined ? -1 : broken.byte - passed
    passed += chunk.length
    if (broken === undefined || at < 0 || at >= chunk.length) return later(() => to.write(chunk), chunk.length)
    if (broken.does === "garble") return later(() => to.write(garbled(chunk, at)), chunk.length)
    isHeld = true
    later(() => {
      to.write(chunk.subarray(0, at), () => {
        if (broken.does === "hold") return
        for (const socket of [to, from]) {
          if (broken.does === "cut") socket.end()
          else socket.resetAndDestroy()
        }
      })
    }, at)
  })
  from.on("end", () => {
    if (!isHeld) later(() => to.end(), 0)
  })
}

/** Listens on a port and carries every connection to the target. */
export const listen = async (options: Options): Promise<Listening> => {
  const { host = "127.0.0.1", target } = options
  let faults: ProxyFaults = {}
  const sockets = new Set<Socket>()
  const kept = (socket: Socket, other: () => Socket): Socket => {
    sockets.add(socket)
    socket.on("error", () => other().destroy())
    socket.on("close", () => {
      sockets.delete(socket)
    })
    return socket
  }
  const server = createServer({ allowHalfOpen: true }, (caller) => {
    if (faults.accepts === "drop") return void caller.destroy()
    const far: Socket = connect({ host: target.host ?? "127.0.0.1", port: target.port, allowHalfOpen: true })
    kept(caller, () => far)
    kept(far, () => caller)
    carry(caller, far, () => faults.there)
    carry(far, caller, () => faults.back)
  })
  const start = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server.once("error", reject)
      server.listen(port, host, () => {
        server.off("error", reject)
        const address = server.address()
        resolve(typeof address === "object" && address !== null ? address.port : port)
      })
    })
  const port = await start(options.port ?? 0)
  const resetAll = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      resetAll()
    })
  return {
    port,
    breaks: async (next = {}) => {
      faults = next
      if (next.accepts === "refuse" && server.listening) await stop()
      if (next.accepts !== "refuse" && !server.listening) await start(port)
    },
    resetAll,
    close: async () => {
      if (server.listening) await stop()
      else resetAll()
    }
  }
}

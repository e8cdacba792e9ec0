/**
 * A TCP proxy that injects network faults: latency, a low rate, garbled bytes, closed, reset and half-open connections.
 * It forwards bytes and knows no protocol.
 */
import { connect, createServer, type Socket } from "node:net"

/** A fault at one byte of a direction, counted from 0 on each connection. */
export interface Break {
  readonly byte: number
  /** `garble`: changes the byte. `cut`: closes the connection before it. `reset`: resets the connection. `hold`: forwards nothing more and leaves the connection open. */
  readonly does: "garble" | "cut" | "reset" | "hold"
}

export interface DirectionFaults {
  /** Milliseconds by which each chunk is delayed. */
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
  /** `refuse`: nothing listens on the port. `drop`: each connection is closed as soon as it is accepted. */
  readonly accepts?: "refuse" | "drop"
}

export interface Options {
  readonly target: { readonly host?: string; readonly port: number }
  readonly host?: string
  /** Default: a free port. */
  readonly port?: number
}

export interface Listening {
  readonly port: number
  /** Sets the faults, also for open connections. Without an argument it removes them. */
  readonly breaks: (faults?: ProxyFaults) => Promise<void>
  /** Resets every open connection. */
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

/** Forwards one direction. Each chunk gets the faults that are set when it arrives. */
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

/** Listens on a port and forwards every connection to the target. */
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

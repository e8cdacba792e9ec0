/**
 * Broken answers and a bad wire, as a client on a raw socket sees them.
 */
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { connect, createServer as createEcho, type AddressInfo, type Socket } from "node:net"
import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, it, vi } from "vitest"
import { MalformedAnswers, Proxy } from "../src/peers/index.ts"

const whole: MalformedAnswers.IntactAnswer = { status: 200, contentType: "application/json", body: "{\"success\":\"true\"}" }

/** How a connection is: `open` as long as the other side has not ended it. */
type Ended = "end" | "error" | "open"

interface Caller {
  readonly seen: () => { readonly text: string; readonly ended: Ended }
  /** Resolves once so many bytes came. */
  readonly received: (bytes: number) => Promise<void>
  /** Resolves once the other side is done. */
  readonly over: Promise<void>
}

const callers = new Set<Socket>()
afterEach(() => {
  for (const socket of callers) socket.destroy()
  callers.clear()
})

/** Sends bytes on a connection of its own and keeps what comes. */
const call = (port: number, text: string): Caller => {
  const chunks: Array<Buffer> = []
  let ended: Ended = "open"
  const socket = connect(port, "127.0.0.1", () => socket.write(text))
  callers.add(socket)
  socket.on("data", (chunk: Buffer) => chunks.push(chunk))
  const over = new Promise<void>((resolve) => {
    const ends = (how: Ended) => () => {
      ended = how
      resolve()
    }
    socket.once("end", ends("end")).once("error", ends("error"))
  })
  return {
    seen: () => ({ text: Buffer.concat(chunks).toString("latin1"), ended }),
    received: (bytes) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (Buffer.concat(chunks).length < bytes) return
          socket.off("data", look)
          resolve()
        }
        socket.on("data", look)
        look()
      }),
    over
  }
}

const portOf = (server: { readonly address: () => AddressInfo | string | null }): number => (server.address() as AddressInfo).port

describe("a broken answer", () => {
  let way: MalformedAnswers.Kind = "500"
  let server: Server
  beforeAll(async () => {
    server = createServer((request) => {
      request.resume().on("end", () => {
        MalformedAnswers.answer(request.socket, way, whole)
        server.emit("answered", request.socket)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  })
  // Sockets keep their own time; only what a peer waits for on purpose is moved by hand.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }))
  afterEach(() => void vi.useRealTimers())
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const question = "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\nhi"

  const seen: Readonly<Record<Exclude<MalformedAnswers.Kind, "hang" | "drip">, readonly [RegExp, Ended]>> = {
    "500": [/^HTTP\/1\.1 500 .*\r\n\r\ninternal error$/s, "end"],
    "502": [/^HTTP\/1\.1 502 .*text\/html.*<\/h1>$/s, "end"],
    "503": [/^HTTP\/1\.1 503 .*retry-after: 1\r\n/s, "end"],
    "429": [/^HTTP\/1\.1 429 .*retry-after: 1\r\n/s, "end"],
    "410": [/^HTTP\/1\.1 410 /, "end"],
    "301": [/^HTTP\/1\.1 301 .*location: /s, "end"],
    html: [/^HTTP\/1\.1 200 .*text\/html.*<\/h1>$/s, "end"],
    empty: [/^HTTP\/1\.1 200 .*content-length: 0\r\n.*\r\n\r\n$/s, "end"],
    flood: [/^HTTP\/1\.1 200 .*x{1000}$/s, "end"],
    close: [/^$/, "end"],
    reset: [/^$/, "error"],
    "cut-chunk": [/chunked\r\n.*\r\n\r\n12\r\n\{"success$/s, "end"],
    // A reset may overtake what was sent before it.
    "reset-mid-body": [/^(?!.*"true"\}$)/s, "error"],
    "too-short": [/content-length: 28\r\n.*"true"\}$/s, "end"],
    "too-long": [/content-length: 9\r\n.*"true"\}$/s, "end"]
  }

  const kinds = Object.keys(seen) as Array<keyof typeof seen>

  it.each(kinds)("%s breaks as it says", async (each) => {
    way = each
    const [text, ended] = seen[each]
    const caller = call(portOf(server), question)
    await caller.over
    assert.match(caller.seen().text, text)
    assert.strictEqual(caller.seen().ended, ended)
  })

  it("hang says nothing, and ends after 30 s", async () => {
    way = "hang"
    const caller = call(portOf(server), question)
    const [socket] = await once(server, "answered") as [Socket]
    vi.advanceTimersByTime(29_999)
    assert.isFalse(socket.destroyed)
    vi.advanceTimersByTime(1)
    assert.strictEqual(socket.bytesWritten, 0)
    await caller.over
    assert.deepStrictEqual(caller.seen(), { text: "", ended: "end" })
  })

  it("drip gives a byte each second until all are out", async () => {
    way = "drip"
    const caller = call(portOf(server), question)
    const [socket] = await once(server, "answered") as [Socket]
    for (const text of ["", "H", "HT"]) {
      await caller.received(text.length)
      assert.strictEqual(socket.bytesWritten, text.length)
      assert.deepStrictEqual(caller.seen(), { text, ended: "open" })
      vi.advanceTimersByTime(1000)
    }
    vi.advanceTimersByTime(1_000_000)
    await caller.over
    assert.match(caller.seen().text, /^HTTP\/1\.1 200 .*"true"\}$/s)
  })

  it("tells whether the peer has acted", () => {
    assert.deepStrictEqual(MalformedAnswers.kinds.filter(MalformedAnswers.hasActed), ["reset", "cut-chunk", "reset-mid-body", "drip", "too-short", "too-long"])
  })
})

describe("a bad wire", () => {
  const echo = createEcho({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => {})
    socket.pipe(socket)
  })
  let wire: Proxy.Listening
  beforeAll(async () => {
    await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve))
    wire = await Proxy.listen({ target: { port: portOf(echo) } })
  })
  afterEach(() => wire.breaks())
  afterAll(async () => {
    await wire.close()
    echo.close()
  })

  /** What the caller sees by when another one on the same wire has seen as much: nothing was on its way any more. */
  const settled = async (text: string, bytes: number) => {
    const caller = call(wire.port, text)
    await caller.received(bytes)
    await call(wire.port, text).received(bytes)
    return caller.seen()
  }

  const ended = async (text: string) => {
    const caller = call(wire.port, text)
    await caller.over
    return caller.seen()
  }

  it("carries everything as it is", async () => {
    assert.deepStrictEqual(await settled("as it is", 8), { text: "as it is", ended: "open" })
  })

  it.each([
    ["garbles a byte", { back: { breaks: { byte: 1, does: "garble" } } }, "a\x9dcd"],
    ["garbles a byte on the way there", { there: { breaks: { byte: 3, does: "garble" } } }, "abc\x9b"],
    ["holds what comes later, and tells nobody", { back: { breaks: { byte: 3, does: "hold" } } }, "abc"]
  ] as const)("%s", async (_, faults, text) => {
    await wire.breaks(faults)
    assert.deepStrictEqual(await settled("abcd", text.length), { text, ended: "open" })
    await wire.breaks()
    assert.deepStrictEqual(await settled("abcd", 4), { text: "abcd", ended: "open" })
  })

  it.each([
    ["cuts after some bytes", { back: { breaks: { byte: 2, does: "cut" } } }, "ab", "end"],
    ["drops a connection that stands", { accepts: "drop" }, "", "end"],
    ["refuses connections", { accepts: "refuse" }, "", "error"],
    ["resets at a byte", { back: { breaks: { byte: 0, does: "reset" } } }, "", "error"]
  ] as const)("%s", async (_, faults, text, how) => {
    await wire.breaks(faults)
    assert.deepStrictEqual(await ended("abcd"), { text, ended: how })
    await wire.breaks()
    assert.deepStrictEqual(await settled("abcd", 4), { text: "abcd", ended: "open" })
  })

  it.each([
    ["is late", { there: { latency: 300 } }, 290],
    ["is slow", { back: { rate: 10 } }, 190]
  ] as const)("%s", async (_, faults, least) => {
    await wire.breaks(faults)
    const before = performance.now()
    const caller = call(wire.port, "ab")
    await caller.received(2)
    assert.isAtLeast(performance.now() - before, least)
    assert.deepStrictEqual(caller.seen(), { text: "ab", ended: "open" })
  })
})

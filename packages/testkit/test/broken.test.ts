/**
 * Broken answers and a bad wire, as a client on a raw socket sees them.
 */
import { createServer, type Server } from "node:http"
import { connect, createServer as createEcho, type AddressInfo } from "node:net"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "vitest"
import { Broken, Proxy } from "../src/peers/index.ts"

const whole: Broken.Whole = { status: 200, contentType: "application/json", body: "{\"success\":\"true\"}" }

interface Seen {
  readonly text: string
  /** How the connection ended; `open`: it did not, within the patience. */
  readonly ended: "end" | "error" | "open"
}

/** Long enough to see what else comes, in milliseconds. */
const after = 50

/** Sends bytes and reads until the other side is done, or the patience is over, or so many bytes came and a while passed. */
const talk = (port: number, text: string, { enough = 0, patience = 10_000 } = {}): Promise<Seen> =>
  new Promise((resolve) => {
    const chunks: Array<Buffer> = []
    let ended: Seen["ended"] = "open"
    const socket = connect(port, "127.0.0.1", () => socket.write(text))
    const finish = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text: Buffer.concat(chunks).toString("latin1"), ended })
    }
    const timer = setTimeout(finish, patience)
    let length = 0
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (enough > 0 && length >= enough) setTimeout(finish, after)
    })
    socket.on("end", () => {
      ended = "end"
      finish()
    })
    socket.on("error", () => {
      ended = "error"
      finish()
    })
  })

const portOf = (server: { readonly address: () => AddressInfo | string | null }): number => (server.address() as AddressInfo).port

describe("a broken answer", () => {
  let way: Broken.Way = "500"
  let server: Server
  beforeAll(async () => {
    server = createServer((request) => {
      request.resume().on("end", () => Broken.answer(request.socket, way, whole))
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const seen: Readonly<Record<Broken.Way, readonly [RegExp, Seen["ended"]]>> = {
    "500": [/^HTTP\/1\.1 500 .*\r\n\r\ninternal error$/s, "end"],
    "502": [/^HTTP\/1\.1 502 .*text\/html.*<\/h1>$/s, "end"],
    "503": [/^HTTP\/1\.1 503 .*retry-after: 1\r\n/s, "end"],
    "429": [/^HTTP\/1\.1 429 .*retry-after: 1\r\n/s, "end"],
    "410": [/^HTTP\/1\.1 410 /, "end"],
    "301": [/^HTTP\/1\.1 301 .*location: /s, "end"],
    html: [/^HTTP\/1\.1 200 .*text\/html.*<\/h1>$/s, "end"],
    empty: [/^HTTP\/1\.1 200 .*content-length: 0\r\n.*\r\n\r\n$/s, "end"],
    flood: [/^HTTP\/1\.1 200 .*x{1000}$/s, "end"],
    hang: [/^$/, "open"],
    close: [/^$/, "end"],
    reset: [/^$/, "error"],
    "cut-chunk": [/chunked\r\n.*\r\n\r\n12\r\n\{"success$/s, "end"],
    // A reset may overtake what was sent before it.
    "reset-mid-body": [/^(?!.*"true"\}$)/s, "error"],
    drip: [/^H?$/, "open"],
    "too-short": [/content-length: 28\r\n.*"true"\}$/s, "end"],
    "too-long": [/content-length: 9\r\n.*"true"\}$/s, "end"]
  }

  it.each(Broken.ways)("%s breaks as it says", async (each) => {
    way = each
    const patience = each === "drip" || each === "hang" ? 1200 : 10_000
    const [text, ended] = seen[each]
    const answer = await talk(portOf(server), "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\nhi", { patience })
    assert.match(answer.text, text)
    assert.strictEqual(answer.ended, ended)
  })

  it("tells whether the peer has acted", () => {
    assert.deepStrictEqual(Broken.ways.filter(Broken.hasActed), ["reset", "cut-chunk", "reset-mid-body", "drip", "too-short", "too-long"])
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

  it("carries everything as it is", async () => {
    assert.deepStrictEqual(await talk(wire.port, "as it is", { enough: 8 }), { text: "as it is", ended: "open" })
  })

  it.each([
    ["garbles a byte", { back: { breaks: { byte: 1, does: "garble" } } }, "a\x9dcd", "open"],
    ["garbles a byte on the way there", { there: { breaks: { byte: 3, does: "garble" } } }, "abc\x9b", "open"],
    ["cuts after some bytes", { back: { breaks: { byte: 2, does: "cut" } } }, "ab", "end"],
    ["holds what comes later, and tells nobody", { back: { breaks: { byte: 3, does: "hold" } } }, "abc", "open"],
    ["drops a connection that stands", { accepts: "drop" }, "", "end"],
    ["refuses connections", { accepts: "refuse" }, "", "error"]
  ] as const)("%s", async (_, troubles, text, ended) => {
    await wire.breaks(troubles)
    assert.deepStrictEqual(await talk(wire.port, "abcd", { enough: text.length }), { text, ended })
    await wire.breaks()
    assert.deepStrictEqual(await talk(wire.port, "abcd", { enough: 4 }), { text: "abcd", ended: "open" })
  })

  it("resets at a byte", async () => {
    await wire.breaks({ back: { breaks: { byte: 0, does: "reset" } } })
    assert.deepStrictEqual(await talk(wire.port, "abcd"), { text: "", ended: "error" })
  })

  it("is late, and slow", async () => {
    await wire.breaks({ there: { latency: 300 } })
    assert.strictEqual((await talk(wire.port, "abcd", { patience: 200 })).text, "")
    await wire.breaks({ back: { rate: 10 } })
    const before = performance.now()
    assert.strictEqual((await talk(wire.port, "ab", { enough: 2 })).text, "ab")
    assert.isAtLeast(performance.now() - before, 190)
  })
})

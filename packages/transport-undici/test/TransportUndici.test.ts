import { AdapterError, Transport } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { readFileSync } from "node:fs"
import type { LookupFunction } from "node:net"
import { createServer as createTlsServer } from "node:tls"
import { inspect } from "node:util"
import { AddressRefused } from "../src/RefusedAddresses.ts"
import { layer, type Options } from "../src/TransportUndici.ts"
import { answer, type Behaviour, closedPort, endings, type Peer, serve } from "./peer.ts"

const post = (url: URL, body = "{\"a\":1}", headers: Transport.Headers = []): Transport.Request => ({
  method: "POST",
  url,
  headers: [["content-type", "application/json"], ...headers],
  body
})

const send = (request: Transport.Request) => Effect.flatMap(Transport.Transport, (transport) => transport.send(request))

const failure = (request: Transport.Request) => Effect.orDie(Effect.flip(send(request)))

/** A peer on a socket, and the transport that calls it, for one test. */
const withPeer = (
  behaviour: Behaviour,
  test: (peer: Peer) => Effect.Effect<void, AdapterError.TransportFailed, Transport.Transport>,
  options: Options = {}
) => Effect.scoped(Effect.flatMap(serve(behaviour), test)).pipe(Effect.provide(layer(options)))

/** On the one connection that there is: whatever was to be sent before it has come to the peer when this is answered. */
const sendLast = (peer: Peer) => Effect.map(send(post(peer.url, "last")), ({ body }) => assert.strictEqual(body, "{}"))

const alone: Options = { connectionsPerOrigin: 1 }

const bodyOf = (request: string): string => request.split("\r\n\r\n")[1] ?? ""

const refusing = (code: string): LookupFunction => (hostname, _options, callback) =>
  setImmediate(() => callback(Object.assign(new Error(`${code} ${hostname}`), { code }), []))

const loopback: LookupFunction = (_hostname, _options, callback) =>
  setImmediate(() => callback(null, [{ address: "127.0.0.1", family: 4 }]))

const named = (url: URL) => new URL(url.href.replace("127.0.0.1", "peer.example"))

const everyByte = Buffer.from(Uint8Array.from({ length: 256 }, (_, at) => at))

describe("bytes", () => {
  it.live("are sent in place of the text, as they are", () =>
    withPeer(
      (socket) => socket.write(answer("{}")),
      Effect.fnUntraced(function*(peer) {
        yield* send({ ...post(peer.url, ""), bytes: everyByte })
        const [request = ""] = peer.requests
        assert.match(request, /\r\ncontent-length: 256\r\n/i)
        assert.strictEqual(request.slice(request.indexOf("\r\n\r\n") + 4), everyByte.toString("latin1"))
      })
    ))

  it.live("come back of an answer that was asked for as bytes, whatever they are", () =>
    withPeer(
      (socket) => socket.write(answer(everyByte)),
      Effect.fnUntraced(function*(peer) {
        const response = yield* send({ ...post(peer.url), responseType: "bytes" })
        assert.strictEqual(response.body, "")
        assert.deepStrictEqual(Buffer.from(Transport.bytesOf(response)), everyByte)
        assert.strictEqual((yield* failure(post(peer.url))).phase, "receive")
      })
    ))

  it.live("are not what a refusal comes as: its text says why", () =>
    withPeer(
      (socket) => socket.write(answer("{\"code\":\"gone\"}", ["HTTP/1.1 404 Not Found"])),
      Effect.fnUntraced(function*(peer) {
        const response = yield* send({ ...post(peer.url), responseType: "bytes" })
        assert.deepStrictEqual([response.status, response.body, response.bytes], [404, "{\"code\":\"gone\"}", undefined])
      })
    ))

  it.live("do not stand in the failure of a request", () =>
    withPeer(
      (socket) => socket.resetAndDestroy(),
      Effect.fnUntraced(function*(peer) {
        const error = yield* failure({ ...post(peer.url, ""), bytes: Buffer.from("Ada Example, Dam 1") })
        const shown = inspect(error, { depth: 12 })
        assert.notInclude(shown, "Ada")
        assert.notInclude(shown, "41 64 61")
        assert.notInclude(shown, "65, 100, 97")
      })
    ))
})

describe("an answer", () => {
  it.live("comes back with its status, its headers twice where they came twice, and its text", () =>
    withPeer(
      (socket) =>
        socket.write(answer("\uFEFF{\"title\":\"测试\"}", ["HTTP/1.1 201 Created", "Set-Cookie: a=1", "X-Many: 1", "set-cookie: b=2"])),
      Effect.fnUntraced(function*(peer) {
        const response = yield* send(post(peer.url, "{\"title\":\"café 📦\"}", [["x-twice", "1"], ["X-Twice", "2"]]))
        assert.strictEqual(response.status, 201)
        assert.strictEqual(response.body, "{\"title\":\"测试\"}")
        assert.deepStrictEqual(
          response.headers.filter(([name]) => name.toLowerCase() === "set-cookie"),
          [["Set-Cookie", "a=1"], ["set-cookie", "b=2"]]
        )
        const [request = ""] = peer.requests
        assert.isTrue(request.startsWith("POST /service?a=1 HTTP/1.1\r\n"))
        assert.match(request, /\r\nx-twice: 1\r\nX-Twice: 2\r\n/)
        assert.strictEqual(Buffer.from(bodyOf(request), "latin1").toString(), "{\"title\":\"café 📦\"}")
      })
    ))

  it.live("that is an HTML page under 502 is an answer, not a failure of the wire", () =>
    withPeer(
      (socket) => socket.write(answer("<html>bad gateway</html>", ["HTTP/1.1 502 Bad Gateway", "Content-Type: text/html"])),
      Effect.fnUntraced(function*(peer) {
        const { body, status } = yield* send(post(peer.url))
        assert.strictEqual(status, 502)
        assert.strictEqual(body, "<html>bad gateway</html>")
      })
    ))

  it.live("that redirects is not followed", () =>
    withPeer(
      (socket, _request, count) => socket.write(count === 1 ? answer("", ["HTTP/1.1 302 Found", "Location: /elsewhere"]) : answer("{}")),
      Effect.fnUntraced(function*(peer) {
        assert.strictEqual((yield* send(post(peer.url, "first"))).status, 302)
        yield* sendLast(peer)
        assert.deepStrictEqual(peer.requests.map(bodyOf), ["first", "last"])
      }),
      alone
    ))

  it.live("reaches several callers at once over one connection each, and a kept connection is used again", () =>
    withPeer(
      (socket, request) => socket.write(answer(bodyOf(request))),
      Effect.fnUntraced(function*(peer) {
        const sent = Array.from({ length: 40 }, (_, at) => `{"at":${at}}`)
        const received = yield* Effect.forEach(sent, (body) => send(post(peer.url, body)), { concurrency: 8 })
        assert.deepStrictEqual(received.map(({ body }) => body), sent)
        assert.isAtMost(peer.sockets.length, 4)
      }),
      { connectionsPerOrigin: 4 }
    ))

  it.live("is read up to 20 MiB", () =>
    withPeer(
      (socket, request) => socket.write(answer(Buffer.alloc(request.includes("more") ? 21 << 20 : 20 << 20, 32))),
      Effect.fnUntraced(function*(peer) {
        assert.strictEqual((yield* send(post(peer.url, "as much"))).body.length, 20 << 20)
        const error = yield* failure(post(peer.url, "more"))
        assert.strictEqual(error.phase, "receive")
        assert.propertyVal(error.cause, "code", "UND_ERR_RES_EXCEEDED_MAX_SIZE")
      })
    ))

  it.live("without a length is stopped at the limit while it comes", () =>
    withPeer(
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n")
        const chunk = Buffer.alloc(1 << 16, 32)
        const pour = () => {
          while (!socket.destroyed && socket.write(chunk));
        }
        socket.on("drain", pour)
        pour()
      },
      Effect.fnUntraced(function*(peer) {
        const error = yield* failure(post(peer.url))
        assert.strictEqual(error.phase, "receive")
        assert.propertyVal(error.cause, "code", "UND_ERR_RES_EXCEEDED_MAX_SIZE")
        yield* peer.until(() => peer.sockets[0]?.destroyed === true)
      }),
      { maxAnswer: 1 << 20 }
    ))

  it.live("that is no UTF-8, or is encoded, is a failure after which the peer may have acted", () =>
    withPeer(
      (socket, request) =>
        socket.write(
          request.includes("gzip")
            ? answer(Buffer.from("1f8b08", "hex"), ["HTTP/1.1 200 OK", "Content-Encoding: gzip"])
            : answer(Buffer.from("7b22c328227d", "hex"))
        ),
      Effect.fnUntraced(function*(peer) {
        assert.strictEqual((yield* failure(post(peer.url))).phase, "receive")
        const encoded = yield* failure(post(peer.url, "gzip"))
        assert.strictEqual(encoded.phase, "receive")
        assert.match(String(encoded.cause), /content-encoding gzip/)
      })
    ))
})

describe("connect: no byte left", () => {
  it.live("nobody listens", () =>
    Effect.gen(function*() {
      const error = yield* failure(post(yield* closedPort))
      assert.strictEqual(error.phase, "connect")
      assert.propertyVal(error.cause, "code", "ECONNREFUSED")
      assert.isFalse(error.mayHaveApplied)
    }).pipe(Effect.provide(layer())))

  for (const code of ["ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]) {
    it.live(`the way to the peer ends in ${code}`, () =>
      Effect.gen(function*() {
        const error = yield* failure(post(new URL("http://peer.example/")))
        assert.strictEqual(error.phase, "connect")
        assert.propertyVal(error.cause, "code", code)
      }).pipe(Effect.provide(layer({ lookup: refusing(code) }))))
  }

  it.live("the connection does not come in time", () =>
    Effect.gen(function*() {
      const error = yield* failure(post(new URL("http://peer.example/")))
      assert.strictEqual(error.phase, "connect")
      assert.propertyVal(error.cause, "code", "UND_ERR_CONNECT_TIMEOUT")
    }).pipe(Effect.provide(layer({ connectTimeout: "200 millis", lookup: () => {} }))))

  it.live("however many wait for a name that nobody answers, it is asked for once (F18)", () => {
    let asked = 0
    const lookup: LookupFunction = () => void asked++
    return Effect.gen(function*() {
      const requests = Array.from({ length: 30 }, () => failure(post(new URL("http://nowhere.example/"))))
      const failures = yield* Effect.all([...requests, ...requests], { concurrency: 30 })
      assert.deepStrictEqual([...new Set(failures.map(({ phase }) => phase))], ["connect"])
      assert.strictEqual(asked, 1)
    }).pipe(Effect.provide(layer({ connectTimeout: "200 millis", lookup })))
  })

  it.live("the exchange ends before the connection stands, and nothing is sent afterwards", () => {
    let resolved = () => {}
    const name = new Promise<void>((resolve) => {
      resolved = resolve
    })
    return withPeer(
      (socket) => socket.write(answer("{}")),
      Effect.fnUntraced(function*(peer) {
        const error = yield* failure({ ...post(named(peer.url), "first"), timeout: "100 millis" })
        assert.strictEqual(error.phase, "connect")
        resolved()
        yield* peer.until(() => peer.sockets.length > 0)
        yield* send(post(named(peer.url), "last"))
        assert.deepStrictEqual(peer.requests.map(bodyOf), ["last"])
      }),
      {
        ...alone,
        lookup: (hostname, options, callback) => void name.then(() => loopback(hostname, options, callback))
      }
    )
  })

  it.live("its sender may not send it any more once a connection is free", () => {
    let may = true
    const asked: Array<boolean> = []
    const mayLeave = () => {
      asked.push(may)
      return may
    }
    return withPeer(
      (socket, request) => {
        if (bodyOf(request) !== "first") socket.write(answer("{}"))
      },
      Effect.fnUntraced(function*(peer) {
        const first = yield* Effect.forkChild(send({ ...post(peer.url, "first"), mayLeave }), { startImmediately: true })
        yield* peer.until(() => peer.requests.length === 1)
        const stopped = yield* Effect.forkChild(failure({ ...post(peer.url, "stopped"), mayLeave }), { startImmediately: true })
        may = false
        peer.sockets[0]?.write(answer("{}"))
        assert.strictEqual((yield* Fiber.join(stopped)).phase, "connect")
        yield* Fiber.join(first)
        yield* sendLast(peer)
        assert.deepStrictEqual(peer.requests.map(bodyOf), ["first", "last"])
        assert.deepStrictEqual(asked, [true, false])
      }),
      alone
    )
  })

  it.live("a TLS handshake is answered with something else, or broken off", () =>
    Effect.gen(function*() {
      const talksPlain = yield* serve(() => {}, { protocol: "https", onConnect: (socket) => socket.write("220 mail ready\r\n") })
      const hangsUp = yield* serve(() => {}, {
        protocol: "https",
        onConnect: (socket) => socket.once("data", () => socket.resetAndDestroy())
      })
      assert.strictEqual((yield* failure(post(talksPlain.url))).phase, "connect")
      const broken = yield* failure(post(hangsUp.url))
      assert.strictEqual(broken.phase, "connect")
      assert.propertyVal(broken.cause, "code", "ECONNRESET")
    }).pipe(Effect.scoped, Effect.provide(layer())))

  it.live("the certificate is not to be trusted, whatever the environment says", () => {
    const pem = (name: string) => readFileSync(new URL(`fixtures/self-signed.${name}.pem`, import.meta.url))
    let requests = 0
    const server = createTlsServer({ key: pem("key"), cert: pem("cert") }, (socket) => socket.on("data", () => requests++))
    server.on("tlsClientError", () => {})
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
    return Effect.gen(function*() {
      const port = yield* Effect.callback<number>((resume) => {
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as { readonly port: number }).port)))
      })
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0"
      const error = yield* failure(post(new URL(`https://127.0.0.1:${port}/`)))
      assert.strictEqual(error.phase, "connect")
      assert.propertyVal(error.cause, "code", "DEPTH_ZERO_SELF_SIGNED_CERT")
      assert.strictEqual(requests, 0)
    }).pipe(
      Effect.provide(layer()),
      Effect.ensuring(Effect.sync(() => {
        if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
        else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
        server.close()
      }))
    )
  })

  it.live("the request cannot be written as HTTP", () =>
    withPeer(
      (socket) => socket.write(answer("{}")),
      Effect.fnUntraced(function*(peer) {
        const broken = [
          post(peer.url, "half a character: \ud83d"),
          post(peer.url, "", [["host", "other.example"]]),
          post(peer.url, "", [["x-line", "a\r\nb: c"]]),
          post(peer.url, "", [["bad name", "a"]]),
          post(peer.url, "text", [["content-length", "3"]]),
          post(new URL("ftp://peer.example/"))
        ]
        const phases = yield* Effect.forEach(broken, (request) => Effect.map(failure(request), ({ phase }) => phase))
        assert.deepStrictEqual(phases, broken.map(() => "connect" as const))
        assert.lengthOf(peer.requests, 0)
      })
    ))

  it.live("the guard refuses the address, or one of those that its name stands for", () =>
    withPeer(
      (socket) => socket.write(answer("{}")),
      Effect.fnUntraced(function*(peer) {
        for (const url of [named(peer.url), new URL("https://peer.example:8443/"), new URL("https://127.0.0.1/")]) {
          const error = yield* failure(post(url))
          assert.strictEqual(error.phase, "connect")
          assert.instanceOf(error.cause, AddressRefused)
        }
        assert.lengthOf(peer.sockets, 0)
      }),
      {
        trust: "received",
        hosts: ["peer.example"],
        lookup: (_hostname, _options, callback) =>
          setImmediate(() => callback(null, [{ address: "93.184.215.14", family: 4 }, { address: "127.0.0.1", family: 4 }]))
      }
    ))

  it.live("an operator's name leads to a metadata address when it is resolved again", () => {
    const answers = ["127.0.0.1", "169.254.169.254"]
    return withPeer(
      (socket) => socket.end(answer("{}", ["HTTP/1.1 200 OK", "Connection: close"])),
      Effect.fnUntraced(function*(peer) {
        yield* send(post(named(peer.url)))
        const error = yield* failure(post(named(peer.url)))
        assert.strictEqual(error.phase, "connect")
        assert.propertyVal(error.cause, "rule", "metadata")
      }),
      {
        lookup: (_hostname, _options, callback) =>
          setImmediate(() => callback(null, [{ address: answers.shift() ?? "", family: 4 }]))
      }
    )
  })
})

describe("receive: the peer may have acted", () => {
  const afterwards: ReadonlyArray<readonly [string, Behaviour]> = [
    ["the connection is reset before the answer", (socket) => socket.resetAndDestroy()],
    ["the connection is closed before the answer", (socket) => socket.end()],
    ["the connection is reset inside the head", (socket) => socket.write("HTTP/1.1 200 O", () => socket.resetAndDestroy())],
    ["the connection is reset inside the body", (socket) =>
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{\"a\"", () => socket.resetAndDestroy())],
    ["the connection is closed inside the body", (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{\"a\"")],
    ["the connection is closed inside a chunk", (socket) => socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\na\r\n{\"a\"")],
    ["the answer is no HTTP", (socket) => socket.end("hello\r\n\r\n")],
    ["the head is longer than 16 KiB", (socket) => socket.write(answer("{}", ["HTTP/1.1 200 OK", `X-Long: ${"a".repeat(1 << 16)}`]))]
  ]
  for (const [title, behaviour] of afterwards) {
    it.live(title, () =>
      withPeer(
        (socket, request, count) => count === 1 ? behaviour(socket, request, count) : socket.write(answer("{}")),
        Effect.fnUntraced(function*(peer) {
          const error = yield* failure(post(peer.url, "first"))
          assert.strictEqual(error.phase, "receive")
          assert.isTrue(error.mayHaveApplied)
          yield* sendLast(peer)
          assert.deepStrictEqual(peer.requests.map(bodyOf), ["first", "last"])
        }),
        alone
      ))
  }

  it.live("a kept connection is reset by the next request, which is not sent a second time", () =>
    withPeer(
      (socket, _request, count) => count === 2 ? socket.resetAndDestroy() : socket.write(answer("{}")),
      Effect.fnUntraced(function*(peer) {
        yield* send(post(peer.url, "first"))
        // undici gives a connection one turn of the event loop before it is used again.
        yield* Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))
        const error = yield* failure(post(peer.url, "second"))
        assert.strictEqual(error.phase, "receive")
        assert.lengthOf(peer.sockets, 1)
        yield* sendLast(peer)
        assert.lengthOf(peer.sockets, 2)
        assert.deepStrictEqual(peer.requests.map(bodyOf), ["first", "second", "last"])
      }),
      alone
    ))

  it.live("the answer drips past the time of the exchange, and the connection is let go", () =>
    withPeer(
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        const drip = setInterval(() => socket.write(" "), 20)
        socket.on("close", () => clearInterval(drip))
      },
      Effect.fnUntraced(function*(peer) {
        const error = yield* failure({ ...post(peer.url), timeout: "300 millis" })
        assert.strictEqual(error.phase, "receive")
        assert.match(String(error.cause), /300ms/)
        yield* peer.until(() => peer.sockets[0]?.destroyed === true)
      })
    ))

  it.live("a silent peer is given up after the transport's own limit, when the request names none", () =>
    withPeer(
      () => {},
      Effect.fnUntraced(function*(peer) {
        assert.strictEqual((yield* failure(post(peer.url))).phase, "receive")
      }),
      { timeout: "200 millis" }
    ))
})

describe("connections", () => {
  it.live("64 go to one origin at a time, and the next call takes the one that is free first", () =>
    withPeer(
      (socket, request) => {
        if (bodyOf(request) === "65") socket.write(answer("{}"))
      },
      Effect.fnUntraced(function*(peer) {
        for (let call = 1; call <= 64; call++) yield* Effect.forkChild(send(post(peer.url, String(call))), { startImmediately: true })
        const next = yield* Effect.forkChild(send(post(peer.url, "65")), { startImmediately: true })
        yield* peer.until(() => peer.requests.length === 64)
        assert.notInclude(peer.requests.map(bodyOf), "65")
        peer.sockets[0]?.write(answer("{}"))
        assert.strictEqual((yield* Fiber.join(next)).body, "{}")
        assert.lengthOf(peer.sockets, 64)
      })
    ))

  it.live("a request waits for the whole answer before it, also where its method may be repeated", () => {
    const get = (url: URL): Transport.Request => ({ method: "GET", url, headers: [], body: "" })
    /** How many more had come by the time that each was answered to its end. */
    const ahead: Array<number> = []
    let arrived = 0
    return withPeer(
      (socket, _request, count) => {
        arrived = count
        const endAfter = (turns: number): void => {
          if (turns > 0) return void setImmediate(() => endAfter(turns - 1))
          ahead.push(arrived - count)
          socket.write("}")
        }
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{", () => endAfter(20))
      },
      Effect.fnUntraced(function*(peer) {
        yield* send(get(peer.url))
        yield* Effect.all(Array.from({ length: 5 }, () => send(get(peer.url))), { concurrency: 5 })
        assert.deepStrictEqual(ahead, [0, 0, 0, 0, 0, 0])
      }),
      alone
    )
  })

  it.live("offer HTTP/1.1 alone, for HTTP/2 repeats requests by itself", () => {
    const offered: Array<ReadonlyArray<string>> = []
    const server = createTlsServer({
      ALPNCallback: ({ protocols }) => {
        offered.push(protocols)
        return undefined
      }
    })
    server.on("tlsClientError", () => {})
    return Effect.gen(function*() {
      const port = yield* Effect.callback<number>((resume) => {
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as { readonly port: number }).port)))
      })
      assert.strictEqual((yield* failure(post(new URL(`https://127.0.0.1:${port}/`)))).phase, "connect")
      assert.deepStrictEqual(offered, [["http/1.1"]])
    }).pipe(Effect.provide(layer()), Effect.ensuring(Effect.sync(() => server.close())))
  })
})

describe("interruption", () => {
  it.live("closes the connection of the request", () =>
    withPeer(
      () => {},
      Effect.fnUntraced(function*(peer) {
        const fiber = yield* Effect.forkChild(send(post(peer.url)))
        yield* peer.until(() => peer.requests.length === 1)
        yield* Fiber.interrupt(fiber)
        yield* peer.until(() => peer.sockets[0]?.destroyed === true)
        assert.lengthOf(peer.requests, 1)
      })
    ))
})

describe("the phase, against a peer that closes kept connections at any moment", () => {
  it.live("connect means that the peer never saw the request, and no request is seen twice", () => {
    return withPeer(
      (socket, _request, count) => endings[(count * 7) % endings.length]?.(socket), // a fixed sequence, no luck involved
      Effect.fnUntraced(function*(peer) {
        const ids = Array.from({ length: 400 }, (_, at) => `request-${at}.`)
        const outcomes = yield* Effect.forEach(
          ids,
          (id) => Effect.match(send(post(peer.url, id)), { onSuccess: () => "answered" as const, onFailure: ({ phase }) => phase }),
          { concurrency: 4 }
        )
        const seen = ids.map((id) => peer.requests.filter((request) => request.endsWith(id)).length)
        assert.isTrue(seen.every((times) => times <= 1))
        assert.deepStrictEqual(ids.filter((_, at) => outcomes[at] === "connect" && seen[at] !== 0), [])
        assert.deepStrictEqual(ids.filter((_, at) => outcomes[at] === "answered" && seen[at] !== 1), [])
        assert.isAbove(outcomes.filter((outcome) => outcome === "answered").length, 100)
        assert.isAbove(outcomes.filter((outcome) => outcome === "receive").length, 10)
      })
    )
  })
})

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { request } from "node:http"
import type { AddressInfo } from "node:net"
import type { Routes } from "../../src/http/Routes.ts"
import * as Listener from "../../src/http/Listener.ts"
import { hasTwoHosts, pathOf, IncomingRequest } from "../../src/http/IncomingRequest.ts"

const message = (url: string, host: string | undefined) => ({
  url,
  method: "POST",
  headers: { host },
  rawHeaders: ["Content-Type", "application/json", "x-twice", "1", "X-Twice", "2"],
  socket: { remoteAddress: "127.0.0.1" }
}) as unknown as Parameters<typeof pathOf>[0]

/** The path as a URL has it that knows no host but its own. */
const parsed = (url: string): string | undefined =>
  url.startsWith("/") ? URL.parse(`http://localhost${url}`)?.pathname : /^https?:\/\//i.test(url) ? URL.parse(url)?.pathname : undefined

describe("the path of a request", () => {
  const hosts = [
    "127.0.0.1:8080", "example.org", "EXAMPLE.org", "[::1]:8080", "", undefined, "a/b", "a?b", "a#b", "a@b", "a:b@c", "a:99999", " ", "a b", "%41", "ä",
    "x/warehouse?", "x/livez?", "x/livez#", "x\\livez?"
  ]
  const urls = [
    "/", "/warehouse", "/WAREHOUSE", "//warehouse", "/a//b", "/a/../b", "/a/./b", "/a/%2e%2e/b", "/warehouse?x=1", "/warehouse#x", "/a b", "/a\\b", "/ä", "/a%2Fb",
    "/sys/automatic/receiveOdo/one", "/global-api/v1/warehouse/createOrder", "/callbacks/wh-1/a_b", "http://other/warehouse", "HTTPS://other:99/warehouse?x=1",
    "x:/livez", "*", "", "warehouse", "/a:b", "/a@b", "/a;b"
  ]

  it("comes from the request target alone, whatever the Host is (M6)", () => {
    for (const host of hosts) for (const url of urls) assert.strictEqual(pathOf(message(url, host)), parsed(url), `${host} ${url}`)
  })

  it("is that of the URL which a door is given (M6)", () => {
    for (const host of hosts) {
      for (const url of urls) {
        const path = parsed(url)
        if (path !== undefined) assert.strictEqual(new IncomingRequest(message(url, host), { text: "" }, undefined).url.pathname, path, `${host} ${url}`)
      }
    }
  })
})

describe("a request", () => {
  it("has its fields in their order, and one URL", () => {
    const received = new IncomingRequest(message("/warehouse?a=1", "example.org"), { text: "{}" }, "127.0.0.1")
    assert.deepStrictEqual({ ...received, url: received.url.href }, {
      method: "POST",
      headers: [["Content-Type", "application/json"], ["x-twice", "1"], ["X-Twice", "2"]],
      body: "{}",
      remoteAddress: "127.0.0.1",
      url: "http://example.org/warehouse?a=1"
    })
    assert.strictEqual(received.url, received.url)
  })
})

describe("the field Host", () => {
  const fields = (...rawHeaders: ReadonlyArray<string>) => ({ ...message("/", undefined), rawHeaders }) as unknown as Parameters<typeof hasTwoHosts>[0]

  it("may stand once or not at all (m16)", () => {
    assert.deepStrictEqual(
      [[], ["Host", "a"], ["Hast", "a", "host", "b"], ["host", "a", "HOST", "a"], ["Host", "a", "X-Host", "b", "host", ""]].map((raw) => hasTwoHosts(fields(...raw))),
      [false, false, false, true, true]
    )
  })
})

describe("an answer", () => {
  const answers = {
    "/unwritable": Effect.succeed({ status: 200, headers: [["x-odd", "a\nb"]] as const, body: "" }),
    "/dead": Effect.die("of it"),
    "/well": Effect.succeed({ status: 201, headers: [["x-well", "yes"]] as const, body: "ä" })
  }
  const routes: Routes = {
    description: "",
    of: (path) => path in answers ? { name: "test", serve: () => answers[path as keyof typeof answers] } : undefined
  }

  const post = (port: number, path: string) =>
    Effect.callback<readonly [status: number | undefined, body: string, id: unknown]>((resume) => {
      const sent = request({ port, path, method: "POST", agent: false }, (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("end", () => resume(Effect.succeed([response.statusCode, Buffer.concat(chunks).toString(), response.headers["x-request-id"]])))
      })
      sent.on("error", (cause) => resume(Effect.die(cause)))
      sent.end("{}")
    })

  it.live("that cannot be written, or does not come, is told as one that failed; the next is served", () =>
    Effect.gen(function*() {
      const composed = { server: { maxBody: 1000, callsAtOnce: 10, trustedProxies: [] } } as never
      const server = yield* Listener.serve({ host: "127.0.0.1", port: 0, composed, routes })
      const { port } = server.address() as AddressInfo
      for (const path of ["/unwritable", "/dead"]) {
        const [status, body, id] = yield* post(port, path)
        assert.strictEqual(status, 500)
        assert.match(body, /INTERNAL: the runner failed/)
        assert.match(String(id), /^[0-9a-f-]{36}$/)
      }
      const [status, body] = yield* post(port, "/well")
      assert.deepStrictEqual([status, body], [201, "ä"])
    }).pipe(Effect.scoped) as Effect.Effect<void>)
})

/**
 * How the admin listener serves the console.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { get as httpGet } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib"
import * as ConsoleFiles from "../../src/api/ConsoleFiles.ts"
import * as Listener from "../../src/api/Listener.ts"
import { freePort } from "../support/Ports.ts"
import { type RunnerServices, type World, world } from "../support/World.ts"
import { token } from "./AdminWorld.ts"

const page = "<!doctype html><script type=\"module\" src=\"/assets/index-1a.js\"></script>"
const script = "console".repeat(500)

/** A folder as the build of the console makes it. */
const built = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "crossdock-console-"))
    mkdirSync(join(folder, "assets"))
    writeFileSync(join(folder, "index.html"), page)
    writeFileSync(join(folder, "favicon.svg"), "<svg/>")
    writeFileSync(join(folder, "assets/index-1a.js"), script)
    writeFileSync(join(folder, "assets/index-1a.js.br"), brotliCompressSync(script))
    writeFileSync(join(folder, "assets/index-1a.js.gz"), gzipSync(script))
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

interface Got {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: Buffer
}

const get = (port: number, path: string, headers: Record<string, string> = {}, method = "GET"): Effect.Effect<Got> =>
  Effect.promise(() => new Promise<Got>((done, failed) => {
    httpGet({ host: "127.0.0.1", port, path, headers, method }, (answer) => {
      const parts: Array<Buffer> = []
      answer.on("data", (part: Buffer) => parts.push(part))
      answer.on("end", () => done({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }))
    }).on("error", failed)
  }))

const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8", "accept-encoding": "gzip, deflate, br, zstd" }

const inWorld = (title: string, test: (w: World) => Effect.Effect<unknown, unknown, RunnerServices | Scope.Scope>) =>
  it.effect(title, () => world({ filename: ":memory:" }, {}, test))

describe("the admin listener", () => {
  inWorld("serves the console at each address of a page, without a token and by a policy that lets nothing else load (issue 27)", (w) =>
    Effect.gen(function*() {
      const [port, consoleFolder] = [yield* freePort, yield* built]
      yield* Layer.build(Layer.fresh(Listener.layer({ port, token, composed: w.composed, consoleFolder })))
      for (const path of ["/", "/?span=1h", "/orders/shop-nl/BM-10482?open=3", "/orders/a%2Fb", "/desk.html"]) {
        const { body, headers, status } = yield* get(port, path, browser)
        assert.deepStrictEqual([status, body.toString(), headers["content-type"], headers["cache-control"]], [200, page, "text/html; charset=utf-8", "no-store"], path)
        assert.match(String(headers["content-security-policy"]), /^default-src 'none'; script-src 'self';.*frame-ancestors 'none'.*trusted-types 'none'$/)
        assert.strictEqual(headers["x-content-type-options"], "nosniff")
      }
      // Whoever types the address of the listener sees the console, programs at a wrong path what is wrong.
      assert.strictEqual((yield* get(port, "/", { accept: "*/*" })).body.toString(), page)
      for (const path of ["/orders", "/admin/nothing", "/openapi"]) {
        const { body, status } = yield* get(port, path, { accept: "*/*" })
        assert.deepStrictEqual([status, JSON.parse(body.toString()).code], [404, "NO_SUCH_PATH"], path)
      }
    }))

  inWorld("keeps paths of programs, and refuses what is no file of the console (issue 27)", (w) =>
    Effect.gen(function*() {
      const [port, consoleFolder] = [yield* freePort, yield* built]
      yield* Layer.build(Layer.fresh(Listener.layer({ port, token, composed: w.composed, consoleFolder })))
      for (const path of ["/admin/nothing", "/assets/other.js", "/assets/../index.html", "/assets/%2e%2e/%2e%2e/etc/passwd", "/openapi/x"]) {
        assert.strictEqual((yield* get(port, path, browser)).status, 404, path)
      }
      for (const method of ["POST", "PUT", "DELETE"]) assert.strictEqual((yield* get(port, "/", browser, method)).status, 404, method)
      assert.strictEqual((yield* get(port, "/admin/orders", browser)).status, 401)
      assert.strictEqual((yield* get(port, "/metrics", browser)).status, 401)
      assert.strictEqual((yield* get(port, "/livez", browser)).status, 200)
      // A page in a browser that resolves its own name to this machine gets nothing.
      assert.strictEqual((yield* get(port, "/", { ...browser, host: "evil.example" })).status, 403)
    }))

  inWorld("sends files in the encoding that the browser takes, and lets it keep those whose names change (issue 27)", (w) =>
    Effect.gen(function*() {
      const [port, consoleFolder] = [yield* freePort, yield* built]
      yield* Layer.build(Layer.fresh(Listener.layer({ port, token, composed: w.composed, consoleFolder })))
      const asked = (encoding?: string) => get(port, "/assets/index-1a.js", encoding === undefined ? {} : { "accept-encoding": encoding })
      const [brotli, gzip, refusing, plain] = [yield* asked("gzip, br"), yield* asked("gzip;q=0.8"), yield* asked("br;q=0, identity"), yield* asked()]
      assert.deepStrictEqual([brotli, gzip, refusing, plain].map(({ headers }) => headers["content-encoding"]), ["br", "gzip", undefined, undefined])
      assert.deepStrictEqual(
        [brotliDecompressSync(brotli.body), gunzipSync(gzip.body), refusing.body, plain.body].map(String),
        [script, script, script, script]
      )
      assert.deepStrictEqual(
        [brotli.headers["cache-control"], brotli.headers["content-type"], brotli.headers["vary"], brotli.headers["content-length"]],
        ["public, max-age=31536000, immutable", "text/javascript; charset=utf-8", "accept-encoding", String(brotli.body.length)]
      )
      const head = yield* get(port, "/favicon.svg", browser, "HEAD")
      assert.deepStrictEqual([head.status, head.headers["content-type"], head.body.length], [200, "image/svg+xml", 0])
    }))

  it("has no console without a built one", () => {
    assert.isUndefined(ConsoleFiles.reading(join(tmpdir(), "crossdock-no-console")))
  })
})

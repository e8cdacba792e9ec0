/**
 * The OpenAPI documents and the pages at the public listener, where the composition allows them.
 */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { onSockets } from "../support/Sockets.ts"

const names = ["warehouse-envelope", "gateway", "platform-envelope", "erp-open-api"]

const get = (port: number, path: string, init?: RequestInit) =>
  Effect.promise(async () => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
    return { status: response.status, headers: response.headers, text: await response.text() }
  })

describe("the OpenAPI documents", () => {
  onSockets("are not served unless the composition says so", {}, ({ port }) =>
    Effect.gen(function*() {
      for (const path of ["/openapi", "/openapi/gateway.json", "/openapi/swagger-ui.css"]) {
        const { status, text } = yield* get(port, path)
        assert.deepStrictEqual([status, text.includes("NO_SUCH_PATH")], [404, true], path)
      }
    }))

  onSockets("are served with the address of the runner, and nothing else is", { server: { openapi: "documents" } }, ({ port }) =>
    Effect.gen(function*() {
      for (const name of names) {
        const { headers, status, text } = yield* get(port, `/openapi/${name}.json`)
        assert.deepStrictEqual([status, headers.get("content-type")], [200, "application/json; charset=utf-8"])
        const { openapi, paths, servers } = JSON.parse(text)
        assert.deepStrictEqual([openapi, servers], ["3.1.1", [{ url: "/" }]])
        assert.isAbove(Object.keys(paths).length, 0)
      }
      assert.include((yield* get(port, "/openapi/erp-open-api.json")).text, "9007199254740993")
      assert.strictEqual((yield* get(port, "/openapi/gateway")).status, 404)
      assert.strictEqual((yield* get(port, "/openapi")).status, 404)
      assert.strictEqual((yield* get(port, "/openapi/other.json")).status, 404)
      assert.strictEqual((yield* get(port, "/openapi/gateway.json", { method: "POST", body: "{}" })).status, 405)
    }))

  onSockets("have a page that loads nothing from another host", { server: { openapi: "page" } }, ({ port }) =>
    Effect.gen(function*() {
      const index = yield* get(port, "/openapi")
      for (const name of names) assert.include(index.text, `href="/openapi/${name}"`)
      const page = yield* get(port, "/openapi/gateway")
      assert.strictEqual(page.headers.get("content-type"), "text/html; charset=utf-8")
      const loaded = [...page.text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address!)
      assert.deepStrictEqual(loaded, ["/openapi/swagger-ui.css", "/openapi/swagger-ui-bundle.js", "/openapi/page.js"])
      for (const address of loaded) assert.strictEqual((yield* get(port, address)).status, 200, address)
      const policy = page.headers.get("content-security-policy")!
      assert.include(policy, "default-src 'none'")
      assert.notMatch(policy, /https?:|unsafe|\*/)
    }))
})

/**
 * A query of the admin API with a member that its operation does not have: a misspelt filter would select everything.
 */
import { Api } from "@crossdock/admin-api"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { OpenApi } from "effect/http-api"
import * as Redacted from "effect/Redacted"
import { Database } from "../../src/store/Database.ts"
import { world } from "../support/World.ts"
import { listening, token } from "./AdminWorld.ts"
import { send } from "./SignedIn.ts"

interface Operation {
  readonly operationId: string
  readonly parameters?: ReadonlyArray<{ readonly in: string; readonly name: string }>
}

/** Each operation as the document has it, which is written from the same schemas by another way. */
const operations = Object.entries(OpenApi.fromApi(Api).paths).flatMap(([path, methods]) =>
  Object.entries(methods as Readonly<Record<string, Operation>>).map(([method, { operationId, parameters = [] }]) => ({
    operationId,
    method: method.toUpperCase(),
    path: path.replaceAll(/\{\w+\}/g, "nothing"),
    names: parameters.filter((one) => one.in === "query").map(({ name }) => name).toSorted()
  })))

const headers = { authorization: `Bearer ${Redacted.value(token)}` }

describe("the query of the admin API (issue 27)", () => {
  it.effect("is refused by each operation if it has another member than those that the operation declares", () =>
    world({ filename: ":memory:" }, { isIdle: true }, (w) =>
      Effect.gen(function*() {
        const port = yield* listening(w)
        const ask = (method: string, path: string) => send(port, { method, path, headers, ...(method !== "GET" && { body: { no: "such member" } }) })
        assert.isAtLeast(operations.length, 60)
        assert.isAtLeast(operations.filter(({ names }) => names.length > 0).length, 25)
        for (const { method, names, operationId, path } of operations) {
          const { status, text } = yield* ask(method, `${path}?nosuch=1`)
          const { code, message, path: place } = JSON.parse(text)
          assert.deepStrictEqual([status, code, place], [400, "REQUEST_INVALID", "/query/nosuch"], operationId)
          const all = names.length === 0 ? "This operation reads no query" : `The query may have ${names.join(", ")}`
          assert.strictEqual(message, `there is no member \`nosuch\` in the query; correct its name, or remove it. ${all}`, operationId)
          for (const name of names) {
            const answer = yield* ask(method, `${path}?${name}=x`)
            assert.notInclude(answer.text, "there is no member", `${operationId} ${name}`)
          }
        }
      })), 120_000)

  it.effect("is refused with what is wrong, where, and how to mend it, and nothing is done", () =>
    world({ filename: ":memory:" }, { isIdle: true }, (w) =>
      Effect.gen(function*() {
        const port = yield* listening(w)
        const ask = (path: string, method = "GET", body?: object) => Effect.map(send(port, { method, path, headers, ...(body && { body }) }), ({ text }) => JSON.parse(text))
        // A member that may be another one misspelt.
        assert.match((yield* ask("/admin/orders?sinse=2026-01-01T00:00:00Z&limit=2")).message, /^there is no member `sinse` in the query; did you mean `since`\? The query may have after, .*since, /)
        // "until" has two pairs of letters in common with it, and is not what was meant.
        assert.match((yield* ask("/admin/orders?country=NL")).message, /^there is no member `country` in the query; correct its name, or remove it\. The query may have after, /)
        const several = yield* ask("/admin/orders?nosuch=1&a%2Fb%7E=1&nosuch=2&limit=1")
        assert.deepInclude(several, { status: 400, code: "REQUEST_INVALID", path: "/query/nosuch" })
        assert.match(several.message, /^2 members of the query do not exist; correct their names, or remove them\. The query may have after, /)
        assert.deepStrictEqual(several.problems.map(({ path }: { readonly path: string }) => path), ["/query/nosuch", "/query/a~1b~0"])
        // The router lets a query begin with a semicolon too.
        assert.strictEqual((yield* ask("/admin/orders;nosuch=1")).path, "/query/nosuch")
        // Names come from callers, so neither a long one nor many fill the answer.
        assert.isBelow(JSON.stringify(yield* ask(`/admin/orders?${Array.from({ length: 300 }, (_, index) => `${"x".repeat(20)}${index}=1`).join("&")}`)).length, 5000)
        for (const name of ["__proto__", "constructor", "toString"]) assert.strictEqual((yield* ask(`/admin/orders?${name}=1`)).path, `/query/${name}`)
        yield* ask("/admin/connections/wh/pause?because=x", "POST", { because: "stocktaking" })
        const { paused } = yield* ask("/admin/connections/wh")
        assert.isUndefined(paused)
        const rows = yield* (yield* Database).query("select operation, outcome from audit")
        assert.deepStrictEqual(rows.map(({ operation, outcome }) => [operation, outcome]), [["connections.pause", "REQUEST_INVALID"]])
        // Whoever may not call the operation is told that alone.
        assert.strictEqual((yield* send(port, { path: "/admin/orders?nosuch=1" })).code, "TOKEN_REFUSED")
      })))
})

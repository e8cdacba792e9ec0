import { access, Api, roles } from "@crossdock/admin-api"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Accounts } from "../../src/accounts/Accounts.ts"
import { world } from "../support/World.ts"
import { listening, token } from "./AdminWorld.ts"
import { send } from "./SignedIn.ts"

const rows: Readonly<Record<string, Readonly<Record<string, { readonly right: string; readonly scope: string }>>>> = access

/** Each operation of the API, with a path whose parameters name nothing. */
const operations = Object.entries<{ readonly endpoints: Readonly<Record<string, { readonly method: string; readonly path: string }>> }>(Api.groups).flatMap(([group, { endpoints }]) =>
  Object.entries(endpoints).map(([name, { method, path }]) => ({
    name: `${group}.${name}`,
    row: rows[group]![name]!,
    method,
    path: path.replaceAll(/:\w+/g, "nothing")
  })))

describe("rights (issue 27)", () => {
  it("name an operation for each endpoint", () => {
    assert.isAtLeast(operations.length, 60)
    assert.deepStrictEqual(operations.map(({ name }) => name).toSorted(), Object.entries(rows).flatMap(([group, all]) => Object.keys(all).map((name) => `${group}.${name}`)).toSorted())
  })

  it.effect("let each role call what its rights allow, and refuse all else, over the real router", () =>
    world({ filename: ":memory:" }, { isIdle: true }, (w) =>
      Effect.gen(function*() {
        const accounts = yield* Accounts
        const port = yield* listening(w)
        const cases = Object.entries(roles).flatMap(([role, rights]) => [undefined, ["warehouse:acc-1"]].map((links) => ({ role: role as keyof typeof roles, rights: rights as ReadonlyArray<string>, links })))
        const wrong: Array<string> = []
        for (const { links, rights, role } of cases) {
          const { token: named } = yield* accounts.addToken({ name: `${role} ${links ?? "all"}`, role, links })
          for (const { method, name, path, row } of operations) {
            if (row.right === "anyone") continue
            // The body is not valid, so nothing is done; whoever may not call is refused before it is read.
            const { code } = yield* send(port, { method, path, headers: { authorization: `Bearer ${named}` }, ...(method !== "GET" && { body: { no: "such member" } }) })
            const expected = row.right !== "anyAccount" && !rights.includes(row.right) ? "RIGHT_MISSING" : links !== undefined && row.scope === "all" ? "LIMITED_TO_LINKS" : "allowed"
            const found = code === "RIGHT_MISSING" || code === "LIMITED_TO_LINKS" || code === "TOKEN_REFUSED" ? code : "allowed"
            if (found !== expected) wrong.push(`${role} ${links ?? "all"} ${name}: ${found} in place of ${expected}`)
          }
        }
        assert.deepStrictEqual(wrong, [])
      })))

  it.effect("refuse personal data to whoever may read alone, and to everybody who does not ask by a POST (issue 27)", () =>
    world({ filename: ":memory:" }, { isIdle: true }, (w) =>
      Effect.gen(function*() {
        const accounts = yield* Accounts
        const port = yield* listening(w)
        const viewer = yield* accounts.addToken({ name: "viewer", role: "viewer" })
        const operator = yield* accounts.addToken({ name: "clerk", role: "operator" })
        // The router lets a query begin with a semicolon too.
        for (const query of ["?reveal=true", "?reveal=1", "?reveal=", "?reveal=false&reveal=true", "?limit=5&rev%65al=true", ";reveal=true", ";limit=5&reveal=true&why=x"]) {
          for (const path of ["/admin/orders/SO-1", "/admin/calls", "/admin/calls/1", "/admin/deliveries/d-1", "/admin/intents/i-1"]) {
            for (const { token: bearer } of [viewer, operator]) {
              const refused = yield* send(port, { path: `${path}${query}`, headers: { authorization: `Bearer ${bearer}` } })
              assert.deepStrictEqual([refused.status, refused.code], [400, "REVEAL_IS_POST"], `${path}${query}`)
            }
          }
        }
        assert.strictEqual((yield* send(port, { path: "/admin/orders/SO-1?reveal=false", headers: { authorization: `Bearer ${viewer.token}` } })).code, "REQUEST_INVALID")
        for (const path of ["/admin/calls/reveal", "/admin/calls/1/reveal", "/admin/deliveries/d-1/reveal", "/admin/intents/i-1/reveal"]) {
          const ask = (bearer: string, body: object) => Effect.map(send(port, { method: "POST", path, headers: { authorization: `Bearer ${bearer}` }, body }), ({ code, status }) => [status, code])
          assert.deepStrictEqual(yield* ask(viewer.token, { reason: "curious" }), [403, "RIGHT_MISSING"], path)
          assert.deepStrictEqual(yield* ask(operator.token, {}), [400, "REQUEST_INVALID"], path)
          assert.deepStrictEqual(yield* ask(operator.token, { reason: "ticket 7" }), path === "/admin/calls/reveal" ? [200, ""] : [404, "NOT_FOUND"], path)
        }
      })))

  it.effect("refuse everybody else at each operation", () =>
    world({ filename: ":memory:" }, { isIdle: true }, (w) =>
      Effect.gen(function*() {
        const port = yield* listening(w)
        // What is open to anyone is read with a name; the world has no provider.
        const open: Readonly<Record<string, number>> = { "session.create": 400, "session.first": 400, "session.ways": 200, "session.beginOidc": 404 }
        for (const { method, name, path, row } of operations) {
          const { status } = yield* send(port, { method, path, ...(method !== "GET" && { body: {} }) })
          assert.strictEqual(status, open[name] ?? 401, name)
          assert.strictEqual(row.right === "anyone", open[name] !== undefined, name)
        }
        assert.strictEqual((yield* send(port, { path: "/admin/people", headers: { authorization: `Bearer ${Redacted.value(token)}` } })).status, 200)
      })))
})

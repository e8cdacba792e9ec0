/**
 * The playground by the admin API: what each operation takes, and calls that reach the sandbox alone (issue 27).
 */
import { assert } from "@effect/vitest"
import { envelopeSha1, gatewaySha1, md5SortedPairs } from "@crossdock/protocols/signing"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { compose } from "../../src/Composition.ts"
import * as SandboxLinks from "../../src/api/SandboxLinks.ts"
import * as Sandbox from "../../src/Sandbox.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { during, inWorldOn } from "../support/World.ts"
import * as AdminWorld from "./AdminWorld.ts"

const written = Sandbox.composition({ credentials: Sandbox.wellKnown, erpUrl: new URL("http://127.0.0.1:1") })
/** With one more warehouse, which is the system of somebody, also if it is declared for tests. */
const composedWith = (more: object = {}) => Result.getOrThrow(compose({
  ...written,
  connections: [...written.connections ?? [], { id: "real", plugin: "warehouse-sandbox", timeZone: "UTC", environment: "production", settings: {}, ...more }],
  links: [...written.links ?? [], { erp: "erp", peer: "real", protocol: "warehouse", id: "real", secretKey: "a real secret", prefix: "R-" }, { erp: "erp", peer: "real", protocol: "gateway", id: "sandbox", secretKey: "sandbox-secret", warehouseKey: "real", prefix: "G-" }]
} as never, {}))

const { secretKey } = Sandbox.wellKnown
const secret = Redacted.make(secretKey)
const json = [["content-type", "application/json"]] as const

onBothDatabases("the playground", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const options = { isIdle: true, composing: () => Result.getOrThrow(compose(written, {})) }

  inWorld("gives each operation of the four protocols with a schema and an example, and sends it to the sandbox (issue 27)", options, (w) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      const counts: Array<readonly [string, number, string | undefined]> = []
      for (const protocol of ["warehouse", "gateway", "platform", "open-api"] as const) {
        const { definitions, id = "", operations, secret: told } = yield* client.playground.show({ params: { protocol } })
        counts.push([protocol, operations.length, told])
        for (const { example, name, path, schema, summary } of operations) {
          const reference = (schema as { readonly $ref?: string }).$ref?.split("/").at(-1)
          assert.isTrue(summary !== "" && path.startsWith("/") && !path.includes("{") && (reference === undefined || definitions[reference] !== undefined), name)
          // The examples of the command line name the shop and the product in calls in which the document does not.
          assert.deepStrictEqual(unknownIn(example, reference === undefined ? schema : definitions[reference]).filter((member) => !["shopId", "onlineItemIdList"].includes(member)), [], `${name} of ${protocol}`)
          const sent = yield* during(client.playground.send({
            params: { protocol },
            payload: protocol === "gateway"
              ? { path, headers: [...json, ["appKey", id], ["sign", gatewaySha1.sign({ id, content: example }, secret)]], body: example }
              : protocol === "open-api"
              ? { path, headers: [["content-type", "application/x-www-form-urlencoded"]], body: form({ appId: id, serviceType: name, bizParam: example, timestamp: "0000000000", sign: md5SortedPairs.sign({ id, content: example, serviceType: name, timestamp: "0000000000" }, secret) }) }
              : { path, headers: [["content-type", "application/x-www-form-urlencoded"]], body: form({ accessId: id, method: name, content: example, sign: envelopeSha1.sign({ id, content: example }, secret) }) }
          }))
          assert.include([200, 429], sent.status, `${name}: ${sent.body}`)
          assert.notInclude(sent.body, "SIGNATURE_INVALID", name)
        }
      }
      assert.deepStrictEqual(counts, [["warehouse", 11, secretKey], ["gateway", 10, secretKey], ["platform", 15, secretKey], ["open-api", 16, secretKey]])
      assert.isAbove(Number((yield* (yield* Database).one("select count(*) as n from intent", []))?.["n"]), 0)
    }))

  inWorld("refuses whatever is not for the sandbox, with the right signature too, and sends nothing (issue 27)", { isIdle: true, composing: () => composedWith() }, (w) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      const order = JSON.stringify({ orderNumber: "SO-1" })
      const ask = (path: string, id: string, key: string, protocol: "gateway" | "warehouse" = "warehouse") => Effect.flip(during(client.playground.send({
        params: { protocol },
        payload: protocol === "gateway"
          ? { path, headers: [...json, ["appKey", id], ["sign", gatewaySha1.sign({ id, content: order }, Redacted.make(key))]], body: order }
          : { path, headers: json, body: JSON.stringify({ accessId: id, method: "createOrder", content: order, sign: envelopeSha1.sign({ id, content: order }, Redacted.make(key)) }) }
      })))
      const codeOf = (error: unknown) => (error as { readonly code?: string }).code
      assert.strictEqual(codeOf(yield* ask("/warehouse", "real", "a real secret")), "NOT_SANDBOX")
      assert.strictEqual(codeOf(yield* ask("/warehouse", "nobody", "x")), "NOT_SANDBOX")
      // Callers of both are called sandbox here, so the id does not tell where the call goes.
      assert.strictEqual(codeOf(yield* ask("/global-api/v1/warehouse/createOrder", "sandbox", secretKey, "gateway")), "NOT_SANDBOX")
      for (const path of ["/sys/automatic/receiveOdo/sandbox", "/callbacks/sandbox", "/global-api/v1/warehouse/createOrder", "/nowhere", "//elsewhere.example/warehouse", "http://elsewhere.example/warehouse"]) {
        assert.strictEqual(codeOf(yield* ask(path, "sandbox", secretKey)), "REQUEST_INVALID", path)
      }
      assert.deepStrictEqual(yield* (yield* Database).query("select id from intent", []), [])
      assert.isUndefined((yield* client.playground.show({ params: { protocol: "gateway" } })).id)
    }))

  inWorld("takes a link for the sandbox only if its peer is simulated and all that it concerns is for tests", { isIdle: true, composing: () => composedWith({ environment: "test" }) }, (w) =>
    Effect.sync(() => {
      const { connections, links } = w.composed
      const known = (change: (connection: (typeof connections)[number]) => object = () => ({})) => ({
        links,
        get: (id: string) => {
          const found = connections.find((one) => one.id === id)
          return found && { ...found, ...change(found) }
        }
      })
      const sandboxed = (state = known()) => links.filter((link) => SandboxLinks.isSandbox(link, state)).map(({ scope }) => scope)
      assert.lengthOf(sandboxed(), links.length)
      const other = (id: string, plugin: string) => known((connection) => connection.id === id ? { plugin: { ...connection.plugin, id: plugin } } : {})
      assert.notInclude(sandboxed(other("sandbox", "warehouse-envelope")), "warehouse:sandbox")
      // The books of a warehouse that is not simulated are those of somebody.
      assert.lengthOf(sandboxed(other("sandbox", "warehouse-envelope")).filter((scope) => scope.startsWith("open-api")), 0)
      assert.deepStrictEqual(sandboxed(known(({ id }) => id === "erp" ? { environment: "production" } : {})).filter((scope) => !scope.startsWith("open-api")), [])
    }))
})

/** The members of an example that its schema does not have. */
function unknownIn(example: string, schema: unknown): ReadonlyArray<string> {
  const value: unknown = example === "" ? {} : JSON.parse(example)
  const { items, properties = {} } = schema as { readonly items?: unknown; readonly properties?: object }
  return Array.isArray(value) ? items === undefined ? ["a list"] : [] : Object.keys(value as object).filter((name) => !(name in properties))
}

function form(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString()
}

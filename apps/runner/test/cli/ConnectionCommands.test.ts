import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { WarehouseV1 } from "@crossdock/core"
import { Connections } from "../../src/connection/Connections.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Reports } from "../../src/contracts/warehouse/Reports.ts"
import { Database } from "../../src/store/Database.ts"
import { order } from "../support/Orders.ts"
import { vendor } from "../support/Vendor.ts"
import { inWorld as inAnyWorld } from "./CommandWorld.ts"
import type { Ran } from "./Shell.ts"

const secret = "hunter2-of-the-vendor"

const inWorld = (
  title: string,
  test: (v: ReturnType<typeof vendor>, ...args: Parameters<Parameters<typeof inAnyWorld>[2]>) => ReturnType<Parameters<typeof inAnyWorld>[2]>
) => {
  const v = vendor(secret)
  inAnyWorld(title, { plugins: [v.plugin] }, (...args) => test(v, ...args))
}

const folder = mkdtempSync(join(tmpdir(), "crossdock-connections-"))
const file = (name: string, content: unknown): string => {
  const path = join(folder, name)
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content), { mode: 0o600 })
  return path
}

const asked = { id: "v", plugin: "warehouse-vendor", settings: { endpoint: "https://vendor.example", secretKey: secret } }
const link = { erp: "books", peer: "v", protocol: "warehouse", id: "acc-2", secretKey: "hunter2-of-the-caller" }

const isClean = (...ran: ReadonlyArray<Ran>) => {
  for (const { err, out } of ran) assert.notInclude(out + err, "hunter2")
}

describe("connections made at run time", () => {
  inWorld("add takes a file, tells what to do next, and tries it on request", (v, _, run) =>
    Effect.gen(function*() {
      const added = yield* run("connections", "add", file("v.json", asked))
      assert.strictEqual(added.code, 0, added.err)
      assert.match(added.out, /^v is stored and in use: A vendor\nits peer sends callbacks to \/callbacks\/v, as soon as CROSSDOCK_PUBLIC_URL/)
      assert.include(added.out, "to test it: crossdock connections test v")
      const shown = yield* run("connections", "show", "v")
      assert.match(shown.out, /origin +added while the runner ran/)
      assert.match((yield* run("connections", "show", "wh")).out, /origin +declared in the composition/)
      const tried = yield* run("connections", "add", JSON.stringify({ ...asked, id: "w" }), "--test")
      assert.match(tried.out, /ok +credentials +accepted\n(?:.*\n)*\nw works$/)
      v.vendorKnows.secret = "another"
      const refused = yield* run("connections", "add", JSON.stringify({ ...asked, id: "x" }), "--test", "--json")
      assert.strictEqual(refused.code, 1)
      const { connection, test } = JSON.parse(refused.out)
      assert.deepStrictEqual([connection.id, connection.origin, test.ok], ["x", "stored", false])
      isClean(added, shown, tried, refused)
    }))

  inWorld("ls shows connections that deliveries wait for and that do not exist", (_, w, run) =>
    Effect.gen(function*() {
      yield* Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), ""))
      w.erp.plan("unavailable")
      yield* Effect.flatMap(Reports, (reports) =>
        reports.take("wh", { _tag: "OutboundStatusChanged", status: { orderNumber: order("SO-1").orderNumber, phase: "cancelled", status: "CANCEL" } }))
      assert.notInclude((yield* run("connections", "ls")).out, "neither declared nor stored")
      yield* (yield* Database).query("update delivery set connection = 'gone', state = 'Pending', due_at = 0")
      const { out } = yield* run("connections", "ls")
      assert.include(out, "the connection gone does not exist, and 1 deliveries wait for it")
      assert.include(out, "crossdock deliveries cancel --connection gone")
      assert.deepStrictEqual(JSON.parse((yield* run("connections", "ls", "--json")).out).unserved, [{ id: "gone", deliveries: 1 }])
    }))

  inWorld("what does not fit is listed with its place, and nothing that was written is repeated", (_, __, run) =>
    Effect.gen(function*() {
      const wrong = file("wrong.json", { ...asked, id: "wh", settings: { endpoint: "hunter2", secretkey: secret, batches: 99 } })
      const refused = yield* run("connections", "add", wrong)
      assert.strictEqual(refused.code, 1)
      assert.match(refused.err, /^crossdock: nothing was changed, because 5 members are not valid\n/)
      for (const path of ["/id", "/settings/endpoint", "/settings/secretKey", "/settings/batches", "/settings/secretkey"]) {
        assert.include(refused.err, `\n  ${path}\n    `)
      }
      const json = yield* run("connections", "add", wrong, "--json")
      assert.strictEqual(JSON.parse(json.out).error.problems.length, 5)
      const shape = yield* run("connections", "add", JSON.stringify({ id: 5, secretKey: secret, settings: [], pollInterval: "soon", environment: "hunter2" }))
      assert.strictEqual(shape.code, 2)
      for (const path of ["/id", "/plugin", "/secretKey", "/settings", "/pollInterval", "/environment"]) assert.include(shape.err, `\n  ${path}\n`)
      assert.include(shape.err, "Expected a time such as `30 seconds`")
      assert.include(shape.err, "/secretKey\n    this member does not exist; correct its name, or remove it")
      const broken = yield* run("connections", "add", file("broken.json", "{\"secretKey\": hunter2}"))
      assert.strictEqual(broken.code, 2)
      assert.match(broken.err, /broken\.json is not valid JSON/)
      const missing = yield* run("connections", "add", join(folder, "none.json"))
      assert.strictEqual(missing.code, 2)
      isClean(refused, json, shape, broken)
    }))

  inWorld("rotate takes a secret from a file, never from an argument", (v, _, run) =>
    Effect.gen(function*() {
      yield* run("connections", "add", file("v.json", asked))
      v.vendorKnows.secret = "hunter2-the-next"
      const rotated = yield* run("connections", "rotate", "v", `secretKey=@${file("key", "hunter2-the-next\n")}`, "batches=3", "--test")
      assert.strictEqual(rotated.code, 0, rotated.err)
      assert.match(rotated.out, /^v has a new secretKey and batches and uses it from now on\n(?:.*\n)*\nv works$/)
      const literal = yield* run("connections", "rotate", "v", "secretKey=hunter2")
      assert.strictEqual(literal.code, 2)
      assert.include(literal.err, "secretKey is a secret, and arguments stay in the shell history; write secretKey=@file")
      const below = yield* run("connections", "rotate", "v", "callbacks={\"segment\":\"s\",\"key\":\"hunter2\"}")
      assert.strictEqual(below.code, 2)
      const refused = [
        yield* run("connections", "rotate", "v", "hunter2"),
        yield* run("connections", "rotate", "v", "=hunter2"),
        yield* run("connections", "rotate", "v", "batches=hunter2"),
        yield* run("connections", "rotate", "v", "batches=3", "batches=4"),
        yield* run("connections", "rotate", "v", "secret-key=hunter2"),
        yield* run("connections", "rotate", "v", "secretKey=@/no/such/file"),
        yield* run("connections", "rotate", "v", "secretKey=-", "endpoint=-")
      ]
      for (const { code, err } of refused.slice(0, 6)) assert.strictEqual(code, 2, err)
      const range = yield* run("connections", "rotate", "v", "batches=99")
      assert.strictEqual(range.code, 1)
      assert.include(range.err, "(/settings/batches)")
      const declared = yield* run("connections", "rotate", "books", "x=1")
      assert.notStrictEqual(declared.code, 0)
      assert.strictEqual((yield* run("connections", "rotate", "nobody", "x=1")).code, 1)
      isClean(rotated, literal, below, ...refused, range)
    }))

  inWorld("links are added and listed, and go with their connection", (_, __, run) =>
    Effect.gen(function*() {
      yield* run("connections", "add", file("v.json", asked))
      const added = yield* run("links", "add", file("link.json", link))
      assert.strictEqual(added.code, 0, added.err)
      assert.match(added.out, /^warehouse:acc-2 is stored and in use: requests to warehouse from acc-2 now reach v\nto test it: .*--access-id acc-2/)
      const list = yield* run("links", "ls")
      assert.match(list.out, /warehouse:acc-1 +warehouse +books +wh +- +- +declared\nwarehouse:acc-2 +warehouse +books +v +- +- +stored/)
      const twice = yield* run("links", "add", file("link.json", link))
      assert.strictEqual(twice.code, 1)
      assert.include(twice.err, "/id\n    another link has the id \"acc-2\" on the same route")
      for (const command of [["readings"], ["backfill", "--since", "2h"]] as const) {
        const [name, ...flags] = command
        const noShop = yield* run("links", name, "warehouse:acc-2", ...flags)
        assert.strictEqual(noShop.code, 1)
        assert.include(noShop.err, "existing links: warehouse:acc-1, warehouse:acc-2")
      }
      const shape = yield* run("links", "add", JSON.stringify({ ...link, secretKey: "", secretkey: "hunter2", protocol: "hunter2" }))
      assert.strictEqual(shape.code, 2)
      const gone = yield* run("links", "remove", "warehouse:acc-2")
      assert.strictEqual(gone.code, 0, gone.err)
      assert.match(gone.out, /^warehouse:acc-2 is removed: requests of its caller are refused from now on\nits past orders are kept/)
      const declaredLink = yield* run("links", "remove", "warehouse:acc-1")
      assert.strictEqual(declaredLink.code, 1)
      assert.include(declaredLink.err, "warehouse:acc-1 is declared in the composition file; change it there")
      yield* run("links", "add", file("link.json", link))
      const removed = yield* run("connections", "remove", "v")
      assert.strictEqual(removed.out, "v is removed, together with warehouse:acc-2\nits past orders are kept: crossdock orders ls --link warehouse:acc-2")
      assert.strictEqual((yield* run("connections", "remove", "v")).code, 1)
      const declared = yield* run("connections", "remove", "wh")
      assert.strictEqual(declared.code, 1)
      assert.include(declared.err, "wh is declared in the composition file; change it there")
      assert.isUndefined((yield* Connections).get("v"))
      isClean(added, list, twice, shape, removed)
    }))

  inWorld("plugins show what a connection needs, with what it is without it and what is a secret", (_, __, run) =>
    Effect.gen(function*() {
      const list = yield* run("plugins", "ls")
      assert.match(list.out, /warehouse-vendor +warehouse\/v1 +no +yes +3 \+ 3 +- +A vendor/)
      const shown = yield* run("plugins", "show", "warehouse-vendor")
      assert.match(shown.out, /endpoint +address +yes +- +Endpoint: Where it answers\n +secretKey +string, secret +yes/)
      assert.match(shown.out, /batches +integer +no +2 +Batches/)
      const json = yield* run("plugins", "show", "warehouse-vendor", "--json")
      assert.isTrue(JSON.parse(json.out).settings.properties.secretKey.writeOnly)
      const missing = yield* run("plugins", "show", "nobody")
      assert.strictEqual(missing.code, 1)
      assert.include(missing.err, "existing plugins: warehouse-fake, erp-fake, warehouse-vendor")
    }))
})

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Report } from "../../src/cli/ConformanceReports.ts"
import { crossdock } from "./Shell.ts"

const folder = mkdtempSync(join(tmpdir(), "crossdock-matrix-"))
const sandbox = new URL("../../../../packages/warehouse-sandbox/dist/index.js", import.meta.url).href

const composition = join(folder, "crossdock.config.mjs")
writeFileSync(composition, `import { sandboxCore, sandboxFull, sandboxLean } from ${JSON.stringify(sandbox)}
  export default {
    plugins: [sandboxFull, sandboxCore, sandboxLean],
    connections: [{ id: "a", plugin: "sandbox-lean", settings: { account: { _tag: "EnvReference", name: "NOT_SET" } } }],
    links: []
  }\n`)

const observed = (operation: string, seen: Report["operations"][number]["observed"]) => ({ operation, isRequired: false, declared: true, observed: seen })

/** Reports as the suites leave them, in a folder of their own. */
const reports = (name: string, ...written: ReadonlyArray<readonly [plugin: string, operations: Report["operations"], laws?: Report["laws"]]>) => {
  const at = join(folder, name)
  for (const [index, [plugin, operations, laws = []]] of written.entries()) {
    mkdirSync(join(at, `p${index}`, "coverage"), { recursive: true })
    const report = { contract: "warehouse/v1", plugin, title: plugin, ranAt: "2026-11-20T10:00:00.000Z", counts: {}, operations, laws }
    writeFileSync(join(at, `p${index}`, "coverage", "crossdock-conformance.json"), JSON.stringify(report))
    writeFileSync(join(at, `p${index}`, "coverage", "tests.json"), "{\"numTotalTests\": 3}")
  }
  return at
}

const matrix = (...argv: ReadonlyArray<string>) => crossdock(["matrix", "--config", composition, ...argv])

describe("matrix", () => {
  it.effect("is drawn from a composition without its environment and without starting anything", () =>
    Effect.gen(function*() {
      const ran = yield* matrix()
      assert.strictEqual(ran.code, 0, ran.err)
      const lines = ran.out.split("\n")
      assert.match(lines[0]!, /^ +sandbox-full +sandbox-core +sandbox-lean$/)
      assert.lengthOf(lines, 13)
      assert.match(ran.out, /\nDebugging status +yes +yes +yes\nWarehouse authorization +yes +yes +-\n/)
      assert.match(ran.out, /\nIssue ASN +yes +- +-\n/)
      const { columns, ok, rows } = JSON.parse((yield* matrix("--json")).out)
      assert.isTrue(ok)
      assert.lengthOf(columns, 12)
      assert.deepStrictEqual(rows[2].cells[4], { column: "issueOutbound", isDeclared: true, from: "contract" })
    }))

  it.effect("shows what was observed beside what is declared; what no law could try contradicts nothing", () =>
    Effect.gen(function*() {
      const at = reports("good", ["sandbox-full", [observed("createOutboundOrder", "works"), observed("listStock", "unproven")]], ["strange", []])
      const ran = yield* matrix("--reports", at)
      assert.strictEqual(ran.code, 0, ran.err)
      assert.match(ran.out, /\nIssue outbound +yes, works +yes +yes\n/)
      assert.match(ran.out, /\nSync inventory +yes, unproven +yes +-\n/)
      assert.include(ran.out, "no report of sandbox-core, sandbox-lean: only the declaration is shown")
      assert.include(ran.out, "reports of plugins that are not in the composition: strange")
    }))

  it.effect("a declared cell that the suite found broken is marked, explained, and ends with exit code 1", () =>
    Effect.gen(function*() {
      const at = reports(
        "bad",
        ["sandbox-full", [observed("listStock", "works"), observed("cancelOutboundOrder", "works")]],
        [
          "sandbox-full",
          [observed("cancelOutboundOrder", "broken"), observed("authorization", "absent"), observed("upsertProduct", "works")],
          [{ law: "cancelOutboundOrder/again", message: "cancelled twice is cancelled", outcome: "broken", because: "the second one was refused" }]
        ],
        ["sandbox-lean", [observed("listStock", "absent")]]
      )
      const ran = yield* matrix("--reports", at)
      assert.strictEqual(ran.code, 1)
      assert.match(ran.out, /\nCancel outbound +yes, BROKEN +yes +yes\n/)
      assert.match(ran.out, /\nSync inventory +yes, works +yes +-\n/)
      assert.include(ran.out, "sandbox-full declares Cancel outbound, but the suite observed: broken\n  cancelled twice is cancelled: the second one was refused (cancelOutboundOrder/again)")
      assert.include(ran.out, "sandbox-full declares Warehouse authorization, but the suite observed: absent")
      const json = yield* matrix("--reports", at, "--json")
      assert.strictEqual(json.code, 1)
      const { contradictions, ok, rows } = JSON.parse(json.out)
      assert.isFalse(ok)
      assert.deepStrictEqual(contradictions.map(({ column }: { readonly column: string }) => column), ["authorization", "cancelOutbound"])
      assert.deepInclude(rows[0].cells[5], { column: "cancelOutbound", observed: "broken", isContradicted: true })
      assert.lengthOf(rows[0].reports, 2)
    }))

  it.effect("a check also fails where something declared was not seen to work", () =>
    Effect.gen(function*() {
      const core = ["createOutboundOrder", "cancelOutboundOrder", "getOutboundOrders"]
      const works = (...names: ReadonlyArray<string>) => names.map((name) => observed(name, "works"))
      const at = reports("half", ["sandbox-core", [...works(...core, "authorization", "listWarehouses", "listChannels"), observed("listStock", "unproven")]], [
        "sandbox-lean",
        works(...core)
      ])
      assert.strictEqual((yield* matrix("--reports", at)).code, 0)
      const ran = yield* matrix("--reports", at, "--check")
      assert.strictEqual(ran.code, 1)
      assert.match(ran.out, /not proven, so the check fails:\n(?:.*\n)+? +sandbox-full +Warehouse authorization, Warehouse list, .*\n +sandbox-core +Sync inventory(?:\n|$)/)
      const { contradictions, ok, unproven } = JSON.parse((yield* matrix("--reports", at, "--check", "--json")).out)
      assert.isFalse(ok)
      assert.isEmpty(contradictions)
      assert.deepInclude(unproven, { plugin: "sandbox-core", column: "syncInventory" })
      assert.lengthOf(unproven, 12)
      const without = yield* matrix("--check")
      assert.strictEqual(without.code, 2)
      assert.include(without.err, "give their folder with --reports")
    }))

  it.effect("says which reports are missing, in another place or damaged", () =>
    Effect.gen(function*() {
      const none = yield* matrix("--reports", reports("none", ["strange", []]))
      assert.strictEqual(none.code, 1)
      assert.include(none.err, "is no report of a plugin of")
      assert.strictEqual((yield* matrix("--reports", join(folder, "nowhere"))).code, 2)
      const at = join(folder, "damaged")
      mkdirSync(at)
      writeFileSync(join(at, "crossdock-conformance.json"), "{")
      const damaged = yield* matrix("--reports", at)
      assert.strictEqual(damaged.code, 1)
      assert.include(damaged.err, "is not a conformance report of this version")
      const missing = yield* crossdock(["matrix", "--config", join(folder, "none.ts")])
      assert.strictEqual(missing.code, 1)
      assert.include(missing.err, "there is no file")
    }))
})

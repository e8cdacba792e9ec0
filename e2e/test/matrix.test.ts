/**
 * The capability matrix of four plugins, from their conformance suites to the command: every declared operation was
 * observed, and a missing handler makes its cell, its suite and the build fail.
 */
import { WarehouseV1 } from "@crossdock/core"
import { Client } from "@crossdock/protocols/warehouse-envelope"
import { WarehouseV1Conformance } from "@crossdock/testkit/conformance"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { lamed } from "../fixtures/plugins/lame.ts"
import { warehouseTypes } from "../fixtures/plugins/warehouse-types.ts"
import { type Handled, handlersOf, limits, Settings, settings, warehouse, without } from "../fixtures/plugins/warehouse.ts"
import { startNode, tempDir } from "../support/processes.ts"

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const composition = at("../fixtures/plugins/crossdock.config.ts")
const folder = tempDir("crossdock-matrix-")
afterAll(folder.remove)

interface Test {
  readonly title: string
  readonly status: string
}

/** Runs the suites of a fixture as its author would with `npm test`; the reports are written to `reports`. */
const suites = async (name: string) => {
  const reports = join(folder.path, name)
  const results = join(folder.path, `${name}.json`)
  const { exited } = startNode(at("../node_modules/vitest/vitest.mjs"), {
    args: ["run", "--config", "vitest.fixtures.config.ts", `fixtures/plugins/${name}.test.ts`, "--reporter=json", `--outputFile=${results}`],
    cwd: at(".."),
    env: { REPORTS: reports }
  })
  const { code } = await exited
  const { testResults } = JSON.parse(readFileSync(results, "utf8")) as {
    readonly testResults: ReadonlyArray<{ readonly assertionResults: ReadonlyArray<Test & { readonly ancestorTitles: ReadonlyArray<string> }> }>
  }
  const broken = testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === "failed")
  return {
    code,
    reports,
    brokenOf: (plugin: string) => broken.filter(({ ancestorTitles }) => ancestorTitles[0] === `warehouse/v1 ${plugin}`).map(({ title }) => title)
  }
}

const matrix = async (...argv: ReadonlyArray<string>) => {
  const running = startNode(at("../../apps/runner/dist/main.js"), { args: ["matrix", "--config", composition, ...argv] })
  const { code } = await running.exited
  return { code, out: running.stdout(), err: running.stderr() }
}

/** The cells of a printed matrix by column title, in the order of the plugins. */
const cells = (out: string): Readonly<Record<string, ReadonlyArray<string>>> =>
  Object.fromEntries(out.split("\n").slice(1, 13).map((line) => {
    const [title = "", ...row] = line.trimEnd().split(/ {2,}/)
    return [title, row]
  }))

type Suites = Awaited<ReturnType<typeof suites>>
let whole: Suites
let lame: Suites
beforeAll(async () => {
  whole = await suites("warehouse-types")
  lame = await suites("lame")
})

describe("crossdock matrix over the four types of document 2, 2.13", () => {
  const works = "yes, works"
  const observed = {
    "Debugging status": ["yes", "yes", "yes", "yes"],
    "Warehouse authorization": [works, works, works, "-"],
    "Warehouse list": [works, works, works, "-"],
    "Channel list": [works, works, works, "-"],
    "Issue outbound": [works, works, works, works],
    "Cancel outbound": [works, works, works, works],
    "Query outbound": [works, works, works, works],
    "Issue ASN": [works, "-", "-", "-"],
    "Cancel ASN": [works, "-", "-", "-"],
    "Query ASN": [works, "-", "-", "-"],
    "Create product": [works, "-", "-", "-"],
    "Sync inventory": [works, works, works, "-"]
  }

  it("shows the cells of the document as observed by the suites (G-221 G-222 G-223 G-228 G-229)", async () => {
    assert.strictEqual(whole.code, 0)
    const ran = await matrix("--reports", whole.reports, "--check")
    assert.strictEqual(ran.code, 0, ran.err)
    assert.deepStrictEqual(cells(ran.out), observed)
  })

  it("a handler that is missing turns its cell red, and the build", async () => {
    const ran = await matrix("--reports", lame.reports)
    assert.strictEqual(ran.code, 1)
    const broken = "yes, BROKEN"
    assert.deepStrictEqual(cells(ran.out), {
      ...observed,
      "Create product": [broken, "-", "-", "-"],
      "Sync inventory": [works, broken, works, "-"],
      "Warehouse authorization": [works, works, broken, "-"],
      // Without cancels, no order is issued again or found cancelled.
      "Issue outbound": [works, works, works, broken],
      "Cancel outbound": [works, works, works, broken],
      "Query outbound": [works, works, works, broken]
    })
    assert.include(ran.out, "type-1 declares Create product, but the suite observed: broken\n  creates a product that the peer does not have: upsertProduct failed as OperationUnsupported")
    const { contradictions, ok } = JSON.parse((await matrix("--reports", lame.reports, "--json")).out)
    assert.isFalse(ok)
    assert.deepInclude(contradictions.map(({ column, plugin }: { readonly column: string; readonly plugin: string }) => `${plugin} ${column}`), "type-2 syncInventory")
  })

  it("the suite of a plugin without a handler fails by the laws of that handler, with their ids", () => {
    assert.notStrictEqual(lame.code, 0)
    for (const [plugin, operation] of [["type-1", "upsertProduct"], ["type-2", "listStock"], ["type-3", "authorization"]] as const) {
      const broken = lame.brokenOf(plugin)
      assert.isNotEmpty(broken, plugin)
      for (const title of broken) assert.match(title, new RegExp(`\\(${operation}/[\\w-]+;(?: [A-Z]\\d?-\\d{2,3})+\\)$`))
    }
    assert.isTrue(lame.brokenOf("type-1").some((title) => title.includes("D1-319")), lame.brokenOf("type-1").join("\n"))
    assert.isTrue(lame.brokenOf("type-4").some((title) => title.includes("(cancelOutboundOrder/cancels;")))
  })

  it("without reports it says what is declared and nothing more", async () => {
    const declared = await matrix()
    assert.strictEqual(declared.code, 0)
    assert.deepStrictEqual(cells(declared.out), Object.fromEntries(
      Object.entries(observed).map(([title, row]) => [title, row.map((cell) => cell.replace(works, "yes"))])
    ))
  })
})

describe("every declared cell of every type", () => {
  const operations = [...WarehouseV1.contract.required, ...WarehouseV1.contract.optional].map(({ name }) => name)
  const declared = warehouseTypes.flatMap((plugin) =>
    operations
      .filter((name) => WarehouseV1.contract.required.some((one) => one.name === name) || plugin.offers.some((one) => one === name))
      .map((name) => [plugin.id, name as Handled, plugin] as const))

  it.each(declared)("%s: without its handler %s is observed as broken", async (_, name, plugin) => {
    const lost = lamed(plugin, name)
    const { operations: seen } = await Effect.runPromise(
      WarehouseV1Conformance.check({ plugin: lost, settings, ...warehouse() }, (law) => law.startsWith(`${name}/`))
    )
    assert.strictEqual(seen.find(({ operation }) => operation === name)?.observed, "broken")
  })
})

describe("a declaration over one handler fewer", () => {
  it("does not compile", () => {
    const declared = { id: "x", settings: Settings, limits }
    WarehouseV1.plugin({ ...declared, offers: Client.offers, make: handlersOf })
    // @ts-expect-error the plugin does not offer its other handlers
    WarehouseV1.plugin({ ...declared, offers: ["listStock"], make: handlersOf })
    // @ts-expect-error Property 'listStock' is missing
    WarehouseV1.plugin({ ...declared, offers: ["listStock"], make: without("listStock") })
    // @ts-expect-error Property 'cancelOutboundOrder' is missing
    WarehouseV1.plugin({ ...declared, offers: [], make: without("cancelOutboundOrder") })
  })
})

/**
 * `crossdock certify` tests our own runner on all four protocols, and finds nothing. Every answer of the runner and every request that it
 * accepts is valid by the OpenAPI documents.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { checkAll, type Name, operationsOf, watch } from "../support/exchanges.ts"
import type { Running } from "../support/processes.ts"
import { type Home, homeOf } from "../support/runner.ts"

const env = { CERTIFY_SECRET: "sandbox-secret" }
let sandboxHome: Home
let shopHome: Home
let running: Running
let shop: Running
beforeAll(async () => {
  shopHome = await homeOf({ env, composition: "certify.config.ts" })
  shop = await shopHome.start()
  sandboxHome = await homeOf({ env })
  running = await sandboxHome.start()
})
afterAll(() => Promise.all([sandboxHome?.remove(), shopHome?.remove()]))

interface Certificate {
  readonly report: { readonly outcomes: ReadonlyArray<{ readonly verdict: string; readonly method: string; readonly sentence: string; readonly found?: string }>; readonly leftovers: ReadonlyArray<string>; readonly remarks: ReadonlyArray<string> }
}

const sandbox = ["--id", "sandbox", "--ships"]
/** Its orders stay in picking, so that they can be cancelled however slow this machine is. */
const staying = ["--sku", "NEVER_SHIPS"]
const targets: ReadonlyArray<readonly [protocol: Name, path: string, ...more: ReadonlyArray<string>]> = [
  ["warehouse-envelope", "/warehouse", ...staying],
  ["gateway", "", "--warehouse-key", "sandbox", ...staying],
  ["platform-envelope", "", "--platform", "sandbox", "--shop-id", "1", "--code", "sandbox-code", "--web-hook-url"],
  ["erp-open-api", "", "--warehouse", "Sandbox One", "--sku", "SKU-1001"]
]

/** Operations of which only the refusal is tried, because they would move goods that are somebody's. */
const onlyRefused = ["CREATE_TRANSFER_AVAILABLE_ORDER", "TRANSFER_STORAGE_LOCATION"]

describe("a certificate of our own runner", () => {
  for (const [protocol, path, ...more] of targets) {
    it(`is clean for ${protocol}, and each method was tried`, async () => {
      const isShop = protocol === "platform-envelope"
      const home = isShop ? shopHome : sandboxHome
      const out = join(home.data, protocol)
      const rest = more.at(-1) === "--web-hook-url" ? [...more, "https://127.0.0.1:9/extApi/platform/pushOrder"] : more
      const runner = await watch(home.url)
      const { code, err } = await home.crossdock("certify", `${runner.url}${path}`, "--protocol", protocol, ...sandbox, "--out", out, ...rest).finally(runner.close)
      const { report } = JSON.parse(readFileSync(join(out, "certificate.json"), "utf8")) as Certificate
      assert.deepStrictEqual(report.outcomes.filter(({ verdict }) => verdict !== "kept").map(({ found, method, sentence }) => `${method}: ${sentence} ${found}`), [], (isShop ? shop : running).stderr())
      assert.deepStrictEqual(report.leftovers, [])
      assert.deepStrictEqual(report.remarks, [])
      assert.strictEqual(code, 0, err)
      const exchanges = await checkAll(runner.exchanges)
      assert.deepStrictEqual(exchanges.flatMap(({ problems }) => problems), [])
      const accepted = new Set(exchanges.filter(({ isAccepted }) => isAccepted).map(({ method }) => operationsOf(protocol).get(method)))
      const served = [...operationsOf(protocol)].filter(([method, { isCallback }]) => !isCallback && !onlyRefused.includes(method))
      assert.deepStrictEqual(served.filter(([, operation]) => !accepted.has(operation)).map(([method]) => method), [], "operations without an accepted call")
    })
  }

  it("is refused with what to write where the secret is missing", async () => {
    const { code, err } = await sandboxHome.crossdock("certify", sandboxHome.url, "--protocol", "soap", "--id", "sandbox")
    assert.strictEqual(code, 2)
    assert.include(err, "protocol")
  })
})

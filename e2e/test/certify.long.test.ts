/** `crossdock certify` tests our own runner on all four protocols, and finds nothing. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Running } from "../support/processes.ts"
import { type Home, homeOf } from "../support/runner.ts"

let home: Home
let running: Running
beforeAll(async () => {
  home = await homeOf({ env: { CERTIFY_SECRET: "sandbox-secret" } })
  running = await home.start()
})
afterAll(() => home?.remove())

interface Certificate {
  readonly report: { readonly outcomes: ReadonlyArray<{ readonly verdict: string; readonly method: string; readonly sentence: string; readonly found?: string }>; readonly leftovers: ReadonlyArray<string>; readonly remarks: ReadonlyArray<string> }
}

const sandbox = ["--id", "sandbox", "--ships"]
const targets = [
  ["warehouse-envelope", "/warehouse"],
  ["gateway", "", "--warehouse-key", "sandbox"],
  ["platform-envelope", "", "--platform", "sandbox", "--shop-id", "1", "--code", "sandbox-code", "--web-hook-url"],
  ["erp-open-api", "", "--warehouse", "Sandbox One", "--sku", "SKU-1001"]
] as const

describe("a certificate of our own runner", () => {
  for (const [protocol, path, ...more] of targets) {
    it(`is clean for ${protocol}, and each method was tried`, async () => {
      const out = join(home.data, protocol)
      const rest = more.at(-1) === "--web-hook-url" ? [...more, `${home.url.replace("http:", "https:")}/extApi/platform/pushOrder`] : more
      const { code, err } = await home.crossdock("certify", `${home.url}${path}`, "--protocol", protocol, ...sandbox, "--out", out, ...rest)
      const { report } = JSON.parse(readFileSync(join(out, "certificate.json"), "utf8")) as Certificate
      assert.deepStrictEqual(report.outcomes.filter(({ verdict }) => verdict !== "kept").map(({ found, method, sentence }) => `${method}: ${sentence} ${found}`), [], running.stderr())
      assert.deepStrictEqual(report.leftovers, [])
      assert.deepStrictEqual(report.remarks, [])
      assert.strictEqual(code, 0, err)
    })
  }

  it("is refused with what to write where the secret is missing", async () => {
    const { code, err } = await home.crossdock("certify", home.url, "--protocol", "soap", "--id", "sandbox")
    assert.strictEqual(code, 2)
    assert.include(err, "protocol")
  })
})

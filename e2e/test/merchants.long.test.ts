/** Runs the example from the operator's guide: two merchants at one warehouse account. */
import { readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, it, onTestFinished } from "vitest"
import { tempDir } from "../support/processes.ts"
import { shell } from "../support/readme.ts"
import { adminToken, homeOf } from "../support/runner.ts"

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const guide = readFileSync(at("../../docs/guides/operate.md"), "utf8")

const keys = { MERCHANT_A_KEY: "a-key-of-the-tests", MERCHANT_B_KEY: "b-key-of-the-tests" }

it("runs as it stands in the guide: held until it is mapped, sent under its own number, no stock of the other (D1-402 D1-403)", async () => {
  const folder = tempDir("crossdock-merchants-")
  onTestFinished(folder.remove)
  symlinkSync(at("../../apps/runner/node_modules"), join(folder.path, "node_modules"), "junction")
  const file = join(folder.path, "crossdock.config.ts")
  writeFileSync(file, /<!-- file: crossdock.config.ts -->\n```ts\n([^]*?)```/.exec(guide)![1]!)
  writeFileSync(join(folder.path, "package.json"), "{\"type\":\"commonjs\"}")
  const home = await homeOf({ composition: new URL(`file://${file}`).href, env: keys })
  onTestFinished(home.remove)
  await home.start()

  const environment = {
    ...keys,
    PORT: String(home.port),
    CROSSDOCK_ADMIN_PORT: String(home.adminPort),
    CROSSDOCK_ADMIN_TOKEN: adminToken
  }
  const exports = Object.entries(environment).map(([name, value]) => `export ${name}=${value}`).join("\n")
  const command = `"${process.execPath}" "${at("../../apps/runner/dist/main.js")}"`
  const blocks = [...guide.matchAll(/<!-- shell: two-merchants -->\n```sh\n([^]*?)```/g)].map(([, text]) => text!.replaceAll("npm run crossdock --", command))
  assert.lengthOf(blocks, 2)
  const run = (script: string) => shell(`cd "${dirname(file)}"\n${exports}\nexport CROSSDOCK_CALL_SECRET=$MERCHANT_A_KEY\n${script}`)

  const before = await run(blocks[0]!)
  assert.include(before, "HELD: /warehouseCode: \\\"SBX-1\\\" has no row in the mapping table; /logisticsCode: \\\"SBX-STD\\\" has no row")
  assert.include(before, "not taken yet")
  assert.match(before, /warehouse +SBX-1 +erp /)
  assert.match(before, /channel +SBX-STD +erp /)

  const after = await run(blocks[1]!)
  assert.include(after, "1 held orders continue")
  assert.include(after, "A-SO-1")
  assert.match(after, /"warehouseSku": "MUG-BLUE"/)
  assert.lengthOf([...after.matchAll(/"warehouseSku": /g)], 1)
  assert.match(after, /sku +SKU-1003 +warehouse /)
  assert.notMatch(after, /sku +SKU-100[12] +warehouse /)
})

/**
 * Does what the page of an example says: starts its composition, runs its commands, and looks for what it promises to see.
 */
import { eventually } from "@crossdock/e2e/support/processes.ts"
import { shell } from "@crossdock/e2e/support/readme.ts"
import { adminToken, type Home, homeOf } from "@crossdock/e2e/support/runner.ts"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, onTestFinished } from "vitest"

const at = (path: string): URL => new URL(`../${path}`, import.meta.url)
const runner = fileURLToPath(new URL("dist/main.js", import.meta.resolve("@crossdock/runner/package.json")))

const blockOf = (page: string, mark: string): string => {
  const found = new RegExp(`<!-- ${mark} -->\n\`\`\`\\w+\n([^]*?)\`\`\``).exec(page)
  assert.isDefined(found?.[1], `the page has no block after <!-- ${mark} -->`)
  return found![1]!
}

/** The width of columns does not matter. */
const flat = (text: string): string => text.replaceAll(/ +/g, " ")

/** Lines with … for what changes from run to run. */
const patternOf = (line: string): RegExp => new RegExp(flat(line).split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\S*"))

/** Commands that change nothing, which are repeated until everything is to be seen. */
const isRead = (command: string): boolean => / (?:orders show|orders ls|books stock|call syncInventory|stock drift)\b/.test(command)

export interface Shown {
  readonly home: Home
  /** What each command printed last. */
  readonly outputs: ReadonlyMap<string, string>
}

/** Runs an example until everything is to be seen that its page promises. */
export const run = async (folder: string): Promise<Shown> => {
  const page = readFileSync(at(`${folder}/README.md`), "utf8")
  assert.include(page, `CROSSDOCK_CONFIG=examples/${folder}/crossdock.config.ts`)
  const home = await homeOf({ composition: at(`${folder}/crossdock.config.ts`).href })
  onTestFinished(home.remove)
  await home.start({ CROSSDOCK_ERP_URL: home.url })
  const environment = { PORT: home.port, CROSSDOCK_ADMIN_PORT: home.adminPort, CROSSDOCK_ADMIN_TOKEN: adminToken }
  const exports = Object.entries(environment).map(([name, value]) => `export ${name}=${value}`).join("\n")
  const printed = (command: string) => shell(`${exports}\n${command.replaceAll("npm run crossdock --", `"${process.execPath}" "${runner}"`)}`)

  const outputs = new Map<string, string>()
  const commands = blockOf(page, "run").trim().split("\n")
  for (const command of commands.filter((each) => !isRead(each))) outputs.set(command, await printed(command))
  const promised = blockOf(page, "see").trim().split("\n").map(patternOf)
  await eventually(async () => {
    for (const command of commands.filter(isRead)) outputs.set(command, await printed(command))
    const all = flat([...outputs.values()].join("\n"))
    const missing = promised.filter((pattern) => !pattern.test(all))
    if (missing.length > 0) throw new Error(`${missing.join(", ")} is not in\n${all}`)
    return true
  }, { what: `what the page of ${folder} promises`, timeoutMs: 60_000, everyMs: 500 })
  return { home, outputs }
}

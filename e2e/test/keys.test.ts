/**
 * Weak encryption keys and admin tokens are refused, and the runner never replaces a lost key by a new one.
 */
import { existsSync, renameSync } from "node:fs"
import { join } from "node:path"
import { assert, it, onTestFinished } from "vitest"
import { homeOf } from "../support/runner.ts"

const homeFor = async () => {
  const home = await homeOf()
  onTestFinished(home.remove)
  return home
}

const refuses = async (running: { readonly exited: Promise<{ readonly code: number | null }>; readonly stderr: () => string }, message: RegExp) => {
  assert.strictEqual((await running.exited).code, 1)
  assert.match(running.stderr(), message)
}

it.for([
  ["CROSSDOCK_SECRET_KEY", "short", /CROSSDOCK_SECRET_KEY .* not 32 random bytes in Base64; .*openssl rand -base64 32/],
  ["CROSSDOCK_ADMIN_TOKEN", "admin", /CROSSDOCK_ADMIN_TOKEN .* easy to guess; .*openssl rand -base64 32/]
] as const)("refuses to start with a weak %s", async ([name, value, message]) => {
  const home = await homeFor()
  await refuses(await home.startDoomed({ [name]: value }), message)
})

it("makes no new key for a database whose key is lost, says what to do, and starts with the old key", async () => {
  const home = await homeFor()
  await (await home.start()).stop()
  const file = join(home.data, "secret-key")
  renameSync(file, `${file}.away`)
  await refuses(await home.startDoomed({}), /there is no key.*put back the file secret-key /)
  assert.isFalse(existsSync(file))
  assert.include((await home.crossdock("doctor")).out, "there is no key")
  renameSync(`${file}.away`, file)
  await (await home.start()).stop()
})

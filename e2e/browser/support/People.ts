/** Accounts of the tests, made by the command line as an operator does, and their signing in by the page. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { expect } from "vitest"
import type { Running } from "../../support/processes.ts"
import type { Home } from "../../support/runner.ts"

export const password = "a password of the tests"

/** Adds a person with the password of the tests. */
export const add = async (home: Home, name: string, ...flags: ReadonlyArray<string>): Promise<void> => {
  const file = join(home.data, "password-of-the-tests")
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  const { code, err } = await home.crossdock("people", "add", name, ...flags, "--password-file", file)
  expect(code, err).toBe(0)
}

export const signIn = async (page: Page, name: string, typed = password): Promise<void> => {
  await page.getByLabel("Name").fill(name)
  await page.getByLabel("Password").fill(typed)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
}

/** The address that a runner prints at its start, at which whoever has no account yet signs in. */
export const firstAddress = ({ stderr, stdout }: Running): string => {
  const printed = `${stdout()}${stderr()}`
  const found = /http:\/\/127\.0\.0\.1:\d+\/#first=[\w-]+/.exec(printed)?.[0]
  if (found === undefined) throw new Error(`the runner printed no address of the console:\n${printed}`)
  return found
}

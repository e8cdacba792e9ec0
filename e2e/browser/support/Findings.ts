/** Findings as a person sees them: on the first page, with what to do about each. */
import type { Locator, Page } from "playwright-core"
import { expect } from "vitest"
import type { Known } from "../../support/http.ts"
import { eventually } from "../../support/processes.ts"
import type { Home } from "../../support/runner.ts"
import { type Cookies, open, type Window } from "./Browser.ts"
import { add, signIn } from "./People.ts"

export interface Sought {
  readonly code: string
  /** What it concerns. */
  readonly where: string
  /** What its sentence says, if several have its code and place. */
  readonly says?: RegExp
}

/** The findings that last, as the admin API lists them. */
export const lasting = async (home: Home): Promise<ReadonlyArray<Known>> => (await home.admin("/findings?limit=1000")).items

const isOf = ({ code, says, where }: Sought) => (found: Known): boolean => found.code === code && found.where === where && (says === undefined || says.test(String(found.message)))

/** Waits until the runner has found all of them. */
export const haveBegun = (home: Home, sought: ReadonlyArray<Sought>, timeoutMs = 100_000): Promise<ReadonlyArray<Known>> =>
  eventually(async () => {
    const found = await lasting(home)
    const missing = sought.filter((each) => !found.some(isOf(each)))
    if (missing.length > 0) throw new Error(`not found: ${missing.map(({ code, where }) => `${code} ${where}`).join(", ")}; found: ${found.map(({ code, where }) => `${code} ${where}`).join(", ")}`)
    return sought.map((each) => found.find(isOf(each))!)
  }, { what: "the findings", timeoutMs, everyMs: 1000 })

/** Waits until none of them lasts. */
export const haveEnded = (home: Home, sought: ReadonlyArray<Sought>, timeoutMs = 100_000): Promise<true> =>
  eventually(async (): Promise<true> => {
    const left = (await lasting(home)).filter((each) => sought.some((one) => isOf(one)(each)))
    if (left.length > 0) throw new Error(`still there: ${left.map(({ code, message, where }) => `${code} ${where}: ${message}`).join(", ")}`)
    return true
  }, { what: "their end", timeoutMs, everyMs: 1000 })

/** The row of a finding on a page. */
export const rowOf = (page: Page, { id }: Known): Locator => page.locator(`li[id="${id}"]`)

/** What the rows say has what the API says of each: since when, whom it concerns, what to do, and each command with a button that copies it. */
export const areUnderstood = async (page: Page, findings: ReadonlyArray<Known>): Promise<void> => {
  const list = page.locator("ul.finds")
  await list.waitFor()
  // Read at once: each question to the browser costs time.
  const rows = await list.locator("> li").evaluateAll((items) =>
    items.map((item) => ({ id: item.id, text: item.innerText.replaceAll(/\s+/g, " "), buttons: [...item.querySelectorAll("button")].map((button) => button.getAttribute("aria-label")) })))
  for (const { code, id, remedy, where } of findings) {
    const { commands, text: next } = remedy as { readonly commands: ReadonlyArray<string>; readonly text: string }
    const row = rows.find((each) => each.id === id)
    expect(row?.text, id).toContain(code)
    expect(row?.text).toContain(where)
    expect(row?.text).toMatch(/since .+, \d+ (?:s|min|h|d)/)
    expect(row?.text).toContain(next.replaceAll("`", "").replaceAll(/\s+/g, " ").slice(0, 60))
    for (const command of commands) expect(row?.buttons).toContain(`Copy ${command}`)
  }
}

/** Types a command exactly as the page shows it. Returns what it prints. */
export const type = async (home: Home, command: string, codes: ReadonlyArray<number> = [0]): Promise<string> => {
  const words = [...command.matchAll(/(?:'[^']*'|\\.|[^\s'\\])+/g)].map(([word]) => word.replaceAll(/'([^']*)'|\\(.)/g, (_, quoted?: string, escaped?: string) => quoted ?? escaped ?? ""))
  expect(words[0]).toBe("crossdock")
  const { code, err, out } = await home.crossdock(...words.slice(1))
  expect(codes, `${command}\n${out}${err}`).toContain(code)
  return out
}

/** Opens windows as the administrator, who signs in once. Each window has the cookies of the first. */
export const visitsOf = (home: Home): (path: string) => Promise<Window> => {
  let cookies: Cookies | undefined
  return async (path) => {
    const window = await open(`http://127.0.0.1:${home.adminPort}${path}`, { expects: /status of 4\d\d/, ...(cookies !== undefined && { cookies }) })
    if (cookies === undefined) {
      await signIn(window.page, "Anna")
      await window.page.locator("nav.side").waitFor({ state: "attached" })
      cookies = await window.context.cookies()
    }
    return window
  }
}

/** Adds an administrator and opens windows as this person. */
export const administrator = async (home: Home): Promise<(path: string) => Promise<Window>> => {
  await add(home, "Anna", "--role", "administrator")
  return visitsOf(home)
}

/** Gives the reason in the dialog that is open, and sends it. */
export const because = async (page: Page, reason: string): Promise<void> => {
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel(/^Reason/).fill(reason)
  await dialog.locator("button[type=submit]:not([disabled])").waitFor()
  await dialog.getByLabel(/^Reason/).press("Enter")
  await dialog.waitFor({ state: "detached" })
}

/**
 * Findings as a person sees them: on the first page, with what to do about each. A file notes what it has proven of each that it has made:
 * that it is understood from the page, and that a page that was open all the time shows its end. `unproven` lists what is missing.
 */
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { Locator, Page } from "playwright-core"
import { expect } from "vitest"
import type { Known } from "../../support/http.ts"
import { eventually } from "../../support/processes.ts"
import type { Home } from "../../support/runner.ts"
import { type Cookies, open, type Options, type Window } from "./Browser.ts"
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

const proven = { begun: new Set<string>(), understood: new Set<string>(), ended: new Set<string>() }

/** What this file has made and not proven. */
export const unproven = (): ReadonlyArray<string> =>
  [...proven.begun].flatMap((id) => [...(proven.understood.has(id) ? [] : [`${id} was not looked at on the page`]), ...(proven.ended.has(id) ? [] : [`the end of ${id} was not seen on the page`])])

/** Changes rows of the runner's database as if time had gone by. */
export const inDatabase = ({ data }: Home, statements: string, timeout = 10_000): void => {
  const database = new DatabaseSync(join(data, "crossdock.sqlite"), { timeout })
  try {
    database.exec(statements)
  } finally {
    database.close()
  }
}

/** The first row of a query, or undefined. */
export const rowIn = ({ data }: Home, query: string): Known => {
  const database = new DatabaseSync(join(data, "crossdock.sqlite"), { readOnly: true, timeout: 10_000 })
  try {
    return database.prepare(query).get()
  } finally {
    database.close()
  }
}

/** Lets the quarter of a minute go by after which a runner looks again. A database that takes nothing is left alone. */
const letItLook = (home: Home): void => {
  try {
    inDatabase(home, "update job set due_at = 0 where name = 'findings'", 50)
  } catch {
    return
  }
}

/** Waits until the runner has found all of them. */
export const haveBegun = (home: Home, sought: ReadonlyArray<Sought>, timeoutMs = 100_000): Promise<ReadonlyArray<Known>> =>
  eventually(async () => {
    letItLook(home)
    const found = await lasting(home)
    const missing = sought.filter((each) => !found.some(isOf(each)))
    if (missing.length > 0) throw new Error(`not found: ${missing.map(({ code, where }) => `${code} ${where}`).join(", ")}; found: ${found.map(({ code, where }) => `${code} ${where}`).join(", ")}`)
    const begun = sought.map((each) => found.find(isOf(each))!)
    for (const { id } of begun) proven.begun.add(id)
    return begun
  }, { what: "the findings", timeoutMs, everyMs: 1000 })

/** The row of a finding on a page. */
export const rowOf = (page: Page, { id }: Known): Locator => page.locator(`li[id="${id}"]`)

/** What the rows say has what the API says of each: what is wrong, since when, whom it concerns, what to do, and each command with a button that copies it. */
export const areUnderstood = async (page: Page, findings: ReadonlyArray<Known>): Promise<void> => {
  const list = page.locator("ul.finds")
  await list.waitFor()
  // Read at once: each question to the browser costs time.
  const rows = await list.locator("> li").evaluateAll((items) =>
    items.map((item) => ({ id: item.id, text: item.innerText.replaceAll(/\s+/g, " "), buttons: [...item.querySelectorAll("button")].map((button) => button.getAttribute("aria-label")) })))
  for (const { code, id, message, remedy, where } of findings) {
    const { commands, text: next } = remedy as { readonly commands: ReadonlyArray<string>; readonly text: string }
    const row = rows.find((each) => each.id === id)
    expect(row?.text, id).toContain(code)
    expect(row?.text).toContain(where)
    // What follows may be an age, which grows, such as `less than 1 s`.
    expect(row?.text).toContain(String(message).split(/\d|less than/)[0]!.replaceAll("`", "").trim())
    expect(row?.text).toMatch(/since .+, \d+ (?:s|min|h|d)/)
    expect(row?.text).toContain(next.replaceAll("`", "").replaceAll(/\s+/g, " ").slice(0, 60))
    for (const command of commands) expect(row?.buttons).toContain(`Copy ${command}`)
    proven.understood.add(id)
  }
}

/** A page about findings that stays open, and shows each change without being loaded again. */
export interface Watched {
  /** Waits until the page shows that each has ended. `isForgotten`: the database that had them is gone, so nothing tells of their end. */
  readonly showsTheEndOf: (findings: ReadonlyArray<Known>, isForgotten?: boolean) => Promise<void>
  readonly page: Page
}

/** Opens the page of findings and keeps it open until the browser ends. */
export const watch = async (home: Home, visit: Visit): Promise<Watched> => {
  const { page } = await visit("/findings", { isKept: true })
  await page.locator("ul.finds").waitFor()
  const loadedAt = () => page.evaluate<number>("performance.timeOrigin")
  const first = await loadedAt()
  return {
    page,
    showsTheEndOf: async (findings, isForgotten = false) => {
      const ended = page.locator("section", { has: page.locator("#ended") })
      const looking = setInterval(() => letItLook(home), 1000)
      try {
        for (const finding of findings) {
          await rowOf(page, finding).waitFor({ state: "detached", timeout: 100_000 })
          if (!isForgotten) await ended.getByText(finding.code, { exact: true }).first().waitFor()
          proven.ended.add(finding.id)
        }
      } finally {
        clearInterval(looking)
      }
      expect(await loadedAt()).toBe(first)
    }
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

/** Opens a window at a path, as a person who has signed in. */
export type Visit = (path: string, options?: Pick<Options, "isKept">) => Promise<Window>

/** Opens windows as the administrator, who signs in once. Each window has the cookies of the first. */
export const visitsOf = (home: Home): Visit => {
  let cookies: Cookies | undefined
  return async (path, options = {}) => {
    const window = await open(`http://127.0.0.1:${home.adminPort}${path}`, { expects: /status of 4\d\d/, ...options, ...(cookies !== undefined && { cookies }) })
    if (cookies === undefined) {
      await signIn(window.page, "Anna")
      await window.page.locator("nav.side").waitFor({ state: "attached" })
      cookies = await window.context.cookies()
    }
    return window
  }
}

/** Adds an administrator and opens windows as this person. */
export const administrator = async (home: Home): Promise<Visit> => {
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

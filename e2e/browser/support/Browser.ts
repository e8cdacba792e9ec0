/**
 * A browser that opens the console of a runner. Everything that a page must not do fails the test that opened it: an error in its script, a
 * broken content policy, a request to another host. A test that fails leaves a trace and a picture in `coverage/browser`.
 */
import { AxeBuilder } from "@axe-core/playwright"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"
import { afterAll, beforeAll, expect, onTestFinished, type TestContext } from "vitest"
import { isPrepared } from "../../../tools/peers/chromium.mjs"

const kept = fileURLToPath(new URL("../../coverage/browser/", import.meta.url))

export const colours = ["light", "dark"] as const
export type Colour = (typeof colours)[number]

/** The widths at which each screen is examined: a desktop, and a small telephone. */
export const widths = [1280, 360] as const

export interface Window {
  readonly page: Page
  readonly context: BrowserContext
  /** What the page did that it must not; empty if it is well. */
  readonly faults: ReadonlyArray<string>
}

export interface Options {
  readonly colour?: Colour
  readonly width?: number
  /** Whether a test that fails leaves a trace, which costs time. Default: true. */
  readonly isTraced?: boolean
  /** Lines of the browser's console that the test provokes itself. */
  readonly expects?: RegExp
  /** The cookies of somebody who has signed in before. */
  readonly cookies?: Cookies
  /** Whether it stays open until the browser ends, so that several tests look at it, and is opened outside of them. Default: false. */
  readonly isKept?: boolean
}

export type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>

let browser: Browser | undefined

/** Starts the browser before the tests of a file, and ends it after them. */
export const withBrowser = () => {
  beforeAll(async () => {
    if (!isPrepared()) return
    // Chromium refuses its sandbox to root.
    browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] })
  })
  afterAll(() => browser?.close())
}

const nameOf = (title: string): string => title.replaceAll(/[^\w]+/g, "-").slice(0, 80)

/** A window of its own, without cookies of others, until the test ends. */
export const open = async (address: string, { colour = "light", cookies, expects, isKept = false, isTraced = !isKept, width = 1280 }: Options = {}): Promise<Window> => {
  if (browser === undefined) throw new Error("call withBrowser() at the top of the file")
  const context = await browser.newContext({ colorScheme: colour, viewport: { width, height: 900 }, locale: "en-GB", timezoneId: "Europe/Berlin" })
  if (cookies !== undefined) await context.addCookies(cookies)
  if (isTraced) await context.tracing.start({ screenshots: true, snapshots: true })
  const page = await context.newPage()
  const faults: Array<string> = []
  const origin = new URL(address).origin
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`))
  page.on("console", (message) => {
    if (message.type() === "error" && expects?.test(message.text()) !== true) faults.push(`console: ${message.text()}`)
  })
  page.on("request", (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && url.protocol !== "data:" && url.protocol !== "blob:") faults.push(`request: ${request.url()}`)
  })
  const close = async ({ task }: TestContext): Promise<void> => {
    if (task.result?.state === "fail") {
      mkdirSync(kept, { recursive: true })
      const name = nameOf(task.name)
      await page.screenshot({ path: join(kept, `${name}.png`), fullPage: true }).catch(() => undefined)
      if (isTraced) await context.tracing.stop({ path: join(kept, `${name}.zip`) }).catch(() => undefined)
    }
    await context.close()
  }
  if (!isKept) onTestFinished(close)
  await page.goto(address)
  return { page, context, faults }
}

/** Fails unless the page is without a violation of axe, is not wider than the window, and has no huge icon. */
export const isAccessible = async ({ page }: Window, what: string): Promise<void> => {
  // Legacy: axe ends its work in the same page, instead of in a new one for each look. The console has no frames, for which that is needed.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  expect(violations.map(({ help, id, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`), what).toEqual([])
  // The styles of another screen may be those that size an icon.
  const huge = await page.locator("html").evaluate((root) =>
    [...root.querySelectorAll("svg")].filter((icon) => icon.viewBox.baseVal.width > 0 && icon.viewBox.baseVal.width <= 24 && icon.getBoundingClientRect().width > 64).map((icon) => icon.outerHTML.slice(0, 120)))
  expect(huge, `${what} has huge icons`).toEqual([])
  const [wide, seen] = await page.locator("html").evaluate((root) => [root.scrollWidth, root.clientWidth] as const)
  expect(wide, `${what} scrolls sideways`).toBeLessThanOrEqual(seen)
}

/**
 * How soon a browser can use the console: from the address to a page on which something can be done, with nothing kept from before, in a
 * session that exists. The CPU of the page's main thread until then does not depend on what else the machine does.
 */
import { loadavg } from "node:os"
import { chromium, type Page } from "playwright-core"

const times = 7
const password = "a password of the bench"

/** What shows that a page can be used, by its address. */
const pages: ReadonlyArray<readonly [name: string, path: string, isUsable: (page: Page) => Promise<void>]> = [
  ["Flow", "/", (page) => page.getByRole("heading", { level: 1, name: "Flow" }).waitFor().then(() => page.getByRole("img").or(page.getByRole("figure")).or(page.locator("svg")).first().waitFor())],
  ["Orders", "/orders", (page) => page.getByRole("table").getByRole("link").first().waitFor()]
]

const median = (all: ReadonlyArray<number>): number => all.toSorted((a, b) => a - b)[all.length >> 1]!

export const measure = async (address: string, admin: (path: string, value: unknown) => Promise<unknown>): Promise<ReadonlyArray<string>> => {
  await admin("/people", { name: "Anna", role: "administrator", password })
  // Chromium refuses its sandbox to root.
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] })
  const lines: Array<string> = []
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB" })
    const first = await context.newPage()
    await first.goto(address)
    await first.getByLabel("Name").fill("Anna")
    await first.getByLabel("Password").fill(password)
    await first.getByRole("button", { name: "Sign in" }).click()
    await first.getByRole("heading", { level: 1, name: "Flow" }).waitFor()
    await first.close()
    for (const rate of [1, 4]) {
      for (const [name, path, isUsable] of pages) {
        const [took, cpu]: [Array<number>, Array<number>] = [[], []]
        for (let at = -1; at < times; at++) {
          const page = await context.newPage()
          const session = await context.newCDPSession(page)
          await session.send("Performance.setTimeDomain", { timeDomain: "threadTicks" })
          await session.send("Performance.enable")
          await session.send("Network.setCacheDisabled", { cacheDisabled: true })
          await session.send("Emulation.setCPUThrottlingRate", { rate })
          const begun = performance.now()
          await page.goto(`${address}${path}`, { waitUntil: "commit" })
          await isUsable(page)
          if (at >= 0) {
            took.push(performance.now() - begun)
            const { metrics } = await session.send("Performance.getMetrics")
            cpu.push((metrics.find((one) => one.name === "TaskDuration")?.value ?? 0) * 1000)
          }
          await page.close()
        }
        lines.push(`${name} usable, CPU ${rate} times slower: ${Math.round(Math.min(...took))} ms at least, ${Math.round(median(took))} ms median of ${times}; CPU of its main thread ${Math.round(median(cpu))} ms; load average ${loadavg()[0]!.toFixed(1)}`)
      }
    }
  } finally {
    await browser.close()
  }
  return lines
}

/**
 * How soon a browser can use the console: from the address to a page on which something can be done, with nothing kept from before, in a
 * session that exists. The page itself notes the moment, so that nothing that looks at it slows it down. The CPU of the page's main thread
 * until then does not depend on what else the machine does.
 */
import { request } from "node:http"
import { loadavg } from "node:os"
import { pause } from "../run/Processes.ts"
import { type Browser, launch } from "./Browser.ts"

const times = 7
const password = "a password of the bench"
const mostMillis = 60_000

/** What stands on a page that can be used, by its address. */
const pages: ReadonlyArray<readonly [name: string, path: string, selector: string]> = [
  ["Flow", "/", "main .pic svg"],
  ["Orders", "/orders", "main table tbody a"]
]

const median = (all: ReadonlyArray<number>): number => all.toSorted((a, b) => a - b)[all.length >> 1]!

/** Signs in and returns the cookies of the session. */
const signIn = (address: string, name: string): Promise<ReadonlyArray<{ readonly name: string; readonly value: string }>> =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ name, password })
    const sent = request(`${address}/admin/session`, { method: "POST", headers: { "content-type": "application/json", origin: address, "content-length": Buffer.byteLength(body) } }, (answer) => {
      answer.resume()
      const set = answer.headers["set-cookie"] ?? []
      if (set.length === 0) return reject(new Error(`the runner answered ${answer.statusCode} to the sign-in`))
      return resolve(set.map((one) => {
        const [pair = ""] = one.split(";")
        return { name: pair.slice(0, pair.indexOf("=")), value: pair.slice(pair.indexOf("=") + 1) }
      }))
    })
    sent.on("error", reject)
    sent.end(body)
  })

/** Runs in the page before anything else: looks after each change whether the page can be used, once it is drawn. */
const noting = (selector: string): string => `(() => {
  const look = () => {
    if (globalThis.usableAt !== undefined || document.querySelector(${JSON.stringify(selector)}) === null) return
    globalThis.usableAt = -1
    watching.disconnect()
    requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { globalThis.usableAt = performance.now() }; port2.postMessage(0) })
  }
  const watching = new MutationObserver(look)
  watching.observe(document, { childList: true, subtree: true })
})()`

/** Milliseconds until a page can be used, of the clock and of the CPU of its main thread. */
const opened = async (browser: Browser, address: string, path: string, selector: string, rate: number) => {
  const tab = await browser.open()
  try {
    await tab.send("Page.enable")
    await tab.send("Performance.setTimeDomain", { timeDomain: "threadTicks" })
    await tab.send("Performance.enable")
    await tab.send("Network.enable")
    await tab.send("Network.setCacheDisabled", { cacheDisabled: true })
    await tab.send("Page.addScriptToEvaluateOnNewDocument", { source: noting(selector) })
    await tab.send("Emulation.setCPUThrottlingRate", { rate })
    let bytes = 0
    let requests = 0
    tab.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength
      requests++
    })
    const begun = performance.now()
    await tab.send("Page.navigate", { url: `${address}${path}` })
    while (performance.now() - begun < mostMillis) {
      await pause(100)
      const { result } = await tab.send("Runtime.evaluate", { expression: "globalThis.usableAt" })
      if (typeof result.value !== "number" || result.value < 0) continue
      const { metrics } = await tab.send("Performance.getMetrics")
      const of = (name: string): number => metrics.find((one: { readonly name: string; readonly value: number }) => one.name === name)?.value ?? 0
      return { took: result.value as number, cpu: of("TaskDuration") * 1000, bytes, requests }
    }
    throw new Error(`${path} has no ${selector} after ${mostMillis} ms`)
  } finally {
    await tab.close()
  }
}

export const measure = async (address: string, admin: (path: string, value: unknown) => Promise<unknown>): Promise<ReadonlyArray<string>> => {
  // A database that stays has the people of earlier runs.
  const name = `Anna ${Date.now()}`
  await admin("/people", { name, role: "administrator", password })
  const cookies = await signIn(address, name)
  const browser = await launch()
  const lines: Array<string> = []
  try {
    const first = await browser.open()
    for (const cookie of cookies) await first.send("Network.setCookie", { ...cookie, url: address })
    await first.close()
    for (const rate of [1, 4]) {
      for (const [page, path, selector] of pages) {
        const all: Array<Awaited<ReturnType<typeof opened>>> = []
        for (let at = -1; at < times; at++) {
          const one = await opened(browser, address, path, selector, rate)
          if (at >= 0) all.push(one)
        }
        const took = all.map((one) => one.took)
        lines.push(`${page} usable, CPU ${rate} times slower: ${Math.round(Math.min(...took))} ms at least, ${Math.round(median(took))} ms median of ${times}; CPU of its main thread ${Math.round(median(all.map(({ cpu }) => cpu)))} ms; ${all[0]!.requests} requests, ${Math.round(all[0]!.bytes / 1000)} kB; load average ${loadavg()[0]!.toFixed(1)}`)
      }
    }
  } finally {
    await browser.close()
  }
  return lines
}

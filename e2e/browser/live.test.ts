/**
 * How pages learn of changes: by hints of the runner, over one line for all tabs of a browser (issue 27).
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Home, homeOf } from "../support/runner.ts"
import { isAccessible, open, withBrowser } from "./support/Browser.ts"
import { add, signIn } from "./support/People.ts"

withBrowser()

let home: Home

beforeAll(async () => {
  home = await homeOf()
  await home.start()
  await add(home, "Anna", "--role", "administrator")
})
afterAll(() => home?.remove())

/** Sends the example of an order and returns its number. */
const order = async (): Promise<string> =>
  /orders show (\S+)/.exec(Object.values(await home.crossdock("call", "createOrder", "--example", "--url", home.service)).join(""))![1]!

describe("a page that is open", () => {
  it("shows what has changed long before it would ask by itself, in each tab, over one line (issue 27)", async () => {
    const address = `http://127.0.0.1:${home.adminPort}/orders?kind=outbound`
    const { context, faults, page } = await open(address, { expects: /status of 401/ })
    let lines = 0
    context.on("request", (request) => {
      if (request.url().endsWith("/admin/events")) lines++
    })
    const isOpen = context.waitForEvent("request", (request) => request.url().endsWith("/admin/events"))
    await signIn(page, "Anna")
    await isOpen
    const first = await order()
    await page.getByRole("link", { name: first }).first().waitFor()
    const second = await context.newPage()
    await second.goto(address)
    await second.getByRole("link", { name: first }).first().waitFor()
    // While the line works, a page asks by itself every 30 seconds.
    const next = await order()
    await Promise.all([page, second].map((each) => each.getByRole("link", { name: next }).first().waitFor({ timeout: 15_000 })))
    expect(lines).toBe(1)
    const taken = context.waitForEvent("request", (request) => request.url().endsWith("/admin/events"))
    await page.close()
    await taken
    const last = await order()
    await second.getByRole("link", { name: last }).first().waitFor({ timeout: 15_000 })
    expect(lines).toBe(2)
    expect(faults).toEqual([])
  })

  it("says that the runner was upgraded, and keeps what is typed until the person loads again (issue 27)", async () => {
    const window = await open(`http://127.0.0.1:${home.adminPort}/orders`, { expects: /status of 401|ERR_/ })
    await window.context.route("**/admin/events", (route) =>
      route.fulfill({ contentType: "text/event-stream", body: `event: message\ndata: {"topics":[],"build":"/assets/another.js"}\n\n` }))
    await signIn(window.page, "Anna")
    const again = window.page.getByRole("status").getByRole("button", { name: "Load again" })
    await again.waitFor()
    await isAccessible(window, "a page that was upgraded")
    await window.page.getByRole("combobox", { name: "Search" }).fill("half a number")
    expect(await window.page.getByRole("combobox", { name: "Search" }).inputValue()).toBe("half a number")
    await window.context.unroute("**/admin/events")
    await again.click()
    await again.waitFor({ state: "detached" })
    expect(window.faults).toEqual([])
  })
})

/**
 * Signing in with an account, and what the pages show of it.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Home, homeOf } from "../support/runner.ts"
import { open, withBrowser } from "./support/Browser.ts"
import { add, signIn } from "./support/People.ts"

withBrowser()

let home: Home
const address = () => `http://127.0.0.1:${home.adminPort}/`

beforeAll(async () => {
  home = await homeOf()
  await home.start()
  await add(home, "Vera", "--role", "viewer")
  await add(home, "Oskar", "--role", "operator")
  await add(home, "Mia", "--role", "merchant", "--link", "platform:sandbox:sandbox:1")
})
afterAll(() => home?.remove())

describe("signing in", () => {
  it("refuses a wrong password, takes the right one, and ends when asked (issue 27)", async () => {
    const { faults, page } = await open(`${address()}connections`, { expects: /status of 401/ })
    await signIn(page, "Oskar", "a wrong password")
    await page.getByRole("alert").waitFor()
    await signIn(page, "Oskar")
    // The address that was asked for is kept.
    await page.getByRole("heading", { name: "Connections" }).waitFor()
    await page.getByRole("button", { name: /Oskar/ }).click()
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByLabel("Password").waitFor()
    await page.goto(address())
    await page.getByLabel("Password").waitFor()
    expect(faults).toEqual([])
  })

  it("shows a viewer no action, and a merchant nothing that concerns all links (issue 27)", async () => {
    const number = /orders show (\S+)/.exec(Object.values(await home.crossdock("call", "createOrder", "--example")).join(""))![1]!
    const [viewer, operator] = [await open(address(), { expects: /status of 401/ }), await open(address(), { expects: /status of 401/ })]
    const order = `${address()}orders/warehouse:sandbox/${number}`
    await signIn(viewer.page, "Vera")
    await viewer.page.getByRole("heading", { name: "Flow" }).waitFor()
    await viewer.page.goto(order)
    await viewer.page.getByRole("heading", { name: number }).waitFor()
    expect(await viewer.page.getByRole("button", { name: /…$/ }).count()).toBe(0)
    await signIn(operator.page, "Oskar")
    await operator.page.getByRole("heading", { name: "Flow" }).waitFor()
    await operator.page.goto(order)
    await operator.page.getByRole("button", { name: "Tell again…" }).waitFor()
    expect([viewer.faults, operator.faults]).toEqual([[], []])

    const merchant = await open(order, { expects: /status of 40[134]/ })
    await signIn(merchant.page, "Mia")
    // An order of another link is none at all for this account.
    await merchant.page.getByText(/there is no order/).waitFor()
    expect(await merchant.page.getByText(/shipped|SBX/i).count()).toBe(0)
  })
})

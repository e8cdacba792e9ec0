/**
 * What a person does on the pages about calls and connections, and what a page does when the sign-in of its reader has ended (issue 27).
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Home, homeOf } from "../support/runner.ts"
import { isAccessible, open, type Options, type Window, withBrowser } from "./support/Browser.ts"
import { add, signIn } from "./support/People.ts"

withBrowser()

let home: Home
let number: string
let callId: string

beforeAll(async () => {
  home = await homeOf()
  await home.start()
  await add(home, "Anna", "--role", "administrator")
  await add(home, "Ben", "--role", "viewer")
  await home.crossdock("call", "createOrder", "--example", "--url", home.service)
  const { items } = await home.admin("/calls?operation=createOutboundOrder&direction=in")
  number = String(items[0].number)
  callId = String(items[0].id)
})
afterAll(() => home?.remove())

const signedIn = async (name: string, path: string, options: Options = {}): Promise<Window> => {
  // The page asks who it is before somebody has signed in.
  const window = await open(`http://127.0.0.1:${home.adminPort}${path}`, { expects: /status of 401/, ...options })
  await signIn(window.page, name)
  await window.page.locator("nav.side").waitFor({ state: "attached" })
  return window
}

describe("what was sent", () => {
  it("is found with the keyboard alone, from a number to what was sent, with personal data masked (issue 27)", async () => {
    const window = await signedIn("Ben", "/")
    const { keyboard } = window.page
    await window.page.getByText("Every edge").waitFor()
    await keyboard.press("g")
    await keyboard.press("c")
    await window.page.waitForURL("**/calls")
    await keyboard.press("/")
    await keyboard.type(number)
    await keyboard.press("Enter")
    await window.page.waitForURL(`**/search?q=${number}`)
    await window.page.goto(`http://127.0.0.1:${home.adminPort}/calls?number=${number}&operation=createOutboundOrder&direction=in`)
    await window.page.locator("tbody tr").first().waitFor()
    await keyboard.press("j")
    await keyboard.press("Enter")
    const sent = window.page.getByLabel("Sent: body")
    await sent.waitFor()
    await isAccessible(window, "a call that is open")
    const text = await sent.innerText()
    expect(text).toContain(number)
    expect(text).toContain("<hidden>")
    expect(text).not.toContain("Ada Example")
    expect(window.page.url()).toContain(`open=${callId}`)
    expect(window.faults).toEqual([])
  })
})

describe("a sign-in that has ended", () => {
  it("is asked for over the page, which then goes on where it was (issue 27)", async () => {
    const window = await signedIn("Anna", "/calls?direction=in")
    await window.page.locator("tbody tr").first().waitFor()
    await window.context.clearCookies()
    await window.page.getByRole("dialog", { name: "Your sign-in has ended" }).waitFor()
    expect(await window.page.locator("tbody tr").count()).toBeGreaterThan(0)
    await signIn(window.page, "Anna")
    await window.page.getByRole("dialog").waitFor({ state: "detached" })
    expect(new URL(window.page.url()).pathname + new URL(window.page.url()).search).toBe("/calls?direction=in")
    expect(window.faults).toEqual([])
  })
})

describe("a connection", () => {
  it("is paused and resumed with a reason, which the flow shows (issue 27)", async () => {
    const window = await signedIn("Anna", "/connections/sandbox")
    const { page } = window
    await page.getByRole("button", { name: "Pause…" }).click()
    const pause = page.getByRole("dialog", { name: "Pause sandbox" })
    expect(await pause.getByRole("button", { name: "Pause", exact: true }).isDisabled()).toBe(true)
    await page.keyboard.type("the hall moves")
    await page.keyboard.press("Enter")
    await page.getByRole("main").getByText("the hall moves").waitFor()
    expect((await home.admin("/connections/sandbox")).paused.because).toContain("the hall moves")
    await page.keyboard.press("g")
    await page.keyboard.press("f")
    await page.getByRole("row", { name: /sandbox.*paused/ }).first().waitFor()
    await page.goto(`http://127.0.0.1:${home.adminPort}/connections/sandbox`)
    await page.getByRole("button", { name: "Resume…" }).click()
    await page.keyboard.type("it has moved")
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Pause…" }).waitFor()
    expect((await home.admin("/connections/sandbox")).paused).toBeUndefined()
    expect(window.faults).toEqual([])
  })
})

describe("the course of a connection's calls", () => {
  for (const [width, colour] of [[1280, "light"], [360, "dark"]] as const) {
    it(`is drawn ${width} pixels wide in ${colour} colours, and stands as a table below (issue 27)`, async () => {
      const window = await signedIn("Ben", "/connections/sandbox", { width, colour })
      const { page } = window
      await page.locator(".plot canvas").first().waitFor()
      expect(await page.locator(".plot canvas").count()).toBe(2)
      const figure = page.getByRole("figure", { name: /Calls a minute/ })
      await figure.getByText("As a table").click()
      expect(await figure.locator("tbody tr").count()).toBe(60)
      const total = (await figure.locator("tbody tr td:nth-child(2)").allInnerTexts()).reduce((sum, text) => sum + Number(text), 0)
      expect(total).toBeGreaterThan(0)
      await isAccessible(window, "the course of calls")
      await page.getByRole("button", { name: "24 h" }).click()
      await page.getByRole("button", { name: "24 h", pressed: true }).waitFor()
      await page.locator(".plot canvas").first().waitFor()
      expect(window.faults).toEqual([])
    })
  }
})

describe("the look", () => {
  it("is chosen once, and kept (issue 27)", async () => {
    const { page } = await signedIn("Ben", "/connections", { colour: "light" })
    const ground = () => page.evaluate<string>("getComputedStyle(document.body).backgroundColor")
    const light = await ground()
    await page.getByRole("button", { name: /Account/ }).click()
    await page.getByRole("button", { name: "Dark" }).click()
    const dark = await ground()
    expect(dark).not.toBe(light)
    await page.reload()
    await page.getByRole("main").waitFor()
    expect(await ground()).toBe(dark)
  })
})

/**
 * What a developer tries in the console: why a signature is refused, an operation of a protocol at the sandbox, and the demo (issue 27).
 */
import { createHash } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Home, homeOf } from "../support/runner.ts"
import { isAccessible, open, type Options, type Window, withBrowser } from "./support/Browser.ts"
import { add, signIn } from "./support/People.ts"

withBrowser()

let home: Home

beforeAll(async () => {
  home = await homeOf()
  await home.start()
  await add(home, "Anna", "--role", "administrator")
})
afterAll(() => home?.remove())

const signedIn = async (path: string, options: Options = {}): Promise<Window> => {
  const window = await open(`http://127.0.0.1:${home.adminPort}${path}`, { expects: /status of 401/, ...options })
  await signIn(window.page, "Anna")
  await window.page.locator("nav.side").waitFor({ state: "attached" })
  return window
}

describe("the doctor of signatures", () => {
  it("names the mistake of a refused call by its request id, with the byte from which the texts differ (issue 27)", async () => {
    const content = "{\"orderNumber\":\"SO-1\"}"
    const text = `{"accessId":"sandbox","content":${JSON.stringify(content)}}`
    // The content was written again with a blank before it was signed.
    const sign = createHash("sha1").update(`${text.replace("\\\":\\\"SO", "\\\": \\\"SO")}sandbox-secret`).digest("hex")
    const answer = await fetch(home.service, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ accessId: "sandbox", method: "createOrder", content, sign })
    })
    expect(await answer.text()).toContain("SIGNATURE_INVALID")
    const requestId = answer.headers.get("x-request-id") ?? ""

    const window = await signedIn("/calls")
    const { page } = window
    await page.getByRole("link", { name: "Refused signatures" }).click()
    await page.getByRole("heading", { level: 1, name: "Signatures" }).waitFor()
    await page.getByRole("button", { name: `Take the bytes of ${requestId}` }).click()
    await page.getByRole("dialog").getByLabel("Reason").fill("the caller asked why")
    await page.keyboard.press("Enter")
    await page.getByText("These are the bytes that were sent.").waitFor()
    expect(await page.getByLabel("Body").inputValue()).toContain(sign)
    await page.getByRole("button", { name: "Examine" }).click()
    const result = page.getByRole("region", { name: "What was found" })
    await result.getByText("The runner refuses this signature").waitFor()
    expect(await result.innerText()).toContain("parsed and serialized again")
    const byte = text.indexOf("\\\"SO-1")
    expect(await result.innerText()).toContain(`They differ from byte ${byte} on`)
    expect(await result.locator("td.at").allInnerTexts()).toEqual([expect.stringMatching(/^5c/), expect.stringMatching(/^20/)])
    expect(await result.innerText()).not.toContain("sandbox-secret")
    await isAccessible(window, "a diagnosis")
    expect(window.faults).toEqual([])
  })

  it("says so when the request cannot be read, and goes by the keyboard (issue 27)", async () => {
    const window = await signedIn("/", { width: 360 })
    const { page } = window
    await page.getByText("Every edge").waitFor()
    await page.keyboard.press("g")
    await page.keyboard.press("r")
    await page.getByRole("heading", { level: 1, name: "Signatures" }).waitFor()
    await page.getByText("Paste a request, or take one that was refused").waitFor()
    await page.getByLabel("Body").fill("{")
    await page.getByRole("button", { name: "Examine" }).focus()
    await page.keyboard.press("Enter")
    await page.getByText("the request cannot be read").waitFor()
    await isAccessible(window, "an unreadable request")
    expect(window.faults).toEqual([])
  })
})

describe("the playground", () => {
  it("fills an operation by its schema, signs it, sends it to the sandbox and shows it as a program (issue 27)", async () => {
    const window = await signedIn("/playground")
    const { page } = window
    await page.getByRole("heading", { level: 2, name: "createOrder" }).waitFor()
    await page.getByLabel("orderNumber").fill("PLAY-1")
    await page.getByRole("group", { name: "receiver" }).getByLabel("city").fill("Zürich")
    expect(await page.getByLabel("As JSON").inputValue()).toContain("\"city\":\"Zürich\"")
    await page.getByRole("button", { name: "Send to the sandbox" }).click()
    const answer = page.getByRole("region", { name: "Answer" })
    await answer.getByText("carried out").waitFor()
    expect(await answer.innerText()).toContain("warehouseOrderNumber")
    for (const [language, part] of [["curl", "openssl dgst -sha1"], ["Java", "class Call"], ["PHP", "<?php"], ["Python", "hashlib.sha1"]] as const) {
      await page.getByLabel("Language").selectOption(language)
      expect(await page.getByLabel("As a program").last().innerText()).toContain(part)
    }
    await isAccessible(window, "a call that was sent")

    // The other protocol of another document, refused for its secret.
    await page.getByRole("combobox", { name: "Protocol" }).selectOption("open-api")
    await page.getByRole("combobox", { name: "Operation" }).selectOption("QUERY_SIMPLE_LIST_INVENTORY_V2")
    await page.getByLabel("Secret").fill("wrong")
    await page.getByRole("button", { name: "Send to the sandbox" }).click()
    await answer.getByText("refused", { exact: true }).waitFor()
    await page.getByLabel("Secret").fill("sandbox-secret")
    await page.getByRole("button", { name: "Send to the sandbox" }).click()
    await answer.getByText("carried out").waitFor()

    await page.getByLabel("As JSON").fill("{")
    await page.getByText("The content is not JSON").waitFor()
    expect(window.faults).toEqual([])
    expect(((await home.admin("/orders/PLAY-1")) as { items?: ReadonlyArray<unknown> }).items ?? []).not.toEqual([])
  })
})

describe("the demo", () => {
  it("plays step by step, back and forth, with the keyboard too (issue 27)", async () => {
    const window = await signedIn("/demo", { width: 360 })
    const { page } = window
    await page.getByText("Step 1 of 12").waitFor()
    await page.keyboard.press("ArrowRight")
    await page.getByText("Step 2 of 12").waitFor()
    expect(page.url()).toContain("/demo?step=2")
    await page.getByRole("button", { name: "6. A buyer orders, and the order is split" }).click()
    await page.getByText("is chosen").waitFor()
    await isAccessible(window, "a step of the demo")
    await page.getByRole("button", { name: "Back" }).click()
    await page.getByText("Step 5 of 12").waitFor()
    await page.keyboard.press("End")
    await page.getByText("Step 12 of 12").waitFor()
    expect(await page.getByRole("button", { name: "Next" }).isDisabled()).toBe(true)
    await page.getByRole("button", { name: "From the beginning" }).click()
    await page.getByText("Step 2 of 12").waitFor()
    expect(window.faults).toEqual([])
  })
})

/**
 * What a person does on the pages about links, names, callers and nodes (issue 27).
 */
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
  const window = await open(`http://127.0.0.1:${home.adminPort}${path}`, { expects: /status of 40[01]/, ...options })
  await signIn(window.page, "Anna")
  await window.page.locator("nav.side").waitFor({ state: "attached" })
  return window
}

describe("the names of a link", () => {
  it("are given, imported from a file after the difference was shown, and removed (issue 27)", async () => {
    const window = await signedIn("/links")
    const { page } = window
    await page.getByRole("link", { name: "warehouse:sandbox" }).click()
    await page.getByRole("button", { name: "Add a name…" }).click()
    const adding = page.getByRole("dialog", { name: "Add a name" })
    await adding.getByLabel("Name of the ERP").fill("MUG-BLUE")
    await adding.getByLabel("Name of the peer").fill("SKU-1001")
    await adding.getByLabel(/Reason/).fill("its name in the hall")
    await adding.getByRole("button", { name: "Add", exact: true }).click()
    await page.getByRole("row", { name: /MUG-BLUE SKU-1001/ }).waitFor()

    await page.getByRole("button", { name: "Import CSV…" }).click()
    const importing = page.getByRole("dialog", { name: /Import names/ })
    const verb = importing.getByRole("button", { name: "Import", exact: true })
    await importing.getByLabel("The file, or its text").fill("kind,ours\nsku,CUP\n")
    await importing.getByRole("button", { name: "Compare" }).click()
    await importing.getByText("missing: theirs").waitFor()
    await importing.getByLabel("The file, or its text").fill("kind,ours,theirs\nsku,MUG-BLUE,SKU-1002\nsku,CUP,SKU-1003\n")
    expect(await verb.isDisabled()).toBe(true)
    await importing.getByRole("button", { name: "Compare" }).click()
    await importing.getByText("1 row is new, 1 changes, 0 are there already.").waitFor()
    await importing.getByRole("row", { name: /MUG-BLUE SKU-1001 SKU-1002/ }).waitFor()
    await isAccessible(window, "an import that is compared")
    await importing.getByLabel(/Reason/).fill("the list of the hall")
    await importing.getByLabel(/Type/).fill("1")
    await verb.click()
    await page.getByRole("row", { name: /CUP SKU-1003/ }).waitFor()
    await page.getByRole("row", { name: /MUG-BLUE SKU-1002/ }).waitFor()

    await page.getByRole("button", { name: "Remove CUP" }).click()
    const removing = page.getByRole("dialog", { name: "Remove CUP" })
    await removing.getByLabel(/Reason/).fill("not sold any more")
    await removing.getByRole("button", { name: "Remove", exact: true }).click()
    await page.getByRole("row", { name: /CUP SKU-1003/ }).waitFor({ state: "detached" })
    const { items } = await home.admin("/maps?link=warehouse:sandbox")
    expect(items.map(({ ours, theirs }: { readonly ours: string; readonly theirs: string }) => `${ours} ${theirs}`)).toEqual(["MUG-BLUE SKU-1002"])
    expect(window.faults).toEqual([])
  })
})

describe("a caller", () => {
  it("gets a second secret with an end, and the earlier one is ended (issue 27)", async () => {
    const window = await signedIn("/callers")
    const { page } = window
    const row = page.getByRole("row", { name: /sandbox warehouse/ }).first()
    await row.waitFor()
    await page.getByRole("button", { name: "Change the secret of sandbox" }).first().click()
    const changing = page.getByRole("dialog", { name: "Change the secret of sandbox" })
    await changing.getByRole("button", { name: "Make one" }).click()
    expect((await changing.getByLabel(/New secret/).inputValue()).length).toBe(43)
    await isAccessible(window, "a secret that is changed")
    await changing.getByLabel(/Reason/).fill("every year")
    await changing.getByLabel(/Type/).fill("sandbox")
    await changing.getByRole("button", { name: "Change", exact: true }).click()
    await page.getByText(/two secrets until/).first().waitFor()
    await page.getByRole("button", { name: "End the earlier secret of sandbox" }).first().click()
    const ending = page.getByRole("dialog", { name: "End the earlier secret of sandbox" })
    await ending.getByLabel(/Reason/).fill("all have the new one")
    await ending.getByLabel(/Type/).fill("sandbox")
    await ending.getByRole("button", { name: "End it", exact: true }).click()
    await page.getByText(/the earlier one ended/).first().waitFor()
    expect(window.faults).toEqual([])
  })
})

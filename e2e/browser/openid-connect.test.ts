/**
 * Signing in by a real provider of OpenID Connect, through its own form.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Oidc from "../../apps/runner/test/support/OidcProvider.ts"
import { type Home, homeOf } from "../support/runner.ts"
import { isAccessible, open, withBrowser } from "./support/Browser.ts"
import { add, signIn } from "./support/People.ts"

withBrowser()

let home: Home
let provider: Oidc.Running
const address = () => `http://127.0.0.1:${home.adminPort}/`

beforeAll(async () => {
  home = await homeOf()
  provider = await Oidc.running({ redirectUris: [`${address()}admin/session/oidc/return`] })
  await home.start({
    CROSSDOCK_OIDC_ISSUER: provider.issuer,
    CROSSDOCK_OIDC_CLIENT_ID: Oidc.clientId,
    CROSSDOCK_OIDC_CLIENT_SECRET: Oidc.clientSecret,
    CROSSDOCK_OIDC_NAME: "Staff directory"
  })
  await add(home, "Ada", "--role", "administrator")
})
afterAll(async () => {
  await home?.remove()
  await provider?.stop()
})

const withProvider = { name: "Sign in with Staff directory" }

describe("signing in by OpenID Connect", () => {
  it("says that the provider does not answer, and takes passwords meanwhile (issue 27)", async () => {
    await provider.stop()
    const { faults, page } = await open(address(), { expects: /status of (401|502)/ })
    await page.getByRole("button", withProvider).click()
    await page.getByRole("alert").getByText(/Staff directory does not answer.*or sign in with name and password/).waitFor()
    await signIn(page, "Ada")
    await page.getByRole("heading", { name: "Flow" }).waitFor()
    expect(faults).toEqual([])
    await provider.start()
  })

  it("goes to the provider and back to the page, and says what is missing until the subject is linked (issue 27)", async () => {
    const window = await open(`${address()}connections`, { expects: /status of 40[134]|Content Security Policy/ })
    const { page } = window
    await page.getByRole("button", withProvider).waitFor()
    await isAccessible(window, "the sign-in page with a provider")
    await page.getByRole("button", withProvider).click()
    await page.getByPlaceholder("Enter any login").fill("cleo-7")
    await page.getByPlaceholder("and password").fill("any")
    await page.getByRole("button", { name: "Sign-in" }).click()
    await page.getByRole("heading", { name: "You are not signed in" }).waitFor()
    await page.getByText("--oidc-subject cleo-7").waitFor()
    await isAccessible(window, "the page of a refused sign-in")

    const administrator = await open(`${address()}people`, { expects: /status of 401/ })
    await signIn(administrator.page, "Ada")
    await administrator.page.getByRole("button", { name: "Add a person…" }).click()
    await administrator.page.getByLabel("Name").fill("Cleo")
    await administrator.page.getByLabel("Subject at Staff directory").fill("cleo-7")
    await administrator.page.getByLabel("Reason").fill("joined today")
    await administrator.page.getByRole("button", { name: "Add", exact: true }).click()
    await administrator.page.getByText(`cleo-7 at ${new URL(provider.issuer).host}`).waitFor()
    expect(administrator.faults).toEqual([])

    await page.goto(`${address()}connections`)
    // The provider knows the browser by now, and the address that was asked for is kept.
    await page.getByRole("button", withProvider).click()
    await page.getByRole("heading", { name: "Connections" }).waitFor()
    await page.getByRole("button", { name: /Cleo/ }).click()
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByLabel("Password").waitFor()
    // The page of the provider asks for a font, which its own policy then refuses.
    const ofProvider = new RegExp(`^request: (?:${provider.issuer}/|https://fonts\\.)`)
    expect(window.faults.filter((fault) => !ofProvider.test(fault))).toEqual([])
  })
})

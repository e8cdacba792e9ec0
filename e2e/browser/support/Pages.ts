/**
 * Every page of the console in one colour, wide and narrow: axe finds nothing, nothing scrolls sideways, nothing comes from elsewhere. Each
 * colour is a file of its own, so that the two run beside each other.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Home, homeOf } from "../../support/runner.ts"
import { type Colour, isAccessible, open, widths, withBrowser } from "./Browser.ts"
import { add, signIn } from "./People.ts"

/** Each page by its address and its heading. */
const pagesWith = (number: string): ReadonlyArray<readonly [path: string, heading: string]> => [
  ["/", "Flow"],
  ["/findings", "Findings"],
  ["/orders", "Orders"],
  [`/orders/warehouse:sandbox/${number}`, number],
  [`/search?q=${number}`, "Search"],
  ["/desk", "Desk"],
  ["/doubt", "In doubt"],
  ["/deliveries", "Deliveries"],
  ["/stock", "Stock"],
  ["/stock?sku=SKU-1001", "Stock"],
  ["/books", "Books"],
  ["/books?view=balances", "Books"],
  ["/calls", "Calls"],
  ["/connections", "Connections"],
  ["/connections/sandbox", "sandbox"],
  ["/playground", "Playground"],
  ["/playground?protocol=open-api&operation=CREATE_ASN_ORDER", "Playground"],
  ["/playground/signature", "Signatures"],
  ["/playground/signature?request=no-such-call", "Signatures"],
  ["/demo", "The life of an order"],
  ["/demo?step=6", "The life of an order"],
  ["/links", "Links and names"],
  ["/links?link=warehouse:sandbox", "warehouse:sandbox"],
  ["/callers", "Callers"],
  ["/nodes", "Nodes"],
  ["/audit", "Audit"],
  ["/people", "People"],
  [`/search?q=${number},NO-SUCH-NUMBER`, "Search"],
  ["/calls?code=NO_SUCH_CODE", "Calls"],
  ["/no/such/page", "Nothing is at this address."]
]

/** The tests of one colour, for a file of their own. */
export const pagesIn = (colour: Colour): void => {
  withBrowser()

  let home: Home
  let number: string

  beforeAll(async () => {
    home = await homeOf()
    await home.start()
    await add(home, "Anna", "--role", "administrator")
    number = /orders show (\S+)/.exec(Object.values(await home.crossdock("call", "createOrder", "--example")).join(""))![1]!
  })
  afterAll(() => home?.remove())

  describe("the pages of the console", () => {
    for (const width of widths) {
      it(`are accessible in ${colour} colours and ${width} pixels wide (issue 27)`, async () => {
        // Before the sign-in, the page asks who has signed in.
        const window = await open(`http://127.0.0.1:${home.adminPort}/`, { colour, width, isTraced: false, expects: /status of 401/ })
        await window.page.getByLabel("Password").waitFor()
        await isAccessible(window, "sign-in")
        await signIn(window.page, "Anna")
        await window.page.getByRole("heading", { level: 1, name: "Flow" }).waitFor()
        for (const [path, heading] of pagesWith(number)) {
          await window.page.goto(`http://127.0.0.1:${home.adminPort}${path}`)
          await window.page.getByRole("heading", { level: 1, name: heading }).waitFor()
          // The line for hints stays open, so the network is never idle.
          await window.page.locator("main .loading").first().waitFor({ state: "detached" })
          await isAccessible(window, path)
        }
        expect(window.faults).toEqual([])
      })
    }
  })
}

/**
 * The pages of the console in both colours, wide and narrow: axe finds nothing, nothing scrolls sideways, nothing comes from elsewhere. A page
 * is loaded once and then looked at in each way. Two files have half of the pages each, so that they run beside each other.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Home, homeOf } from "../../support/runner.ts"
import { colours, isAccessible, open, type Window, widths, withBrowser } from "./Browser.ts"
import { add, signIn } from "./People.ts"

/** Each page by its address and its heading. */
type Pages = ReadonlyArray<readonly [path: string, heading: string]>

/** What goes on with orders, goods and messages. */
export const ofWork = (number: string): Pages => [
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
  [`/search?q=${number},NO-SUCH-NUMBER`, "Search"],
  ["/calls?code=NO_SUCH_CODE", "Calls"]
]

/** Peers, people and tools. */
export const ofPeers = (): Pages => [
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
  ["/links?link=warehouse:nowhere", "warehouse:nowhere"],
  ["/callers", "Callers"],
  ["/nodes", "Nodes"],
  ["/audit", "Audit"],
  ["/people", "People"],
  ["/no/such/page", "Nothing is at this address."]
]

const isAccessibleInEachWay = async (window: Window, what: string) => {
  for (const width of widths) {
    await window.page.setViewportSize({ width, height: 900 })
    for (const colour of colours) {
      await window.page.emulateMedia({ colorScheme: colour, reducedMotion: "reduce" })
      await isAccessible(window, `${what}, ${colour}, ${width} pixels`)
    }
  }
}

/** The tests of some pages, for a file of their own. */
export const examine = (pagesWith: (number: string) => Pages): void => {
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
    it("are accessible in both colours, 1280 and 360 pixels wide (issue 27)", async () => {
      // Before the sign-in, the page asks who has signed in.
      const window = await open(`http://127.0.0.1:${home.adminPort}/`, { isTraced: false, expects: /status of 401/ })
      await window.page.getByLabel("Password").waitFor()
      await isAccessibleInEachWay(window, "sign-in")
      await signIn(window.page, "Anna")
      await window.page.getByRole("heading", { level: 1, name: "Flow" }).waitFor()
      for (const [path, heading] of pagesWith(number)) {
        await window.page.goto(`http://127.0.0.1:${home.adminPort}${path}`)
        await window.page.getByRole("heading", { level: 1, name: heading }).waitFor()
        // The line for hints stays open, so the network is never idle.
        await window.page.locator("main .loading").first().waitFor({ state: "detached" })
        await isAccessibleInEachWay(window, path)
      }
      expect(window.faults).toEqual([])
    })
  })
}

/**
 * Every page of the console in both colours, wide and narrow: axe finds nothing, nothing scrolls sideways, and nothing comes from elsewhere.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Home, homeOf } from "../support/runner.ts"
import { colours, isAccessible, open, widths, withBrowser } from "./support/Browser.ts"

withBrowser()

let home: Home

beforeAll(async () => {
  home = await homeOf()
  await home.start()
})
afterAll(() => home?.remove())

describe("a page of the console", () => {
  for (const colour of colours) {
    for (const width of widths) {
      it(`asks who it is, in ${colour} colours and ${width} pixels wide (issue 27)`, async () => {
        const window = await open(`http://127.0.0.1:${home.adminPort}/`, { colour, width, expects: /status of 401/ })
        await window.page.getByLabel("Password").waitFor()
        await isAccessible(window, "sign-in")
        expect(window.faults).toEqual([])
      })
    }
  }
})

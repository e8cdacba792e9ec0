/**
 * What somebody does first: opens the address that the runner prints, finds an order, and sends its messages again. On both databases.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Postgres, startPostgres } from "../support/postgres.ts"
import { eventually, type Running } from "../support/processes.ts"
import { type Home, homeOf } from "../support/runner.ts"
import { isAccessible, open, withBrowser } from "./support/Browser.ts"
import { firstAddress } from "./support/People.ts"

withBrowser()

/** Sends an order with invented data as the ERP does; returns its number. */
const anOrder = async (home: Home): Promise<string> => {
  const { code, err, out } = await home.crossdock("call", "createOrder", "--example")
  expect(code, err).toBe(0)
  return /orders show (\S+)/.exec(`${out}${err}`)![1]!
}

for (const database of ["SQLite", "PostgreSQL"] as const) {
  describe(`a first minute in the console (${database})`, () => {
    let postgres: Postgres | undefined
    let home: Home
    let running: Running

    beforeAll(async () => {
      postgres = database === "PostgreSQL" ? await startPostgres() : undefined
      home = await homeOf(postgres === undefined ? {} : { databaseUrl: (await postgres.createDatabase()).url })
      running = await home.start()
    })
    afterAll(async () => {
      await home?.remove()
      await postgres?.stop()
    })

    it("shows an order, where it went and its parcel, and sends its messages again, by the keyboard alone (issue 27)", async () => {
      const number = await anOrder(home)
      // It is also known where the simulated warehouse reports to this runner itself.
      await eventually(async () => (await home.admin(`/search?q=${number}`)).items.length === 2 || undefined)
      const window = await open(firstAddress(running))
      const { page } = window
      await page.getByRole("heading", { name: "Flow" }).waitFor()
      expect(page.url()).not.toContain("first")

      // Any number is found from any page.
      await page.keyboard.press("/")
      await page.keyboard.type(number)
      await page.keyboard.press("Enter")
      await page.getByRole("link", { name: number }).first().waitFor()
      await page.keyboard.press("j")
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: number }).waitFor()

      // Its parcel appears without a click; the simulated warehouse ships within seconds.
      const parcels = page.getByRole("region", { name: "Parcels" })
      await parcels.getByText(/^SBX\d+$/).waitFor()
      await page.getByText(/was told on \d/).first().waitFor()
      await isAccessible(window, "an order")

      const tell = page.getByRole("button", { name: "Tell again…" })
      await tell.focus()
      await page.keyboard.press("Enter")
      const dialog = page.getByRole("dialog")
      await dialog.getByText(/messages? that arrived (?:is|are) sent once more/).waitFor()
      await isAccessible(window, "sending again")
      await page.keyboard.type("the ERP lost it")
      await dialog.getByRole("button", { name: /^Send \d+ messages again$/ }).waitFor()
      await page.keyboard.press("Enter")
      await dialog.waitFor({ state: "detached" })

      // The audit names who did it and why; nobody can write it but by doing it.
      const { items } = await home.admin("/audit?operation=deliveries.resend")
      expect(items[0]).toMatchObject({ who: "first sign-in", via: "session", reason: "the ERP lost it", outcome: "done" })
      expect(window.faults).toEqual([])
    })

    it("takes the address once, and asks for an account after that (issue 27)", async () => {
      const again = await open(firstAddress(running), { expects: /status of 401/ })
      await again.page.getByRole("alert").waitFor()
      await again.page.getByLabel("Password").waitFor()
      expect(again.faults).toEqual([])
    })
  })
}

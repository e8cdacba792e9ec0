/**
 * Findings about the order desk and about a restored backup, each made for real, and ended by a person in the page (issue 27).
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Peers, startPeers } from "../support/alarm-peers.ts"
import { exchange, type Known } from "../support/http.ts"
import { type ShopService, startShopService } from "../support/peers.ts"
import { eventually, type Running } from "../support/processes.ts"
import { type Home, homeOf } from "../support/runner.ts"
import { type Window, withBrowser } from "./support/Browser.ts"
import { administrator, areUnderstood, because, haveBegun, rowOf, type Sought, type, unproven, type Visit, visitsOf, type Watched, watch } from "./support/Findings.ts"

withBrowser()

const shops = ["rule", "stock", "refused"] as const
const held = (cause: string): Sought => ({ code: "ORDERS_HELD", where: "the order desk", says: new RegExp(`for the cause "${cause}"`) })

let peers: Peers
let home: Home
let running: Running
let visit: Visit
let watched: Watched
const services = new Map<string, ShopService>()
let found: ReadonlyArray<Known>

/** The order of a shop by its number. */
const orderOf = async (number: string): Promise<Known> => ((await home.admin(`/orders/${number}`)).items as ReadonlyArray<Known>).find(({ desk }) => desk !== undefined)!
const reaches = (number: string, states: ReadonlyArray<string>) =>
  eventually(async () => states.includes((await orderOf(number)).desk.state) || undefined, { what: `${number} to be ${states.join(" or ")}`, timeoutMs: 60_000 })

beforeAll(async () => {
  peers = await startPeers()
  // The warehouse has an order that was entered there by hand.
  await exchange(`${peers.url}/house/desk`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ method: "createOrder", content: JSON.stringify({ orderNumber: "WEB-by-hand" }) }).toString()
  })
  peers.provider.set("desk", (method) => method === "createOrder" ? { refuses: "OUT_OF_STOCK: no pieces of SKU-1" } : undefined)
  for (const shop of shops) services.set(shop, await startShopService({ key: { accessId: "acc-service", secretKey: "service-secret" }, page: 10 }))
  home = await homeOf({ composition: "alarms-desk.config.ts", env: { ALARM_PEERS: peers.url, ALARM_SHOPS: JSON.stringify(Object.fromEntries([...services].map(([name, { url }]) => [name, url]))) } })
  running = await home.start()
  for (const [shop, service] of services) await service.put(`WEB-${shop}`, "PAID")
  await services.get("rule")!.put("WEB-by-hand", "PAID")
  visit = await administrator(home)
  found = await haveBegun(home, shops.map(held))
  await reaches("WEB-by-hand", ["held"])
  watched = await watch(home, visit)
}, 200_000)

afterAll(async () => {
  await home?.remove()
  for (const service of services.values()) await service.kill()
  peers?.close()
})

/** Follows the button of a finding on the first page. */
const follow = async (finding: Known): Promise<Window> => {
  const window = await visit("/")
  await rowOf(window.page, finding).getByRole("link", { name: "Resolve" }).click()
  await window.page.waitForURL((url) => url.pathname !== "/")
  return window
}

/** Releases all orders of the cause that the page shows. */
const release = async ({ page }: Window, reason: string): Promise<void> => {
  await page.getByRole("button", { name: "Release all…" }).click()
  await because(page, reason)
}

describe("findings of the desk", () => {
  it("are understood from the first page (issue 27)", async () => {
    const window = await visit("/")
    await areUnderstood(window.page, found)
    for (const { remedy } of found) await type(home, remedy.commands[0])
    expect(window.faults).toEqual([])
  })

  it("says why an order cannot be taken over, and keeps the reason that was given (issue 27)", async () => {
    const { page } = await visit(`/orders/${(await orderOf("WEB-by-hand")).scope}/WEB-by-hand`)
    await page.getByRole("button", { name: "Take over…" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel(/^Reason/).fill("entered by hand at the hall")
    await dialog.getByLabel(/^Reason/).press("Enter")
    // This warehouse does not tell which of its halls has an order, and the desk has two there.
    await dialog.getByRole("alert").getByText("WAREHOUSE_UNCLEAR").waitFor()
    expect(await dialog.getByLabel(/^Reason/).inputValue()).toBe("entered by hand at the hall")
    expect((await orderOf("WEB-by-hand")).desk.state).toBe("held")
    const { items } = await home.admin("/audit?operation=desk.takeOver")
    expect(items[0]).toMatchObject({ who: "Anna", reason: "entered by hand at the hall", outcome: "WAREHOUSE_UNCLEAR" })
  })

  it("end in the page: what a rule holds is released, and what a warehouse refused, once it has the goods (issue 27)", async () => {
    peers.provider.delete("desk")
    for (const shop of ["rule", "refused"] as const) {
      await release(await follow(found[shops.indexOf(shop)]!), "looked at, it may go")
      await reaches(`WEB-${shop}`, ["placed", "done"])
    }
  })

  it("lets a person choose from where an order is shipped that lacks stock (issue 27)", async () => {
    const { scope } = await orderOf("WEB-stock")
    const { faults, page } = await visit(`/orders/${scope}/WEB-stock`)
    await page.getByRole("button", { name: "Ship from…" }).click()
    await page.getByRole("dialog").getByLabel("Warehouse").selectOption({ label: "South" })
    await because(page, "it is nearer")
    await page.getByText("Anna has chosen South.").waitFor()
    await eventually(async () => /"South" lacks/.test((await orderOf("WEB-stock")).desk.because ?? "") || undefined, { what: "a hold for the stock of South", timeoutMs: 30_000 })
    const { items } = await home.admin("/audit?operation=desk.place")
    expect(items[0]).toMatchObject({ who: "Anna", reason: "it is nearer", outcome: "done", from: "by the rules", to: "South" })
    expect(faults).toEqual([])
  })

  it("end by a command: what lacks stock is placed once the books have it, and nothing of all this is left on the page (issue 27)", async () => {
    const file = join(home.data, "goods.json")
    writeFileSync(file, JSON.stringify([{ kind: "stockCorrection", id: "GOODS-1", warehouseName: "South", sku: "SKU-1", change: "5", reason: "counted", purchasePrice: "5.00", purchaseCurrency: "EUR" }]))
    await type(home, `crossdock books enter --file ${file}`)
    await reaches("WEB-stock", ["placed", "done"])
    expect((await orderOf("WEB-stock")).desk.parts).toMatchObject([{ warehouse: "South" }])
    await watched.showsTheEndOf(found)
    const { page } = await visit("/")
    await page.getByRole("heading", { name: /Nothing needs a person|needs? a person/ }).waitFor()
    for (const finding of found) expect(await rowOf(page, finding).count()).toBe(0)
  })

  it("end in the page: the mode of a restored backup (issue 27)", async () => {
    await running.kill()
    running = await home.start({}, ["--restored"])
    // Who was signed in when the backup was made is not any more.
    visit = visitsOf(home)
    const restored = { code: "RESTORED", where: "the runner" }
    const [finding] = await haveBegun(home, [restored])
    expect(new URL((await follow(finding!)).page.url()).pathname).toBe("/findings")
    watched = await watch(home, visit)
    await areUnderstood(watched.page, [finding!])
    await watched.page.getByRole("button", { name: "End restored mode…" }).click()
    await because(watched.page, "everything is settled")
    await watched.showsTheEndOf([finding!])
    expect(unproven()).toEqual([])
  })
})

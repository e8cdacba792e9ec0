/**
 * Findings about warehouses and ERPs, each made for real: a person understands them from the page, and ends there those that can be ended
 * there. The others show the command to type, which the test types (issue 27).
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Peers, startPeers } from "../support/alarm-peers.ts"
import { call } from "../support/envelope.ts"
import type { Known } from "../support/http.ts"
import { eventually } from "../support/processes.ts"
import { type Home, homeOf } from "../support/runner.ts"
import { isAccessible, type Window, withBrowser } from "./support/Browser.ts"
import { administrator, areUnderstood, because, haveBegun, inDatabase, rowOf, type Sought, type, unproven, type Visit, type Watched, watch } from "./support/Findings.ts"

withBrowser()

/** Each has an ERP, a warehouse and a link of its own. */
const rows = ["key", "erp410", "erpfinal", "words", "doubt", "hides", "blind", "cut", "unmapped", "cancel", "asked", "liar"] as const

const sought = {
  paused: { code: "PAUSED", where: "connection erp-erp410" },
  held: { code: "HELD", where: "connection house-key" },
  dead: { code: "DEAD_LETTERS", where: "connection erp-erpfinal" },
  words: { code: "DOUBTFUL_REFUSED", where: "connection house-words" },
  doubt: { code: "DOUBTFUL", where: "connection house-doubt" },
  hides: { code: "ORDERS_NOT_SHOWN", where: "connection house-hides" },
  blind: { code: "DECIDED_WRONGLY", where: "connection house-blind" },
  unknown: { code: "CONNECTION_UNKNOWN", where: "connection erp-gone" },
  cut: { code: "PEER_FAILS", where: "connection house-cut" },
  unmapped: { code: "HELD", where: "connection house-unmapped" },
  cancel: { code: "CANCELS_WAIT", where: "connection house-cancel" },
  asked: { code: "DECIDED_BLIND", where: "connection house-asked" },
  liar: { code: "REFUSED_AND_DONE", where: "connection house-liar" }
} as const satisfies Readonly<Record<string, Sought>>

let peers: Peers
let home: Home
let visit: Visit
let watched: Watched
let found: { readonly [Name in keyof typeof sought]: Known }

const order = (row: string) => ({
  orderNumber: `SO-${row}`,
  onlineOrderId: `WEB-${row}`,
  shopName: "Corner shop",
  warehouseCode: "WH-1",
  logisticsCode: "STD",
  platform: "web",
  freight: 4.5,
  codEnabled: 0,
  receiver: { name: "Jane Planted", phone: "+49 30 901820", email: "jane@example.invalid", country: "DE", state: "BE", city: "Berlin", address1: "Planted Street 1", postalCode: "10115" },
  skuList: [{ sku: "SKU-1", erpSku: "SKU-1", name: "Item", quantity: "1", amount: 19.9 }]
})
const ask = (row: string, method: string, content: unknown) => call({ url: home.service, accessId: row, secretKey: "shop-secret", method, content })
const create = (row: string) => ask(row, "createOrder", order(row))
const doubtfulAt = (connection: string): Promise<Known> =>
  eventually(async () => ((await home.admin(`/intents?connection=${connection}&state=Doubtful`)).items as ReadonlyArray<Known>)[0], { what: `a create in doubt at ${connection}`, timeoutMs: 30_000 })

/** The answers of a warehouse that takes an order whose answer is lost, and is then away. */
const lost = (method: string) => ["createOrder", "getOrder", "getOrderList"].includes(method) ? "cut" as const : undefined

beforeAll(async () => {
  peers = await startPeers()
  home = await homeOf({ composition: "alarms.config.ts", env: { ALARM_PEERS: peers.url, ALARM_ROWS: rows.join(",") } })
  // Messages wait for an ERP that the next composition does not have.
  peers.erp.set("gone", "500")
  const first = await home.start({ ALARM_ROWS: "gone" })
  await create("gone")
  await eventually(async () => ((await home.admin("/deliveries?connection=erp-gone")).items as ReadonlyArray<Known>)[0], { what: "a message to the ERP that goes away", timeoutMs: 30_000 })
  await first.kill()

  await home.start()
  peers.provider.set("key", () => ({ refuses: "wrong key" }))
  peers.erp.set("erp410", "410")
  peers.erp.set("erpfinal", { refuses: "unknown order" })
  peers.provider.set("words", (method) => method === "createOrder" ? { refuses: "closed on Fridays" } : undefined)
  peers.provider.set("liar", (method) => method === "createOrder" ? { refuses: "no such street", isDone: true } : undefined)
  for (const row of ["doubt", "blind", "cancel", "asked"]) peers.provider.set(row, lost)
  peers.provider.set("hides", (method) => method === "createOrder" ? undefined : "gone")
  peers.provider.set("cut", () => "cut")
  await Promise.all(rows.map(create))
  await ask("cancel", "cancelOrder", { orderNumber: "SO-cancel" })
  for (const row of ["blind", "asked"]) {
    const { id } = await doubtfulAt(`house-${row}`)
    const decided = await home.crossdock("intents", "decide", id, "dead", "--yes", "--as", "a tired person")
    expect(decided.code, decided.err).toBe(0)
  }
  peers.provider.delete("blind")
  await doubtfulAt("house-doubt")
  // A quarter of an hour goes by.
  inDatabase(home, "update intent set updated_at = updated_at - 20 * 60000 where connection = 'house-doubt'")
  visit = await administrator(home)
  const names = Object.keys(sought) as ReadonlyArray<keyof typeof sought>
  const all = await haveBegun(home, names.map((name) => sought[name]))
  found = Object.fromEntries(names.map((name, at) => [name, all[at]])) as typeof found
  watched = await watch(home, visit)
}, 200_000)

afterAll(async () => {
  await home?.remove()
  peers?.close()
})

/** Follows the button of a finding on the first page. */
const follow = async (finding: Known): Promise<Window> => {
  const window = await visit("/")
  await rowOf(window.page, finding).getByRole("link", { name: "Resolve" }).click()
  await window.page.waitForURL((url) => url.pathname !== "/")
  return window
}

describe("findings of warehouses and ERPs", () => {
  it("are understood from the first page: what, since when, whom it concerns, and what to do (issue 27)", async () => {
    const window = await visit("/")
    await areUnderstood(window.page, Object.values(found))
    await window.page.goto(`http://127.0.0.1:${home.adminPort}/findings`)
    await areUnderstood(window.page, Object.values(found))
    const { items: kinds } = await home.admin("/findings/kinds")
    const table = window.page.getByRole("region", { name: "Every kind of finding" })
    const text = await table.innerText()
    for (const { code, title } of kinds as ReadonlyArray<Known>) {
      expect(text).toContain(code)
      expect(text).toContain(title)
    }
    await isAccessible(window, "the findings")
    expect(window.faults).toEqual([])
  })

  it("end in the page: paused connections, once what refused them is corrected (issue 27)", async () => {
    peers.provider.delete("key")
    peers.erp.delete("erp410")
    for (const finding of [found.held, found.paused]) {
      const { page } = await follow(finding)
      await page.getByRole("button", { name: "Resume…" }).click()
      await because(page, "the peer is well again")
      await page.getByRole("button", { name: "Pause…" }).waitFor()
    }
  })

  it("end in the page: messages that an ERP refused for good (issue 27)", async () => {
    peers.erp.delete("erpfinal")
    const { page } = await follow(found.dead)
    await page.getByRole("button", { name: "Send all again…" }).click()
    await because(page, "the ERP knows the order now")
  })

  it("end in the page: messages for a connection that does not exist (issue 27)", async () => {
    const { page } = await follow(found.unknown)
    await page.getByRole("checkbox", { name: "Select all that are shown" }).check()
    await page.getByRole("button", { name: /^Cancel \d+…$/ }).click()
    await because(page, "this ERP is gone for good")
  })

  it("end in the page: creates that a peer refused with words that nobody lists, decided together (issue 27)", async () => {
    const { page } = await follow(found.words)
    await page.getByRole("button", { name: "Decide all…" }).click()
    await page.getByRole("radio", { name: /give it up/ }).check()
    await because(page, "they said so on the telephone")
  })

  it("end in the page: a create in doubt, decided although its peer cannot be asked (issue 27)", async () => {
    const { page } = await follow(found.doubt)
    await page.getByRole("button", { name: "Decide…", exact: true }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("radio", { name: /^It has it/ }).check()
    await dialog.getByLabel(/^Reason/).fill("seen on their screen")
    await dialog.getByLabel(/^Reason/).press("Enter")
    await dialog.getByRole("alert").waitFor()
    await dialog.getByRole("checkbox", { name: "I have looked, decide nevertheless" }).check()
    expect(await dialog.locator("button[type=submit]").isDisabled()).toBe(true)
    await dialog.getByLabel(/^Number there/).fill("W-SO-doubt")
    await dialog.getByLabel(/^Type/).fill("SO-doubt")
    await dialog.getByLabel(/^Type/).press("Enter")
    await dialog.waitFor({ state: "detached" })
    peers.provider.delete("doubt")
  })

  it("end in the page: a decision that was wrong, once somebody has seen it (issue 27)", async () => {
    const { page } = await follow(found.blind)
    await page.getByRole("button", { name: "I have seen it…" }).click()
    await because(page, "the hall keeps the parcel")
    await page.getByRole("button", { name: "I have seen it…" }).waitFor({ state: "detached" })
  })

  it("end in the page: an order that a warehouse took and does not show, which is asked for anew (issue 27)", async () => {
    const { page } = await follow(found.hides)
    await page.getByRole("link", { name: "SO-hides" }).click()
    await page.getByRole("button", { name: "Ask again…" }).click()
    await because(page, "they have restored their backup")
    peers.provider.delete("hides")
  })

  it("show the command to type, which finds a cause, lists what waits, or ends them: names that are written (issue 27)", async () => {
    const { context, page } = await visit("/")
    await context.grantPermissions(["clipboard-read", "clipboard-write"])
    await rowOf(page, found.cut).getByRole("button", { name: "Copy crossdock connections test house-cut" }).click()
    await rowOf(page, found.cut).getByText("Copied").waitFor()
    expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe("crossdock connections test house-cut")
    peers.provider.delete("cut")
    expect(await type(home, "crossdock connections test house-cut")).toMatch(/house-cut works/)
    await type(home, found.cancel.remedy.commands[0])
    for (const command of found.unmapped.remedy.commands as ReadonlyArray<string>) {
      if (command.startsWith("crossdock maps set ")) await type(home, command.replace("'<its name at the peer>'", "THEIRS-1"))
    }
    peers.provider.delete("cancel")
  })

  it("end by themselves: a peer confirms a decision, and what has happened is told for long enough (issue 27)", async () => {
    await type(home, found.liar.remedy.commands[0])
    peers.provider.set("asked", (method) => method.startsWith("getOrder") ? "gone" : undefined)
    await type(home, found.asked.remedy.commands[0])
    inDatabase(home, `
      update blind_decision set due_at = 0 where connection = 'house-asked' and due_at is not null;
      update intent set updated_at = updated_at - 8 * 86400000 where connection = 'house-liar'`)
  })

  it("are gone from the page that was open all the time, and told as ended (issue 27)", async () => {
    await watched.showsTheEndOf(Object.values(found))
    expect(unproven()).toEqual([])
    const { items } = await home.admin("/audit?who=Anna")
    const reasons = (items as ReadonlyArray<Known>).map(({ operation, reason }) => `${operation}: ${reason}`)
    for (const reason of ["connections.resume: the peer is well again", "intents.reopen: they have restored their backup", "intents.decide: the hall keeps the parcel", "deliveries.cancel: this ERP is gone for good"]) expect(reasons).toContain(reason)
  })
})

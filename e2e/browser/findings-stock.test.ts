/**
 * Findings about stock, about orders that are not taken, and about orders of an ERP, each made for real and ended as the page says it; and
 * two things that a person does about an order on its page: a part is withdrawn, and what a warehouse has is taken over (issue 27).
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Peers, startPeers } from "../support/alarm-peers.ts"
import { call } from "../support/envelope.ts"
import type { Known } from "../support/http.ts"
import { type BreakableWarehouse, type ShopService, startBreakableWarehouse, startShopService } from "../support/peers.ts"
import { eventually, tempDir } from "../support/processes.ts"
import { type Home, homeOf } from "../support/runner.ts"
import { type ScriptedPeers, startScriptedPeers } from "../support/ScriptedPeers.ts"
import { withBrowser } from "./support/Browser.ts"
import { administrator, areUnderstood, because, haveBegun, inDatabase, rowIn, type Sought, type, unproven, type Visit, type Watched, watch } from "./support/Findings.ts"

withBrowser()

const sought = {
  refused: { code: "STOCK_REFUSED", where: "link platform:acc-stock:fake:11" },
  untracked: { code: "STOCK_UNTRACKED", where: "link platform:acc-stock:fake:11" },
  away: { code: "STOCK_NOT_PUBLISHED", where: "link platform:acc-away:fake:12" },
  counts: { code: "STOCK_NOT_COMPARED", where: "link warehouse:acc-counts" },
  drift: { code: "STOCK_DRIFT", where: "link warehouse:acc-house" },
  short: { code: "STOCK_SHORT", where: "link warehouse:acc-house" },
  nobodys: { code: "SHOP_ORDERS_NOT_TAKEN", where: "shop-shared" },
  still: { code: "ORDERS_STAND_STILL", where: "connection house-erp" },
  fails: { code: "FAILING", where: "connection source" },
  nowhere: { code: "ERP_ORDERS_NOT_PLACED", where: "connection source" },
  unread: { code: "ERP_ORDERS_NOT_READ", where: "connection source" },
  differs: { code: "ERP_ORDERS_DIFFER", where: "connection source" },
  cancelling: { code: "ERP_ORDERS_NOT_CANCELLED", where: "connection source", says: /not yet at the warehouse/ },
  kept: { code: "ERP_ORDERS_NOT_CANCELLED", where: "connection source", says: /has shipped them/ }
} as const satisfies Readonly<Record<string, Sought>>
type Name = keyof typeof sought
const names = Object.keys(sought) as ReadonlyArray<Name>

const folder = tempDir("crossdock-stock-desk-")
let peers: Peers
let scripted: ScriptedPeers
let warehouse: BreakableWarehouse
let home: Home
let visit: Visit
let watched: Watched
let found: { readonly [each in Name]: Known }
const services = new Map<"orders" | "held", ShopService>()

/** What the ERP tells of its orders, by their numbers. */
const ready = new Map<string, Known>()
const unreadable = new Set<string>()
const tell = (orderNumber: string, more: Known = {}): void => {
  const { order = {}, ...rest } = more
  ready.set(orderNumber, {
    warehouseName: "Hall",
    state: "ready",
    updatedAt: new Date().toISOString(),
    ...rest,
    order: {
      orderNumber,
      onlineOrderId: `WEB-${orderNumber}`,
      freight: { amount: "4.50" },
      packageType: "NORMAL",
      channelCode: "STD",
      platform: "web",
      shopName: "Corner shop",
      receiver: { name: "Jane Planted", phone: "+49 30 901820", email: "jane@example.invalid", country: "DE", state: "BE", city: "Berlin", address1: "Planted Street 1", postalCode: "10115" },
      lines: [{ sku: "SKU-1", quantity: 1, name: "Mug", erpSku: "SKU-1", price: { amount: "10.00", per: "line" } }],
      ...order
    }
  })
}
const list = ({ orderNumber, updatedFrom, updatedTo }: Known): { readonly is: Known } => {
  const items = [...ready.values()].filter((one) => orderNumber === undefined ? one.updatedAt >= updatedFrom && one.updatedAt < updatedTo : one.order.orderNumber === orderNumber)
  const odd = items.map(({ order }) => order.orderNumber).filter((number) => unreadable.has(number))
  return { is: { items: items.filter(({ order }) => !odd.includes(order.orderNumber)), unreadable: odd } }
}

const orderOf = async (number: string): Promise<Known> => ((await home.admin(`/orders/${number}`)).items as ReadonlyArray<Known>).find(({ desk }) => desk !== undefined)!
const reaches = (number: string, states: ReadonlyArray<string>) =>
  eventually(async () => states.includes((await orderOf(number)).desk.state) || undefined, { what: `${number} to be ${states.join(" or ")}`, timeoutMs: 60_000 })
const atWarehouse = (number: string, isIn: (order: Known) => boolean = () => true) =>
  eventually(async () => (await warehouse.books()).orders.some((order) => order.orderNumber === number && isIn(order)) || undefined, { what: `${number} at the warehouse`, timeoutMs: 60_000 })
/** What became of an order of the ERP. */
const becomes = (number: string, state: string) =>
  eventually(() => rowIn(home, `select 1 as n from ready_order where number = '${number}' and state = '${state}' and message is not null`), { what: `${number} to be ${state}`, timeoutMs: 60_000 })

const article = (productId: string, sku: string, more: Known = {}) => ({ productId, sku, title: sku, status: "ON_SALE", ...more })
const shared = (more: Known = {}) => ({
  is: {
    items: [{
      platform: "fake", shopId: "13", onlineOrderId: "WEB-nobodys", createdAt: "2026-01-01T00:00:00Z", modifiedAt: new Date().toISOString(), phase: "finished", status: "DONE",
      paymentMethod: "online", currency: "EUR", total: "4.50", freight: "0", receiver: { name: "Ada" }, lines: [], raw: "{}", ...more
    }]
  }
})

/** Shops, and a warehouse that cannot be compared. */
const provokeStock = (): void => {
  scripted.script("stock", "listProducts", { is: { items: [article("P-1", "SKU-1"), article("P-2", "SKU-2", { tracksStock: false })] } })
  scripted.script("stock", "updateStock", { is: { failures: [{ productId: "P-1", reason: "the listing is closed" }] } })
  scripted.script("away", "listProducts", { is: { items: [article("P-1", "SKU-1")] } })
  scripted.script("away", "updateStock", "cut")
  scripted.script("shared", "getOrders", shared())
  peers.provider.set("counts", (method) => method === "syncInventory" ? { refuses: "our stock is being counted" } : undefined)
}

/** Orders of the ERP of which a person has to know. */
const provokeOrders = async (): Promise<void> => {
  const placed = ["SO-differs", "SO-cancelling", "SO-kept"]
  for (const number of placed) tell(number)
  unreadable.add("SO-unread")
  tell("SO-unread")
  tell("SO-nowhere", { warehouseName: "Nowhere" })
  await Promise.all(placed.map((number) => atWarehouse(number)))
  await warehouse.breaks({ method: "cancelOrder", kind: "refuse", message: "the hall has packed it" })
  await warehouse.ship({ orderNumber: "SO-kept" })
  await eventually(async () => ((await home.admin("/orders/SO-kept")).items as ReadonlyArray<Known>).some(({ phase }) => phase === "shipped") || undefined, { what: "news of a parcel" })
  tell("SO-differs", { order: { lines: [{ sku: "SKU-1", quantity: 3, name: "Mug", erpSku: "SKU-1", price: { amount: "10.00", per: "line" } }] } })
  for (const number of ["SO-cancelling", "SO-kept"]) tell(number, { state: "cancelled" })
  await Promise.all([becomes("SO-differs", "placed"), becomes("SO-cancelling", "cancelling"), becomes("SO-kept", "kept"), becomes("SO-nowhere", "refused"), becomes("SO-unread", "unread")])
  await warehouse.breaks({ method: "cancelOrder", kind: "none" })
}

beforeAll(async () => {
  peers = await startPeers()
  scripted = await startScriptedPeers()
  const stock = ["SKU-1", "SKU-2"].map((sku) => ({ warehouseCode: "WH-1", sku, sellable: 10 }))
  warehouse = await startBreakableWarehouse({ books: join(folder.path, "books"), keys: ["acc-desk", "acc-erp"].map((accessId) => ({ accessId, secretKey: "demo-secret" })), stock })
  for (const name of ["orders", "held"] as const) services.set(name, await startShopService({ key: { accessId: "acc-service", secretKey: "service-secret" }, page: 10 }))
  scripted.script("source", "listOutboundOrders", list)
  // It answers what it is asked, and takes no message.
  scripted.script("source", "receiveOutboundStatus", "cut")
  provokeStock()
  home = await homeOf({
    composition: "stock-desk.config.ts",
    env: { ALARM_PEERS: peers.url, SCRIPTED_PEERS: scripted.url, WAREHOUSE: warehouse.url, ALARM_SHOPS: JSON.stringify(Object.fromEntries([...services].map(([name, { url }]) => [name, url]))) }
  })
  await home.start()
  // Somebody has entered it at the warehouse by hand.
  const content = { orderNumber: "WEB-held", warehouseCode: "WH-1", logisticsCode: "STD", receiver: { name: "Ada Example" }, skuList: [{ sku: "SKU-1", quantity: "1" }] }
  await call({ url: warehouse.url, accessId: "acc-desk", secretKey: "demo-secret", method: "createOrder", content })
  await services.get("held")!.put("WEB-held", "PAID")
  await services.get("orders")!.put("WEB-part", "PAID")
  await Promise.all([reaches("WEB-part", ["placed"]), reaches("WEB-held", ["held"]), provokeOrders()])
  await warehouse.setStock({ warehouseCode: "WH-1", sku: "SKU-1", sellable: 0 })
  await warehouse.setStock({ warehouseCode: "WH-1", sku: "SKU-2", sellable: 8 })
  await eventually(() => rowIn(home, "select count(*) as n from stock_failure having count(*) >= 2"), { what: "jobs of stock that fail" })
  inDatabase(home, "update stock_failure set since = since - 360000")
  visit = await administrator(home)
  const all = await haveBegun(home, names.map((name) => sought[name]))
  found = Object.fromEntries(names.map((name, at) => [name, all[at]])) as typeof found
  watched = await watch(home, visit)
}, 200_000)

afterAll(async () => {
  await home?.remove()
  for (const service of services.values()) await service.kill()
  await warehouse?.kill()
  scripted?.close()
  peers?.close()
  folder.remove()
})

describe("findings of stock and of orders", () => {
  it("are understood from the first page, and their commands show what they tell (issue 27)", async () => {
    const { page } = await visit("/")
    await areUnderstood(page, Object.values(found))
    // Both about articles have the same command.
    for (const name of ["refused", "drift", "short", "nobodys", "still", "fails"] as const) {
      expect(await type(home, found[name].remedy.commands[0])).toMatch(/SKU-|WEB-nobodys|SO-|receiveOutboundStatus|connection broke/)
    }
  })

  it("end in the page: an order that the warehouse cannot ship is withdrawn from it, and held (issue 27)", async () => {
    const { page } = await visit(`/orders/${(await orderOf("WEB-part")).scope}/WEB-part`)
    await page.getByRole("button", { name: "Withdraw a part…" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByText("North is asked not to ship WEB-part (1 × SKU-1).").waitFor()
    await dialog.getByLabel(/^Reason/).fill("the hall has lost its pieces")
    expect(await dialog.locator("button[type=submit]").isDisabled()).toBe(true)
    await dialog.getByLabel(/^Type/).fill("WEB-part")
    await dialog.getByLabel(/^Type/).press("Enter")
    await dialog.getByText("North does not ship WEB-part.").waitFor()
    await dialog.getByText("The order is held until a person releases it.").waitFor()
    await dialog.getByRole("button", { name: "Close" }).click()
    await page.getByRole("button", { name: "Release…" }).waitFor()
    expect((await orderOf("WEB-part")).desk.state).toBe("held")
    await atWarehouse("WEB-part", ({ status }) => status === "CANCEL")
    const { items } = await home.admin("/audit?operation=desk.withdraw")
    expect(items[0]).toMatchObject({ who: "Anna", reason: "the hall has lost its pieces", outcome: "done" })
    await watched.showsTheEndOf([found.short])
  })

  it("takes over in the page what the warehouse has of an order, without sending it there again (issue 27)", async () => {
    const { page } = await visit(`/orders/${(await orderOf("WEB-held")).scope}/WEB-held`)
    await page.getByRole("button", { name: "Take over…" }).click()
    await because(page, "entered by hand at the hall")
    await page.getByRole("button", { name: "Withdraw a part…" }).waitFor()
    expect((await orderOf("WEB-held")).desk).toMatchObject({ state: "placed", parts: [{ number: "WEB-held", warehouse: "North" }] })
    const { calls } = await warehouse.books()
    expect(calls.filter(({ content, method }) => method === "createOrder" && content.includes("WEB-held"))).toHaveLength(1)
  })

  it("end once the peers, or the books, are corrected as their texts say (issue 27)", async () => {
    const file = join(home.data, "counted.json")
    writeFileSync(file, JSON.stringify([{ kind: "stockCorrection", id: "COUNT-1", warehouseName: "North", sku: "SKU-2", change: "-2", reason: "counted" }]))
    await type(home, `crossdock books enter --file ${file}`)
    await warehouse.setStock({ warehouseCode: "WH-1", sku: "SKU-1", sellable: 10 })
    scripted.script("stock", "listProducts", { is: { items: [article("P-1", "SKU-1"), article("P-2", "SKU-2")] } })
    scripted.script("stock", "updateStock", undefined)
    scripted.script("away", "updateStock", undefined)
    scripted.script("shared", "getOrders", shared({ onlineShopId: "ONE" }))
    peers.provider.delete("counts")
    scripted.script("source", "receiveOutboundStatus", undefined)
    unreadable.clear()
    tell("SO-unread", { state: "done" })
    tell("SO-nowhere", { state: "done" })
    tell("SO-kept", { state: "done" })
    tell("SO-differs", { state: "cancelled" })
    // Ten minutes go by.
    inDatabase(home, "update ready_order set due_at = 0 where number = 'SO-cancelling'; update delivery set due_at = 0 where connection = 'source' and state = 'Pending'")
    await watched.showsTheEndOf(names.filter((name) => name !== "short").map((name) => found[name]))
  })

  it("were each looked at on the page, which showed each end without being loaded again (issue 27)", () => {
    expect(unproven()).toEqual([])
  })
})

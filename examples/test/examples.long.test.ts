/**
 * Each example does what its page says. What a page leaves out is checked here.
 */
import { assert, it } from "vitest"
import { run } from "./Example.ts"

/** What this file reads of an order. */
interface Found {
  readonly scope: string
  readonly trackingNumber?: string
  readonly desk?: { readonly parcels: ReadonlyArray<{ readonly trackingNumber: string }> }
}

it("one warehouse for one ERP: a signed order is shipped, and the ERP has confirmed each report", async () => {
  const { home } = await run("one-warehouse")
  const { items } = JSON.parse((await home.crossdock("orders", "show", "SO-1", "--link", "warehouse:sandbox", "--json")).out)
  assert.lengthOf(items, 1)
  const states: ReadonlyArray<string> = items[0].deliveries.map(({ state }: { readonly state: string }) => state)
  assert.isAbove(states.length, 0)
  assert.deepStrictEqual([...new Set(states)], ["Delivered"])
})

it("two merchants at one provider: one number is two orders, and nobody sees the goods of the other", async () => {
  const { home, outputs } = await run("two-merchants")
  const [told = ""] = [...outputs].filter(([command]) => command.includes("syncInventory")).map(([, output]) => output)
  assert.strictEqual(told.match(/"warehouseSku"/g)?.length, 1)
  assert.include((await home.crossdock("books", "stock", "--connection", "erp-b", "--warehouse", "Provider")).out, "MUG-BLUE  Provider   98 ")
})

it("a shop, the order desk and two warehouses: an order is split by a rule and ships with labels of the shop", async () => {
  const { home } = await run("shop-desk")
  const { items } = JSON.parse((await home.crossdock("orders", "show", "SBX-735200000001", "--json")).out)
  const labels: ReadonlyArray<string> = items.flatMap(({ desk }: Found) => desk?.parcels ?? []).map(({ trackingNumber }: { readonly trackingNumber: string }) => trackingNumber)
  assert.lengthOf(new Set(labels), 2)
  for (const label of labels) assert.match(label, /^SBXT/)
  const shipped: ReadonlyArray<string> = items.filter(({ scope }: Found) => scope.startsWith("warehouse:")).map(({ trackingNumber }: Found) => trackingNumber)
  assert.includeMembers([...labels], [...shipped])
  assert.isAbove(shipped.length, 0)
})

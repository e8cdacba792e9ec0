/** Stock of warehouses that a marketplace operates. */
import type { BooksV1, ErpStock } from "@crossdock/books"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { onBothDatabases, open, pagesOf, type Row } from "./support.ts"

const stock = (number: number, more: object = {}, warehouse = "WHS-1"): Row => ({
  kind: "marketplace",
  number: `M-${number}`,
  created_at: 0,
  warehouse,
  status: "",
  content: JSON.stringify({
    kind: "marketplaceStock", warehouseCode: warehouse, itemId: `WI-${number}`, matchStatus: "NORMAL", shopItems: [{ itemId: `I-${number}`, skuId: `V-${number}` }],
    inTransit: "0", sellable: "1", reserved: "0", unsellable: "0", ...more
  })
})

const items = (page: { readonly items: ReadonlyArray<ErpStock.MarketplaceStock> }) => page.items.map(({ itemId }) => itemId)

onBothDatabases("listMarketplaceStock", (it) => {
  it.effect.each<readonly [string, Partial<typeof BooksV1.ListMarketplaceStock.payload.Type>, ReadonlyArray<number>]>([
    ["the other conditions, if none is given (E-738 E-758)", {}, [1, 2, 3]],
    ["the exact names of shops (E-737)", { shopNames: ["Shop", "North"] }, [1]],
    ["no part of a name (E-737)", { shopNames: ["Sho"] }, []],
    ["shops of which the books know none, which is an empty page (E-739)", { shopNames: ["Elsewhere"] }, []],
    ["warehouse codes (E-740)", { warehouseCodes: ["WHS-2", "WHS-3"] }, [2]],
    ["stock levels (E-741)", { levels: [1, 3] }, [3]],
    ["exact ids of articles, several of them (E-742 E-746)", { itemIds: ["I-1", "WI-2", "WI"] }, [1, 2]],
    ["exact names of articles, several of them (E-743 E-747)", { itemNames: ["Lamp", "Des"] }, [1]],
    ["exact ids of SKUs, several of them (E-744 E-748)", { skuIds: ["V-2", "V-3", "V"] }, [2, 3]],
    ["exact names of SKUs, several of them (E-745 E-749)", { skuNames: ["red", "blu"] }, [1]],
    ["several conditions, of which all hold", { shopNames: ["Shop"], itemIds: ["WI-2"] }, []]
  ])("selects by %s", ([, asked, expected]) =>
    Effect.gen(function*() {
      const { add, listMarketplaceStock } = yield* open()
      yield* add("document", stock(1, { shopName: "Shop", itemName: "Lamp", sku: "A", skuName: "red", level: 2 }), stock(2, { itemName: "Desk" }, "WHS-2"), stock(3, { skuName: "blue", level: 3 }))
      const pages = yield* pagesOf((cursor) => listMarketplaceStock({ limit: 2, ...asked, ...(cursor !== undefined && { cursor }) }))
      assert.deepStrictEqual(pages.flatMap(items), expected.map((number) => `WI-${number}`))
      assert.deepStrictEqual(pages.map(({ total }) => total), pages.map(() => expected.length))
    }))

  it.effect("lists each code of a warehouse once (E-755 E-757)", () =>
    Effect.gen(function*() {
      const { add, listMarketplaceWarehouses } = yield* open()
      yield* add("document", stock(1), stock(2, {}, "WHS-2"), stock(3))
      assert.deepStrictEqual(yield* listMarketplaceWarehouses({}), { items: ["WHS-1", "WHS-2"] })
    }))
})

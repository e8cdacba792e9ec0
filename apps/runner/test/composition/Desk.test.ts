/**
 * The order desk of a composition: what the runner makes of it, and what it refuses.
 */
import type { AnyPlugin, Composition, Desk, DeskRule } from "@crossdock/config"
import { Decimal, PlatformV1, type WarehouseV1 } from "@crossdock/core"
import { ledger } from "@crossdock/erp-ledger"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { compose } from "../../src/Composition.ts"
import * as Peers from "../support/Peers.ts"

const shopOf = (id: string, offers: ReadonlyArray<PlatformV1.OptionalName>) =>
  PlatformV1.plugin({ id, settings: Schema.Struct({}), limits: { ordersPerQuery: 10, stockUpdatesPerCall: 1 }, offers: offers as never, make: () => Effect.succeed({} as never) })

const warehouse = Peers.warehouse().plugin
const plugins = [
  warehouse,
  Peers.erp().plugin,
  ledger,
  shopOf("shop-full", ["markReadyToShip", "updateStock", "listProducts", "createShipment", "getLabels"]),
  shopOf("shop-plain", ["markReadyToShip"]),
  shopOf("shop-bare", [])
] as ReadonlyArray<AnyPlugin>

const books = { id: "books", plugin: "erp-ledger", settings: { warehouses: [{ id: "1", name: "North", code: "N" }, { id: "2", name: "South", code: "S" }] } }
const toWarehouse = { erp: "erp", copyTo: ["books"], protocol: "warehouse", secretKey: "secret-key-1" } as const
const toShop = (peer: string, id = peer) => ({ erp: "erp", peer, protocol: "platform", id, secretKey: "secret-key-2", shop: { platform: "web", shopId: "1" } }) as const

const written = (desk: unknown, more: ReadonlyArray<unknown> = []): Composition => ({
  plugins,
  connections: [
    books,
    { id: "erp", plugin: "erp-fake", settings: {} },
    { id: "wh-n", plugin: warehouse.id, settings: {} },
    { id: "wh-s", plugin: warehouse.id, settings: {} },
    { id: "full", plugin: "shop-full", settings: {} },
    { id: "plain", plugin: "shop-plain", settings: {} },
    { id: "bare", plugin: "shop-bare", settings: {} }
  ],
  links: [
    { ...toWarehouse, peer: "wh-n", id: "north", warehouseNames: { North: "WH-N" } },
    { ...toWarehouse, peer: "wh-s", id: "south", warehouseNames: { South: "WH-S" } },
    toShop("full"),
    ...more
  ] as Composition["links"],
  desk: desk as Desk
})

const composed = (desk: Desk, ...more: ReadonlyArray<unknown>) =>
  Result.getOrThrowWith(compose(written(desk, more), {}), (found) => new Error(JSON.stringify(found))).desk!
const problems = (desk: unknown, ...more: ReadonlyArray<unknown>) => {
  const result = compose(written(desk, more), {})
  return Result.isFailure(result) ? result.failure : []
}
const paths = (desk: unknown, ...more: ReadonlyArray<unknown>) => problems(desk, ...more).map(({ path }) => path).toSorted()

const north = { link: "north", warehouse: "North" }
const south = { link: "south", warehouse: "South" }
const rule = (more: Partial<DeskRule> = {}): DeskRule => ({ name: "all", place: { at: [north] }, ...more })
const of = (...rules: ReadonlyArray<unknown>) => ({ books: "books", rules })

/** Problems of one rule, by their place in it. */
const inRule = (more: object) => paths(of(rule(more))).map((path) => path.replace("/desk/rules/0", ""))

describe("an order desk", () => {
  it("names links by their scope, and asks rules by their priority and then in the order of the list", () => {
    const desk = composed(of(
      rule({ name: "rest" , priority: -1 }),
      rule({ name: "one", when: { countries: ["nl", "BE"], skus: ["MUG-*", "A"], tags: ["gift"], weight: { from: "0.5", below: "2" }, total: { below: "100", currency: "EUR" }, before: "15:00", timeZone: "Europe/Amsterdam", stock: "all", shops: ["full"] } }),
      { name: "two", when: { shops: ["platform:full:web:1"] }, hold: "ask the shop first" },
      rule({ name: "first", priority: 5, when: { weight: { from: "30" } }, place: { at: [south, north], split: true, channel: "SEA", label: { providerCode: "P", providerName: "Post" } } })
    ) as Desk)
    assert.deepStrictEqual(desk.rules.map(({ name }) => name), ["first", "one", "two", "rest"])
    const [first, one, two, rest] = desk.rules
    assert.deepStrictEqual(first!.action, {
      _tag: "place",
      placement: {
        at: [{ link: "warehouse:south", warehouse: "South", code: "WH-S" }, { link: "warehouse:north", warehouse: "North", code: "WH-N" }],
        maySplit: true,
        maySplitBundles: false,
        shipsComplete: false,
        channel: "SEA",
        label: { providerCode: "P", providerName: "Post" }
      }
    })
    assert.deepStrictEqual(one!.when, {
      shops: ["platform:full:web:1"],
      countries: ["NL", "BE"],
      tags: ["gift"],
      skus: [{ text: "MUG-", isPrefix: true }, { text: "A", isPrefix: false }],
      weight: { from: Decimal.fromText("0.5"), below: Decimal.fromText("2") },
      total: { from: undefined, below: Decimal.fromText("100"), currency: "EUR" },
      before: { minutes: 900, timeZone: "Europe/Amsterdam" },
      needsAllStock: true
    })
    assert.deepStrictEqual([two!.action, two!.when.shops], [{ _tag: "hold", reason: "ask the shop first" }, ["platform:full:web:1"]])
    assert.deepStrictEqual([rest!.priority, rest!.when.before], [-1, undefined])
  })

  it("takes the orders of the shops that a rule names, and of all shops if a rule names none", () => {
    const other = toShop("plain")
    assert.deepStrictEqual(composed(of(rule({ when: { shops: ["plain"] } })) as Desk, other).shops, ["platform:plain:web:1"])
    assert.deepStrictEqual(composed(of(rule()) as Desk, other).shops, ["platform:full:web:1", "platform:plain:web:1"])
  })

  it("has weights, and stock with defaults, of which the closest safety stock comes first", () => {
    const publish = [{ shop: "full", location: "L-1", warehouses: ["North", "South"] }]
    const { stock, weights } = composed({ ...of(rule()), weights: { A: "0.35" }, stock: { publish } } as Desk)
    assert.deepStrictEqual([...weights], [["A", Decimal.fromText("0.35")]])
    assert.deepStrictEqual(stock, { every: 60_000, reconcileEvery: 3_600_000, buffer: 0, safety: [], unpaid: { percent: 20, atLeast: 1, within: 86_400_000 }, publish: [{ ...publish[0]!, shop: "platform:full:web:1" }] })
    const own = composed({ ...of(rule()), stock: { every: "5 seconds", reconcileEvery: "1 day", buffer: 2, safety: { "*": 1, "MUG-*": 3, "MUG-BLUE-*": 4, "MUG-BLUE-1": 5 }, publish } } as Desk).stock!
    assert.deepStrictEqual([own.every, own.reconcileEvery, own.buffer, own.safety.map(({ pieces }) => pieces)], [5000, 86_400_000, 2, [5, 4, 3, 1]])
  })

  it("splits bundles and asks for whole shipments only where a rule says so, and has the notes of shops (0040)", () => {
    const placements = (split?: boolean, splitBundles?: boolean) =>
      composed(of(rule({ place: { at: [north], ...(split !== undefined && { split }), ...(splitBundles !== undefined && { splitBundles }) } })) as Desk).rules.map(({ action }) =>
        action._tag === "place" && [action.placement.maySplit, action.placement.maySplitBundles, action.placement.shipsComplete])
    assert.deepStrictEqual([placements(), placements(false), placements(true), placements(true, true)].flat(), [[false, false, false], [false, false, true], [true, false, false], [true, true, false]])
    assert.deepStrictEqual([...composed({ ...of(rule()), packingSlipNotes: { full: "thank you" } } as Desk).packingSlipNotes], [["platform:full:web:1", "thank you"]])
    assert.deepStrictEqual(paths({ ...of(rule()), packingSlipNotes: { nobody: "", full: "x" } }), ["/desk/packingSlipNotes/nobody", "/desk/packingSlipNotes/nobody"])
  })

  it("is absent unless the composition has one", () =>
    assert.isUndefined(Result.getOrThrow(compose({ ...written(undefined) }, {})).desk))

  it("refuses rules that cannot be applied, each with its place", () => {
    const cases: ReadonlyArray<readonly [more: object, places: ReadonlyArray<string>]> = [
      [{ name: "" }, ["/name"]],
      [{ place: { at: [north], splitBundles: true } }, ["/place/splitBundles"]],
      [{ priority: 1.5 }, ["/priority"]],
      [{ hold: "why" }, [""]],
      [{ place: undefined }, [""]],
      [{ place: undefined, hold: "" }, ["/hold"]],
      [{ place: undefined, hold: "why", when: { stock: "all" } }, ["/when/stock"]],
      [{ when: { stock: "some" } }, ["/when/stock"]],
      [{ when: { shops: [] } }, ["/when/shops"]],
      [{ when: { shops: ["full", "nobody", "north"] } }, ["/when/shops/1", "/when/shops/2"]],
      [{ when: { countries: ["NLD", "NL"] } }, ["/when/countries/0"]],
      [{ when: { tags: ["gift", ""] } }, ["/when/tags/1"]],
      [{ when: { skus: ["A*B", "*", ""] } }, ["/when/skus/0", "/when/skus/2"]],
      [{ when: { weight: {} } }, ["/when/weight"]],
      [{ when: { weight: { from: "2", below: "2" }, total: { from: "-1", below: 5, currency: "" } } }, ["/when/total/below", "/when/total/currency", "/when/total/from", "/when/weight"]],
      [{ when: { before: "15:60" } }, ["/when/before"]],
      [{ when: { before: "00:00" } }, ["/when/before"]],
      [{ when: { before: "3pm", timeZone: "Mars" } }, ["/when/before", "/when/timeZone"]],
      [{ when: { timeZone: "UTC" } }, ["/when/timeZone"]],
      [{ place: { at: [] } }, ["/place/at"]],
      [{ place: { at: Array.from({ length: 11 }, () => north) } }, ["/place/at", ...Array.from({ length: 10 }, (_, at) => `/place/at/${at + 1}/warehouse`).toSorted()]],
      [{ place: { at: [{ link: "full", warehouse: "North" }] } }, ["/place/at/0/link"]],
      [{ place: { at: [{ link: "north", warehouse: "South" }] } }, ["/place/at/0/warehouse"]],
      [{ place: { at: [north], split: "yes", channel: "", label: { providerCode: "P" } } }, ["/place/channel", "/place/label/providerName", "/place/split"]],
      [{ wehn: {}, when: { sku: [], weight: { to: "1" } }, place: { at: [{ ...north, code: "N" }], spilt: true, label: { providerCode: "P", providerName: "Post", name: "x" } } },
        ["/place/at/0/code", "/place/label/name", "/place/spilt", "/wehn", "/when/sku", "/when/weight", "/when/weight/to"]]
    ]
    for (const [more, places] of cases) assert.deepStrictEqual(inRule(more), places, JSON.stringify(more))
  })

  it("refuses rules that are never asked, and two rules of one name", () => {
    const first = { name: "rest" }
    assert.deepStrictEqual(paths(of(rule(first), rule({ name: "two", when: { countries: ["NL"] } }))), ["/desk/rules/1"])
    assert.deepStrictEqual(paths(of(rule({ ...first, when: {} }), rule({ name: "two", priority: -1 }))), ["/desk/rules/1"])
    assert.deepStrictEqual(paths(of(rule({ ...first, when: { stock: "all" } }), rule({ name: "two" }))), [])
    assert.deepStrictEqual(paths(of(rule(first), rule({ name: "two", priority: 1, when: { countries: ["NL"] } }))), [])
    assert.deepStrictEqual(paths(of(rule({ ...first, when: { countries: ["NL"] } }), rule(first))), ["/desk/rules/1/name"])
    assert.deepStrictEqual(problems(of(rule(first), rule({ name: "two", hold: "why", place: undefined } as never)))[0]!.message, "the rule is never asked, because \"rest\" is asked before it and is for every order; give that one a condition or a lower priority")
  })

  it("refuses amounts without a currency (M8)", () => {
    assert.deepStrictEqual(inRule({ when: { total: { from: "500" } } }), ["/when/total/currency"])
    assert.match(problems(of(rule({ when: { total: { from: "500" } } } as never)))[0]!.message, /a code such as "EUR", because amounts of different currencies cannot be compared/)
  })

  it("takes EU for every member of the European Union (M8)", () => {
    const { countries } = composed(of(rule({ when: { countries: ["eu", "NO", "NL"] } })) as Desk).rules[0]!.when
    assert.strictEqual(countries?.length, 28)
    assert.includeMembers([...countries!], ["DE", "FR", "IE", "NL", "NO"])
    assert.notIncludeMembers([...countries!], ["EU", "GB", "CH"])
  })

  it("refuses a rule without a channel for a warehouse whose protocol requires one (F9)", () => {
    const strict = { ...warehouse, id: "warehouse-strict", facts: () => ({ limits: { linesPerOrder: 50, ordersPerQuery: 10, requiresChannel: true } }) } as never
    const withStrict = (place: object) => {
      const all = written(of(rule({ place: { at: [south, north], ...place } })))
      const connections = all.connections.map((one) => one.id === "wh-n" ? { ...one, plugin: "warehouse-strict" } : one)
      const result = compose({ ...all, plugins: [...plugins, strict], connections }, {})
      return Result.isFailure(result) ? result.failure : []
    }
    assert.deepStrictEqual(withStrict({}), [{ path: "/desk/rules/0/place/channel", message: "every order of wh-n needs a shipping channel; write the code of one, as the warehouse lists them" }])
    assert.deepStrictEqual(withStrict({ channel: "STD" }), [])
  })

  it("refuses books that reserve nothing, and warehouses that do not report to them", () => {
    for (const id of ["erp", "full", "nobody"]) assert.include(paths({ ...of(rule()), books: id }), "/desk/books", id)
    const silent = { ...toWarehouse, copyTo: [], peer: "wh-n", id: "silent", prefix: "S-", warehouseNames: { East: "WH-E" } }
    assert.include(paths(of(rule({ place: { at: [{ link: "silent", warehouse: "East" }] } })), silent), "/desk/rules/0/place/at/0/link")
    assert.deepStrictEqual(paths({ books: "books", rules: "all" }), ["/desk/rules"])
  })

  it("refuses shops that cannot be told of parcels, or cannot make the label of a rule", () => {
    const label = { providerCode: "P", providerName: "Post" }
    assert.deepStrictEqual(paths(of(rule()), toShop("bare")), ["/desk/rules/0"])
    assert.deepStrictEqual(paths(of(rule({ when: { shops: ["full"] } })), toShop("bare")), [])
    assert.deepStrictEqual(paths(of(rule({ place: { at: [north], label } })), toShop("plain")), ["/desk/rules/0"])
    assert.deepStrictEqual(paths(of(rule({ when: { shops: ["full"] }, place: { at: [north], label } })), toShop("plain")), [])
  })

  it("refuses a warehouse that does not take the labels of a shop of the rule", () => {
    const label = { providerCode: "P", providerName: "Post" }
    const limits = { linesPerOrder: 50, ordersPerQuery: 10 }
    const taking = (documents: WarehouseV1.Limits["documents"]) => {
      const all = written(of(rule({ place: { at: [south, north], label } })))
      const other = { ...warehouse, id: "warehouse-other", facts: () => ({ limits: { ...limits, ...(documents && { documents }) } }) } as never
      const connections = all.connections.map((one) => one.id === "wh-n" ? { ...one, plugin: "warehouse-other" } : one)
      const result = compose({ ...all, plugins: [...plugins, other], connections }, {})
      return Result.isFailure(result) ? result.failure : []
    }
    assert.deepStrictEqual(taking(undefined), [{ path: "/desk/rules/0/place/label", message: "wh-n takes no labels of others, and platform:full:web:1 gives them as PDF; name other warehouses, or remove label" }])
    assert.include(taking({ label: ["ZPL"] })[0]?.message, "wh-n takes labels as ZPL, and platform:full:web:1 gives them as PDF")
    assert.deepStrictEqual(taking({ label: ["ZPL", "PDF"] }), [])
  })

  it("asks for the scope where several links have one id", () => {
    const twin = { ...toShop("plain", "full"), secretKey: "secret-key-2", shop: { platform: "web", shopId: "2" } }
    const [problem] = problems(of(rule({ when: { shops: ["full"] } })), twin)
    assert.deepStrictEqual(problem, { path: "/desk/rules/0/when/shops/0", message: "several links to shops have the id \"full\"; write the scope of one: platform:full:web:1, platform:full:web:2" })
    assert.deepStrictEqual(paths(of(rule({ when: { shops: ["platform:full:web:2"] } })), twin), [])
  })

  it("refuses two links of one shop, whose orders would be shipped twice", () => {
    const otherErp = { id: "erp-2", plugin: "erp-fake", settings: {} }
    const withTwin = (desk: unknown) => {
      const all = written(desk, [{ ...toShop("full", "twin"), erp: "erp-2" }])
      const result = compose({ ...all, connections: [...all.connections, otherErp] }, {})
      return Result.isFailure(result) ? result.failure : []
    }
    assert.deepStrictEqual(withTwin(of(rule())), [{
      path: "/desk/rules/0/when/shops",
      message: "platform:full:web:1 and platform:twin:web:1 are one shop, and the desk would ship each of its orders twice; name only one of them, in when.shops of every rule"
    }])
    const [first, second] = ["full", "twin"].map((id) => rule({ name: id, when: { shops: [id] } }))
    assert.deepStrictEqual(withTwin(of(first!, second!)).map(({ path }) => path), ["/desk/rules/1/when/shops"])
    assert.deepStrictEqual(withTwin(of(first!)), [])
  })

  it("refuses stock of one of several shops that the plugin of their connection cannot tell apart", () => {
    const [one, two] = ["1", "2"].map((shopId) => ({ ...toShop("full", `shop-${shopId}`), shop: { platform: "web", shopId, onlineShopId: shopId } }))
    const desk = { ...of(rule()), stock: { publish: [{ shop: "shop-1", location: "L-1", warehouses: ["North"] }] } } as Desk
    const withLinks = (limits: object, ...links: ReadonlyArray<unknown>) => {
      const all = written(desk, links)
      const named = (plugins as ReadonlyArray<any>).map((plugin) => plugin.id === "shop-full" ? { ...plugin, facts: () => ({ limits: { ordersPerQuery: 10, stockUpdatesPerCall: 1, ...limits } }) } : plugin)
      const result = compose({ ...all, plugins: named, links: all.links.filter(({ id }) => id !== "full") }, {})
      return Result.isFailure(result) ? result.failure : []
    }
    assert.deepStrictEqual(withLinks({}, one, two), [{
      path: "/desk/stock/publish/0/shop",
      message: "full has several shops, and its plugin cannot tell them apart, so the stock would be set in all of them; make a connection for each shop, or remove this entry"
    }])
    assert.deepStrictEqual(withLinks({}, one), [])
    assert.deepStrictEqual(withLinks({ shops: "several" }, one, two), [])
  })

  it("refuses weights and stock that cannot be read, and an entry of a shop that takes no stock", () => {
    const entry = { shop: "full", location: "L-1", warehouses: ["North"] }
    const refused = (more: object) => paths({ ...of(rule()), ...more }, toShop("plain"))
    assert.deepStrictEqual(refused({ weights: { A: 1, B: "-1" } }), ["/desk/weights/A", "/desk/weights/B"])
    assert.deepStrictEqual(
      refused({ customs: { A: { hsCode: "lamp", originCountry: "Germany" }, B: {}, C: "9405", D: { hsCod: "9405", originCountry: "DE" } } }),
      ["/desk/customs/A/hsCode", "/desk/customs/A/originCountry", "/desk/customs/B", "/desk/customs/C", "/desk/customs/D/hsCod"]
    )
    assert.deepStrictEqual(refused({ customs: { A: { hsCode: "9405.11", originCountry: "DE" } } }), [])
    assert.deepStrictEqual(refused({ stock: { publish: [] } }), ["/desk/stock/publish"])
    for (const since of ["2026-11-01", "2026-11-01T00:00:00", "soon", 5]) assert.deepStrictEqual(refused({ since }), ["/desk/since"], String(since))
    assert.deepStrictEqual(refused({ since: "2026-11-01T00:00:00+01:00" }), [])
    assert.deepStrictEqual(
      refused({ stock: { every: "soon", reconcileEvery: "1 millis", buffer: -1, safety: { "A*B": 1, A: 0.5 }, publish: [entry], evry: 1, unpaid: { percent: 100.5, atLeast: -1, within: "later" } } }),
      ["/desk/stock/buffer", "/desk/stock/every", "/desk/stock/evry", "/desk/stock/reconcileEvery", "/desk/stock/safety/A", "/desk/stock/safety/A*B", "/desk/stock/unpaid/atLeast", "/desk/stock/unpaid/percent", "/desk/stock/unpaid/within"]
    )
    assert.deepStrictEqual(
      refused({ stock: { publish: [entry, { ...entry, location: "another" }] } }),
      ["/desk/stock/publish/1/warehouses/0"]
    )
    assert.deepStrictEqual(
      refused({ stock: { publish: [entry, entry, { shop: "plain", location: "", warehouses: [] }, { shop: "nobody", location: "L", warehouses: [""], more: 1 }] } }),
      ["/desk/stock/publish/1", "/desk/stock/publish/2/location", "/desk/stock/publish/2/shop", "/desk/stock/publish/2/warehouses", "/desk/stock/publish/3/more", "/desk/stock/publish/3/shop", "/desk/stock/publish/3/warehouses/0"]
    )
  })
})

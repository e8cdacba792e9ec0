/**
 * What a link says about ERPs: callers of document 3, copies and names of warehouses.
 */
import { assert, describe, it } from "@effect/vitest"
import type { AnyPlugin, Composition, Link } from "@crossdock/config"
import * as Result from "effect/Result"
import { compose, oneLink, type Problem } from "../../src/Composition.ts"
import * as FakeBooks from "../support/FakeBooks.ts"
import * as Peers from "../support/Peers.ts"

const plugins = [Peers.warehouse().plugin, FakeBooks.books().plugin, Peers.erp().plugin] as ReadonlyArray<AnyPlugin>
const warehouse = { erp: "books", peer: "wh", protocol: "warehouse", id: "acc-1", secretKey: "secret-key-1" } as const
const caller = { erp: "books", protocol: "open-api", id: "app-1", secretKey: "secret-key-2" } as const

const written = (links: ReadonlyArray<unknown>): Composition => ({
  plugins,
  connections: [
    { id: "books", plugin: "books-fake", settings: {}, timeZone: "Europe/Amsterdam" },
    { id: "more", plugin: "erp-fake", settings: {} },
    { id: "wh", plugin: plugins[0]!.id, settings: {} },
    { id: "wh-2", plugin: plugins[0]!.id, settings: {} }
  ],
  links: links as Composition["links"]
})

const problems = (...links: ReadonlyArray<unknown>): ReadonlyArray<Problem> => {
  const result = compose(written(links), {})
  return Result.isFailure(result) ? result.failure : []
}
const paths = (...links: ReadonlyArray<unknown>) => problems(...links).map(({ path }) => path)
const composed = (...links: ReadonlyArray<unknown>) => Result.getOrThrowWith(compose(written(links), {}), (found) => new Error(JSON.stringify(found)))

describe("the link of a caller of document 3", () => {
  it("leads to the ERP itself, and sees everything unless it has a scope (U-47)", () => {
    const [first, second] = composed(caller, { ...caller, id: "app-2", scope: { warehouses: ["North"], shops: ["Shop"] } }).links
    assert.deepInclude(first, { scope: "open-api:app-1", erp: "books", peer: "books", timeZone: "Europe/Amsterdam", prefix: "", copyTo: [], warehouseNames: {} })
    assert.deepStrictEqual(first!.entrances[0]!.visible, { warehouses: [], shops: [] })
    assert.deepStrictEqual(second!.entrances[0]!.visible, { warehouses: ["North"], shops: ["Shop"] })
  })

  it("has its own id, and none of the members of other routes", () => {
    assert.deepStrictEqual(paths(caller, { ...caller }), ["/links/1/id"])
    assert.deepStrictEqual(
      paths({ ...caller, peer: "wh", copyTo: ["more"], warehouseNames: { North: "WH-1" }, prefix: "A-", mapping: "required" }),
      ["/links/0/peer", "/links/0/copyTo", "/links/0/warehouseNames", "/links/0/prefix", "/links/0/mapping"]
    )
    assert.deepStrictEqual(paths({ ...caller, erp: "wh" }), ["/links/0/erp"])
    assert.deepStrictEqual(paths({ ...warehouse, furtherCallers: [{ protocol: "open-api", id: "app-1", secretKey: "secret-key-2" }] }), ["/links/0/furtherCallers/0/protocol"])
  })

  it("checks its scope and its profile", () => {
    assert.deepStrictEqual(
      paths({ ...caller, scope: { warehouses: "North", shops: ["", "Shop", "Shop"], sites: [] }, profile: { version: "v2", contentType: "xml" } }).toSorted(),
      ["/links/0/profile", "/links/0/scope/shops/0", "/links/0/scope/shops/2", "/links/0/scope/sites", "/links/0/scope/warehouses"]
    )
    assert.deepStrictEqual(paths({ ...warehouse, scope: { warehouses: ["North"] } }), ["/links/0/scope"])
  })

  it("needs an ERP with books, which every other link takes for an ERP (M10)", () => {
    assert.deepStrictEqual(problems({ ...caller, erp: "more" }), [
      { path: "/links/0/erp", message: "more is a erp/v1 connection, but this must be a books/v1 connection; write the id of one" }
    ])
    assert.deepStrictEqual(problems(warehouse, { ...warehouse, peer: "wh-2", id: "acc-2", erp: "more", copyTo: ["books"] }), [])
  })

  it("is checked in the same way in the admin API", () => {
    const { connections, links } = composed(caller)
    const refusal = oneLink({ ...caller, peer: "wh" } as Link, connections, links)
    assert.deepStrictEqual(Result.isFailure(refusal) && refusal.failure.map(({ path }) => path), ["/peer", "/id"])
    assert.isTrue(Result.isSuccess(oneLink({ ...caller, id: "app-2" }, connections, links)))
  })
})

describe("a link of another route", () => {
  it("needs a peer", () => {
    const { peer: _, ...without } = warehouse
    assert.deepStrictEqual(problems(without), [{ path: "/links/0/peer", message: "the link needs a peer; write the id of a warehouse/v1 connection" }])
  })

  it("may report to further ERPs, each of them once", () => {
    assert.deepStrictEqual(composed({ ...warehouse, copyTo: ["more"] }).links[0]!.copyTo, ["more"])
    assert.deepStrictEqual(paths({ ...warehouse, copyTo: ["books", "wh", "nobody", "more", "more"] }).toSorted(), [0, 1, 2, 4].map((at) => `/links/0/copyTo/${at}`))
  })

  it("has a warehouse code for each name, which no other link of the same ERP has (E-447)", () => {
    const other = { ...warehouse, id: "acc-2", peer: "wh-2" }
    const names = { warehouseNames: { North: "WH-1" } }
    assert.deepStrictEqual(composed({ ...warehouse, ...names }, { ...other, erp: "more", ...names }).links.map(({ warehouseNames }) => warehouseNames), [{ North: "WH-1" }, { North: "WH-1" }])
    assert.deepStrictEqual(paths({ ...warehouse, ...names }, { ...other, ...names }), ["/links/1/warehouseNames/North"])
    assert.deepStrictEqual(paths({ ...warehouse, copyTo: ["more"], ...names }, { ...other, erp: "more", ...names }), ["/links/1/warehouseNames/North"])
    assert.deepStrictEqual(paths({ ...warehouse, warehouseNames: { North: "", South: 7 } }), ["/links/0/warehouseNames/North", "/links/0/warehouseNames/South"])
    assert.deepStrictEqual(paths({ ...warehouse, warehouseNames: ["North"] }), ["/links/0/warehouseNames"])
  })
})

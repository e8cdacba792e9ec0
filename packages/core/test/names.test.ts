/**
 * What core exports must be understood by a reader who knows none of the interface documents: an author of a plugin reads these names.
 */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import * as core from "../src/index.ts"

/** Words that only a document, or the books behind document 3, give a meaning. A name that contains one of them is refused. */
const ofDocuments = [
  "announcement", "assembly", "authInfo", "bizParam", "books", "capabilit", "chinese", "composition", "desk", "english", "erpField", "firstLeg",
  "marketplace", "receivedBatch", "serviceType", "sold3", "sold7", "soldPerDay", "splitOrder", "stockMove", "storageLocation", "transferOrder"
]

/** Each module of the index with what it exports, such as `ErpV1.SetStockReservation`; types are taken from the API report. */
const names = [
  ...Object.entries(core).flatMap(([module, exported]) =>
    [module, ...(typeof exported === "object" && exported !== null ? Object.keys(exported).map((name) => `${module}.${name}`) : [])]),
  ...[...readFileSync(new URL("../api/core.api.txt", import.meta.url), "utf8").matchAll(/^(?:interface|type|class|const|function|namespace) (\w+)/gm)].map(([, name]) => name!)
]

const isOfDocument = (name: string) => ofDocuments.some((word) => name.toLowerCase().includes(word.toLowerCase()))

/** The names of the operations of all contracts of core. */
const operations = [core.WarehouseV1.contract, core.PlatformV1.contract, core.ErpV1.contract].flatMap(({ operations: all }) => Object.keys(all))

describe("the exported names of core", () => {
  it("need no document to be understood (M10, Done-when 5)", () => {
    assert.isAbove(names.length, 300)
    assert.deepStrictEqual([...new Set(names.filter(isOfDocument))], [])
  })

  it("name no operation that only books have (M10)", () => assert.deepStrictEqual(operations.filter(isOfDocument), []))

  it("have declarations that the report shows to their end, so that a reader need not guess the answer of an operation (0058)", () => {
    const lines = readFileSync(new URL("../api/core.api.txt", import.meta.url), "utf8").split("\n").filter((line) => / … \d+ characters, \w{12}$/.test(line) && !line.startsWith("(types only)"))
    const brackets = (line: string, which: RegExp) => line.replaceAll("=>", "").match(which)?.length
    assert.deepStrictEqual(lines.filter((line) => brackets(line, /[<{([]/g) !== brackets(line, /[>})\]]/g)).map((line) => line.slice(0, 60)), [])
  })

  it("of operations that a plugin must implement, or may offer, are all in the docstrings of `Handlers` and `OptionalName`", () => {
    for (const [module, { optional, required }] of Object.entries({ ErpV1: core.ErpV1.contract, PlatformV1: core.PlatformV1.contract, WarehouseV1: core.WarehouseV1.contract })) {
      const source = readFileSync(new URL(`../src/${module}.ts`, import.meta.url), "utf8")
      const toldBefore = (declaration: string): ReadonlyArray<string> => {
        const [text = ""] = source.split(declaration)
        return [...text.slice(text.lastIndexOf("/**")).matchAll(/`(\w+)`/g)].map(([, name]) => name!)
      }
      assert.deepStrictEqual(toldBefore("export type OptionalName").filter((name) => name !== "offers"), optional.map(({ name }) => name), module)
      const told = toldBefore("export type Handlers")
      assert.deepStrictEqual(required.map(({ name }) => name).filter((name) => !told.includes(name)), [], module)
    }
  })

  it("are refused when they are of a document", () => {
    for (const name of ["ErpField.holds", "ErpStockOrder.SplitOrder", "ListStorageLocationStock", "OrderDesk", "Composition", "Capabilities.columns"]) {
      assert.isTrue(isOfDocument(name), name)
    }
    for (const name of ["ErpV1.SetStockReservation", "StockBalance", "OutboundOrder.Receiver", "fulfilment"]) assert.isFalse(isOfDocument(name), name)
  })
})

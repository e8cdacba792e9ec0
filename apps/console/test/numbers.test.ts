/**
 * Numbers of others: in an address, as people see them, and the names of links to choose from (issue 27).
 */
import { assert, describe, it } from "vitest"
import { linkChoices } from "../src/api/links.ts"
import { fromSegment, toSegment, visible } from "../src/numbers.ts"
import { hrefOf } from "../src/screens/search/hits.ts"
import { operationName } from "../src/texts/operations.ts"

describe("numbers of others (issue 27)", () => {
  it("have an address even if they are steps between folders", () => {
    for (const number of [".", "..", "...", "SO-1", "a/b", "%41", "%2Ex", "1.5"]) {
      const path = `/orders/shop/${encodeURIComponent(toSegment(number))}`
      const { pathname } = new URL(path, "http://runner.example/orders/")
      assert.strictEqual(pathname, path, number)
      assert.strictEqual(fromSegment(decodeURIComponent(pathname.slice("/orders/shop/".length))), number)
    }
    assert.strictEqual(hrefOf({ kind: "order", scope: "shop", id: ".." }, new Set(["/orders"])), "/orders/shop/%252E%252E")
  })

  it("show what nobody would see", () => {
    assert.strictEqual(visible("SO-1\u0000\t\u007F"), "SO-1␀␉␡")
    assert.strictEqual(visible("\u202E1-OS\u2066\u200B\u0085\uFEFF"), "\\u202E1-OS\\u2066\\u200B\\u0085\\uFEFF")
    for (const usual of ["SO-1", "Ä-1 中", "😀", ""]) assert.strictEqual(visible(usual), usual)
  })
})

describe("names to read (issue 27)", () => {
  it("tells links with one id apart", () => {
    const choices = linkChoices([{ id: "sandbox", scope: "warehouse:sandbox" }, { id: "sandbox", scope: "platform:sandbox:a:1" }, { id: "sandbox", scope: "platform:sandbox:b:1" }, { id: "acme", scope: "warehouse:acme" }])
    assert.deepStrictEqual(choices.map(([, name]) => name), ["sandbox, warehouse", "platform:sandbox:a:1", "platform:sandbox:b:1", "acme"])
  })

  it("says operations in words, also those that nobody has named", () => {
    assert.deepStrictEqual(["receiveOutboundStatus", "desk.withdraw", "listSplitOrders", "shop.order.query", "constructor"].map(operationName), ["State of an order", "Withdraw a part", "List split orders", "Shop order query", "Constructor"])
  })
})

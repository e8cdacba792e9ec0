import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "node:test"
import { fileURLToPath } from "node:url"
import * as Stability from "../stability.mjs"

const home = fileURLToPath(new URL("../..", import.meta.url))
const root = fileURLToPath(new URL("../fixtures/unstable", import.meta.url))
const file = "packages/acme/src/Symbols.ts"

describe("stability", () => {
  it("finds every symbol that is not promised stable, however it is reached, and no other", () => {
    const marked = readFileSync(join(root, file), "utf8").split("\n").flatMap((text, index) => {
      const symbol = /unstable: (\S+)/.exec(text)?.[1]
      return symbol === undefined ? [] : [`${file}:${index + 1} ${symbol}`]
    })
    const found = Stability.check(root, Stability.makeLookup(Stability.installed(home)))
    assert.deepEqual(found.map((each) => `${each.file}:${each.line} ${each.symbol}`).toSorted(), marked.toSorted())
    assert.ok(marked.length > 0)
  })

  it("says whether a symbol is unstable or absent", () => {
    const found = Stability.check(root, Stability.makeLookup(Stability.installed(home)))
    const message = (symbol) => found.find((each) => each.symbol === symbol)?.message
    assert.equal(message("effect.Arbitrary"), "is unstable")
    assert.equal(message("effect/Schema.decodeEverything"), "is not exported by the installed effect")
    assert.equal(message("effect/unstable/http"), "is not a module of the installed effect")
  })
})

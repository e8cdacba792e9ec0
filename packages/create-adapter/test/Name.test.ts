import { assert, describe, it } from "vitest"
import * as Name from "../src/Name.ts"

describe("the name of a provider", () => {
  it.each([
    ["acme", { kebab: "acme", camel: "acme", title: "Acme" }],
    ["Blue Box", { kebab: "blue-box", camel: "blueBox", title: "Blue Box" }],
    ["blue-box", { kebab: "blue-box", camel: "blueBox", title: "Blue Box" }],
    ["BlueBox 24", { kebab: "blue-box-24", camel: "blueBox24", title: "Blue Box 24" }],
    ["  Ärzte & Co  ", { kebab: "rzte-co", camel: "rzteCo", title: "Rzte Co" }]
  ])("%j has its forms", (given, forms) => assert.deepStrictEqual(Name.read(given), forms))

  it.each([["", "letters"], ["--", "letters"], ["24 boxes", "must begin with a letter"], ["new", "reserved word of TypeScript"]])("%j is none", (given, message) => {
    const read = Name.read(given)
    assert.isString(read)
    assert.include(read as string, message)
  })

  it.each([["@acme/crossdock", true], ["crossdock-warehouse-acme", true], ["Acme", false], ["", false], ["@acme", false]])("%j as the name of a package: %s", (given, is) =>
    assert.strictEqual(Name.isPackage(given), is))
})

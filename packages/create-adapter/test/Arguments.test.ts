import { assert, describe, it } from "vitest"
import * as Arguments from "../src/Arguments.ts"

const read = (line: string) => Arguments.read(line === "" ? [] : line.split(" "))

describe("flags", () => {
  it("may all be left out", () => assert.deepStrictEqual(read(""), {}))

  it("are read", () =>
    assert.deepStrictEqual(read("--kind warehouse --protocol json-rpc --name blue-box --dir x --package @a/b --packages y"), {
      kind: "warehouse",
      protocol: "json-rpc",
      name: { kebab: "blue-box", camel: "blueBox", title: "Blue Box" },
      directory: "x",
      packageName: "@a/b",
      packages: "y"
    }))

  it.each([
    ["--kind shop", "use one of warehouse, platform, erp"],
    ["--protocol soap", "use one of envelope, gateway, http-json, http-json-oauth, json-rpc"],
    ["--kind erp --protocol gateway", "not available for erp; use one of envelope, http-json, json-rpc"],
    ["--name 7", "must begin with a letter"],
    ["--package A", "not a valid name of an npm package"],
    ["--king erp", "--king"]
  ])("%s is refused, with what to take", (line, message) => {
    const answer = read(line)
    assert.isObject(answer)
    assert.include((answer as { readonly problem: string }).problem, message)
  })

  it("tell what there is", () => {
    assert.strictEqual(read("--help"), "help")
    assert.include(Arguments.help, "platform: envelope, http-json, http-json-oauth; erp: envelope, http-json, json-rpc")
  })
})

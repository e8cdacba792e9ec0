/**
 * The OpenAPI documents of the package: they are those that the message tables give. `UPDATE_DOCS=1` writes them anew.
 */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync, writeFileSync } from "node:fs"
import { protocols } from "./All.ts"
import { documentOf, printed } from "./OpenApi.ts"

const fileOf = (name: string): URL => new URL(`../../openapi/${name}.json`, import.meta.url)

describe.each(protocols)("the OpenAPI document of $name", (protocol) => {
  it("is the one that the message tables give", () => {
    const text = `${printed(documentOf(protocol))}\n`
    const file = fileOf(protocol.name)
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(file, text)
    assert.strictEqual(readFileSync(file, "utf8"), text, "it is out of date; UPDATE_DOCS=1 writes it anew")
  })
})

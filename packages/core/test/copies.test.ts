/**
 * Values of another copy of this package, such as one that a plugin brought along by mistake, are known for what they are.
 */
import { assert, it } from "@effect/vitest"
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as AdapterError from "../src/AdapterError.ts"
import * as Json from "../src/Json.ts"

it("knows numbers and errors of another copy of the package", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crossdock-copy-"))
  try {
    cpSync(fileURLToPath(new URL("../src", import.meta.url)), join(folder, "src"), { recursive: true })
    symlinkSync(fileURLToPath(new URL("../node_modules", import.meta.url)), join(folder, "node_modules"), "dir")
    const other = async <M>(file: string): Promise<M> => import(/* @vite-ignore */ pathToFileURL(join(folder, "src", file)).href)
    const { Numeral } = await other<typeof Json>("Json.ts")
    const errors = await other<typeof AdapterError>("AdapterError.ts")
    assert.notStrictEqual<unknown>(Numeral, Json.Numeral)
    const number = new Numeral("1.50")
    assert.isFalse(Json.isObject(number))
    assert.strictEqual(Json.numberText(number), "1.50")
    assert.strictEqual(Json.stringify({ number }), "{\"number\":1.50}")
    const error = new errors.AdapterError({ adapter: "a", operation: "b", reason: new errors.OperationUnsupported() })
    assert.isTrue(AdapterError.isAdapterError(error))
    assert.isFalse(AdapterError.isAdapterError({ _tag: "Other", reason: 1, operation: 2 }))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

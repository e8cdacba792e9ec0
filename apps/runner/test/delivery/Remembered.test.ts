import { assert, it } from "@effect/vitest"
import * as Remembered from "../../src/delivery/Remembered.ts"

it("what was sealed last is remembered, up to so much text and not so many pieces (F15)", () => {
  const remembered = Remembered.make()
  const third = (name: string) => name + "x".repeat(Math.floor(Remembered.most / 3) - name.length)
  for (const name of ["a", "b", "c"]) assert.strictEqual(remembered.keep(third(name), { name }), third(name))
  assert.deepStrictEqual(remembered.get(third("a")), { name: "a" })
  remembered.keep("small", { name: "small" })
  assert.isUndefined(remembered.get(third("a")))
  assert.deepStrictEqual(["b", "c"].map((name) => remembered.get(third(name))), [{ name: "b" }, { name: "c" }])
  assert.deepStrictEqual(remembered.get("small"), { name: "small" })
})

it("what is larger than all that may be remembered is not, and forgets the rest (F15)", () => {
  const remembered = Remembered.make()
  remembered.keep("small", { name: "small" })
  const large = "x".repeat(Remembered.most + 1)
  assert.strictEqual(remembered.keep(large, {}), large)
  assert.isUndefined(remembered.get(large))
  assert.isUndefined(remembered.get("small"))
  remembered.keep("later", { name: "later" })
  assert.deepStrictEqual(remembered.get("later"), { name: "later" })
})

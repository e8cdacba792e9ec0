import { assert, it } from "@effect/vitest"
import { UnmappedFields } from "../../src/wire/index.ts"

it("finds each place that holds something once, also inside lists", () => {
  const payload = { a: 0, b: undefined, list: [{ c: "" }, { d: 1 }, { d: 2 }], none: [], e: null }
  const places = ["/a", "/b", "/list/*/c", "/list/*/d", "/list/*/x", "/none/*/d", "/e", "/e/f", "/a/*", "/missing/x"] as const
  assert.deepStrictEqual(UnmappedFields.findings("m", places, payload).map(({ path }) => path), ["/a", "/list/*/c", "/list/*/d", "/e"])
  assert.deepStrictEqual(UnmappedFields.findings("m", ["/a"], payload), [{ where: "m", path: "/a", message: "has no member in this message; left out" }])
})

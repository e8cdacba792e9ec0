/** Changes find their places by what stands there, and a place that is gone or appears twice is an error. */
import { assert, describe, it } from "vitest"
import * as Changes from "../src/Changes.ts"

const diff = `--- src/A.ts
@@
-one
+1
@@
 two
-three
+
+3
--- src/B.ts
@@
-four
`

describe("changes of a template", () => {
  const changes = Changes.read(diff)

  it("are read by file, and made where their lines stand", () => {
    assert.deepStrictEqual([...changes.keys()], ["src/A.ts", "src/B.ts"])
    assert.strictEqual(Changes.apply("zero\none\ntwo\nthree\n", changes.get("src/A.ts")!), "zero\n1\ntwo\n\n3\n")
    assert.strictEqual(Changes.apply("four\nfive\n", changes.get("src/B.ts")!), "five\n")
  })

  it.each([["zero\ntwo\nthree\n", "0 times"], ["one\none\ntwo\nthree\n", "2 times"], ["one\ntwo\nthr", "0 times"]])(
    "are refused where their place is gone or appears twice",
    (text, message) => assert.throws(() => Changes.apply(text, changes.get("src/A.ts")!), message)
  )
})

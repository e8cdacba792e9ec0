import { assert, describe, it } from "vitest"
import * as Node from "../src/Node.ts"

describe("the version of Node", () => {
  it.each(["20.20.2", "22.19.9", "9.0.0"])("%s is too old", (version) => {
    assert.strictEqual(Node.problem(version), `Node 22.20.0 or newer is required; this is ${version}`)
  })

  it.each(["22.20.0", "22.20.1", "24.0.0", "100.1.0"])("%s will do", (version) => {
    assert.isUndefined(Node.problem(version))
  })
})

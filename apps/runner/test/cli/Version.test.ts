import { assert, describe, it } from "@effect/vitest"
import { nodeProblem } from "../../src/cli/Version.ts"

describe("the version of Node", () => {
  it.each([
    ["v20.20.2", ">=22.20.0"],
    ["v22.19.0", ">=22.20.0"],
    ["v22.20.0", ">=22.20.1"],
    ["v9.11.2", ">=22.20.0"]
  ])("refuses %s where %s is needed, and names the needed version", (node, needed) => {
    assert.match(nodeProblem(node, needed) ?? "", new RegExp(`this is Node ${node.slice(1)}, but crossdock needs Node ${needed.slice(2)} or newer`))
  })

  it.each([["v22.20.0"], ["v22.20.1"], ["v23.0.0"], ["v24.1.0"]])("%s does", (node) => assert.isUndefined(nodeProblem(node, ">=22.20.0")))

  it("is the one of package.json", () => {
    assert.match(nodeProblem("v20.20.2") ?? "", /needs Node 22\.20\.0 or newer/)
    assert.isUndefined(nodeProblem(process.version))
  })
})

/** A checker that never fails proves nothing: each bug that can be planted is found by the run that is to find it. */
import { describe, it } from "vitest"
import { bugs } from "../stories/Planted.ts"
import { sqlite } from "../support/Databases.ts"
import { finds } from "../support/Proof.ts"

describe("a planted bug", () => {
  it.each(bugs.map((bug) => [bug.name, bug.is, bug.under, bug] as const))("%s that %s is caught under %s", (name, _, __, bug) =>
    finds(`a planted bug ${name}`, bug.rules, { store: sqlite, ...bug.options, env: { CROSSDOCK_PLANTED: name } }, bug.story))
})

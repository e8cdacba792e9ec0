/** Going through the story of the demo (issue 27). */
import { describe, expect, it } from "vitest"
import { story } from "#story"
import { afterKey, partiesOf, placeOf } from "../src/screens/demo/steps.ts"

describe("the place in the story", () => {
  it("is the one of the address, and the first if there is no such step (issue 27)", () => {
    expect(["3", "12", "13", "0", "x", "-1", undefined].map((text) => placeOf(text, 12))).toEqual([3, 12, 1, 1, 1, 1, 1])
  })
  it("goes back and forth with the keys, and not beyond the ends", () => {
    expect([afterKey("ArrowRight", 3, 12), afterKey("ArrowLeft", 3, 12), afterKey("Home", 3, 12), afterKey("End", 3, 12)]).toEqual([4, 2, 1, 12])
    expect([afterKey("ArrowRight", 12, 12), afterKey("ArrowLeft", 1, 12), afterKey("Home", 1, 12), afterKey("a", 3, 12)]).toEqual([undefined, undefined, undefined, undefined])
  })
})

describe("the recorded story", () => {
  it("has figures for each column of each step, and names who takes part once", () => {
    expect(story.steps.length).toBe(12)
    for (const { id, rows } of story.steps) for (const { cells } of rows) expect(cells.length, id).toBe(story.columns.length)
    const parties = partiesOf(story.steps)
    expect(new Set(parties).size).toBe(parties.length)
    expect(parties).toContain("order desk")
  })
})

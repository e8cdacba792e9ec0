/**
 * What the operator's guide says of delivery, held against what the runner does.
 */
import { defineRunner } from "@crossdock/config"
import { assert, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { compose } from "../src/Composition.ts"
import { rules } from "../src/jobs/Retention.ts"
import { pushGaps } from "../src/engine/RetrySchedule.ts"

const guide = readFileSync(fileURLToPath(new URL("../../../docs/guides/operate.md", import.meta.url)), "utf8")

it("the guide's table of what is kept has each rule with its default and its setting, and no other", () => {
  const { retention } = Result.getOrThrow(compose(defineRunner({ plugins: [], connections: [], links: [] }), {}))
  const [, table] = /^\| What is over \|.*\n\| --- .*\n((?:\|.*\n)+)/m.exec(guide)!
  assert.deepStrictEqual(
    table!.trim().split("\n"),
    rules.map(({ kept, name }) => `| ${name} | ${retention[kept] / 86_400_000} days | \`${kept}\` |`)
  )
})

const units = [[3_600_000, "h"], [60_000, "min"], [1000, "s"]] as const

it("the guide tells the gaps of the schedule (D1-395)", () => {
  const texts = pushGaps.map((gap) => {
    const unit = units.find(([millis]) => gap >= millis)
    return unit === undefined ? "0" : `${gap / unit[0]} ${unit[1]}`
  })
  assert.include(guide, `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`)
  assert.include(guide, `the ${pushGaps.length} attempts`)
})

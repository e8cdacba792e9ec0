/**
 * Plays simulated worlds.
 *
 *   node faults/simulation/main.ts --seed 7 [--kind asleep] [--planted M8]   one world, with all that happened in it
 *   node faults/simulation/main.ts --from 1 --count 250 [--kind asleep]      many, and as its last line those that failed, as JSON
 */
import { parseArgs } from "node:util"
import { open } from "./kernel/Store.ts"
import * as Plan from "./Plan.ts"
import { bugs, isName } from "../planted/Bugs.ts"
import * as Seeds from "./Seeds.ts"

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    from: { type: "string", default: "1" },
    count: { type: "string", default: "100" },
    kind: { type: "string", default: "seeds" },
    planted: { type: "string" }
  }
})
const say = (text: string) => void process.stdout.write(`${text}\n`)

if (!(values.kind in Plan.kinds)) throw new Error(`--kind is one of ${Object.keys(Plan.kinds).join(", ")}`)
const kind = values.kind as Plan.Kind

if (values.seed === undefined) {
  const startedAt = performance.now()
  const count = Number(values.count)
  let played = 0
  const failed = await Seeds.all(kind, Number(values.from), count, (seed, { rules, message }) => {
    played++
    if (rules.length > 0) say(`seed ${seed}: ${message}\n  again: ${Seeds.again(kind, seed)}`)
    if (played % 50 === 0) say(`${played} of ${count} seeds, ${Math.round((performance.now() - startedAt) / played)} ms each`)
  })
  say(JSON.stringify(failed))
  process.exitCode = failed.length > 0 ? 1 : 0
} else {
  const store = await open()
  const { planted } = values
  if (planted !== undefined && !isName(planted)) throw new Error(`--planted is one of ${Object.keys(bugs).join(", ")}`)
  const { judge } = planted === undefined
    ? Seeds
    : await (await import("../planted/Bundle.ts")).load<typeof Seeds>(planted, "faults/simulation/Seeds.ts")
  const plan = Plan.kinds[kind](Number(values.seed))
  const verdict = await judge(plan, store)
  store.close()
  say(`${verdict.story}\n\n${JSON.stringify(plan)}\n\n${verdict.rules.length === 0 ? "every rule holds" : verdict.message}`)
  process.exitCode = verdict.rules.length > 0 ? 1 : 0
}

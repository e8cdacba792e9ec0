import * as Oracle from "../../../faults/oracle/Oracle.ts"
import { open } from "./kernel/Store.ts"
import * as Plan from "./Plan.ts"
import * as Story from "./Story.ts"
import * as World from "./World.ts"

const [from = "1", count = "20"] = process.argv.slice(2)
const store = await open()
const before = performance.now()
for (let seed = Number(from); seed < Number(from) + Number(count); seed++) {
  const started = performance.now()
  const plan = Plan.of(seed)
  let said: string
  let lasted = 0
  try {
    const outcome = await World.play(plan, store, new Set())
    lasted = outcome.lasted
    if (process.argv.includes("--story")) process.stdout.write(`${Story.told(outcome)}\n`)
    said = outcome.violations.length === 0 ? "ok" : Oracle.told(outcome.violations)
  } catch (error) {
    said = String((error as Error).stack)
  }
  process.stdout.write(`${seed}: ${Math.round(performance.now() - started)} ms, ${Math.round(lasted / 1000)} s, nodes ${plan.nodes} asns ${plan.asns} orders ${plan.orders} creates ${plan.creates} deeds ${plan.deeds.length}: ${said}\n`)
}
process.stdout.write(`${Math.round((performance.now() - before) / Number(count))} ms for each\n`)
store.close()

/** What a message costs in a database with few rows, and in one with those of years. */
import { join } from "node:path"
import { fill } from "../growth/fill.ts"
import { type Bench, type Case, connections, observed } from "../run/Case.ts"
import { failed, ofClosed } from "../run/Samples.ts"
import { warmUpOf } from "./rates.ts"
import { copied, erpNowhere } from "./seeded.ts"

/** Finished orders, each with about nine rows: 10,000 and 2,000,000 rows in full. */
const orders = {
  full: { small: 1100, grown: 220_000 },
  goals: { small: 1100, grown: 55_000 },
  quick: { small: 1100, grown: 55_000 },
  smoke: { small: 100, grown: 2000 }
} as const
type State = keyof typeof orders.full

/** The schema and the identity of the node are those of a start of the runner. */
const filled = async (bench: Bench, state: State): Promise<string> => {
  const data = join(bench.folder, `seed-${state}`)
  await (await bench.subject("callback", "crossdock", { data, erpUrl: erpNowhere, isHeld: true })).stop()
  const count = orders[bench.plan.name][state]
  bench.say(`filling a database with ${count} finished orders`)
  // Retention finds nothing to delete, so that it does not run beside the callbacks.
  fill(join(data, "crossdock.sqlite"), count, Date.now(), { old: 2, recent: 1 })
  return data
}

export const growth: Case = {
  name: "growth",
  variant: "sqlite",
  description: "callbacks with 2,000,000 rows of finished orders, 500,000 without --full, compared with 10,000 rows",
  subject: "grown",
  figure: "cpu",
  extraWork: "",
  order: () => ["small", "grown", "small"],
  prepare: async (bench) => ({ folders: { small: await filled(bench, "small"), grown: await filled(bench, "grown") } }),
  run: async (bench, name, prepared) => {
    const { plan, round } = bench
    const load = await bench.load()
    const subject = await bench.subject("callback", "crossdock", { ...await copied(bench, prepared, name), erpUrl: erpNowhere, isHeld: true })
    const common = { url: subject.url, connections, source: { name: "callbacks", prefix: "NEW", entities: plan.entities } as const }
    await load.closed({ ...common, bound: warmUpOf(plan, 1000) })
    const sample = ofClosed(name, round, ...await observed(subject, () => load.closed({ ...common, bound: { seconds: plan.measuring } })))
    const told = (await load.held()).length
    const { dead, pending } = await subject.owed()
    return failed([sample], pending + dead < told ? [`${told} reports were acknowledged and ${pending + dead} are owed to the ERP`] : [])
  }
}

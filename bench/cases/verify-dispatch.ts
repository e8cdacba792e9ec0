/** The data plane alone: read, limit, verify, parse, validate, build the order, dispatch to an empty handler, answer. */
import { type Case, connections, observed } from "../run/Case.ts"
import { ofClosed, ofOpen } from "../run/Samples.ts"
import type { SubjectName } from "../run/Subjects.ts"
import { sharesOfSlowest, warmUpOf } from "./rates.ts"

const source = { name: "mix", prefix: "" } as const
const shares = { full: [0.25, 0.5, 0.75], goals: [0.5], quick: [0.5], smoke: [0.5] } as const

const names: ReadonlyArray<SubjectName> = ["raw", "fastify", "crossdock"]

export const verifyDispatch: Case = {
  name: "verify-dispatch",
  variant: "envelope",
  description: "signed createOrder of 1.5 kB to an empty handler, with 5 % wrong signatures and 5 % wrong fields",
  subject: "crossdock",
  figure: "cpu",
  extraWork: "request id, count of failed authentications, guard against replays under another method, decimals without loss, metrics, a log line per failed authentication",
  order: ({ isOfGoals, isWhole }) => isOfGoals ? ["raw", "fastify", "crossdock", "raw"] : ["raw", ...(isWhole ? ["raw-min"] : []), "fastify", "crossdock", "fastify", "raw"],
  prepare: async (bench) => ({
    rates: await sharesOfSlowest(bench, names, shares[bench.plan.name], source, (name) => bench.subject("verify-dispatch", name))
  }),
  run: async (bench, name, { rates = [] }) => {
    const { plan, round } = bench
    const load = await bench.load()
    const subject = await bench.subject("verify-dispatch", name as SubjectName)
    const common = { url: subject.url, connections, source }
    await load.closed({ ...common, bound: warmUpOf(plan, 5000) })
    const samples = [ofClosed(name, round, ...await observed(subject, () => load.closed({ ...common, bound: { seconds: plan.measuring } })))]
    for (const rate of rates) {
      samples.push(ofOpen(name, round, ...await observed(subject, () => load.open({ ...common, rate, seconds: plan.atRate }))))
    }
    return samples
  }
}

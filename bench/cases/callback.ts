/** Reports of a warehouse about orders that exist: once into the inbox, the state and what is owed, and then the answer. */
import { type Case, connections, isHeld, observed } from "../run/Case.ts"
import { failed, ofClosed, ofOpen } from "../run/Samples.ts"
import type { SubjectName } from "../run/Subjects.ts"
import { copied, erpNowhere, prefix, seeded } from "./seeded.ts"

const rates = { full: [1000, 3000, 6000], quick: [1000, 3000], smoke: [1000] } as const

const names: ReadonlyArray<SubjectName> = ["fastify", "fastify-plain", "crossdock"]

/** Requests that were under way when a phase ended: taken or not, nobody was told. */
const untold = (phases: number) => connections * phases

export const callback: Case = {
  name: "callback",
  variant: "sqlite",
  says: "pushOrderInfo and pushAsnInfo 50:50, 2 % repeats, answered after the commit; what is owed to the ERP waits",
  subject: "crossdock",
  figure: "throughput",
  extraWork: "order owed to a link found by its number, parcels, lines of ASNs, raw message sealed in the history, content sealed, metrics",
  order: () => ["fastify", "fastify-plain", "crossdock", "fastify"],
  prepare: async (bench) => ({ folders: await seeded(bench, names, bench.plan.entities, 0) }),
  run: async (bench, name, { folders }) => {
    const { plan, round } = bench
    const load = await bench.load()
    const subject = await bench.subject("callback", name as SubjectName, { data: copied(bench, folders, name), erpUrl: erpNowhere, isHeld: true })
    const common = { url: subject.url, connections, source: { name: "callbacks", prefix, entities: plan.entities } as const }
    await load.closed({ ...common, bound: { seconds: plan.warmUp } })
    const samples = [ofClosed(name, round, ...await observed(subject, () => load.closed({ ...common, bound: { seconds: plan.measuring } })))]
    let unanswered = 0
    for (const rate of rates[plan.name]) {
      const [result, figures] = await observed(subject, () => load.open({ ...common, rate, seconds: plan.measuring }))
      unanswered += result.unanswered
      samples.push(ofOpen(name, round, result, figures))
      if (!isHeld(result)) break
    }
    const told = (await load.held()).length
    const { dead, pending } = await subject.owed()
    const owed = pending + dead
    const most = told + untold(2) + unanswered
    return failed(samples, [
      ...(owed < told ? [`${told} reports were acknowledged and ${owed} are owed to the ERP`] : []),
      ...(owed > most ? [`${told} reports were acknowledged, at most ${most} sent, and ${owed} are owed to the ERP`] : []),
      ...(dead > 0 ? [`${dead} could not be written for the ERP`] : [])
    ])
  }
}

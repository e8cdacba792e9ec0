/** Reports of a warehouse about existing orders: each is stored once, with the new state and the delivery, and then answered. */
import { type Bench, type Case, connections, isHeld, observed, type Prepared } from "../run/Case.ts"
import { failed, ofClosed, ofOpen } from "../run/Samples.ts"
import type { Plan } from "../run/Plan.ts"
import type { SubjectName } from "../run/Subjects.ts"
import { ascending, secondsAt, sharesOfSlowest } from "./rates.ts"
import { copied, type Database, erpNowhere, forms, inOrderOf, ofForms, onPostgres, prefix, seeded } from "./seeded.ts"

/** The rates of the goals; a subject that cannot hold one is reported so. */
const fixed = { full: [1000, 3000, 6000], goals: [3000, 6000], quick: [3000], smoke: [] } as const
const share = 0.5

const sourceOf = ({ plan }: Bench) => ({ name: "callbacks", prefix, entities: plan.entities }) as const

const startedOn = async (bench: Bench, prepared: Prepared, name: SubjectName) =>
  bench.subject("callback", name, { ...await copied(bench, prepared, name), erpUrl: erpNowhere, isHeld: true })

/** Requests in progress when a phase ended, of which the generator has no answer. */
const untold = (phases: number) => connections * phases

const variant = (on: Database, names: ReadonlyArray<SubjectName>, order: (plan: Plan) => ReadonlyArray<SubjectName>): Case => ({
  name: "callback",
  variant: on,
  description: `pushOrderInfo and pushAsnInfo 50:50, 2 % repeats, answered after the commit; deliveries to the ERP wait${onPostgres(on)}`,
  subject: "crossdock",
  figure: "throughput",
  extraWork: "order owed to a link found by its number, parcels, lines of ASNs, raw message sealed in the history, content sealed, metrics",
  order,
  prepare: async (bench) => {
    const these = inOrderOf(names, order(bench.plan))
    const seeds = await seeded(bench, these, bench.plan.entities, 0, on)
    const found = await sharesOfSlowest(bench, these, [share], sourceOf(bench), (name) => startedOn(bench, seeds, name))
    return { ...seeds, rates: ascending([...found, ...fixed[bench.plan.name]]) }
  },
  run: async (bench, name, prepared) => {
    const { rates = [] } = prepared
    const { plan, round } = bench
    const load = await bench.load()
    const subject = await startedOn(bench, prepared, name as SubjectName)
    const common = { url: subject.url, connections, source: sourceOf(bench) }
    await load.closed({ ...common, bound: { seconds: plan.warmUp } })
    const samples = [ofClosed(name, round, ...await observed(subject, () => load.closed({ ...common, bound: { seconds: plan.measuring } })))]
    let unanswered = 0
    for (const rate of rates) {
      const [result, figures] = await observed(subject, () => load.open({ ...common, rate, seconds: secondsAt(plan, rate) }))
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
})

export const callback = variant("sqlite", forms, ofForms)
/** On PostgreSQL the service commits each request alone. */
export const callbackOnPostgres = variant("postgres", ["fastify", "crossdock"], () => ["fastify", "crossdock", "fastify"])

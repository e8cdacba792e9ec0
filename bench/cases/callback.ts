/** Reports of a warehouse about existing orders: each is stored once, with the new state and the delivery, and then answered. */
import { ordersOf } from "../load/Sources.ts"
import { type Bench, type Case, connections, isHeld, observed, type Prepared } from "../run/Case.ts"
import { failed, ofClosed, ofOpen } from "../run/Samples.ts"
import type { Plan } from "../run/Plan.ts"
import type { SubjectName } from "../run/Subjects.ts"
import { ascending, secondsAt, sharesOfSlowest, warmUpOf } from "./rates.ts"
import { copied, type Database, erpNowhere, forms, inOrderOf, ofForms, onPostgres, prefix, seeded } from "./seeded.ts"

/** The rates of the goals; a subject that cannot hold one is reported so. */
const fixed = { full: [1000, 3000], goals: [], quick: [3000], smoke: [] } as const
const share = 0.5

/**
 * The throughput by which the messages of the warm-up and of the measurement are counted: every subject gets the same reports, so that
 * none measures more second parcels or later batches than another.
 */
const perSecond = { sqlite: { warmUp: 1000, measuring: 2000 }, postgres: { warmUp: 300, measuring: 500 } } as const

const amountsOn = (on: Database, plan: Plan) => ({
  warmUp: warmUpOf(plan, perSecond[on].warmUp),
  measuring: { amount: Math.max(connections, Math.round(plan.measuring * perSecond[on].measuring)) }
})

/** The orders of all reports at full load; at the fixed rates after them, the same orders get further parcels. */
const ordersOn = (on: Database, plan: Plan): number => {
  const { measuring, warmUp } = amountsOn(on, plan)
  return ordersOf(warmUp.amount + measuring.amount)
}

const sourceOf = ({ plan }: Bench, on: Database) => ({ name: "callbacks", prefix, entities: ordersOn(on, plan) }) as const

const startedOn = async (bench: Bench, prepared: Prepared, name: SubjectName) =>
  bench.subject("callback", name, { ...await copied(bench, prepared, name), erpUrl: erpNowhere, isHeld: true })

/** Requests in progress when a phase ended, of which the generator has no answer. */
const untold = (phases: number) => connections * phases

const variant = (on: Database, names: ReadonlyArray<SubjectName>, order: (plan: Plan) => ReadonlyArray<SubjectName>): Case => ({
  name: "callback",
  variant: on,
  description: `pushOrderInfo and pushAsnInfo 50:50, 2 % repeats, answered after the commit; every second order leaves in two parcels, ASNs come in three batches; deliveries to the ERP wait${onPostgres(on)}`,
  subject: "crossdock",
  figure: "cpu",
  extraWork: "order owed to a link found by its number, parcels, lines of ASNs, raw message sealed in the history, content sealed, metrics",
  order,
  prepare: async (bench) => {
    const these = inOrderOf(names, order(bench.plan))
    const seeds = await seeded(bench, these, ordersOn(on, bench.plan), 0, on)
    // The goals have no rate.
    const found = bench.plan.isOfGoals ? [] : await sharesOfSlowest(bench, these, [share], sourceOf(bench, on), (name) => startedOn(bench, seeds, name))
    return { ...seeds, rates: ascending([...found, ...fixed[bench.plan.name]]) }
  },
  run: async (bench, name, prepared) => {
    const { rates = [] } = prepared
    const { plan, round } = bench
    const load = await bench.load()
    const subject = await startedOn(bench, prepared, name as SubjectName)
    const common = { url: subject.url, connections, source: sourceOf(bench, on) }
    const { measuring, warmUp } = amountsOn(on, plan)
    await load.closed({ ...common, bound: warmUp })
    const samples = [ofClosed(name, round, ...await observed(subject, () => load.closed({ ...common, bound: measuring })))]
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

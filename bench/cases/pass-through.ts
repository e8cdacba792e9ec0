/** A createOrder: the intent is stored, the warehouse is called, the outcome is stored, and the caller is answered. */
import { type Bench, type Case, connections, isHeld, observed, type Peer } from "../run/Case.ts"
import { failed, ofClosed, ofOpen } from "../run/Samples.ts"
import type { Plan } from "../run/Plan.ts"
import type { SubjectName } from "../run/Subjects.ts"
import { ascending, secondsAt, sharesOfSlowest, warmUpOf } from "./rates.ts"
import { type Database, onPostgres } from "./seeded.ts"

/** The rates of the goals; a subject that cannot hold one is reported so. */
const fixed = { full: [100, 500, 1000], goals: [1000], quick: [1000], smoke: [] } as const
/** On PostgreSQL the goal is a throughput. */
const ratesOn = (on: Database, plan: Plan): ReadonlyArray<number> => on === "postgres" && plan.isOfGoals ? [] : fixed[plan.name]
const share = 0.5
/** The throughput by which the warm-up is counted. */
const warmUpPerSecond = 1000
const source = { name: "orders", prefix: "P" } as const

const sqlite = {
  on: "sqlite",
  /** Those of the pilot, which finds the slowest. */
  names: ({ isOfGoals, isWhole }: Plan): ReadonlyArray<SubjectName> => [...(isOfGoals ? [] : ["raw"] as const), "fastify", ...(isWhole ? ["fastify-plain"] as const : []), "fastify-durable", "crossdock"],
  order: ({ isOfGoals, isWhole }: Plan) => {
    const between = ["fastify", ...(isWhole ? ["fastify-plain"] : []), "fastify-durable", "direct", "crossdock", "fastify"]
    return isOfGoals ? between : ["raw", ...between, "raw"]
  }
} as const
const postgres = {
  on: "postgres",
  names: (): ReadonlyArray<SubjectName> => ["fastify", "crossdock"],
  order: ({ isOfGoals }: Plan) => isOfGoals ? ["fastify", "crossdock", "fastify"] : ["fastify", "direct", "crossdock", "fastify"]
} as const

/** Checks that every acknowledged order is at the warehouse. */
const booked = async (peer: Peer, held: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const { missing } = await peer.ask("_check", held)
  const { doubled, unverified } = await peer.ask("_report")
  return [
    ...(missing > 0 ? [`${missing} acknowledged orders never came to the warehouse`] : []),
    ...(doubled > 0 ? [`${doubled} orders came to the warehouse twice`] : []),
    ...(unverified > 0 ? [`${unverified} calls to the warehouse were not signed right`] : [])
  ]
}

/** Sends the same requests directly to the warehouse, for comparison. */
const direct = async ({ load: started, plan, round }: Bench, peer: Peer, rates: ReadonlyArray<number>) => {
  const load = await started()
  const common = { url: peer.url, connections, source: { name: "orders", prefix: "D" } as const }
  await load.closed({ ...common, bound: warmUpOf(plan, warmUpPerSecond) })
  const samples = []
  for (const rate of rates) samples.push(ofOpen("direct", round, await load.open({ ...common, rate, seconds: secondsAt(plan, rate) })))
  return samples
}

const variant = (name: string, { names, on, order }: typeof sqlite | typeof postgres, delayMs: number, isExtra: boolean): Case => {
  const startedOn = async (bench: Bench, subject: SubjectName, warehouseUrl: string) =>
    bench.subject("pass-through", subject, { warehouseUrl, ...(on === "postgres" && { databaseUrl: await bench.database() }) })
  return {
    name: "pass-through",
    variant: name,
    description: `createOrder, passed on to a warehouse on loopback that answers after ${delayMs} ms${onPostgres(on)}`,
    subject: "crossdock",
    figure: "cpu",
    extraWork: "intent with generation, lease and digest, raw message sealed in the history, names mapped per link, attempt log, metrics",
    isExtra,
    order,
    prepare: async (bench) => {
      const peer = await bench.peer("warehouse", { DELAY_MS: String(delayMs) })
      const start = (name: SubjectName) => startedOn(bench, name, peer.url)
      const found = bench.plan.isOfGoals ? [] : await sharesOfSlowest(bench, names(bench.plan), [share], source, start)
      return { rates: ascending([...found, ...ratesOn(on, bench.plan)]) }
    },
    run: async (bench, name, { rates = [] }) => {
      const { plan, round } = bench
      const peer = await bench.peer("warehouse", { DELAY_MS: String(delayMs) })
      if (name === "direct") return direct(bench, peer, rates)
      const load = await bench.load()
      const subject = await startedOn(bench, name as SubjectName, peer.url)
      const common = { url: subject.url, connections, source }
      await load.closed({ ...common, bound: warmUpOf(plan, warmUpPerSecond) })
      const samples = [ofClosed(name, round, ...await observed(subject, () => load.closed({ ...common, bound: { seconds: plan.measuring } })))]
      for (const rate of rates) {
        const [result, figures] = await observed(subject, () => load.open({ ...common, rate, seconds: secondsAt(plan, rate) }))
        samples.push(ofOpen(name, round, result, figures))
        // Otherwise its backlog would count for the next phase.
        if (!isHeld(result)) break
      }
      return failed(samples, await booked(peer, await load.held()))
    }
  }
}

export const passThrough = variant("sqlite", sqlite, 0, false)
export const passThroughSlow = variant("sqlite-peer-20ms", sqlite, 20, true)
export const passThroughOnPostgres = variant("postgres", postgres, 0, false)

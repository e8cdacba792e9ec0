/** How 1,000 ERPs behind one runner are affected when some of them are dead or never answer. */
import type { Case } from "../run/Case.ts"
import { atRate } from "./at-rate.ts"
import { secondsAt } from "./rates.ts"

const endpoints = 1000
const rate = { full: 500, goals: 300, quick: 300, smoke: 200 } as const

/** The number of failing endpoints, the first ones. */
const sick: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "all-healthy": {},
  "one-hangs": { HANGING: 1 },
  "one-dead": { DEAD: 1 },
  "200-hang": { HANGING: 200 }
}

export const fairness: Case = {
  name: "fairness",
  variant: "sqlite",
  description: "p99 of reports to the healthy ERPs of 1,000, while none, one or 200 hang or are dead",
  subject: "one-hangs",
  figure: "p99",
  extraWork: "",
  order: ({ isWhole }) => ["all-healthy", "one-hangs", "one-dead", ...(isWhole ? ["200-hang"] : []), "all-healthy"],
  run: async (bench, name) => {
    const state = sick[name] ?? {}
    const sink = await bench.peer("sink", {
      ENDPOINTS: String(endpoints),
      ...Object.fromEntries(Object.entries(state).map(([key, count]) => [key, String(count)]))
    })
    const subject = await bench.subject("fairness", "crossdock", { erpPort: sink.port, endpoints })
    const firstHealthy = Math.max(state.HANGING ?? 0, state.DEAD ?? 0)
    const arrives = (number: string) => Number(number.slice(1, 5)) >= firstHealthy
    // Longer than the timeout of a hanging endpoint, if the plan allows that.
    const least = bench.plan.name === "full" ? 30 : bench.plan.atRate * 1.6
    return atRate(bench, name, {
      subject,
      sink,
      rates: [rate[bench.plan.name]],
      endpoints,
      secondsAt: (each) => Math.max(least, secondsAt(bench.plan, each)),
      arrives
    })
  }
}

/** Pages of stock: the ERP asks, the warehouse is asked, and its records are answered with the names of the ERP. */
import { type Case, connections, observed } from "../run/Case.ts"
import { failed, ofClosed } from "../run/Samples.ts"
import type { SubjectName } from "../run/Subjects.ts"
import { warmUpOf } from "./rates.ts"

const recordsPerPage = 200
const source = { name: "stock", prefix: "" } as const

/** Figures are of records, not of requests. */
export const stock: Case = {
  name: "stock",
  variant: "queries",
  description: "syncInventory in pages of 200 records, passed on to a warehouse on loopback; figures are of records",
  subject: "crossdock",
  figure: "cpu",
  extraWork: "names and prefixes of all links of the connection, quantities as decimals, metrics",
  order: ({ isOfGoals }) => isOfGoals ? ["fastify", "crossdock", "fastify"] : ["raw", "fastify", "crossdock", "fastify", "raw"],
  run: async (bench, name) => {
    const { plan, round } = bench
    const peer = await bench.peer("warehouse")
    const load = await bench.load()
    const subject = await bench.subject("stock", name as SubjectName, { warehouseUrl: peer.url })
    const common = { url: subject.url, connections, source }
    await load.closed({ ...common, bound: warmUpOf(plan, 100) })
    const [result, figures] = await observed(subject, () => load.closed({ ...common, bound: { seconds: plan.measuring } }))
    const records = { ...result, perSecond: result.perSecond * recordsPerPage, answered: result.answered * recordsPerPage }
    const { unverified } = await peer.ask("_report")
    return failed([ofClosed(name, round, records, figures)], unverified === 0 ? [] : [`${unverified} calls to the warehouse were not signed right`])
  }
}

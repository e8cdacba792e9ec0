/** Asks a warehouse that sends no callbacks about many open orders, with a second between two rounds. */
import { join } from "node:path"
import { type Bench, type Case, connections, observed, type Peer } from "../run/Case.ts"
import { pause } from "../run/Processes.ts"
import { failed, instructionsPer } from "../run/Samples.ts"
import type { SubjectName } from "../run/Subjects.ts"
import { copied } from "./seeded.ts"

const openOrders = { full: 20_000, goals: 5000, quick: 5000, smoke: 1000 } as const
const prefix = "POLL"
const everyMs = 1000

/** Waits until the warehouse was asked about this many more orders. */
const asked = async (peer: Peer, wanted: number): Promise<void> => {
  const end = Date.now() + 120_000
  while ((await peer.ask("_report")).polled < wanted) {
    if (Date.now() > end) throw new Error("the open orders were not polled within two minutes")
    await pause(100)
  }
}

const seeded = async (bench: Bench, count: number): Promise<string> => {
  const data = join(bench.folder, "seed-crossdock")
  const peer = await bench.peer("warehouse")
  const load = await bench.load()
  const subject = await bench.subject("pass-through", "crossdock", { data, warehouseUrl: peer.url })
  const { errors, told } = await load.closed({ url: subject.url, connections, bound: { amount: count }, source: { name: "orders", prefix } })
  if (errors > 0) throw new Error(`the open orders could not be created: ${told.join("; ")}`)
  await subject.stop()
  return data
}

export const polling: Case = {
  name: "polling",
  variant: "sqlite",
  description: "getOrderList about 20,000 open orders, 5,000 without --full, with a second between two rounds; figures are of orders",
  subject: "crossdock",
  figure: "cpu",
  extraWork: "poll state and lag of the connection, orders that the warehouse does not show, rate limit, metrics",
  order: () => ["fastify", "crossdock", "fastify"],
  prepare: async (bench) => ({ folders: { crossdock: await seeded(bench, openOrders[bench.plan.name]) } }),
  run: async (bench, name, prepared) => {
    const count = openOrders[bench.plan.name]
    const peer = await bench.peer("warehouse")
    const at = await copied(bench, prepared, name)
    const subject = await bench.subject("polling", name as SubjectName, { ...at, warehouseUrl: peer.url, seed: count, prefix, pollMs: everyMs })
    await asked(peer, count)
    const before = await peer.ask("_report")
    const from = performance.now()
    const [, figures] = await observed(subject, async () => {
      await pause(bench.plan.measuring * 1000)
      // At least one whole round, also on a slow machine.
      await asked(peer, before.polled + count)
    })
    const seconds = (performance.now() - from) / 1000
    const after = await peer.ask("_report")
    const polled = after.polled - before.polled
    return failed([{
      subject: name,
      round: bench.round,
      load: "drain",
      achieved: Math.round(polled / seconds),
      rssMiB: figures.rssMiB,
      heapMiB: figures.heapMiB,
      cpuMsPer1000: Math.round((figures.cpuMs / polled) * 1e6) / 1000,
      ...instructionsPer(figures, polled),
      loopDelayP99Ms: figures.loopDelayP99Ms,
      gcMs: figures.gcMs,
      contextSwitches: figures.contextSwitches,
      errors: 0,
      oracle: "clean"
    }], [
      ...(after.polledDistinct !== count ? [`the warehouse was asked about ${after.polledDistinct} of ${count} open orders`] : []),
      ...(after.unverified > 0 ? [`${after.unverified} calls to the warehouse were not signed right`] : [])
    ])
  }
}

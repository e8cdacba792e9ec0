/** Orders of a shop through the order desk: read from the shop, decided, placed at a warehouse, shipped, and told to the shop. */
import { join } from "node:path"
import { type Bench, type Case, type Peer } from "../run/Case.ts"
import { type Figures, pause, root } from "../run/Processes.ts"
import { failed } from "../run/Samples.ts"
import type { Started } from "../run/Subjects.ts"
import type { Database } from "./seeded.ts"

/** The orders of the warm-up, and those that are measured; the shop has them all at once. */
const orders = {
  full: { warmUp: 200, measured: 1000 },
  goals: { warmUp: 100, measured: 300 },
  quick: { warmUp: 50, measured: 200 },
  smoke: { warmUp: 10, measured: 40 }
} as const
/** A run that is slower is aborted. Orders per second. */
const slowest = 2

const nodesOf: Readonly<Record<string, number>> = { "one-node": 1, "three-nodes": 3 }

/** Lets the shop get orders, and waits until it was told of their parcels. */
const told = async (peer: Peer, count: number) => {
  const { ordered } = await peer.ask("_orders", { count })
  const end = Date.now() + 30_000 + (count / slowest) * 1000
  for (;;) {
    const report = await peer.ask("_report")
    if (report.told >= ordered || Date.now() > end) return report
    await pause(50)
  }
}

const started = async (bench: Bench, on: Database, count: number, peer: Peer): Promise<ReadonlyArray<Started>> => {
  const databaseUrl = on === "postgres" ? await bench.database() : undefined
  const nodes: Array<Started> = []
  // One after the other, because the first creates the tables.
  while (nodes.length < count) {
    nodes.push(await bench.subject("desk", "crossdock", {
      warehouseUrl: `${peer.url}warehouse`,
      shopUrl: `${peer.url}shop`,
      isOneOfSeveral: count > 1,
      nodeArgs: ["--import", join(root, "observe/statements.mjs")],
      ...(databaseUrl !== undefined && { databaseUrl })
    }))
  }
  await peer.ask("_nodes", nodes.map(({ url }) => url))
  return nodes
}

const [fifth, periodMs] = [0.2, 100]

/**
 * Lets each node run in a fifth of the time, one after the other, by stopping and continuing its process, which needs no rights of an
 * administrator. The result ends that.
 */
const heldToFifth = (nodes: ReadonlyArray<Started>): (() => void) => {
  const send = (pid: number, signal: "SIGSTOP" | "SIGCONT") => void process.kill(pid, signal)
  const timers = new Set<NodeJS.Timeout>()
  const after = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer)
  }
  const cycle = (pid: number): void => {
    send(pid, "SIGCONT")
    after(periodMs * fifth, () => send(pid, "SIGSTOP"))
    after(periodMs, () => cycle(pid))
  }
  for (const [at, { pid }] of nodes.entries()) {
    send(pid, "SIGSTOP")
    after((at * periodMs) / nodes.length, () => cycle(pid))
  }
  return () => {
    for (const timer of timers) clearTimeout(timer)
    for (const { pid } of nodes) send(pid, "SIGCONT")
  }
}

interface Counted {
  readonly statements: number
  readonly commits: number
}

/** The sums, or the highest, of all nodes. */
const figuresOf = async (nodes: ReadonlyArray<Started>) => {
  const all: Array<Counted & Figures> = []
  for (const node of nodes) {
    const counting = node.next<Counted>("counted")
    node.send("statements")
    all.push({ ...await counting, ...await node.end() })
  }
  const sum = (of: (one: Counted & Figures) => number): number => all.reduce((total, one) => total + of(one), 0)
  return {
    cpuMs: sum(({ cpuMs }) => cpuMs),
    statements: sum(({ statements }) => statements),
    commits: sum(({ commits }) => commits),
    gcMs: sum(({ gcMs }) => gcMs),
    rssMiB: Math.max(...all.map(({ rssMiB }) => rssMiB)),
    heapMiB: Math.max(...all.map(({ heapMiB }) => heapMiB)),
    loopDelayP99Ms: Math.max(...all.map(({ loopDelayP99Ms }) => loopDelayP99Ms))
  }
}

const rounded = (value: number): number => Math.round(value * 100) / 100

interface Variant {
  readonly variant: string
  readonly on: Database
  readonly description: string
  readonly order: ReadonlyArray<string>
  /** Whether each node may use only a fifth of a core, which takes fewer orders. */
  readonly isHeld: boolean
}

const deskOf = ({ description, isHeld, on, order, variant }: Variant): Case => ({
  name: "desk",
  variant,
  description: `orders of a shop from their arrival until it was told of their parcels${description}; figures are of orders`,
  subject: order.length > 2 ? "three-nodes" : "one-node",
  figure: isHeld ? "throughput" : "cpu",
  isOnceForGoals: isHeld,
  extraWork: "",
  order: () => order,
  run: async (bench, name) => {
    const { measured: all, warmUp } = orders[bench.plan.name]
    const measured = isHeld ? Math.ceil(all * fifth) : all
    const peer = await bench.peer("desk")
    const nodes = await started(bench, on, nodesOf[name] ?? 1, peer)
    const before = await told(peer, warmUp)
    for (const node of nodes) node.begin()
    const from = performance.timeOrigin + performance.now()
    const release = isHeld ? heldToFifth(nodes) : () => {}
    const report = await told(peer, measured).finally(release)
    const { commits, cpuMs, statements, ...figures } = await figuresOf(nodes)
    const done = Math.max(1, report.told - before.told)
    return failed([{
      subject: name,
      round: bench.round,
      load: "drain",
      achieved: rounded((done / Math.max(1, report.toldAt - from)) * 1000),
      cpuMsPer1000: rounded((cpuMs / done) * 1000),
      statements: rounded(statements / done),
      commits: rounded(commits / done),
      ...figures,
      errors: 0,
      oracle: "clean"
    }], [
      ...(report.told < report.ordered ? [`the shop was told of ${report.told} of ${report.ordered} orders in time, of which ${report.placed} were placed`] : []),
      ...(report.doubled > 0 ? [`the shop was told ${report.doubled} times again`] : []),
      ...(report.placedTwice > 0 ? [`${report.placedTwice} orders were placed twice`] : []),
      ...(report.unverified > 0 ? [`${report.unverified} calls were not signed right`] : []),
      ...report.wrong
    ])
  }
})

const states = ["one-node", "three-nodes", "one-node"]

export const desk = deskOf({ variant: "sqlite", on: "sqlite", description: "", order: ["one-node", "one-node"], isHeld: false })
export const deskOnPostgres = deskOf({ variant: "postgres", on: "postgres", description: ", on PostgreSQL with one node and with three", order: states, isHeld: false })
export const deskHeld = deskOf({ variant: "postgres-held", on: "postgres", description: ", the same with each node held to a fifth of a core", order: states, isHeld: true })

import { spawnSync } from "node:child_process"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { cases } from "../cases/all.ts"
import { asnsOf, ordersOf, sourceOf } from "../load/Sources.ts"
import { asked, differences } from "../run/Answers.ts"
import type { Case } from "../run/Case.ts"
import { runJob } from "../run/Job.ts"
import { isOfGoals, parts } from "../run/Goals.ts"
import { judge } from "../run/Judge.ts"
import { commandOf } from "../run/Options.ts"
import { plans } from "../run/Plan.ts"
import { root } from "../run/Processes.ts"
import { type JobRecord, type Placed, problemsOf } from "../run/Results.ts"
import { nodeFlags } from "../run/Subjects.ts"
import { goalLines, tableOf } from "../run/Table.ts"

const bench = (...args: ReadonlyArray<string>) => spawnSync(process.execPath, [join(root, "run.ts"), ...args], { encoding: "utf8" })

const caseNamed = (name: string): Case => cases.find((one) => `${one.name} ${one.variant}` === name)!

const sample = (subject: string, at: number, round: number, changed: Partial<Placed> = {}): Placed => ({
  subject,
  at,
  round,
  load: "closed",
  achieved: 1000,
  p99Ms: 5,
  rssMiB: 100,
  cpuMsPer1000: 50,
  errors: 0,
  oracle: "clean",
  ...changed
})

const open = (subject: string, at: number, round: number, p99Ms: number, changed: Partial<Placed> = {}): Placed =>
  sample(subject, at, round, { load: "open", rate: 500, held: true, achieved: 500, p50Ms: 1, p99Ms, ...changed })

const both = ["raw", "fastify", "crossdock", "fastify", "raw"]
const order = both
const speeds: Readonly<Record<string, number>> = { raw: 1000, fastify: 800, crossdock: 900 }
const job = (changed: (one: Placed) => Placed = (one) => one): ReadonlyArray<Placed> =>
  [1, 2, 3].flatMap((round) =>
    order.flatMap((subject, at) => [
      changed(sample(subject, at, round, { achieved: speeds[subject]! + round })),
      changed(open(subject, at, round, subject === "crossdock" ? 4 : 5))
    ]))

const recordOf = (samples: ReadonlyArray<Placed>, named = "verify-dispatch envelope", order: ReadonlyArray<string> = both): JobRecord => {
  const one = caseNamed(named)
  const { goals, ratios, reason } = judge(one, samples, order)
  return {
    schema: 1,
    commit: "0123456789",
    date: "2026-11-20T09:00:00.000Z",
    command: "npm run bench",
    machine: { cores: 2, cpu: "a cpu", memoryGiB: 8, node: "24.0.0", os: "Linux" },
    ceilings: { fsyncPerS: 9900, commitsPerS: 6825, rowsIn64PerS: 75_000, rawPostPerS: 57_600, sha1MBPerS: 900 },
    marks: [],
    loadAverage: { start: 0, end: 1 },
    plan: "quick",
    case: one.name,
    variant: one.variant,
    extraWork: one.extraWork,
    order,
    rounds: 3,
    valid: reason === undefined,
    ...(reason !== undefined && { reason }),
    runs: samples,
    ratios,
    goals
  }
}

describe("the bench", () => {
  it("starts, and teaches what it can do", () => {
    const { status, stdout } = bench("--help")
    expect(status).toBe(0)
    for (const { name, variant } of cases) expect(stdout).toContain(`${name} ${variant}`)
    expect(bench("--list").stdout.trim().split("\n")).toHaveLength(cases.length)
  })

  it("refuses what it does not know, and says what there is", () => {
    const { status, stderr } = bench("--case", "nosuch")
    expect(status).toBe(2)
    expect(stderr).toContain("verify-dispatch")
    for (const args of [["--runs", "0"], ["--nosuch"], ["compare", "one"], ["nosuch"], ["turns", "one"], ["observed", "one"], ["observed", "--case", "drain"], ["observed", "--case", "callback nosuch"]]) expect(commandOf(args, cases).is).toBe("wrong")
  })

  it("leaves out the log of calls, metrics and spans by modules that have all that theirs have", async () => {
    const replaced = {
      "http/ServedCallRecords": [import("../../apps/runner/src/http/ServedCallRecords.ts"), import("../subjects/unobserved/ServedCallRecords.ts")],
      "connection/SentCallRecords": [import("../../apps/runner/src/connection/SentCallRecords.ts"), import("../subjects/unobserved/SentCallRecords.ts")],
      "metrics/CallMetrics": [import("../../apps/runner/src/metrics/CallMetrics.ts"), import("../subjects/unobserved/CallMetrics.ts")],
      "http/ListenerMetrics": [import("../../apps/runner/src/http/ListenerMetrics.ts"), import("../subjects/unobserved/ListenerMetrics.ts")],
      "tracing/Spans": [import("../../apps/runner/src/tracing/Spans.ts"), import("../subjects/unobserved/Spans.ts")]
    } as const
    const hook = readFileSync(new URL("../observe/unobserved.mjs", import.meta.url), "utf8")
    for (const [path, both] of Object.entries(replaced)) {
      const [real, other] = await Promise.all(both)
      expect(Object.keys(other).toSorted(), path).toEqual(Object.keys(real).toSorted())
      expect(hook).toContain(`"${path}"`)
    }
  })

  it("runs every variant with --full, and the main ones without", () => {
    const chosen = (...args: ReadonlyArray<string>) => {
      const command = commandOf(args, cases)
      return command.is === "run" ? command : undefined
    }
    expect(chosen("--full")?.cases).toHaveLength(cases.length)
    expect(chosen()?.cases.map(({ name }) => name)).toEqual(["verify-dispatch", "pass-through", "pass-through", "callback", "callback", "drain", "drain", "drain", "desk", "desk", "desk", "stock", "polling", "fairness", "growth", "ledger-read", "ledger-read", "idle", "start"])
    const goals = chosen("--goals")
    expect(goals).toMatchObject({ plan: plans.goals })
    expect(goals?.cases.map(({ name, variant }) => `${name} ${variant}`).every(isOfGoals)).toBe(true)
    for (const { job } of parts) if (job !== undefined) expect(cases.map(({ name, variant }) => `${name} ${variant}`)).toContain(job)
    expect(chosen("--case", "callback", "--runs", "5")).toMatchObject({ plan: { ...plans.quick, rounds: 5 }, cases: [{ name: "callback", variant: "sqlite" }, { name: "callback", variant: "postgres" }] })
    expect(chosen("--case", "drain sqlite-100-hot-keys")?.cases).toHaveLength(1)
  })

  it("starts every subject with the flags with which `npm start` starts the runner", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "../package.json"), "utf8"))
    expect(nodeFlags.length).toBeGreaterThan(0)
    for (const flag of nodeFlags) expect(scripts.serve).toContain(`node ${flag} apps/runner`)
  })

  it("sees a subject that answers otherwise", async () => {
    const server = createServer((_, response) => response.end(JSON.stringify({ success: true, data: { warehouseOrderNumber: "W-1" } })))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const found = await differences(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked.slice(-150))
    server.close()
    expect(found.length).toBeGreaterThan(140)
  })
})

describe("a job", () => {
  it("takes the median of the ratios of the rounds, with the lowest and highest", () => {
    const costs = [40, 90, 60]
    const drifting = job((one) => ({ ...one, cpuMsPer1000: (costs[one.round - 1] ?? 0) * (one.subject === "crossdock" ? one.round : 1) }))
    expect(judge(caseNamed("verify-dispatch envelope"), drifting, order).ratios["cpu vs raw"]).toEqual({ vs: "raw", median: 2, low: 1, high: 3 })
  })

  it("forms ratios of throughput and latency", () => {
    const { goals, ratios, reason } = judge(caseNamed("verify-dispatch envelope"), job(), order)
    expect(reason).toBeUndefined()
    expect(ratios["throughput vs fastify"]).toEqual({ vs: "fastify", median: 1.125, low: 1.125, high: 1.125 })
    expect(ratios["p99 vs fastify"]?.median).toBe(0.8)
    expect(goals.map(({ id, met }) => `${id} ${met}`)).toEqual(["G1 true", "G2 true", "G2 true", "G9 true"])
  })

  it("is not valid when the CPU of both runs of the first subject differs by more than 10 %", () => {
    const drifting = job((one) => one.at === 4 && one.load === "closed" ? { ...one, cpuMsPer1000: 59 } : one)
    expect(judge(caseNamed("verify-dispatch envelope"), drifting, order).reason).toContain("differ by 18 %")
    const slower = job((one) => one.at === 4 ? { ...one, achieved: one.achieved / 2 } : one)
    expect(judge(caseNamed("verify-dispatch envelope"), slower, order).reason).toBeUndefined()
  })

  it("has no figure of a run with a wrong answer", () => {
    const wrong = job((one) => one.subject === "crossdock" ? { ...one, oracle: "failed" } : one)
    expect(judge(caseNamed("verify-dispatch envelope"), wrong, order)).toMatchObject({ ratios: {}, goals: [] })
    const wrongFirst = job((one) => one.at === 0 && one.round === 2 ? { ...one, oracle: "failed", told: ["lost one"] } : one)
    expect(judge(caseNamed("verify-dispatch envelope"), wrongFirst, order).reason).toBe("raw failed: lost one")
  })

  it("misses a goal whose rate was not held", () => {
    const reports = ["fastify", "crossdock", "fastify"].map((subject, at) => open(subject, at, 1, 5, { rate: 800, held: subject !== "crossdock" }))
    const { goals } = judge(caseNamed("drain sqlite-end-to-end"), reports, ["fastify", "crossdock", "fastify"])
    expect(goals).toMatchObject([{ id: "G5", met: false, value: null, limit: 500 }])
    const orders = ["fastify", "direct", "crossdock", "fastify"]
    const passed = orders.map((subject, at) => open(subject, at, 1, subject === "crossdock" ? 9.5 : 2, { rate: 1000, cpuMsPer1000: 100 }))
    const found = (samples: ReadonlyArray<Placed>) => judge(caseNamed("pass-through sqlite"), samples, orders).goals.filter(({ id }) => id === "G3").map(({ title, value }) => [title, value])
    expect(found(passed)).toEqual([["orders/s held", 1000], ["added p99 at 1,000/s, ms", 7.5]])
    expect(found(passed.map((one) => one.subject === "crossdock" ? { ...one, held: false } : one))).toEqual([["orders/s held", 0], ["added p99 at 1,000/s, ms", null]])
  })

  it("takes shares of CPU of both services, and on PostgreSQL the throughput against the one that commits each request", () => {
    const costs: Readonly<Record<string, number>> = { fastify: 90, "fastify-durable": 120, crossdock: 200 }
    const order = ["fastify", "fastify-durable", "crossdock", "fastify"]
    const samples = order.map((subject, at) => sample(subject, at, 1, { cpuMsPer1000: costs[subject]!, achieved: subject === "crossdock" ? 900 : 1000 }))
    const goalsOf = (name: string) => judge(caseNamed(name), samples, order).goals.filter(({ id }) => id !== "G9").map(({ id, limit, met, value }) => [id, limit, value, met])
    expect(goalsOf("callback sqlite")).toEqual([["G4", 0.4, 0.45, true], ["G4", 0.55, 0.6, true], ["G4", 0.5, 0.45, false], ["G4", 0.65, 0.6, false]])
    expect(goalsOf("pass-through sqlite").slice(0, 2)).toEqual([["G3", 0.3, 0.45, true], ["G3", 0.45, 0.6, true]])
    expect(goalsOf("drain sqlite").slice(2)).toEqual([["G5", 0.4, 0.45, true], ["G5", 0.5, 0.6, true]])
    expect(goalsOf("callback postgres")).toEqual([["G4", 1, 0.9, false]])
    expect(goalsOf("pass-through postgres")).toEqual([["G3", 0.6, 0.9, true]])
  })

  it("measures an order of the desk, and three nodes against one", () => {
    const cost = { load: "drain", statements: 118, commits: 1.4, cpuMsPer1000: 14_000, achieved: 43 } as const
    const one = ["one-node", "one-node"]
    const onSqlite = judge(caseNamed("desk sqlite"), one.map((subject, at) => sample(subject, at, 1, cost)), one)
    expect(onSqlite.goals.map(({ met, value }) => [value, met])).toEqual([[14, false], [118, false], [1.4, true], [43, false]])
    const states = ["one-node", "three-nodes", "one-node"]
    const onPostgres = judge(caseNamed("desk postgres"), states.map((subject, at) => sample(subject, at, 1, { ...cost, cpuMsPer1000: subject === "one-node" ? 8000 : 10_000 })), states)
    expect(onPostgres.goals.map(({ met, value }) => [value, met])).toEqual([[8, true], [1.25, false]])
    const held = states.map((subject, at) => sample(subject, at, 1, { ...cost, achieved: subject === "one-node" ? 6 : 15 }))
    expect(judge(caseNamed("desk postgres-held"), held, states).goals).toMatchObject([{ id: "G6", value: 2.5, met: true }])
  })

  it("compares latency at the highest rate that all hold, and CPU there where nothing runs at full load", () => {
    const samples = both.flatMap((subject, at) => [
      open(subject, at, 1, subject === "crossdock" ? 8 : 4, { rate: 800, cpuMsPer1000: subject === "crossdock" ? 90 : 30 }),
      open(subject, at, 1, 400, { rate: 2000, held: subject !== "crossdock" })
    ])
    const { ratios, reason } = judge(caseNamed("drain sqlite-end-to-end"), samples, both)
    expect(reason).toBeUndefined()
    expect(ratios["p99 vs raw"]).toEqual({ vs: "raw", median: 2, low: 2, high: 2, rate: 800 })
    expect(ratios["p50 vs fastify"]).toMatchObject({ median: 1, rate: 800 })
    expect(ratios["cpu vs raw"]).toMatchObject({ median: 3, rate: 800 })
    expect(ratios["throughput vs raw"]).toBeUndefined()
  })

  it("forms no ratio where no round has both figures", () => {
    const apart = job((one) => (one.subject === "crossdock") === (one.round === 1) ? one : { ...one, oracle: "failed" })
    expect(judge(caseNamed("verify-dispatch envelope"), apart, order).ratios).toEqual({})
  })

  it("that cannot be prepared is kept with its reason, and so is the one that repeats it", async () => {
    const kept: Array<JobRecord> = []
    const broken: Case = { ...caseNamed("callback sqlite"), prepare: () => Promise.reject(new Error("no seed")) }
    const around = recordOf(job())
    const more: Array<number> = []
    const record = await runJob(broken, plans.quick, around, { say: () => {}, step: () => {}, again: (runs) => more.push(runs), keep: (each) => kept.push(each) })
    expect(record).toMatchObject({ valid: false, reason: "could not be prepared: no seed", runs: [] })
    expect(kept).toHaveLength(1 + plans.quick.repeats)
    expect(more).toEqual([21])
    expect(problemsOf(kept)).toEqual([])
  })

  it("takes the best of all starts, and shows the first in a new folder", () => {
    const starts = both.flatMap((subject, at) => [690, 905].map((readyMs, round) =>
      sample(subject, at, round + 1, { load: "start", achieved: 0, readyMs: subject === "crossdock" ? readyMs : 200, newReadyMs: 1200, firstAnswerMs: 710 })))
    const { goals, ratios, reason } = judge(caseNamed("start sqlite"), starts, both)
    expect(reason).toBeUndefined()
    expect(goals).toMatchObject([{ id: "G9", met: true, value: 690, limit: 700 }])
    expect(ratios["ready vs raw"]?.low).toBe(3.45)
    expect(tableOf([recordOf(starts, "start sqlite")])).toContain("| start, sqlite | ready in 798 ms, answers after 710 ms; in a new folder ready in 1,200 ms |")
  })

  it("compares the memory of idle connections with raw, and the p99 with that of the same process without them", () => {
    const idle = both.map((subject, at) => {
      const isOurs = subject === "crossdock"
      return sample(subject, at, 1, { load: "idle", achieved: 0, rate: 1000, held: true, p99Ms: isOurs ? 20 : 9, p99AloneMs: 10, kiBPerConnection: isOurs ? 12 : 10, idleRssMiB: 100, idleCpuMsPerS: 3 })
    })
    const { goals } = judge(caseNamed("idle sqlite"), idle, both)
    expect(goals.map(({ met, value }) => [value, met])).toEqual([[100, true], [2, false]])
    const missed = judge(caseNamed("idle sqlite"), idle.map((one) => ({ ...one, held: false })), both).goals
    expect(missed.at(-1)).toMatchObject({ met: false, value: null })
  })

  it("compares a message's instructions in a grown database with a small one, or its CPU time where they are not counted", () => {
    const states = ["small", "grown", "small"]
    const samples = states.map((state, at) => sample(state, at, 1, { cpuMsPer1000: state === "grown" ? 150 : 100, kiloInstructions: state === "grown" ? 1100 : 1000 }))
    const goalOf = (placed: ReadonlyArray<Placed>) => judge(caseNamed("growth sqlite"), placed, states).goals
    expect(goalOf(samples)).toMatchObject([{ id: "growth", met: true, value: 1.1 }])
    expect(goalOf(states.map((state, at) => sample(state, at, 1, { cpuMsPer1000: state === "grown" ? 150 : 100 })))).toMatchObject([{ id: "growth", met: false, value: 1.5 }])
  })

  it("judges pages of books by their p95, unless the rate was not held", () => {
    const pages = ["first", "deepest", "first"].flatMap((name, at) =>
      [sample(name, at, 1), open(name, at, 1, 200, { rate: 20, p95Ms: name === "first" ? 40 : 51 })])
    const goalsOf = (samples: ReadonlyArray<Placed>) => judge(caseNamed("ledger-read sqlite"), samples, ["first", "deepest", "first"]).goals.map(({ id, met, value }) => [id, met, value])
    expect(goalsOf(pages)).toEqual([["ledger", true, 40], ["ledger", false, 51]])
    expect(goalsOf(pages.map((one) => one.subject === "first" && one.load === "open" ? { ...one, held: false } : one))).toEqual([["ledger", false, null], ["ledger", false, 51]])
  })

  it("says by how much sick endpoints move the p99 of the others", () => {
    const states = ["all-healthy", "one-hangs", "one-dead", "all-healthy"]
    const samples = states.map((state, at) => open(state, at, 1, { "one-hangs": 11, "one-dead": 13 }[state] ?? 10))
    const { goals, reason } = judge(caseNamed("fairness sqlite"), samples, states)
    expect(reason).toBeUndefined()
    expect(goals.map(({ met, value }) => [value, met])).toEqual([[1.1, true], [1.3, false]])
  })
})

describe("reports of a warehouse", () => {
  const entities = ordersOf(2400)
  const source = sourceOf({ name: "callbacks", prefix: "S", entities })
  const contents = Array.from({ length: 2400 }, (_, n) => ({ n, ...JSON.parse(JSON.parse(source(n).body).content) }))
  // A repeat is not another parcel.
  const reported = contents.filter(({ n }) => n < 1000 || n % 50 !== 49)
  const by = (member: string): ReadonlyArray<ReadonlyArray<any>> =>
    [...new Set(reported.flatMap((one) => one[member] ?? []))].map((number) => reported.filter((one) => one[member] === number))

  it("tell of each order what it ordered, in one parcel or in two with numbers and lines of their own", () => {
    const orders = by("orderNumber")
    expect(Math.max(...orders.map(({ length }) => length))).toBe(2)
    const complete = orders.filter((parcels) => parcels.flatMap(({ skuList }) => skuList).length === 6)
    expect(complete.length / orders.length).toBeGreaterThan(0.9)
    const split = orders.filter(({ length }) => length === 2)
    expect(split.length).toBeGreaterThan(orders.length / 3)
    for (const [one, other] of split) {
      expect(one.trackNumber).not.toBe(other.trackNumber)
      expect(one.skuList.map(({ sku }: { readonly sku: string }) => sku)).not.toContain(other.skuList[0].sku)
      // The first was answered when the second is sent on 64 connections.
      expect(other.n - one.n).toBeGreaterThan(64)
    }
  })

  it("tell of each ASN in three batches, and are about the orders and ASNs that exist", () => {
    expect(Math.max(...by("asnNumber").map(({ length }) => length))).toBe(3)
    const numbers = (member: string) => new Set(reported.flatMap((one) => one[member] ?? []))
    expect(numbers("orderNumber").size).toBe(entities)
    expect(numbers("asnNumber").size).toBeLessThanOrEqual(asnsOf(entities))
    // Repeats stand in the place of a batch.
    expect(numbers("asnNumber").size).toBeGreaterThan(0.95 * asnsOf(entities))
  })

  it("use one of 50 connections for everything about one order or ASN", () => {
    const many = sourceOf({ name: "callbacks", prefix: "S", entities: 100 })
    const connectionOf = new Map<string, number>()
    for (let n = 0; n < 1000; n++) {
      const { asnNumber, orderNumber } = JSON.parse(JSON.parse(many(n).body).content)
      const number = asnNumber ?? orderNumber
      expect(n % 50).toBe(connectionOf.get(number) ?? n % 50)
      connectionOf.set(number, n % 50)
    }
  })
})

describe("the results", () => {
  it("fit their schema, valid or not", () => {
    const drifting = job((one) => one.at === 4 ? { ...one, cpuMsPer1000: 1 } : one)
    expect(problemsOf([recordOf(job()), recordOf(drifting)])).toEqual([])
  })

  it("do not fit it with another member, without their ceilings, or not valid without a reason", () => {
    const record = recordOf(job())
    expect(problemsOf([{ ...record, extra: 1 }])).not.toEqual([])
    expect(problemsOf([{ ...record, ceilings: {} }])).not.toEqual([])
    expect(problemsOf([{ ...record, valid: false }])).not.toEqual([])
  })

  it("that are kept fit it too", () => {
    for (const name of readdirSync(join(root, "results")).filter((file) => /^\d{4}-.*\.json$/.test(file))) {
      expect(problemsOf(JSON.parse(readFileSync(join(root, "results", name), "utf8"))), name).toEqual([])
    }
  })

  it("have a line for every part of every goal, measured or not", () => {
    const table = tableOf([recordOf(job())])
    for (const { id, title } of parts) expect(table).toMatch(new RegExp(`\\| ${id} \\| .*${title.replaceAll(/[()/]/g, ".")} \\|`))
    expect([...new Set(parts.map(({ id }) => id))]).toEqual(["G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G9", "G10", "G11", "fairness", "growth", "ledger"])
    expect(table.match(/ not measured \|/g)?.length).toBe(parts.length - 4)
    expect(table).toContain("| verify-dispatch, envelope | 902/s | 0.9 (0.9–0.9) | 1.13 (1.13–1.13) | – | 1 / 4 ms at 500/s |")
  })

  it("say of each part of a goal whether it was reached, also on a terminal, and where the CPU goes if not", () => {
    const profile = [{ where: "SQLite", percent: 24.5 }, { where: "runner/intents", percent: 12 }]
    const missed = { ...recordOf(job((one) => one.subject === "crossdock" ? { ...one, cpuMsPer1000: 100 } : one)), profile }
    expect(problemsOf([missed])).toEqual([])
    const table = tableOf([missed])
    expect(table).toContain("| G1 | verify-dispatch envelope: share of raw by CPU | at least 0.75 | 0.5 | **missed** |")
    expect(table).toContain("| G9 | verify-dispatch envelope: RSS under load against each baseline | at most 1.5 | 1 | reached |")
    expect(table).toContain("| G9 | start sqlite: ready, the best of ten starts, ms | at most 700 | – | not measured |")
    expect(table).toContain("| verify-dispatch, envelope | SQLite 24.5 %, runner/intents 12 % |")
    const lines = goalLines([recordOf(job()), { ...recordOf(job((one) => one.subject === "crossdock" ? { ...one, cpuMsPer1000: 200 } : one), "drain sqlite"), valid: false, profile }])
    expect(lines).toContain("reached  G2 verify-dispatch envelope: share of fastify by CPU: 1 (at least 0.9)")
    expect(lines).toContain("missed   G5 drain sqlite: share of fastify by CPU: 0.25 (at least 0.3), in a job that is not valid")
    expect(lines).toContain("-        G10 gauges and lists with 2,000,000 orders, ms (at most 50): not measured in this run")
    expect(lines.at(-1)).toBe("CPU of   drain sqlite: SQLite 24.5 %, runner/intents 12 %")
  })

  it("of earlier goals are not taken for those of today", () => {
    const old = { ...recordOf(job()), goals: [{ id: "G1", title: "throughput against raw", met: true, value: 0.9, limit: 0.9 }] }
    expect(tableOf([old])).toContain("| G1 | verify-dispatch envelope: share of raw by CPU | at least 0.75 | – | not measured |")
  })

  it("tell every rate that was tried, and which of them was not held", () => {
    const tried = both.flatMap((subject, at) => [
      sample(subject, at, 1),
      open(subject, at, 1, 8, { rate: 800 }),
      open(subject, at, 1, 400, { rate: 3000, held: subject !== "crossdock" })
    ])
    expect(tableOf([recordOf(tried, "callback sqlite")])).toContain("| 1 / 8 ms at 800/s<br>3,000/s not held | 100 MiB, 1 of raw, 1 of fastify | 1 (1–1) | 1 (1–1) |")
  })

  it("show a backlog's latency from our door to the ERP, and ratios of latency where there is no throughput", () => {
    const drained = both.map((subject, at) => sample(subject, at, 1, { load: "drain" }))
    const timed = both.map((subject, at) => open(subject, at, 1, subject === "crossdock" ? 9 : 6, { rate: 800 }))
    const table = tableOf([recordOf(drained, "drain sqlite"), recordOf(timed, "drain sqlite-end-to-end")])
    expect(table).toContain("| drain, sqlite | 1,000/s | 1 (1–1) | 1 (1–1) | – | 1 / 9 ms at 800/s<br>(from door to ERP, the job below) |")
    expect(table).toContain("| drain, sqlite-end-to-end | at a fixed rate | p50 1 (1–1), p99 1.5 (1.5–1.5) at 800/s | p50 1 (1–1), p99 1.5 (1.5–1.5) at 800/s | – | 1 / 9 ms at 800/s |")
  })

  it("say where a case is compared with a run of its own", () => {
    const states = ["all-healthy", "one-hangs", "one-dead", "all-healthy"]
    const record = recordOf(states.map((state, at) => open(state, at, 1, state === "one-hangs" ? 11 : 10)), "fairness sqlite", states)
    expect(tableOf([record])).toContain("| fairness, sqlite | at a fixed rate | own run, all-healthy: p50 1 (1–1), p99 1.1 (1.1–1.1) at 500/s | own run | – | 1 / 11 ms at 500/s |")
  })

  it("that are not valid stand apart with their reason", () => {
    const table = tableOf([recordOf(job((one) => one.at === 4 ? { ...one, cpuMsPer1000: 1 } : one))])
    expect(table).toContain("## Invalid jobs")
    expect(table).not.toContain("902/s")
  })
})

/**
 * Compares builds, or one build with and without a part, on a machine that is busy with other work: all of them take the same messages at
 * the same time, a few hundred in each turn, so that what disturbs the machine disturbs all of them alike. A ratio is the median of the
 * ratios of the turns, each to the first subject.
 */
import { cpSync, existsSync, mkdirSync } from "node:fs"
import { loadavg } from "node:os"
import { join } from "node:path"
import { ordersOf } from "../load/Sources.ts"
import { copied, type Database, erpNowhere, prefix, seeded } from "../cases/seeded.ts"
import { type Bench, benchOf, connections, type Load, type Prepared } from "./Case.ts"
import { plans } from "./Plan.ts"
import { pause, tempDir } from "./Processes.ts"
import { median, rounded } from "./Ratios.ts"
import type { Started } from "./Subjects.ts"

export interface TurnSubject {
  readonly label: string
  /** The folder of its build. */
  readonly checkout: string
  readonly nodeArgs?: ReadonlyArray<string>
  /** Whether it runs from its sources. */
  readonly isFromSource?: boolean
}

export const turnCases = ["callback", "pass-through"] as const
export type TurnCase = (typeof turnCases)[number]

export interface TurnOptions {
  readonly case: TurnCase
  readonly on: Database
  readonly subjects: ReadonlyArray<TurnSubject>
  readonly turns: number
  /** A folder in which databases that were filled on SQLite are kept for the next time. */
  readonly seeds?: string | undefined
  readonly say: (line: string) => void
}

/** With more requests at once, a busy machine lets the simulated warehouse answer too late. */
const atOnce = { callback: connections, "pass-through": 16 } as const

/** Messages of one turn, and of the warm-up before the first. */
const perTurn = 400
const warmUp = 4000
/** The log of calls stores what a turn has left behind within this time, which belongs to the turn. */
const settlesMs = 500

export interface Spread {
  readonly median: number
  /** The quartiles of the turns. */
  readonly low: number
  readonly high: number
}

export interface TurnResult {
  readonly label: string
  /** Microseconds of CPU per message. */
  readonly cpu: Spread
  readonly ratio: Spread
}

const spreadOf = (values: ReadonlyArray<number>, rounding: (value: number) => number): Spread => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): number => rounding(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!)
  return { median: rounding(median(sorted)), low: at(0.25), high: at(0.75) }
}

interface Playing {
  readonly subject: TurnSubject
  readonly load: Load
  readonly started: Started
  readonly cpu: Array<number>
}

/** The data of the case callback: a copy of what was filled before, or filled now. */
const filled = async (bench: Bench, { on, seeds }: TurnOptions, { checkout }: TurnSubject, messages: number): Promise<Prepared> => {
  const kept = seeds === undefined || on !== "sqlite" ? undefined : join(seeds, `${checkout.replaceAll(/\W/g, "_")}-${messages}`)
  if (kept !== undefined && existsSync(kept)) return { folders: { crossdock: kept } }
  const prepared = await seeded(bench, ["crossdock"], ordersOf(messages), 0, on)
  if (kept !== undefined) cpSync(prepared.folders!["crossdock"]!, kept, { recursive: true })
  return prepared
}

const startedOf = async (bench: Bench, options: TurnOptions, subject: TurnSubject, messages: number): Promise<Started> => {
  const { isFromSource = false, nodeArgs = [] } = subject
  if (options.case === "callback") {
    const prepared = await filled(bench, options, subject, messages)
    return bench.subject("callback", "crossdock", { ...await copied(bench, prepared, "crossdock"), erpUrl: erpNowhere, isHeld: true, nodeArgs, isFromSource })
  }
  const { url: warehouseUrl } = await bench.peer("warehouse")
  return bench.subject("pass-through", "crossdock", { warehouseUrl, nodeArgs, isFromSource, ...(options.on === "postgres" && { databaseUrl: await bench.database() }) })
}

const resultsOf = (playing: ReadonlyArray<Playing>): ReadonlyArray<TurnResult> => {
  const first = playing[0]!.cpu
  return playing.map(({ cpu, subject }) => ({ label: subject.label, cpu: spreadOf(cpu, Math.round), ratio: spreadOf(cpu.map((own, at) => own / first[at]!), rounded) }))
}

export const textOf = (results: ReadonlyArray<TurnResult>): string =>
  results.map(({ cpu, label, ratio }) => `  ${label}: ${cpu.median} µs of CPU (${cpu.low} to ${cpu.high}), ratio ${ratio.median} (${ratio.low} to ${ratio.high})`).join("\n")

export const takeTurns = async (options: TurnOptions): Promise<ReadonlyArray<TurnResult>> => {
  const { say, subjects, turns } = options
  const folder = tempDir()
  const messages = warmUp + turns * perTurn
  const source = options.case === "callback" ? { name: "callbacks", prefix, entities: ordersOf(messages) } as const : { name: "orders", prefix: "P" } as const
  const benches: Array<{ readonly end: () => Promise<void> }> = []
  const play = async ({ load, started }: Playing, amount: number): Promise<void> => {
    const { errors, told } = await load.closed({ url: started.url, connections: atOnce[options.case], source, bound: { amount } })
    if (errors > 0) throw new Error(`wrong answers: ${told.join("; ").slice(0, 500)}`)
    await pause(settlesMs)
  }
  try {
    const playing: Array<Playing> = []
    for (const [at, subject] of subjects.entries()) {
      const own = join(folder.path, String(at))
      mkdirSync(own)
      const bench = benchOf({ plan: plans.quick, round: 1, folder: own, say, nodeArgs: [], checkout: subject.checkout })
      benches.push(bench)
      playing.push({ subject, started: await startedOf(bench, options, subject, messages), load: await bench.load(), cpu: [] })
    }
    await Promise.all(playing.map((one) => play(one, warmUp)))
    for (let turn = 0; turn < turns; turn++) {
      for (const { started } of playing) started.begin()
      await Promise.all(playing.map((one) => play(one, perTurn)))
      for (const { cpu, started } of playing) cpu.push((await started.end()).cpuMs * 1000 / perTurn)
      if (turn % 5 === 4) say(`${options.case} ${options.on}, turn ${turn + 1} of ${turns}, load average ${loadavg()[0]!.toFixed(0)}\n${textOf(resultsOf(playing))}`)
    }
    return resultsOf(playing)
  } finally {
    for (const bench of benches.toReversed()) await bench.end()
    folder.remove()
  }
}

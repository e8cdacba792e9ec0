/** Sends messages at a fixed rate, without waiting for late answers, so that delays are visible. */
import { readFileSync } from "node:fs"
import { setTimeout as wait } from "node:timers/promises"
import { batch } from "../support/Messages.ts"
import type { Figures } from "../support/RunAndJudge.ts"
import type { World } from "../support/World.ts"

export interface Size {
  readonly seconds: number
  readonly perSecond: number
}

export interface Loaded {
  readonly figures: Figures
  /** Growth of resident memory in bytes after two minutes; 0 if the run is shorter. */
  readonly growth: number
  /** Milliseconds from the success answer to the arrival at the ERP. */
  readonly slowestSend: number
}

/** Milliseconds. */
const tick = 10
const warmUp = 120_000

const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024

const quantile = (sorted: ReadonlyArray<number>, share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

export const load = ({ perSecond, seconds }: Size) => async (world: World): Promise<Loaded> => {
  const { producer, sink } = world
  await world.start()
  const begin = performance.now()
  const length = seconds * 1000
  const residents: Array<readonly [number, number]> = []
  const sending: Array<Promise<void>> = []
  let sent = 0
  for (;;) {
    const passed = performance.now() - begin
    if (passed >= length) break
    const due = Math.floor((passed / 1000) * perSecond)
    for (; sent < due; sent++) sending.push(producer.insist(batch(`ASN-${sent}`, 1)))
    if (residents.length === 0 || passed - residents.at(-1)![0] > 1000) residents.push([passed, residentOf(world.runner().pid)])
    await wait(tick)
  }
  await Promise.all(sending)
  // Waits for the backlog, so that the oracle sees all messages; the slowest one shows that there was a backlog.
  await world.quiet(60_000 + sent * 10)
  const settled = residents.filter(([at]) => at > warmUp).map(([, bytes]) => bytes)
  const growth = settled.length === 0 ? 0 : Math.max(...settled) - Math.max(...settled.slice(0, Math.ceil(settled.length / 10)))
  const acceptedAt = new Map<string, number>()
  const keys = new Map(producer.history.lines().flatMap((line) => (line.is === "sent" ? [[line.id, line.key] as const] : [])))
  for (const line of producer.history.lines()) if (line.is === "ended" && line.outcome === "ok") acceptedAt.set(keys.get(line.id)!, line.at)
  const waits = sink.arrivals.lines().map(({ at, key }) => Math.max(0, at - (acceptedAt.get(key) ?? at))).toSorted((a, b) => a - b)
  const slowestSend = waits.at(-1) ?? 0
  return {
    growth,
    slowestSend,
    figures: {
      messages: sent,
      "per second": Math.round(sent / seconds),
      "accepted to sent p50": quantile(waits, 0.5),
      "p99": quantile(waits, 0.99),
      "slowest in ms": slowestSend,
      "resident MB": Math.round((residents.at(-1)?.[1] ?? 0) / 1e6),
      "grown by MB": Math.round(growth / 1e6)
    }
  }
}

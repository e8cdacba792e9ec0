/** The ERP is down while many messages are accepted, and comes back (F20). */
import { readFileSync } from "node:fs"
import { setTimeout as wait } from "node:timers/promises"
import { assert } from "vitest"
import { batch } from "../support/Messages.ts"
import type { Figures } from "../support/RunAndJudge.ts"
import type { World } from "../support/World.ts"

/** Resident memory in megabytes: current, or the maximum. */
export const statusOf = (pid: number, field: "VmRSS" | "VmHWM"): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024

/** The maximum resident memory in megabytes. */
const mostMemory = 400
/** The allowed growth in megabytes when the ERP comes back. */
const mostGrowth = 150
/** The configured number of concurrent requests to the ERP. */
const mostAtOnce = 32

export const comesBack = (messages: number, downForMs: number) => async (world: World): Promise<Figures> => {
  const { producer, sink } = world
  let atOnce = 0
  sink.behaves(() => {
    atOnce = Math.max(atOnce, sink.open())
    return { after: 5 }
  })
  await world.start()
  world.breaks("an ERP that cannot be reached")
  await world.wire.breaks({ accepts: "refuse" })
  await producer.all(Array.from({ length: messages }, (_, index) => [batch(`ASN-${index}`, 1)]), 32)
  await wait(downForMs)
  const { Dead = 0, Pending = 0 } = await world.depth()
  assert.strictEqual(Dead, 0, "dead letters of an outage")
  const before = statusOf(world.runner().pid, "VmRSS")
  await world.wire.breaks()
  const back = Date.now()
  await world.quiet(60_000 + messages * 20)
  const took = Date.now() - back
  const peak = statusOf(world.runner().pid, "VmHWM")
  assert.isAtMost(peak, mostMemory, "megabytes at the highest")
  assert.isAtMost(statusOf(world.runner().pid, "VmRSS") - before, mostGrowth, "megabytes that were added")
  assert.isAtMost(atOnce, mostAtOnce, "concurrent requests")
  const [first] = sink.arrivals.lines()
  return {
    messages,
    "pending when it came back": Pending,
    "first after ms": (first?.at ?? 0) - back,
    "drained after ms": took,
    "at once": atOnce,
    "peak MB": Math.round(peak)
  }
}

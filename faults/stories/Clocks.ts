/** The clock of a process jumps, or the clocks of two nodes differ (F12). */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import type { Figures } from "../support/RunAndJudge.ts"
import type { World } from "../support/World.ts"
import { entitiesOf } from "./Kills.ts"

const hour = 3_600_000
const shift = fileURLToPath(new URL("../support/Clock.mjs", import.meta.url))

/** A clock that a test can move: environment variables for a runner, and a function to move it. */
export const clockOf = (folder: string, milliseconds = 0) => {
  const file = join(folder, "clock")
  writeFileSync(file, String(milliseconds))
  return {
    env: { CROSSDOCK_FAULTS_CLOCK: file, NODE_OPTIONS: `--import=${shift}` },
    moves: (pid: number, to: number) => {
      writeFileSync(file, String(to))
      process.kill(pid, "SIGUSR2")
    }
  }
}

/** Moves the clock of one node forward and back by an hour while deliveries are in flight. */
export const steps = (clock: ReturnType<typeof clockOf>, messages: number) => async (world: World): Promise<Figures> => {
  const { producer, random, sink } = world
  sink.behaves(() => ({ after: random.below(100), ...(random.below(10) === 0 && { way: "503" as const }) }))
  await world.start()
  const sending = producer.all(entitiesOf(messages), 8)
  const hours = [1, 0, -1, 0]
  for (const to of hours) {
    await wait(1000)
    clock.moves(world.runner().pid, to * hour)
  }
  await sending
  await world.quiet(60_000)
  return { messages, steps: hours.length }
}

/** Two nodes with different clocks, which both deliver what the first accepts. */
export const skewed = (messages: number) => async (world: World): Promise<Figures> => {
  const { producer, random, sink } = world
  sink.behaves(() => ({ after: random.below(400) }))
  await world.start()
  await world.second!.start()
  await producer.all(entitiesOf(messages), 16)
  // Longer than a lease and a heartbeat, so that each node checks the other while deliveries are in flight.
  const begin = Date.now()
  for (let index = 0; Date.now() - begin < 12_000; index++) {
    await producer.all(entitiesOf(20).map((reports) => reports.map((each) => relabelled(each, index))), 8)
  }
  await world.quiet()
  return { messages: producer.accepted() }
}

const relabelled = <R extends { readonly key: string; readonly entity: string; readonly content: Readonly<Record<string, unknown>> }>(
  report: R,
  round: number
): R => {
  const entity = `${report.entity}-${round}`
  const name = report.entity.startsWith("ASN-") ? "asnNumber" : "orderNumber"
  return { ...report, entity, key: report.key.replace(report.entity, entity), content: { ...report.content, [name]: entity } }
}

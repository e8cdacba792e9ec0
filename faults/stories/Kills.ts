/**
 * The runner is killed at random times while many deliveries are pending and in flight, and restarted at once (F1).
 */
import { eventually } from "@crossdock/e2e/support/processes.ts"
import { setTimeout as wait } from "node:timers/promises"
import { assert } from "vitest"
import { batch, type Report, step } from "../support/Messages.ts"
import type { Figures } from "../support/RunAndJudge.ts"
import type { World } from "../support/World.ts"

export interface Size {
  readonly messages: number
  readonly kills: number
  /** The maximum delay of the ERP's answers in milliseconds. */
  readonly slowest: number
}

const perEntity = 5
const producers = 16

/** Every fourth entity is an order that is shipped, the others are inbound orders that are received piece by piece. */
export const entitiesOf = (messages: number): ReadonlyArray<ReadonlyArray<Report>> =>
  Array.from({ length: Math.ceil(messages / perEntity) }, (_, index) =>
    Array.from({ length: perEntity }, (__, at) =>
      index % 4 === 3 ? step(`SO-${index}`, at + 1, at + 1 === perEntity) : batch(`ASN-${index}`, at + 1)))

/** The maximum milliseconds from readiness to the first delivery, if one is due. */
const longestResume = 2000
/** The maximum milliseconds between a start and the next kill. */
const longestLife = 1500

export const killed = ({ kills, messages, slowest }: Size) => async (world: World): Promise<Figures> => {
  const { producer, random, sink } = world
  sink.behaves(() => ({ after: random.below(slowest) }))
  const began = Date.now()
  await world.start()
  const sending = producer.all(entitiesOf(messages), producers)
  let inFlight = 0
  let slowestResume = 0
  for (let kill = 0; kill < kills; kill++) {
    await wait(100 + random.below(longestLife))
    inFlight += await world.kill()
    await world.start()
    const [before, ready] = [sink.arrivals.lines().length, Date.now()]
    const { Pending = 0 } = await world.depth()
    if (Pending > 0) await eventually(() => (sink.arrivals.lines().length > before ? true : undefined), { everyMs: 5, what: "work after a restart" })
    slowestResume = Math.max(slowestResume, Date.now() - ready)
  }
  assert.isAtMost(slowestResume, world.allowed(longestResume, began), "milliseconds until work resumed after a restart")
  await sending
  await world.quiet(60_000 + messages * slowest)
  return { messages, kills, "in flight at the kills": inFlight, "slowest resume in ms": slowestResume, arrivals: sink.arrivals.lines().length }
}

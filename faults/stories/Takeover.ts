/** The node that polls the provider is killed during a poll, with deliveries and creates in flight, and the others go on (F21). */
import { eventually } from "@crossdock/e2e/support/processes.ts"
import { orderOf } from "@crossdock/e2e/support/world.ts"
import { setTimeout as wait } from "node:timers/promises"
import { assert } from "vitest"
import { batch } from "../support/Messages.ts"
import type { Figures } from "../support/RunAndJudge.ts"
import type { World } from "../support/World.ts"
import { insist, settled } from "./Creates.ts"

export interface Size {
  readonly kills: number
  /** Milliseconds for which a killed node stays away. */
  readonly away: number
}

/** Milliseconds in which the others go on after 19 of 20 kills. */
const soon = 10_000
/** The provider answers polls after so many milliseconds, so that a poll is always under way. */
const slow = 700
/** Creates and deliveries that begin before each kill. */
const begun = 12
const patience = { timeoutMs: 60_000, everyMs: 20 } as const

const median = (sorted: ReadonlyArray<number>): number => sorted[Math.floor(sorted.length / 2)] ?? 0

export const takenOver = ({ away, kills }: Size) => async (world: World): Promise<Figures> => {
  const { front, nodes, producer, query, random, sink } = world
  front.listens(({ method }) => method === "getOrderList" ? wait(slow) : Promise.resolve())
  for (const node of nodes) await node.start()
  const began = Date.now()
  // A query of one order may be about its create, a query of several is a poll.
  for (const number of ["SO-1", "SO-2", "SO-3"]) await insist(world, number)
  const pollSince = (since: number) => world.calls().find(({ at, isPoll }) => isPoll && at > since)
  const inFlight = async (table: "delivery" | "intent", owner: string) =>
    Number((await query(`select count(*) as n from ${table} where state = 'InFlight' and owner = '${owner}'`))[0]!["n"])
  const took = { polls: [] as Array<number>, deliveries: [] as Array<number>, creates: [] as Array<number> }
  const sending: Array<Promise<unknown>> = []
  for (let kill = 0; kill < kills; kill++) {
    // What begins now is in flight when the node is killed.
    front.behaves(({ method }) => method === "createOrder" ? { way: "hang", acts: true } : undefined)
    sink.behaves(() => ({ way: "hang" }))
    const numbers = Array.from({ length: begun }, (_, index) => `SO-${kill}-${index}`)
    for (const number of numbers) sending.push(world.ask("createOrder", orderOf(number)))
    sending.push(producer.all(Array.from({ length: begun }, (_, index) => [batch(`ASN-${kill}-${index}`, 1)]), begun))
    await wait(500 + random.below(2000))
    const { node: polling } = await eventually(async () => pollSince(Date.now() - 2 * slow), { ...patience, what: "a poll" })
    const owner = String((await query("select owner from job where name = 'poll'"))[0]!["owner"])
    const victim = nodes[Number(polling)]!
    await victim.kill()
    const killedAt = Date.now()
    front.behaves(() => undefined)
    sink.behaves(() => ({}))
    const freed = async (table: "delivery" | "intent", into: Array<number>) => {
      if (await inFlight(table, owner) === 0) return
      await eventually(async () => (await inFlight(table, owner)) === 0 ? true : undefined, { ...patience, what: `a ${table} that is taken over` })
      into.push(Date.now() - killedAt)
    }
    const polled = async () => {
      const next = await eventually(async () => pollSince(killedAt), { ...patience, what: "a poll of another node" })
      assert.notStrictEqual(next.node, polling)
      took.polls.push(next.at - killedAt)
    }
    await Promise.all([polled(), freed("delivery", took.deliveries), freed("intent", took.creates)])
    await wait(Math.max(0, killedAt + away - Date.now()))
    await victim.start()
  }
  for (const [what, times] of Object.entries(took)) {
    times.sort((a, b) => a - b)
    const late = times.filter((each) => each > world.allowed(soon, began))
    assert.isAtMost(late.length, Math.floor(kills / 20), `${what} went on after ${times.join(", ")} ms`)
  }
  await Promise.all(sending)
  await settled(world)
  await world.quiet()
  return {
    kills,
    ...Object.fromEntries(Object.entries(took).map(([what, times]) => [`${what} taken over (times, median and longest ms)`, `${times.length}, ${median(times)}, ${times.at(-1)}`]))
  }
}

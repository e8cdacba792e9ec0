/**
 * PostgreSQL loses its primary under load: the machine at once, or its server alone. Callers repeat each create until it is accepted (F26).
 */
import { orderOf } from "@crossdock/e2e/support/world.ts"
import { setTimeout as wait } from "node:timers/promises"
import { assert } from "vitest"
import type { Loss, PatroniCluster } from "../support/PatroniCluster.ts"
import type { Figures } from "../support/RunAndJudge.ts"
import type { World } from "../support/World.ts"
import { live, settled } from "./Creates.ts"

export interface Size {
  /** How the primary is lost, one time after the other. */
  readonly losses: ReadonlyArray<Loss>
  /** New creates of each second. */
  readonly perSecond: number
}

/** The longest time without an accepted create, in milliseconds. */
const longest = 30_000
/** How long a caller waits before it repeats a create. */
const repeatsAfter = 1000
/** How long creates go on before the primary is lost, and after it was repaired. */
const calm = 3000

/** Creates that begin at a steady rate, each repeated until it is accepted. */
const load = (world: World, perSecond: number) => {
  const acceptedAt: Array<number> = []
  const callers: Array<Promise<void>> = []
  const over = new AbortController()
  const insist = async (orderNumber: string): Promise<void> => {
    for (;;) {
      const answer = await world.ask("createOrder", orderOf(orderNumber))
      if (answer?.success === true) return void acceptedAt.push(Date.now())
      await wait(repeatsAfter)
    }
  }
  const begins = (async () => {
    const startedAt = Date.now()
    for (let count = 0; !over.signal.aborted; count++) {
      callers.push(insist(`SO-${count}`))
      await wait(Math.max(0, startedAt + ((count + 1) * 1000) / perSecond - Date.now()))
    }
  })()
  return {
    acceptedAt,
    /** Begins no more creates, and waits until all are accepted. */
    end: async (): Promise<number> => {
      over.abort()
      await begins
      await Promise.all(callers)
      return callers.length
    }
  }
}

const longestGap = (times: ReadonlyArray<number>): number => Math.max(...times.slice(1).map((at, index) => at - times[index]!))

export const lostPrimaries = (cluster: PatroniCluster, { losses, perSecond }: Size) => async (world: World): Promise<Figures> => {
  for (const node of world.nodes) await node.start()
  const began = Date.now()
  const creates = load(world, perSecond)
  const gaps: Array<number> = []
  for (const how of losses) {
    await wait(calm + world.random.below(1000))
    const primary = await cluster.primary()
    const before = creates.acceptedAt.length
    world.breaks(`the primary ${primary} loses its ${how}`, "store")
    await cluster.lose(primary, how)
    await cluster.repair(primary)
    world.heals()
    await wait(calm)
    gaps.push(longestGap(creates.acceptedAt.slice(Math.max(0, before - 1))))
  }
  const orders = await creates.end()
  await settled(world)
  await world.quiet(120_000)
  const standing = await live(world)
  const wrong = Array.from({ length: orders }, (_, count) => `SO-${count}`).filter((number) => standing.get(number) !== 1)
  assert.deepStrictEqual(wrong, [], "orders that the warehouse does not have exactly once although they were accepted")
  const stored = await world.query("select count(*) as n from intent where state = 'Delivered'")
  assert.strictEqual(Number(stored[0]?.["n"]), orders, "creates that are stored as done")
  assert.isAtMost(Math.max(...gaps), world.allowed(longest, began), `milliseconds without an accepted create: ${gaps.join(", ")}`)
  return { orders, losses: losses.join(" "), "longest times without an accepted create in ms": gaps.join(" ") }
}

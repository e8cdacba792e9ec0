/** One provider answers each call after seconds. The creates of other merchants at a fast provider do not wait for it. */
import { orderOf } from "@crossdock/e2e/support/world.ts"
import { assert } from "vitest"
import { otherPath } from "../support/Environment.ts"
import type { Figures } from "../support/RunAndJudge.ts"
import { other, type World } from "../support/World.ts"
import { insist, settled } from "./Creates.ts"

export interface Size {
  /** The creates at the fast provider, one after the other by each of its callers. */
  readonly orders: number
  readonly callers: number
  /** The creates at the slow provider that wait all the time. */
  readonly waiting: number
  /** Milliseconds until the slow provider answers. */
  readonly slow: number
}

/** Milliseconds that a create at the fast provider may take. On a busy machine one of a hundred may take longer, but never as long as a slow one. */
const longest = 2000

export const slowBesideFast = ({ callers, orders, slow, waiting }: Size) => async (world: World): Promise<Figures> => {
  const { front, nodes } = world
  front.behaves(({ via }) => (via === otherPath ? { after: slow } : undefined))
  for (const node of nodes) await node.start()
  const began = Date.now()
  const took: Array<number> = []
  const fast = Array.from({ length: orders }, (_, index) => `SO-${index}`).values()
  const caller = async () => {
    for (const number of fast) {
      const begun = Date.now()
      await insist(world, number)
      took.push(Date.now() - begun)
    }
  }
  let isOver = false
  let answered = 0
  const slowCaller = async (at: number) => {
    for (let count = 0;; count++) {
      if (isOver) return
      const answer = await world.ask("createOrder", orderOf(`OT-${at}-${count}`), other)
      assert.strictEqual(String(answer?.success), "true", JSON.stringify(answer))
      answered += 1
    }
  }
  const slowly = Array.from({ length: waiting }, (_, at) => slowCaller(at))
  await Promise.all(Array.from({ length: callers }, caller)).finally(() => {
    isOver = true
  })
  await Promise.all(slowly)
  front.behaves(() => undefined)
  await settled(world)
  await world.quiet()
  const sorted = took.toSorted((one, other) => one - other)
  const [most = 0, last = 0] = [sorted[Math.ceil(took.length * 0.99) - 1], sorted.at(-1)]
  assert.isAtMost(most, world.allowed(longest, began), "milliseconds that 99 of 100 creates at the fast provider took at most")
  assert.isBelow(last, slow, "milliseconds that the slowest create at the fast provider took")
  return { nodes: nodes.length, orders, "slow creates": answered, "99 of 100 fast creates ms": most, "slowest fast create ms": last }
}

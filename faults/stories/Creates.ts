/**
 * A provider that creates an order for every request and whose answers are lost. Callers repeat their calls until they have
 * an answer; some cancel in between (F10, F22).
 */
import { eventually } from "@crossdock/e2e/support/processes.ts"
import { orderOf } from "@crossdock/e2e/support/world.ts"
import { MalformedAnswers } from "@crossdock/testkit/peers"
import { assert } from "vitest"
import type { Trouble } from "../support/BrokenAnswerProxy.ts"
import { orderNumberOf } from "../support/Messages.ts"
import type { Figures } from "../support/RunAndJudge.ts"
import type { Random } from "../support/Random.ts"
import { isLong } from "../support/Settings.ts"
import type { World } from "../support/World.ts"

const doubtful = "DOUBTFUL: outcome not known yet; ask again with the same number"

/** The provider refuses, and has done nothing. */
const honest: ReadonlySet<MalformedAnswers.Kind> = new Set(["429"])
/** A hanging answer takes half a minute, so only the long form uses it. */
const ways = MalformedAnswers.kinds.filter((way) => way !== "drip" && (isLong || way !== "hang"))

/** A broken answer, before or after the provider has acted. */
const troubleOf = (random: Random): Trouble => {
  const way = random.pick(ways)
  return { way, acts: !honest.has(way) && random.below(2) === 0 }
}

/** Repeats a call until the answer is not DOUBTFUL; returns how often it was. */
export const insist = async (world: World, orderNumber: string): Promise<number> => {
  let doubts = 0
  await eventually(async () => {
    const answer = await world.ask("createOrder", orderOf(orderNumber))
    if (answer?.message === doubtful) doubts += 1
    return answer?.success === true ? true : undefined
  }, { timeoutMs: 90_000, everyMs: 100, what: `a success for ${orderNumber}` })
  return doubts
}

/** Creates and cancels an order; if the cancel arrives first there is nothing to cancel. */
const changeMind = async (world: World, orderNumber: string): Promise<void> => {
  await world.ask("createOrder", orderOf(orderNumber))
  await eventually(async () => {
    const answer = await world.ask("cancelOrder", { orderNumber })
    return answer?.success === true ? true : undefined
  }, { timeoutMs: 90_000, everyMs: 100, what: `a cancel of ${orderNumber}` })
}

export const settled = (world: World): Promise<true> =>
  eventually(async () => {
    const [row] = await world.query("select count(*) as n from intent where state in ('Pending', 'InFlight', 'Doubtful')")
    return Number(row?.["n"]) === 0 ? true : undefined
  }, { timeoutMs: 90_000, everyMs: 150, what: "creates that are all settled" })

export const live = async ({ warehouse }: World): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>()
  for (const { orderNumber, status } of (await warehouse.books()).orders) {
    if (status !== "CANCEL") counts.set(orderNumber, (counts.get(orderNumber) ?? 0) + 1)
  }
  return counts
}

export interface Size {
  readonly orders: number
  /** Breaks this many of ten calls. */
  readonly brokenOfTen: number
}

/** Every fifth caller cancels its order. */
const isCancelled = (index: number): boolean => index % 5 === 4

export const lostAnswers = ({ brokenOfTen, orders }: Size) => async (world: World): Promise<Figures> => {
  const { front, random } = world
  front.behaves(() => (random.below(10) < brokenOfTen ? troubleOf(random) : undefined))
  await world.start()
  world.breaks("the provider's answers")
  const numbers = Array.from({ length: orders }, (_, index) => `SO-${index}`)
  const waiting = numbers.entries()
  let doubts = 0
  const caller = async () => {
    for (const [index, number] of waiting) {
      if (isCancelled(index)) await changeMind(world, number)
      else doubts += await insist(world, number)
    }
  }
  await Promise.all(Array.from({ length: 16 }, caller))
  front.behaves(() => undefined)
  await settled(world)
  await world.quiet()
  const creates = front.heard.filter(({ method }) => method === "createOrder")
  return { orders, "creates heard": creates.length, "answers that were doubtful": doubts }
}

/** Checks that the provider has the accepted orders and not the cancelled ones. */
export const standsAsWanted = async (world: World): Promise<void> => {
  const standing = await live(world)
  const numbers = [...new Set(world.front.heard.filter(({ method }) => method === "createOrder").map(({ content }) => orderNumberOf(content)))]
  assert.deepStrictEqual(
    numbers.filter((number) => (standing.get(number) ?? 0) !== (isCancelled(Number(number.slice(3))) ? 0 : 1)),
    [],
    "orders that stand at the provider although they were cancelled, or do not although they were accepted"
  )
}

/** The provider carries out creates without answering for a while, and then answers again. */
const second = 1000

/** The highest number of calls within a second. */
const fastest = (times: ReadonlyArray<number>): number =>
  Math.max(0, ...times.map((at, index) => times.slice(index).filter((later) => later < at + second).length))

export const storm = (orders: number, deadline: number, callsPerSecond: number) => async (world: World): Promise<Figures> => {
  const { front } = world
  front.behaves(() => ({ way: "hang", acts: true }))
  await world.start()
  world.breaks("a provider that answers nothing")
  const numbers = Array.from({ length: orders }, (_, index) => `SO-${index}`)
  const before = Date.now()
  const answers = await Promise.all(numbers.map(async (orderNumber) => {
    const answer = await world.ask("createOrder", orderOf(orderNumber))
    return { message: String(answer?.message), after: Date.now() - before }
  }))
  assert.deepStrictEqual(answers.filter(({ message }) => message !== doubtful), [], "callers with another answer")
  const latest = Math.max(...answers.map(({ after }) => after))
  assert.isAtMost(latest, world.allowed(deadline + 10_000, before), "milliseconds until the last caller was told")
  front.behaves(() => undefined)
  const healedAt = Date.now()
  await settled(world)
  const settledAfter = Date.now() - healedAt
  await world.quiet()
  const { orders: made } = await world.warehouse.books()
  assert.lengthOf(made, orders)
  const states = await world.query("select state, count(*) as n from intent group by state")
  assert.deepStrictEqual(states.map(({ n, state }) => [state, Number(n)]), [["Delivered", orders]])
  const heard = (method: string) => front.heard.filter((call) => call.method === method)
  assert.strictEqual(new Set(heard("createOrder").map(({ content }) => orderNumberOf(content))).size, heard("createOrder").length, "a create was sent again")
  const rate = fastest(front.heard.map(({ at }) => at).toSorted((a, b) => a - b))
  // The rate limiter's seconds differ from these, so two of them may overlap.
  assert.isAtMost(rate, callsPerSecond * 1.5, "calls within a second")
  return { orders, "calls within a second": rate, "last caller told after ms": latest, "settled after ms": settledAfter, queries: front.heard.length - heard("createOrder").length }
}

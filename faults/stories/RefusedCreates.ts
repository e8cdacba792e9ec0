/**
 * A provider that refuses every third create in words of its own, while nodes of the runner are killed. Some of its callers repeat what was
 * refused, at once or after the visibility delay. A provider that lies carries out half of what it refuses.
 */
import { eventually } from "@crossdock/e2e/support/processes.ts"
import { orderOf } from "@crossdock/e2e/support/world.ts"
import { setTimeout as wait } from "node:timers/promises"
import type { Refusal } from "../support/BrokenAnswerProxy.ts"
import { issued, orderNumberOf } from "../support/Messages.ts"
import type { Figures } from "../support/RunAndJudge.ts"
import type { World } from "../support/World.ts"
import { settled } from "./Creates.ts"

/** Texts that no table of the runner lists. */
export const texts = [
  "out of stock",
  "address outside our area",
  "\u5e93\u5b58\u4e0d\u8db3 no pieces left",
  "receiver is on our list of bad debtors",
  "the article may not be shipped by air",
  "E-4711: see the manual of the integration"
] as const

export interface Size {
  readonly orders: number
  readonly callers: number
  readonly kills: number
  /** Milliseconds between two kills. */
  readonly every: number
  /** Milliseconds of the connection. */
  readonly visibilityDelay: number
  /** Whether the provider carries out half of what it refuses. */
  readonly isLiar: boolean
  /** Whether the provider cannot be asked, so that it always reports what it ships. */
  readonly isMute: boolean
}

/** A create that succeeded, or that was refused with one of the provider's texts. */
type Outcome = "accepted" | "refused"

/** What the caller of a refused create does next. */
const courseOf = (index: number): "accepts" | "repeats at once" | "repeats later" => (["accepts", "repeats at once", "repeats later", "accepts"] as const)[index % 4]!

const insist = async (world: World, number: string): Promise<Outcome> => {
  let last = "no answer"
  return eventually(async () => {
    const answer = await world.ask("createOrder", orderOf(number))
    if (answer === undefined) return undefined
    last = String(answer.message)
    if (String(answer.success) === "true") return "accepted" as const
    return texts.some((text) => last.includes(text)) ? "refused" as const : undefined
  }, { timeoutMs: 90_000, everyMs: 100, what: `an answer for ${number}` }).catch((error: unknown) => {
    throw new Error(`${String(error)}; the last one was: ${last}`, { cause: error })
  })
}

/** Ships what the provider has, and reports it, before or after its create is answered. */
const shipping = ({ isMute }: Size, { front, producer, random, warehouse }: World) => {
  const works = new Set<Promise<void>>()
  const ship = async (entity: string, issue: string): Promise<void> => {
    await wait(random.below(4000))
    await warehouse.ship({ warehouseOrderNumber: issue, trackingNumber: `TRK-${issue}` })
    if (isMute || random.below(2) === 0) await producer.insist(issued(entity, issue, "SHIPPED"))
  }
  front.listens(({ content, method }, answer) => {
    const said = JSON.parse(answer)
    if (method === "createOrder" && String(said.success) === "true") {
      const work = ship(orderNumberOf(content), String(said.data.warehouseOrderNumber))
      works.add(work)
      void work.finally(() => works.delete(work))
    }
    return Promise.resolve()
  })
  return {
    idle: async () => {
      while (works.size > 0) await Promise.all(works)
    }
  }
}

/**
 * A provider that cannot be asked leaves to a person what became of a create whose answer was lost. The person looks into the records of
 * the provider.
 */
const deciding = (world: World) => {
  let isOver = false
  const decide = async (): Promise<void> => {
    const { items }: { readonly items?: ReadonlyArray<{ readonly id: string; readonly state: string; readonly number: string; readonly queries: number }> } =
      await world.admin("/intents?state=waiting&limit=100").catch(() => ({}))
    for (const { id, number, queries, state } of items ?? []) {
      if (state !== "Doubtful" || queries < 1) continue
      const made = (await world.warehouse.books()).orders.filter(({ orderNumber }) => orderNumber === number).at(-1)
      world.decided.add(number)
      const decision = made === undefined ? { decision: "Pending" } : { decision: "Delivered", peerNumber: made.warehouseOrderNumber }
      await world.admin(`/intents/${id}/decide`, { ...decision, isConfirmed: true, who: "Ada" }).catch(() => undefined)
    }
  }
  const work = (async () => {
    while (true) {
      if (isOver) return
      await decide()
      await wait(500)
    }
  })()
  return async () => {
    isOver = true
    await work
  }
}

/** Kills one node after the other; one of several is always up. */
const killed = async ({ every, kills: most }: Size, { nodes, random }: World): Promise<number> => {
  const returning = new Set<Promise<void>>()
  let kills = 0
  while (kills < most) {
    await wait(every)
    const up = nodes.filter((node) => node.isUp())
    if (up.length < Math.min(2, nodes.length)) continue
    const node = random.pick(up)
    await node.kill()
    kills += 1
    const back = node.start()
    returning.add(back)
    void back.finally(() => returning.delete(back))
    if (nodes.length === 1) await back
  }
  await Promise.all(returning)
  return kills
}

/** The orders that the provider has carried out although it refused them. */
const carriedOut = ({ front }: World): ReadonlySet<string> => new Set(front.refused.filter(({ isDone }) => isDone).map(({ content }) => orderNumberOf(content)))

/** Waits until the runner has asked for everything that the provider has nevertheless. After a kill during such a question it waits a minute. */
const lookedFor = async (world: World): Promise<void> => {
  const done = carriedOut(world)
  await eventually(async () => {
    const rows = await world.query("select e.number from intent i join entity e on e.id = i.entity where i.look_at is not null")
    return rows.some(({ number }) => done.has(String(number))) ? undefined : true
  }, { timeoutMs: 120_000, everyMs: 150, what: "a question for everything that was carried out nevertheless" })
}

export const refusedCreates = (size: Size) => async (world: World): Promise<Figures> => {
  const { front, nodes, random, wanted, warehouse } = world
  for (const node of nodes) await node.start()
  if (size.isLiar) await warehouse.hides(size.visibilityDelay - 300)
  let heard = 0
  front.behaves(({ method }): Refusal | undefined => {
    if (method !== "createOrder" || ++heard % 3 !== 0) return undefined
    return { refuses: random.pick(texts), acts: size.isLiar && random.below(2) === 0 }
  })
  const { idle } = shipping(size, world)
  const decided = size.isMute ? deciding(world) : () => Promise.resolve()
  let repeats = 0
  const outcomes = new Map<string, Outcome>()
  const order = async (index: number): Promise<void> => {
    const number = `SO-${index}`
    outcomes.set(number, await insist(world, number))
    const course = courseOf(index)
    // A provider that lies and cannot be asked gets no repeat, because nobody could tell whether it has the order.
    if (outcomes.get(number) === "accepted" || course === "accepts" || (size.isLiar && size.isMute)) return
    repeats += 1
    await wait(course === "repeats at once" ? random.below(200) : size.visibilityDelay + random.below(500))
    outcomes.set(number, await insist(world, number))
  }
  let next = 0
  let isDisturbed = true
  // The first create was sent before the first kill, and the last one after it.
  const calling = Promise.all(Array.from({ length: size.callers }, async () => {
    while (true) {
      if (next >= size.orders && !isDisturbed) return
      await order(next++)
      await wait(random.below(200))
    }
  }))
  const kills = await killed(size, world).finally(() => {
    isDisturbed = false
  })
  await calling
  await settled(world)
  await idle()
  await lookedFor(world)
  await settled(world)
  await decided()
  const done = carriedOut(world)
  for (const [number, outcome] of outcomes) wanted.set(number, outcome === "accepted" || done.has(number) ? "stands" : "cancelled")
  await eventually(() => {
    const told = new Set(world.sink.effects.lines().filter(({ phase }) => phase === "shipped").map(({ entity }) => entity))
    return [...wanted].every(([number, wish]) => wish === "cancelled" || told.has(number)) ? true : undefined
  }, { timeoutMs: 30_000, everyMs: 200, what: "an ERP that knows of everything that was shipped" }).catch(() => undefined)
  await world.quiet()
  return {
    nodes: nodes.length,
    kills,
    orders: next,
    "creates heard": heard,
    refused: front.refused.length,
    "carried out nevertheless": front.refused.filter(({ isDone }) => isDone).length,
    repeats,
    "decided by a person": world.decided.size
  }
}

/**
 * A shop has orders of the last days, and more of them change while the runner reads it. An operator asks for the past at the same
 * time. The runner is killed at random moments, or where it stores a page (F1, F2, F14).
 */
import { eventually } from "@crossdock/e2e/support/processes.ts"
import { setTimeout as wait } from "node:timers/promises"
import { assert } from "vitest"
import { type ShopState, shopState } from "../support/Messages.ts"
import type { Figures } from "../support/RunAndJudge.ts"
import type { World } from "../support/World.ts"

export interface Size {
  readonly orders: number
  /** The most states of an order. */
  readonly states: number
  /** The past that is read, in hours. */
  readonly hours: number
  readonly kills: number
  /** The longest delay of an answer of the shop and of the ERP, in milliseconds. */
  readonly slowest: number
}

const hour = 3_600_000
/** One of so many answers of the shop is lost, and one of so many answers of the ERP is broken, half of them after it has acted. */
const brokenOneIn = 30
const brokenWays = ["500", "reset-mid-body"] as const
/** Orders of the past that changed in one and the same millisecond, more than fit on a page. */
const sameMoment = 120

interface Link {
  readonly scope: string
  /** The prefix of the merchant's numbers. */
  readonly prefix: string
}

/** The links of the merchants to their shops. */
const linksOf = ({ merchants }: World): ReadonlyArray<Link> =>
  merchants.map(({ accessId, prefix }, at) => ({ prefix, scope: ["platform", accessId, "faults", at + 1, ...(prefix === "" ? [] : [prefix.slice(0, 1)])].join(":") }))

interface Reading {
  readonly track: "backfill" | "changes"
  readonly readUntil: string
  readonly isEnded: boolean
}

const shopOf = ({ shop }: World) => {
  assert.isDefined(shop, "the run has a shop")
  return shop
}

const pathTo = (scope: string, what: string) => `/links/${encodeURIComponent(scope)}/${what}`

/** The states of each order, oldest first. */
const ordersOf = ({ merchants, random }: World, { orders, states }: Size): ReadonlyArray<ReadonlyArray<ShopState>> =>
  merchants.flatMap(({ prefix }) => Array.from({ length: orders }, (_, index) => {
    const count = 1 + random.below(states)
    return Array.from({ length: count }, (__, at) => shopState(`${prefix}WEB-${index}`, at + 1, at > 0 && at + 1 === count))
  }))

/** Makes the first state of each order, at some time of the past. */
const past = async (world: World, all: ReadonlyArray<ReadonlyArray<ShopState>>, { hours }: Size): Promise<void> => {
  const { random } = world
  const now = Date.now()
  const moment = now - Math.floor(hours / 2) * hour
  await Promise.all(all.map(([first], index) => shopOf(world).change(first!, index < sameMoment ? moment : now - random.below(hours * hour))))
}

/** Makes the further states, now: each order in its order, many orders among one another. */
const present = async (world: World, all: ReadonlyArray<ReadonlyArray<ShopState>>, overMs: number): Promise<number> => {
  const { random } = world
  const changes = all.flatMap(([, ...further]) => {
    const moments = further.map(() => random.below(overMs)).toSorted((a, b) => a - b)
    return further.map((state, at) => ({ state, moment: moments[at]! }))
  }).toSorted((a, b) => a.moment - b.moment)
  const begin = Date.now()
  for (const { moment, state } of changes) {
    await wait(Math.max(0, begin + moment - Date.now()))
    await shopOf(world).change(state)
  }
  return changes.length
}

/** Waits until the runner says that it has read the past of a shop, and everything that has changed since. */
const wholeRead = (world: World, { prefix, scope }: Link, timeoutMs: number): Promise<unknown> =>
  eventually(async () => {
    const { items }: { readonly items: ReadonlyArray<Reading> } = await world.home.admin(pathTo(scope, "readings"))
    const [changes, backfill] = (["changes", "backfill"] as const).map((track) => items.find((each) => each.track === track))
    return backfill?.isEnded === true && Date.parse(changes?.readUntil ?? "") >= shopOf(world).changedAt(prefix) ? true : undefined
  }, { timeoutMs, everyMs: 100, what: "a shop that was read to its end" })

/** `disturb` ends the runner as often as it wants to, and leaves it running. */
const changing = (size: Size, disturb: (world: World) => Promise<Figures>) => async (world: World): Promise<Figures> => {
  const { home, nodes, random, sink } = world
  const shop = shopOf(world)
  const after = () => random.below(size.slowest)
  const isBroken = () => random.below(brokenOneIn) === 0
  sink.behaves(() => ({ after: after(), ...(isBroken() && { way: random.pick(brokenWays) }) }))
  shop.behaves(() => ({ after: after(), isLost: isBroken() }))
  const all = ordersOf(world, size)
  await past(world, all, size)
  await (nodes.length === 1 ? world.start() : Promise.all(nodes.map((node) => node.start())))
  for (const { scope } of linksOf(world)) {
    const begun = await home.admin(pathTo(scope, "backfill"), { since: new Date(Date.now() - (size.hours + 1) * hour).toISOString() })
    assert.lengthOf(begun.items.filter(({ track }: Reading) => track === "backfill"), 1, JSON.stringify(begun))
  }
  const [changes, figures] = await Promise.all([present(world, all, size.kills * 1500), disturb(world)])
  await Promise.all(linksOf(world).map((link) => wholeRead(world, link, 60_000 + size.hours * size.slowest * 10)))
  await world.quiet(60_000 + size.orders * size.slowest)
  return { orders: size.orders, changes: size.orders + changes, ...figures, pages: shop.pages().length, arrivals: sink.arrivals.lines().length }
}

/** The maximum milliseconds between a start and the next kill. */
const longestLife = 1500

export const changed = (size: Size) =>
  changing(size, async (world) => {
    let inFlight = 0
    for (let kill = 0; kill < size.kills; kill++) {
      await wait(100 + world.random.below(longestLife))
      inFlight += await world.kill()
      await world.start()
    }
    return { kills: size.kills, "in flight at the kills": inFlight }
  })

/** Of several nodes, the one that read the last page is killed, and starts again when another one reads. */
export const takenOver = (size: Size) =>
  changing(size, async (world) => {
    const { nodes, random } = world
    const { pages } = shopOf(world)
    const took: Array<number> = []
    for (let kill = 0; kill < size.kills; kill++) {
      await wait(random.below(longestLife))
      const { node: reading } = await eventually(() => pages().at(-1), { everyMs: 20, what: "a page that a node reads" })
      const victim = nodes[Number(reading)]!
      await victim.kill()
      const killedAt = Date.now()
      const next = await eventually(() => pages().find(({ at, node }) => at > killedAt && node !== reading), { everyMs: 20, what: "a page that another node reads" })
      took.push(next.at - killedAt)
      await victim.start()
    }
    return { kills: size.kills, "another node reads after ms": took.join(" ") }
  })

/** Ends the process when it reaches a failpoint for the n-th time after each start. */
export const cutWhileRead = (place: string, times: number, size: Size) =>
  changing(size, async (world) => {
    for (let death = 0; death < size.kills; death++) {
      await world.kill()
      await world.start({ FAULTS_FAILPOINT: `${place}:${times}` })
      await eventually(() => world.hasEnded() ? true : undefined, { everyMs: 5, what: `a death at ${place}` })
    }
    await world.kill()
    await world.start()
    return { deaths: size.kills }
  })

/**
 * Buyers order at a shop, and cancel some orders; the order desk ships them from two warehouses, while the runners are killed one after the
 * other. Some goods are too few for all who want them.
 */
import { eventually } from "@crossdock/e2e/support/processes.ts"
import { setTimeout as wait } from "node:timers/promises"
import type { Pieces } from "../oracle/Desk.ts"
import type { Line } from "../support/desk/DeskShop.ts"
import type { Course } from "../support/desk/DeskWarehouse.ts"
import { type DeskWorld, ofErp, type Opening, type Options, quiet } from "../support/desk/DeskWorld.ts"
import type { Manner } from "../support/desk/EnvelopeService.ts"
import type { Random } from "../support/Random.ts"
import type { Figures } from "../support/RunAndJudge.ts"
import { decides, releases } from "./DeskPerson.ts"
import { texts } from "./RefusedCreates.ts"

export interface Size {
  readonly orders: number
  /** New orders per second. */
  readonly perSecond: number
  readonly kills: number
  /** Whether kills go on until most orders are shipped. Default: no. */
  readonly isKilledOn?: boolean
  /** Milliseconds between two kills. */
  readonly every: number
  /** Milliseconds in which everything becomes right after the last kill. Default: 90 s, because an order that is held for stock is decided again each minute. */
  readonly patience?: number
  /** The warehouses refuse every third create, and carry out half of these if they lie. Those that cannot be asked report what they ship. */
  readonly refusals?: {
    readonly isLiar: boolean
    readonly isMute: boolean
    /** Milliseconds in which the runner asks for nothing that was refused. A warehouse shows what it has a little earlier. Default: 1.5 s. */
    readonly visibilityDelay?: number
  }
}

const both = ["MUG", "CUP", "JAR"] as const
const ofOne = { North: "NUT", South: "SALT" } as const
const scarce = "RARE"

/** Enough of everything for all orders, except of the scarce article, which each sixteenth order wants. */
export const openingOf = ({ orders }: Pick<Size, "orders">): Opening =>
  (["North", "South"] as const).flatMap((warehouse) => [
    ...both.map((sku) => ({ warehouse, sku, quantity: orders * 3 })),
    { warehouse, sku: ofOne[warehouse], quantity: orders * 3 },
    { warehouse, sku: scarce, quantity: Math.ceil(orders / 64) }
  ])

/** Every sixteenth order wants the scarce article. */
const isForScarce = (index: number): boolean => index % 16 === 5
/** A cancelled order waits at its warehouse for the cancel, or is shipped as fast as the others. */
const cancelOf = (index: number): "none" | "waiting" | "fast" => (index % 25 === 7 ? "waiting" : index % 25 === 19 ? "fast" : "none")

/** Of 60 orders, 9 may never be shipped, because they are cancelled in time or want what is too scarce; a planted bug may keep some more. */
const shareOfMost = 0.75
/** Of what is refused, a part stays held: what nobody else has, or everybody refuses. */
const shareOfRefused = 0.45

const numberOf = (index: number): string => `W${index}`
const indexOf = (order: string): number => Number(order.slice(1))

const linesOf = (random: Random, index: number): ReadonlyArray<Line> => {
  const some = () => 1 + random.below(3)
  if (isForScarce(index)) return [{ sku: scarce, pieces: 2 }, ...(random.below(2) === 0 ? [{ sku: random.pick(both), pieces: some() }] : [])]
  const lines: Array<Line> = [{ sku: random.pick(both), pieces: some() }]
  // What one warehouse has alone makes it ship the order; both together split it.
  if (random.below(3) === 0) lines.push({ sku: ofOne.North, pieces: some() })
  if (random.below(3) === 0) lines.push({ sku: ofOne.South, pieces: some() })
  if (random.below(8) === 0) lines.push({ sku: lines[0]!.sku, pieces: some() })
  return lines
}

const refusing = ({ isLiar, isMute, visibilityDelay = 1500 }: NonNullable<Size["refusals"]>): Pick<Options, "isMute" | "lag" | "refuses" | "visibilityDelay"> => ({
  visibilityDelay,
  isMute,
  lag: isLiar ? visibilityDelay - 300 : 0,
  refuses: (random) => {
    let heard = 0
    return () => ++heard % 3 === 0 ? { text: random.pick(texts), isDone: isLiar && random.below(2) === 0 } : undefined
  }
})

export const setting = (size: Size): Pick<Options, "course" | "isMute" | "lag" | "manner" | "opening" | "refuses" | "visibilityDelay"> => ({
  ...(size.refusals !== undefined && refusing(size.refusals)),
  opening: openingOf(size),
  manner: (random) => (): Manner => ({
    after: random.below(40),
    ...(random.below(50) === 0 && { lost: random.pick(["request", "answer"] as const) })
  }),
  course: (random) => (order: string, pieces: Pieces): Course => {
    if (order.startsWith(ofErp) || cancelOf(indexOf(order)) === "waiting") return { parcelsAfter: [], pushes: 0 }
    const count = Object.values(pieces).reduce((sum, each) => sum + each, 0)
    const after = () => 200 + random.below(1500)
    return { parcelsAfter: count > 1 && random.below(3) === 0 ? [after(), after()] : [after()], pushes: size.refusals?.isMute === true ? 1 + random.below(3) : random.below(4) }
  }
})

/** The buyers: each order at its time, and its cancel soon after it. */
const trade = async ({ direct, random, shop }: DeskWorld, { orders, perSecond, refusals }: Size): Promise<{ readonly cancelled: number }> => {
  const begin = Date.now()
  const cancels: Array<Promise<void>> = []
  const directs: Array<Promise<void>> = []
  for (let index = 0; index < orders; index++) {
    await wait(Math.max(0, begin + (index * 1000) / perSecond - Date.now()))
    // The ERP is first, or the shop, or both at once.
    if (index % 15 === 4 && refusals === undefined) directs.push(wait(random.below(1500)).then(() => direct(numberOf(index))))
    await shop.order(numberOf(index), linesOf(random, index), random.below(10) < 6)
    if (cancelOf(index) !== "none") cancels.push(wait(random.below(4000)).then(() => shop.cancel(numberOf(index), random.below(2) === 0)))
  }
  await Promise.all([...cancels, ...directs])
  return { cancelled: cancels.length }
}

/** `disturb` ends nodes as often as it wants to, and leaves all of them running. */
const shopping = (size: Size, disturb: (world: DeskWorld, isEnough: () => boolean) => Promise<Figures>) => async (world: DeskWorld): Promise<Figures> => {
  const { nodes, query, reporter, shop, warehouses } = world
  // The first one makes the tables.
  for (const node of nodes) await node.start()
  const begin = Date.now()
  let isOver = false
  let decided = 0
  const person = async () => {
    while (true) {
      if (isOver) return
      decided += await decides(world) + await releases(world)
      await wait(1000)
    }
  }
  const deciding = person()
  try {
    let isAllOrdered = false
    const trading = trade(world, size).finally(() => {
      isAllOrdered = true
    })
    const shipped = () => new Set(warehouses.flatMap((each) => each.parcels().map(({ order }) => order))).size
    const isEnough = () => isAllOrdered && shipped() > size.orders * (size.refusals === undefined ? shareOfMost : shareOfRefused)
    const [{ cancelled }, figures] = await Promise.all([trading, disturb(world, isEnough)])
    await shop.idle()
    await eventually(() => (isEnough() ? true : undefined), { timeoutMs: 600_000, what: "most parcels" })
    await Promise.all(warehouses.map((each) => each.idle()))
    const disturbedUntil = Date.now()
    let left: ReadonlyArray<{ readonly rule: string; readonly message: string }> = []
    await quiet(world, 120_000)
    await eventually(async () => {
      left = await world.judge()
      return left.length === 0 ? true : undefined
    }, { timeoutMs: size.patience ?? 90_000, everyMs: 1000, what: "an order desk that has done everything" }).catch(() => undefined)
    await quiet(world, 60_000)
    const issues = warehouses.flatMap((each) => each.issues())
    const perOrder = new Map<string, number>()
    for (const { order, state } of issues) if (state === "shipped") perOrder.set(order, (perOrder.get(order) ?? 0) + 1)
    const [held] = await query("select count(*) as n from desk_order where state = 'held'")
    return {
      orders: size.orders,
      cancelled,
      split: [...perOrder.values()].filter((count) => count > 1).length,
      held: Number(held?.["n"]),
      parcels: warehouses.reduce((sum, each) => sum + each.parcels().length, 0),
      "creates taken": issues.length,
      "parcels told again": shop.repeated(),
      "decided by a person": decided,
      ...(size.refusals !== undefined && {
        refused: warehouses.reduce((sum, { records }) => sum + records.refused.length, 0),
        "carried out nevertheless": warehouses.reduce((sum, { records }) => sum + records.refused.filter(({ isDone }) => isDone).length, 0)
      }),
      "reports refused": reporter.refusals().length,
      ...figures,
      seconds: Math.round((Date.now() - begin) / 1000),
      "quiet after seconds": Math.round((Date.now() - disturbedUntil) / 1000)
    }
  } finally {
    isOver = true
    await deciding
  }
}

/** Kills one node after the other, at even times. One of several is always up. */
export const killedInTurn = (size: Size) =>
  shopping(size, async ({ nodes }, isEnough) => {
    let kills = 0
    const returning = new Set<Promise<void>>()
    for (let turn = 0; kills < size.kills || (size.isKilledOn === true && !isEnough()); turn++) {
      await wait(size.every)
      const node = nodes[turn % nodes.length]!
      const up = nodes.filter((each) => each.isUp())
      if (!node.isUp() || up.length < Math.min(2, nodes.length)) continue
      await node.kill()
      kills += 1
      const back = node.start()
      returning.add(back)
      void back.finally(() => returning.delete(back))
      if (nodes.length === 1) await back
    }
    await Promise.all(returning)
    return { kills }
  })

/** The places where an order is placed, at which the process ends when it comes there for the n-th time after each start. */
export const cutWhilePlaced = (places: ReadonlyArray<string>, times: number, size: Size) =>
  shopping(size, async ({ nodes: [node] }) => {
    for (const place of places) {
      await node!.kill()
      await node!.start({ FAULTS_FAILPOINT: `${place}:${times}` })
      await eventually(() => (node!.hasEnded() ? true : undefined), { everyMs: 5, what: `a death at ${place}` })
    }
    await node!.kill()
    await node!.start()
    return { deaths: places.length }
  })

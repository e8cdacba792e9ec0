/**
 * Random stories of one order each: its warehouse packs it into boxes, reports them late, twice, in another order, with a corrected number or
 * without contents, ships it short or gives the rest up, and people do what the desk asks for. Every piece leaves once, and the shop is told
 * of each box once, with what is in it. The boxes judge; nothing of the desk does. A story that fails is made as short as it can be, and
 * `kept.json` has those that have failed before.
 */
import { assert } from "@effect/vitest"
import { Quantity, Sku } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { vi } from "vitest"
import { Desk } from "../../../src/desk/Desk.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as World from "../../support/DeskWorld.ts"
import * as FakeShop from "../../support/FakeShop.ts"
import { type Random, randomOf } from "../../support/Random.ts"
import * as Shrink from "../../support/Shrink.ts"
import { during, inWorldOn, type World as Runner } from "../../support/World.ts"
import kept from "./kept.json" with { type: "json" }
import { instead } from "./OperationReplacement.ts"

// A story that fails is played many times.
vi.setConfig({ testTimeout: 300_000 })

type Pieces = Readonly<Record<string, number>>

interface Box {
  readonly number: string
  readonly pieces: Pieces
  /** What the last report calls it. */
  readonly corrected?: string
}

type Status = Parameters<typeof World.reported>[2]

const isAll = process.env["CROSSDOCK_LAW"] === "all"
const firstSeed = Number(process.env["CROSSDOCK_SEED"] ?? 1)

const sum = (all: ReadonlyArray<Pieces>): Pieces => {
  const total: Record<string, number> = {}
  for (const pieces of all) for (const [sku, count] of Object.entries(pieces)) if (count > 0) total[sku] = (total[sku] ?? 0) + count
  return Object.fromEntries(Object.entries(total).toSorted(([one], [other]) => one < other ? -1 : 1))
}
const linesOf = (pieces: Pieces) => Object.entries(pieces).map(([sku, count]) => ({ sku: Sku.Sku.make(sku), quantity: Quantity.of(count) }))
const shuffled = <A>(random: Random, items: ReadonlyArray<A>): ReadonlyArray<A> =>
  items.map((item) => ({ item, at: random(1_000_000) })).toSorted((one, other) => one.at - other.at).map(({ item }) => item)

/** True once in so many times. A story that is made simpler draws 0, which is what usually happens. */
const oneIn = (random: Random, times: number): boolean => random(times) === times - 1

/** What a warehouse does with an order of these pieces: its boxes, and its reports in the order in which they arrive. */
const actOf = (random: Random, number: string, ordered: Pieces, isLast: boolean) => {
  const isGivenUp = !isLast && oneIn(random, 4)
  // What nobody tells is one box, because nobody could say what is in which of several, and whole, because "shipped" means so.
  const isSilent = !isLast && oneIn(random, 4)
  const isShort = !isLast && !isGivenUp && !isSilent && oneIn(random, 5)
  const count = isSilent || isLast ? 1 : 1 + random(3)
  const contents: Array<Record<string, number>> = Array.from({ length: count }, () => ({}))
  for (const [sku, pieces] of Object.entries(ordered)) {
    for (let at = 0; at < pieces; at++) {
      const isLeftOut = (isGivenUp && oneIn(random, 2)) || (isShort && oneIn(random, 3))
      const box = contents[random(count)]!
      if (!isLeftOut) box[sku] = (box[sku] ?? 0) + 1
    }
  }
  const left = contents.filter((pieces) => Object.keys(pieces).length > 0)
  const isWhole = JSON.stringify(sum(left)) === JSON.stringify(sum([ordered]))
  // A second number for the same contents is a further box as long as the order has room for one.
  const isCorrected = isWhole && !isSilent && left.length === 1 && oneIn(random, 3)
  const boxes: ReadonlyArray<Box> = left.map((pieces, at) => ({ number: `T-${number}-${at + 1}`, pieces, ...(isCorrected && { corrected: `T-${number}-C` }) }))
  const parcelOf = (box: Box, at: number): Status => ({ phase: "open", status: "SENDING", trackingNumber: box.number, shippedAt: DateTime.makeUnsafe(1000 + at), ...(!isSilent && { lines: linesOf(box.pieces) }) })
  const last = boxes.at(-1)
  const end: Status = isGivenUp || last === undefined
    ? { phase: "failed", status: "FAILED", failedReason: "the shelf is empty" }
    : { ...parcelOf(last, boxes.length - 1), phase: "shipped", status: "SUCCESS" }
  const corrections: ReadonlyArray<Status> = last?.corrected === undefined ? [] : [{ ...end, trackingNumber: last.corrected }]
  const first = boxes.slice(0, isGivenUp ? undefined : -1).map(parcelOf)
  const all = [...first, end, ...corrections, ...(oneIn(random, 2) ? [first[0] ?? end] : [])]
  return { boxes, isSilent, isGivenUp, reports: oneIn(random, 2) ? shuffled(random, all) : all }
}

type Act = ReturnType<typeof actOf>

const play = Effect.fnUntraced(function*(number: string, random: Random, shop: FakeShop.Shop, w: Runner) {
  const log: Array<string> = []
  const ordered: Pieces = { A: 1 + random(5), ...(oneIn(random, 2) && { B: 1 + random(3) }) }
  const acts = new Map<string, Act>()
  const fail = (message: string) => assert.fail(`${number}: ${message}\n${log.join("\n")}`)

  yield* World.buy(shop, number, World.order(ordered))
  const parts = () => w.warehouse.orders.filter(({ order }) => String(order.orderNumber) === number || String(order.orderNumber).startsWith(`${number}-`))
  const ofParcel = (parcel: string) => [...acts].find(([, { boxes }]) => boxes.some((box) => box.number === parcel || box.corrected === parcel))

  for (let turn = 0; turn < 8; turn++) {
    for (const part of shuffled(random, parts())) {
      const own = String(part.orderNumber)
      if (acts.has(own) || part.phase === "cancelled") continue
      const pieces = sum(part.order.lines.map((line: { sku: string; quantity: Quantity.Quantity }) => ({ [line.sku]: Quantity.toNumber(line.quantity) ?? 0 })))
      const act = actOf(random, own, pieces, acts.size > 2)
      acts.set(own, act)
      log.push(`${own} of ${JSON.stringify(pieces)}: boxes ${JSON.stringify(act.boxes)}${act.isSilent ? ", which it does not tell" : ""}`)
      for (const status of act.reports) {
        log.push(`  ${status?.status} ${status?.trackingNumber ?? ""} ${JSON.stringify(status?.lines?.map(({ quantity, sku }) => `${Quantity.toNumber(quantity)} ${sku}`))}`)
        yield* oneIn(random, 3) ? World.reported(World.north, own, status) : World.report(World.north, own, status)
      }
    }
    yield* World.settle
    const [state, cause, because] = yield* World.stateOf(number)
    log.push(`${state} ${cause ?? ""}: ${because ?? ""}`)
    if (state === "done") break
    if (state === "placed") continue
    if (cause === "unclear") {
      // A person looks at the boxes.
      for (const [own, { boxes, isSilent }] of acts) {
        for (const box of isSilent ? boxes : []) {
          yield* Effect.flatMap(Desk, (desk) => during(desk.found({ scope: FakeShop.scope, number, who: "Ada", parcel: box.number, pieces: box.pieces })))
          log.push(`  Ada finds ${JSON.stringify(box.pieces)} in ${box.number} of ${own}`)
        }
      }
      yield* World.settle
    }
    yield* World.release(number)
    if (cause !== "refused" && cause !== "short" && cause !== "unclear" && cause !== "stock") fail(`nobody expects a hold for ${cause}`)
    if (cause === "stock") yield* World.later(120_000)
  }

  const [state] = yield* World.stateOf(number)
  if (state !== "done") fail(`it ends ${state}`)
  const shipped = sum([...acts.values()].flatMap(({ boxes }) => boxes.map(({ pieces }) => pieces)))
  if (JSON.stringify(shipped) !== JSON.stringify(sum([ordered]))) fail(`${JSON.stringify(ordered)} were bought, and ${JSON.stringify(shipped)} have left`)
  const notices = shop.notices.filter(({ onlineOrderId }) => onlineOrderId === number)
  const boxes = [...acts.values()].flatMap((act) => act.boxes)
  if (notices.length !== boxes.length) fail(`the shop was told of ${notices.length} parcels, and there are ${boxes.length}`)
  for (const { lines, trackingNumber } of notices) {
    const box = ofParcel(String(trackingNumber))?.[1].boxes.find((one) => one.number === trackingNumber || one.corrected === trackingNumber)
    if (box === undefined) return fail(`the shop was told of ${trackingNumber}, which is no box`)
    const skus = Object.keys(ordered)
    const said = lines === undefined ? sum([ordered]) : sum(lines.map(({ lineId, quantity }) => ({ [skus[Number(String(lineId).slice(2)) - 1]!]: Quantity.toNumber(quantity) ?? 0 })))
    if (JSON.stringify(said) !== JSON.stringify(sum([box.pieces]))) fail(`the shop was told that ${trackingNumber} has ${JSON.stringify(said)}, and it has ${JSON.stringify(box.pieces)}`)
  }
  return { fail, shipped }
})

/** Plays a story, and then looks whether the books have lost what has left, and nothing is reserved. */
const judged = Effect.fnUntraced(function*(...[number, random, shop, w]: Parameters<typeof play>) {
  const before = yield* World.stock
  const { fail, shipped } = yield* play(number, random, shop, w)
  yield* World.settle
  const after = yield* World.stock
  for (const [at, [total = 0, available = 0, reserved = 0]] of Object.entries(before)) {
    const gone = shipped[at.split(" ")[1]!] ?? 0
    const is = [total - gone, available - gone, reserved]
    if (JSON.stringify(after[at]) !== JSON.stringify(is)) fail(`the books have ${JSON.stringify(after[at])} of ${at}, and it is ${JSON.stringify(is)}`)
  }
})

/** Plays a story; if it fails, the shortest one that does is told, with what `kept.json` needs to play it again. */
const told = Effect.fnUntraced(function*(name: string, random: Random, shop: FakeShop.Shop, w: Runner) {
  const { drawn, random: drawing } = Shrink.recorded(random)
  const first = yield* Effect.exit(judged(name, drawing, shop, w))
  if (Exit.isSuccess(first)) return
  let story = Cause.pretty(first.cause)
  let runs = 0
  const shortest = yield* Shrink.shrink(drawn, {
    mostRuns: 60,
    simpler: Shrink.simplerNumber,
    fails: (some) =>
      Effect.map(Effect.exit(judged(`${name}.${++runs}`, Shrink.replayed(some), shop, w)), (exit) => {
        if (Exit.isFailure(exit)) story = Cause.pretty(exit.cause)
        return Exit.isFailure(exit)
      })
  })
  throw new Error(`the shortest story, to be added to \`stories\` of kept.json:\n${JSON.stringify(shortest)}\n${story}`)
})

onBothDatabases("random stories of an order", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const opening = { North: { A: 100_000, B: 100_000 } }
  const stories = 10
  for (let chunk = 0; chunk < (isAll ? 30 : 3); chunk++) {
    const first = firstSeed + chunk * stories
    const shop = FakeShop.shop()
    inWorld(`end with every piece shipped once, and each box told once (seeds from ${first})`, World.options(shop, opening), (w) =>
      Effect.gen(function*() {
        for (let seed = first; seed < first + stories; seed++) yield* told(`S-${seed}`, randomOf(seed), shop, w)
        const open = yield* Effect.flatMap(Database, (db) => db.query("select number from desk_part where state not in ('shipped', 'void', 'unsent')"))
        assert.deepStrictEqual(open, [])
      }))
  }

  const shop = FakeShop.shop()
  inWorld("that have failed before do not fail any more", World.options(shop, opening), (w) =>
    Effect.forEach(kept.stories, (drawn, at) => told(`S-${at + 1}`, Shrink.replayed(drawn), shop, w), { discard: true }))

  const forgetful = FakeShop.shop()
  const { plugins: [first, ...others] = [], ...options } = World.options(forgetful, opening)
  const doubling = instead("shop-fake", "markReadyToShip", (original) => (payload) => Effect.andThen(original(payload), original(payload)))(first!)
  inWorld("are made as short as they can be if they fail", { ...options, plugins: [doubling, ...others] }, (w) =>
    Effect.gen(function*() {
      const exit = yield* Effect.exit(told("S-1", randomOf(5), forgetful, w))
      const message = Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "it does not fail"
      // One piece in one parcel is enough.
      assert.match(message, /kept\.json:\s+\[\]\s[^]*told of 2 parcels, and there are 1/)
      assert.match(message, /S-1\.\d+ of \{"A":1\}/)
    }))
})

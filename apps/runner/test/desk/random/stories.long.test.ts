/**
 * Random stories of one order each: its warehouse packs it into boxes, reports them late, twice, in another order, with a corrected number or
 * without contents, ships it short or gives the rest up, and people do what the desk asks for. Every piece leaves once, and the shop is told
 * of each box once, with what is in it. The boxes judge; nothing of the desk does.
 */
import { assert } from "@effect/vitest"
import { Quantity, Sku } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Desk } from "../../../src/desk/Desk.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as World from "../../support/DeskWorld.ts"
import * as FakeShop from "../../support/FakeShop.ts"
import { type Random, randomOf } from "../../support/Random.ts"
import { during, inWorldOn, type World as Runner } from "../../support/World.ts"

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

/** What a warehouse does with an order of these pieces: its boxes, and its reports in the order in which they arrive. */
const actOf = (random: Random, number: string, ordered: Pieces, isLast: boolean) => {
  const isGivenUp = !isLast && random(4) === 0
  // What nobody tells is one box, because nobody could say what is in which of several, and whole, because "shipped" means so.
  const isSilent = !isLast && random(4) === 0
  const isShort = !isLast && !isGivenUp && !isSilent && random(5) === 0
  const count = isSilent || isLast ? 1 : 1 + random(3)
  const contents: Array<Record<string, number>> = Array.from({ length: count }, () => ({}))
  for (const [sku, pieces] of Object.entries(ordered)) {
    for (let at = 0; at < pieces; at++) {
      const isLeftOut = (isGivenUp && random(2) === 0) || (isShort && random(3) === 0)
      const box = contents[random(count)]!
      if (!isLeftOut) box[sku] = (box[sku] ?? 0) + 1
    }
  }
  const left = contents.filter((pieces) => Object.keys(pieces).length > 0)
  const isWhole = JSON.stringify(sum(left)) === JSON.stringify(sum([ordered]))
  // A second number for the same contents is a further box as long as the order has room for one.
  const isCorrected = isWhole && !isSilent && left.length === 1 && random(3) === 0
  const boxes: ReadonlyArray<Box> = left.map((pieces, at) => ({ number: `T-${number}-${at + 1}`, pieces, ...(isCorrected && { corrected: `T-${number}-C` }) }))
  const parcelOf = (box: Box, at: number): Status => ({ phase: "open", status: "SENDING", trackingNumber: box.number, shippedAt: DateTime.makeUnsafe(1000 + at), ...(!isSilent && { lines: linesOf(box.pieces) }) })
  const last = boxes.at(-1)
  const end: Status = isGivenUp || last === undefined
    ? { phase: "failed", status: "FAILED", failedReason: "the shelf is empty" }
    : { ...parcelOf(last, boxes.length - 1), phase: "shipped", status: "SUCCESS" }
  const corrections: ReadonlyArray<Status> = last?.corrected === undefined ? [] : [{ ...end, trackingNumber: last.corrected }]
  const first = boxes.slice(0, isGivenUp ? undefined : -1).map(parcelOf)
  const all = [...first, end, ...corrections, ...(random(2) === 0 ? [first[0] ?? end] : [])]
  return { boxes, isSilent, isGivenUp, reports: random(2) === 0 ? shuffled(random, all) : all }
}

type Act = ReturnType<typeof actOf>

const play = Effect.fnUntraced(function*(seed: number, shop: FakeShop.Shop, w: Runner) {
  const random = randomOf(seed)
  const number = `S-${seed}`
  const log: Array<string> = []
  const ordered: Pieces = { A: 1 + random(5), ...(random(2) === 0 && { B: 1 + random(3) }) }
  const acts = new Map<string, Act>()
  const fail = (message: string) => assert.fail(`seed ${seed}: ${message}\n${log.join("\n")}`)

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
        yield* random(3) === 0 ? World.reported(World.north, own, status) : World.report(World.north, own, status)
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

onBothDatabases("random stories of an order", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const shop = FakeShop.shop()
  const opening = 100_000
  const stories = 30
  for (let chunk = 0; chunk < (isAll ? 10 : 1); chunk++) {
    const first = firstSeed + chunk * stories
    inWorld(`end with every piece shipped once, and each box told once (seeds from ${first})`, World.options(shop, { North: { A: opening, B: opening } }), (w) =>
      Effect.gen(function*() {
        let gone: Pieces = {}
        for (let seed = first; seed < first + stories; seed++) {
          const { fail, shipped } = yield* play(seed, shop, w)
          gone = sum([gone, shipped])
          yield* World.settle
          const books = yield* World.stock
          for (const sku of ["A", "B"]) {
            const total = opening - (gone[sku] ?? 0)
            const found = books[`North ${sku}`]
            if (JSON.stringify(found) !== JSON.stringify([total, total, 0])) fail(`the books have ${JSON.stringify(found)} of ${sku}, and there are ${total}`)
          }
        }
        const open = yield* Effect.flatMap(Database, (db) => db.query("select number from desk_part where state not in ('shipped', 'void', 'unsent')"))
        assert.deepStrictEqual(open, [])
      }))
  }
})

/**
 * Places one order of a shop at warehouses: decides where it is shipped from, reserves the pieces in the books, and stores the orders of
 * the warehouses. What is about to be reserved is written down first, so after a crash the next attempt releases it and begins anew;
 * nothing is sent before the transaction that stores the decision.
 */
import { type OutboundOrder, type PlatformOrder, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { OrderDesk } from "../composition/Desk.ts"
import * as Facts from "../contracts/warehouse/PluginFacts.ts"
import { reach } from "../engine/Failpoint.ts"
import * as DeskMetrics from "../metrics/DeskMetrics.ts"
import type { DatabaseFailed } from "../store/Database.ts"
import * as DueTimes from "../store/DueTimes.ts"
import * as Books from "./Books.ts"
import * as Charges from "./Charges.ts"
import { type Decision, decide, type HoldCause } from "./WarehouseChoice.ts"
import type * as DeskRows from "./DeskRows.ts"
import * as DeskServices from "./DeskServices.ts"
import type { Part } from "./Division.ts"
import { NumberTaken } from "./NumberTaken.ts"
import { putBy } from "./Parcels.ts"
import { type OrderLine, piecesBySku, piecesText } from "./OrderFacts.ts"
import * as RestoredOrders from "./RestoredOrders.ts"
import { linksOf, type Placement, type Rule, rulesFor, warehousesOf } from "./Rules.ts"
import * as ShopShipments from "./ShopShipments.ts"
import * as WarehouseOrder from "./WarehouseOrder.ts"

const minute = 60_000

/** How often an order is decided again because others took the pieces meanwhile. */
const mostTries = 3

/**
 * After how many milliseconds an order that is held for a cause is decided again. Other causes need a change or a person. One that waits for
 * stock is decided sooner when pieces arrive.
 */
const decidedAgainAfter: Readonly<Partial<Record<string, number>>> = { stock: DueTimes.longest.desk, mapping: minute / 2, noRule: 10 * minute }

export const linesText = (lines: ReadonlyArray<OrderLine>): string => piecesText(piecesBySku(lines))

/** A part with the number that it has at the warehouse and in the books. */
interface Numbered {
  readonly part: Part
  readonly number: string
  readonly charges: Charges.Charges
  readonly issue: string
}

/** What the books call a part that was just planned. They know nothing of its number from an earlier release. */
const documentOf = ({ issue, number, part: { place } }: Numbered): Books.Document => ({ number, issue, link: place.link, warehouse: place.warehouse, ownsNumber: false })

type Placed = Extract<Decision, { readonly _tag: "placed" }>

/** What an order is placed from. */
export interface Content {
  readonly order: PlatformOrder.PlatformOrder
  readonly receiver: OutboundOrder.Receiver
  readonly lines: ReadonlyArray<OrderLine>
  /** How many parts have been placed before. */
  readonly liveParts: number
  /** What those parts have of the order, and what they were told of its amounts. */
  readonly before: Charges.Before
  readonly digest: string
  /** Parts that their warehouses have refused, so that it is placed elsewhere. */
  readonly without?: ReadonlyArray<DeskRows.Part>
  /** How the order is held if it cannot be placed elsewhere. */
  readonly asBefore?: DeskRows.Outcome
}

/** The rules without the places of some parts. A rule that has no other place is left out. */
const rulesWithout = (rules: ReadonlyArray<Rule>, parts: ReadonlyArray<DeskRows.Part>): ReadonlyArray<Rule> =>
  parts.length === 0 ? rules : rules.flatMap((rule) => {
    if (rule.action._tag === "hold") return [rule]
    const { placement } = rule.action
    const at = placement.at.filter(({ code, link }) => !parts.some((part) => part.link === link && part.warehouseCode === code))
    return at.length === 0 ? [] : [{ ...rule, action: { ...rule.action, placement: { ...placement, at } } }]
  })

/** What a warehouse has of an order, although the desk has not placed it. */
export interface Claimed {
  readonly content: Content
  readonly number: string
  readonly part: Part
  readonly channel: string | undefined
  /** What stands in place of the name of a rule. */
  readonly rule: string
  /** Whether something of the order is left that the warehouse does not have. */
  readonly isRest: boolean
  /** What is stored together with it. */
  readonly first: Effect.Effect<unknown, DatabaseFailed>
}

const services = Effect.fnUntraced(function*(desk: OrderDesk) {
  const used = yield* DeskServices.services
  return { ...used, desk, shipments: yield* ShopShipments.make, books: Books.make(used.connections, desk.books), links: linksOf(desk.rules) }
})
type Services = Effect.Success<ReturnType<typeof services>>

/** Stores and tells what becomes of orders. */
const outcomes = ({ db, note, rows }: Services) => {
  /** Stores what became of an order, and tells it in the history if it is news. */
  const settle = (order: DeskRows.DeskOrder, outcome: DeskRows.Outcome): Effect.Effect<void, DatabaseFailed> => {
    const { because, cause, state } = outcome
    if (because === undefined || (state === order.state && because === order.because)) return Effect.asVoid(rows.settle(order, outcome))
    return db.groupedTransaction("settle orders", order.number, Effect.gen(function*() {
      if (yield* rows.settle(order, outcome)) yield* note(order, cause === "surplus" ? "alarm" : state === "held" ? "held" : "status", because)
    }))
  }

  const hold = Effect.fnUntraced(function*(order: DeskRows.DeskOrder, cause: string, because: string, more: Partial<DeskRows.Outcome> = {}) {
    const after = decidedAgainAfter[cause]
    const now = yield* Clock.currentTimeMillis
    yield* settle(order, { state: "held", cause, because, ...(after !== undefined && { dueAt: now + after }), ...more })
  })

  return { hold, settle }
}

/** What is reserved in the books. */
const reservations = ({ books, db, desk, rows }: Services) => {
  const warehouses = warehousesOf(desk.rules)

  /**
   * Makes available again what a part has reserved and what has not left of it. The version is newer than that of every other node, so one that
   * still reserves the part at this moment, or later, reserves nothing.
   */
  const unreserve = Effect.fnUntraced(function*(document: Books.Document, left: ReadonlyArray<OrderLine> = []) {
    const version = yield* rows.nextAllotment(document)
    if (version === undefined) return
    yield* books.allot(document, version, left)
    yield* rows.released(document)
  })

  /** Makes available again what was reserved for parts that are not sent. */
  const giveUp = (planned: ReadonlyArray<Numbered>) => Effect.forEach(planned, (each) => unreserve(documentOf(each)), { discard: true })

  const availableFor = (lines: ReadonlyArray<OrderLine>) => {
    const [sku, ...skus] = piecesBySku(lines).keys()
    const [warehouse, ...more] = warehouses
    return sku === undefined || warehouse === undefined ? Effect.succeed(() => 0) : books.available([sku, ...skus], [warehouse, ...more])
  }

  /** Forgets parts for which the books have reserved nothing. Undefined: the order has changed, and they are given up. */
  const forget = Effect.fnUntraced(function*(order: DeskRows.DeskOrder, planned: ReadonlyArray<Numbered>) {
    const mine = yield* db.transaction(rows.forgetUnreserved(order, planned.map(({ number }) => number)))
    if (mine === undefined) yield* giveUp(planned)
    return mine
  })

  /**
   * Reserves the pieces of all parts. Returns how many parts have theirs: of the next one, others took some since they were counted, and the
   * books have reserved nothing for it.
   */
  const reserve = Effect.fnUntraced(function*(planned: ReadonlyArray<Numbered>) {
    for (const [at, each] of planned.entries()) {
      const isReserved = yield* Effect.as(books.allot(documentOf(each), 1, each.part.lines), true).pipe(Effect.catchIf(Books.isShort, () => Effect.succeed(false)))
      if (!isReserved) return at
    }
    return planned.length
  })

  return { availableFor, forget, giveUp, reserve, unreserve }
}
type Reservations = ReturnType<typeof reservations>

/** Numbers parts, and divides the amounts of the order. */
const planning = ({ db, desk, links, restored, rows }: Services) => {
  const withCharges = ({ before, order }: Content, parts: ReadonlyArray<Part>) => {
    const charges = Charges.divided(desk.charges, order, before, parts.map(({ lines }) => lines))
    return parts.map((part, at) => ({ part, charges: charges[at]! }))
  }

  /** Writes down what is about to be reserved, under numbers that the books and the links of the desk do not know. Undefined: the order has changed. */
  const plan = (order: DeskRows.DeskOrder, content: Content, parts: ReadonlyArray<Part>): Effect.Effect<{ readonly mine: DeskRows.DeskOrder; readonly planned: ReadonlyArray<Numbered> } | undefined, DatabaseFailed> =>
    Effect.retry(
      db.groupedTransaction("plan orders", order.number, Effect.gen(function*() {
        const mine = yield* rows.raise(order)
        if (mine === undefined) return undefined
        const planned: Array<Numbered> = []
        const isSuspect = RestoredOrders.isSuspect(restored.spans(), order, content.order)
        for (const { charges, part } of withCharges(content, parts)) {
          const number = yield* rows.freeNumber(order.number, { links, isSuspect })
          const issue = yield* rows.addPart(mine, number, part, charges)
          planned.push({ part, number, charges, issue })
        }
        return { mine, planned }
      })),
      // Another order got the same number at the same time.
      { times: mostTries, while: ({ isUniqueViolation }) => isUniqueViolation }
    )

  return { plan, withCharges }
}

/** Stores decisions with the orders of warehouses. */
const commits = ({ connections, db, desk, intents, needs, note, restored, rows, shipments }: Services) => {
  /** Asks the shop for the shipment of the first part; the others follow. */
  const arrangeFirst = Effect.fnUntraced(function*(order: DeskRows.DeskOrder, content: Content, { channel, shipsComplete }: Placement, label: DeskRows.Shipping["label"], planned: ReadonlyArray<Numbered>) {
    const shop = connections.linkOf(order.scope)
    for (const { number } of planned) yield* rows.setLabelling(number, { channel, label, ...(shipsComplete && { shipsComplete }) })
    const first = (yield* rows.parts(order.entity)).find(({ number }) => number === planned[0]?.number)
    if (shop !== undefined && first !== undefined) yield* shipments.arrange(shop, order, content.order, first)
  })

  /** Counts an order once, when its first placing is stored. */
  const counted = (order: DeskRows.DeskOrder, now: number) =>
    order.placedContent !== undefined ? Effect.void : Effect.contextWith((context: Context.Context<never>) =>
      db.afterCommit(() => DeskMetrics.countPlaced(context, order.scope, Math.max(0, now - order.storedAt) / 1000)))

  /** Stores the orders of the warehouses, or asks the shop for shipments, with the decision. False: the order has changed, and nothing was stored. */
  return (order: DeskRows.DeskOrder, content: Content, decision: Placed, planned: ReadonlyArray<Numbered>, taken?: Pick<Claimed, "first" | "isRest">) =>
    db.groupedTransaction("place orders", order.number, Effect.gen(function*() {
      if (!(yield* rows.isUnchanged(order))) return false
      if (taken !== undefined) yield* taken.first
      const { channel, label, shipsComplete } = decision.placement
      const now = yield* Clock.currentTimeMillis
      // What earlier parts lack is to be seen beside the new ones.
      const common = { rule: decision.rule, explanation: decision.trace, placedContent: content.digest, ...(taken?.isRest === true && { isUncertain: true }), ...((taken?.isRest === true || content.liveParts > 0) && { dueAt: now }) }
      yield* needs.clear(order.entity)
      for (const { number, part } of planned) {
        yield* note(order, "decided", `the rule ${JSON.stringify(decision.rule)} ships ${linesText(part.lines)} from ${JSON.stringify(part.place.warehouse)} as order ${number}`)
      }
      if (label !== undefined) {
        yield* rows.settle(order, { state: "placed", because: `the shop arranges the shipment of order ${planned[0]?.number}`, ...common })
        yield* arrangeFirst(order, content, decision.placement, label, planned)
        yield* counted(order, now)
        yield* reach("desk.before-commit")
        return true
      }
      const mustAsk = taken !== undefined || RestoredOrders.isSuspect(restored.spans(), order, content.order)
      for (const { charges, number, part } of planned) {
        const link = connections.linkOf(part.place.link)
        const made = link && WarehouseOrder.make({
          number,
          order: content.order,
          code: part.place.code,
          lines: part.lines,
          channel,
          receiver: content.receiver,
          charges,
          shipsComplete: shipsComplete && Facts.limitsOf(connections, link.peer).canShipComplete === true,
          packingSlipNote: desk.packingSlipNotes.get(order.scope),
          customs: desk.customs
        })
        // The link was removed since it was decided, so the next attempt holds the order.
        if (link === undefined || made === undefined) return yield* new NumberTaken()
        const put = yield* intents.put(link, WarehouseV1.CreateOutboundOrder, made, putBy, { mustAsk })
        // Somebody else has created an order under this number by the link of the warehouse since the number was chosen.
        if ("refusal" in put || put.isRepeat) return yield* new NumberTaken()
        yield* rows.setPart(number, ["reserving"], "placed", undefined, put.record)
      }
      yield* rows.settle(order, { state: "placed", ...common })
      yield* counted(order, now)
      yield* reach("desk.before-commit")
      return true
    })).pipe(Effect.retry({ times: mostTries, while: (error) => error._tag === "DatabaseFailed" && error.isUniqueViolation }))
}
type Commit = ReturnType<typeof commits>

const claims = ({ db, rows }: Services, { forget, giveUp, reserve, unreserve }: Reservations, withCharges: ReturnType<typeof planning>["withCharges"], commit: Commit) =>
  /** Stores as a part of an order what a warehouse has of it under a number, and reserves its pieces. The warehouse is asked for it; nothing is sent. */
  Effect.fnUntraced(function*(read: DeskRows.DeskOrder, { channel, content, number, part, rule, ...taken }: Claimed) {
    const raised = yield* rows.raise(read)
    if (raised === undefined) return "changed" as const
    // A node that died while it reserved an attempt under this number may have reserved it.
    const unsent = (yield* rows.parts(read.entity)).filter((each) => each.number === number && (each.state === "reserving" || each.state === "unsent"))
    yield* Effect.forEach(unsent, (each) => unreserve(each), { discard: true })
    const charges = withCharges(content, [part]).map((one) => one.charges)[0]!
    const begun = yield* db.transaction(Effect.gen(function*() {
      const mine = yield* rows.raise(raised)
      if (mine === undefined) return undefined
      return { mine, issue: yield* rows.addPart(mine, number, part, charges) }
    })).pipe(Effect.catchIf(({ isUniqueViolation }) => isUniqueViolation, () => Effect.undefined))
    if (begun === undefined) return "changed" as const
    const { issue, mine } = begun
    const planned = [{ part, number, charges, issue }]
    const placement = { at: [part.place], maySplit: false, maySplitBundles: false, shipsComplete: false, channel, label: undefined }
    return yield* Effect.gen(function*() {
      if ((yield* reserve(planned)) === 0) return yield* Effect.as(forget(mine, planned), "short" as const)
      const isStored = yield* Effect.catchTag(
        commit(mine, content, { _tag: "placed", rule, placement, parts: [part], trace: [] }, planned, taken),
        "NumberTaken",
        () => Effect.succeed(false)
      )
      return isStored ? "taken" as const : yield* Effect.as(giveUp(planned), "changed" as const)
    }).pipe(Effect.onError(() => Effect.ignore(db.transaction(Effect.andThen(rows.becomesDue(read.entity), rows.giveUp({ issue, number }))))))
  })

export const make = Effect.fnUntraced(function*(desk: OrderDesk) {
  const used = yield* services(desk)
  const { connections, shipments } = used
  const { hold, settle } = outcomes(used)
  const reserving = reservations(used)
  const { availableFor, forget, giveUp, reserve, unreserve } = reserving
  const { plan, withCharges } = planning(used)
  const commit = commits(used)
  const claim = claims(used, reserving, withCharges, commit)

  const place = Effect.fnUntraced(function*(read: DeskRows.DeskOrder, content: Content) {
    let order = read
    const rules = rulesWithout(rulesFor(desk.rules, order), content.without ?? [])
    const facts = WarehouseOrder.factsOf(desk, order.scope, content.order, content.lines)
    for (let tries = 0; tries < mostTries; tries++) {
      const decision = decide({ rules, weights: desk.weights }, facts, yield* availableFor(content.lines))
      if (decision._tag === "held" && content.asBefore !== undefined) return yield* settle(order, content.asBefore)
      if (decision._tag === "held") return yield* hold(order, decision.cause satisfies HoldCause, decision.reason, { explanation: decision.trace })
      const explained = { rule: decision.rule, explanation: decision.trace }
      const unpayable = WarehouseOrder.unpayable(content.order)
      if (unpayable !== undefined) return yield* hold(order, "payment", unpayable, explained)
      // All parts are sent, or none: an order must not be split by a fault of one warehouse.
      const unlinked = decision.parts.find(({ place: { link } }) => connections.linkOf(link) === undefined)
      if (unlinked !== undefined) return yield* hold(order, "link", `the runner has no link ${unlinked.place.link}, so nothing of the order is sent`, explained)
      const begun = yield* plan(order, content, decision.parts)
      if (begun === undefined) return
      const { planned } = begun
      order = begun.mine
      yield* reach("desk.before-reserve")
      const reserved = yield* reserve(planned)
      yield* reach("desk.reserved")
      if (reserved === planned.length) {
        const isStored = yield* Effect.catchTag(commit(order, content, decision, planned), "NumberTaken", () => Effect.succeed(undefined))
        yield* reach("desk.committed")
        if (isStored === undefined) {
          // The next attempt has other numbers.
          yield* giveUp(planned)
          continue
        }
        if (!isStored) yield* giveUp(planned)
        return
      }
      yield* giveUp(planned.slice(0, reserved))
      const mine = yield* forget(order, planned.slice(reserved))
      if (mine === undefined) return
      order = mine
    }
    yield* hold(order, "stock", "other orders took the pieces while this one was being placed", { dueAt: (yield* Clock.currentTimeMillis) + minute })
  })

  return { claim, hold, place, settle, shipments, unreserve }
})

export type Placing = Effect.Success<ReturnType<typeof make>>

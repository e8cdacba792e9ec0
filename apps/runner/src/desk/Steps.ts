/**
 * What the rows of the desk's table do: one function for each step. They decide nothing.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as NameTranslation from "../contracts/platform/NameTranslation.ts"
import type { CarriersUnknown } from "./Carriers.ts"
import * as Charges from "./Charges.ts"
import type * as DeskRows from "./DeskRows.ts"
import type { Row, Step } from "./DeskTable.ts"
import * as EarlierOrders from "./EarlierOrders.ts"
import * as EndedOrders from "./EndedOrders.ts"
import type { Cause } from "./Holds.ts"
import * as OrdersOnHold from "./OrdersOnHold.ts"
import * as OwnShipping from "./OwnShipping.ts"
import * as Placing from "./Placing.ts"
import * as RestoredOrders from "./RestoredOrders.ts"
import { type Facts, isEarly, unnamedIn } from "./Situation.ts"
import * as WarehouseOrder from "./WarehouseOrder.ts"
import type * as Withdrawing from "./Withdrawing.ts"

/** How often it is looked whether other places can ship what a warehouse has refused, in milliseconds. */
const triedElsewhereEvery = 600_000

const refusalText = ({ because, number }: DeskRows.Part): string => `order ${number}: ${because}`

/** What was asked for while the order was decided about. */
export interface Answers {
  /** What became of shipments that no part is shipped with. */
  readonly shipments: DeskRows.Outcome | undefined
  /** What parts wait for whose labels the shop has. */
  readonly labels: DeskRows.Outcome | undefined
}

/** Why an order has ended, by the name of the row. */
const endTexts: Readonly<Record<string, (facts: Facts) => string>> = {
  shipsItself: ({ stored }) => OwnShipping.textOf(stored),
  finishedByShop: ({ stored }) => OwnShipping.textOf(stored),
  shippedElsewhere: () => "the shop shows that somebody else has shipped the order",
  cancelled: ({ stored }) => EndedOrders.told(stored),
  finishedUnplaced: ({ stored }) => EndedOrders.told(stored)
}

/** What a person has to do about a line without a SKU. Its title may be long. */
const withoutSkuText = ({ named: { value } }: Facts): string => {
  const [first] = WarehouseOrder.linesWithoutSku(value)
  const article = first?.variantId ?? first?.productId
  return `line ${first?.lineId} (${JSON.stringify(first?.title.slice(0, 100))}) has no SKU; ${article === undefined ? "enter one at the shop" : `add a row for its article ${article} to the mapping of this link, or enter one at the shop`}`
}

/** Why an order is held that the table holds, by the cause. */
const holdTexts: Readonly<Partial<Record<Cause, (facts: Facts) => string>>> = {
  lines: ({ lines }) => Result.isFailure(lines) ? lines.failure : "",
  surplus: ({ coverage }) =>
    `${Placing.linesText(coverage.excess)} left that the order does not have, or does not have any more; take it back, or release the order to accept it`,
  earlier: ({ desk, order, stored }) => EarlierOrders.holdOf(desk, order, stored) ?? "",
  masked: () => "the shop hides the receiver; the order is placed when the shop tells who it is",
  elsewhere: ({ elsewhere }) => `the shop shows a shipment by others, ${elsewhere.arranged}, that has not left; cancel it there, or release the order to place it nevertheless`,
  mapping: (facts) => unnamedIn(facts).length > 0 ? NameTranslation.missingText(unnamedIn(facts)) : withoutSkuText(facts),
  cancelRequested: ({ stored }) => `the buyer has asked to cancel the order${EndedOrders.reasonText(stored.cancelReason)}`,
  address: ({ receiver }) => Result.isFailure(receiver) ? receiver.failure : "",
  restored: () => RestoredOrders.because
}

/** What held an order before, as it was told. */
const asBefore = ({ order: { because, cause } }: Facts): DeskRows.Outcome =>
  ({ state: "held", ...(cause !== undefined && { cause }), ...(because !== undefined && { because }) })

/** Which parts are withdrawn because of the shop, and why. */
const withdrawal = ({ isChanged, live, stoppable, stored, tooMany }: Facts, { name }: Row) => {
  const isAll = name === "stopCancelled" || name === "stopChanged"
  const parts = isAll ? stoppable : live.filter((part) => part.state === "cancelling" || tooMany.includes(part))
  if (stored.phase === "cancelled") return { parts, because: EndedOrders.told(stored) }
  if (EndedOrders.isFinished(stored.phase)) return { parts, because: "it was being cancelled before the shop finished the order" }
  const isRefunded = stored.lines.some(({ refundedQuantity }) => refundedQuantity !== undefined && refundedQuantity.value > 0n)
  const because = isRefunded ? "some of what it has was refunded" : "what it has was shipped in another parcel"
  return { parts, because: tooMany.length > 0 && !isChanged ? because : "the order changed at the shop" }
}

/** Rows by which others than the shop withdraw parts, by their names. */
const withdrawals: Readonly<Record<string, (facts: Facts) => ReturnType<typeof withdrawal>>> = {
  stopForPerson: ({ order, withdrawn }) => ({
    parts: withdrawn,
    because: order.person ?? [...new Set(withdrawn.map((part) => `${part.withdrawn?.by}: ${part.withdrawn?.reason}`))].join("; ")
  })
}

/** What people see of a finished order of which something has not left, with what the shop was not told of. */
const finishedOutcome = ({ atWarehouses: { is, outcome }, coverage: { left }, desk, order, parts, shipped, stored }: Facts, shipments: DeskRows.Outcome | undefined): DeskRows.Outcome => {
  const open = EndedOrders.unshipped(desk, { order, stored, left, parts, shipped }) ?? ""
  const next = Math.min(shipments?.dueAt ?? Number.POSITIVE_INFINITY, outcome.dueAt ?? Number.POSITIVE_INFINITY)
  const because = is === "untold" || is === "late" ? `${open}; ${outcome.because}` : open
  return { state: "held", cause: EndedOrders.cause, because, ...(Number.isFinite(next) && { dueAt: next }) }
}

export const make = ({ placing, rows, withdraw }: {
  readonly rows: DeskRows.DeskRows
  readonly placing: Placing.Placing
  readonly withdraw: Effect.Success<ReturnType<typeof Withdrawing.make>>
}) => {
  const { hold, settle } = placing

  /** Places what no warehouse ships. Other places than those that have refused it are tried, until it changes or a person releases it. */
  const place = (facts: Facts) => {
    const { coverage: { left }, isChanged, known, live, named: { value }, now, order, parts, receiver, refusedFor, shipped, stored } = facts
    if (Result.isFailure(receiver)) return Effect.die(new Error("an order without an address is not placed"))
    // An order that waited meanwhile, for its payment or because the shop held it, has lost its cause.
    const asRefused = order.cause === undefined && { cause: "refused", because: refusedFor.map(refusalText).join("; ") }
    const elsewhereOnly = refusedFor.length > 0 && !order.isReleased && !isChanged && {
      without: refusedFor,
      asBefore: { ...asBefore(facts), ...asRefused, dueAt: now + triedElsewhereEvery }
    }
    return placing.place(order, {
      order: value,
      receiver: receiver.success,
      lines: left,
      liveParts: live.length,
      before: Charges.before(value, known, parts, shipped),
      digest: WarehouseOrder.contentOf(stored),
      ...elsewhereOnly
    })
  }

  const untilShipAfter = (facts: Facts) => {
    const { shipAfter } = facts.stored
    return shipAfter === undefined || facts.stored.phase !== "open" || !isEarly(facts)
      ? {}
      : { because: `the shop lets the goods leave from ${DateTime.formatIso(shipAfter)}`, dueAt: DateTime.toEpochMillis(shipAfter) }
  }

  const waiting = (facts: Facts): DeskRows.Outcome => {
    const { live, stored } = facts
    return stored.phase === "onHold" ? OrdersOnHold.outcomeOf(stored, live) : { state: live.length === 0 ? "waiting" : "placed", ...untilShipAfter(facts) }
  }

  const settleShipped = ({ atWarehouses: { outcome }, live, order, stored }: Facts, { name }: Row) =>
    settle(order, name === "finished" && live.length === 0 ? { state: "done", because: EndedOrders.told(stored) } : OrdersOnHold.shown(stored, live, outcome))

  const steps = {
    withdraw: (facts, row) => {
      const { because, parts } = withdrawals[row.name]?.(facts) ?? withdrawal(facts, row)
      return withdraw(facts.order, parts, because, row.cause)
    },
    waitForCarriers: ({ carriers }) => carriers === undefined ? Effect.void : Effect.fail(carriers),
    keepPersonsHold: ({ order }, _, { shipments }) =>
      settle(order, { state: "held", cause: "person", because: order.person!, ...(shipments?.dueAt !== undefined && { dueAt: shipments.dueAt }) }),
    holdFinished: (facts, _, { shipments }) => settle(facts.order, finishedOutcome(facts, shipments)),
    holdRefused: ({ live, order }) => hold(order, "refused", live.filter(({ state }) => state === "refused").map(refusalText).join("; ")),
    wait: (facts) => settle(facts.order, waiting(facts)),
    settleLabels: ({ order }, _, { labels }) => settle(order, labels!),
    lookAgain: () => Effect.void,
    settleShipments: ({ order }, _, { shipments }) => settle(order, shipments!),
    settleShipped,
    end: (facts, { name, state }) => settle(facts.order, { state: state!, because: endTexts[name]!(facts) }),
    hold: (facts, { cause }) => hold(facts.order, cause!, holdTexts[cause!]!(facts)),
    holdAsBefore: (facts) => settle(facts.order, asBefore(facts)),
    place
  } satisfies Readonly<Record<Step, (facts: Facts, row: Row, answers: Answers) => Effect.Effect<unknown, CarriersUnknown | Effect.Error<ReturnType<typeof place>> | Effect.Error<ReturnType<typeof withdraw>>>>>

  /** Does what a row says. */
  return Effect.fnUntraced(function*(row: Row, facts: Facts, answers: Answers) {
    const { isChanged, order } = facts
    if (row.triesRefusing === true && (order.isReleased || isChanged)) yield* rows.forgetRefusals(order.entity)
    yield* steps[row.step](facts, row, answers)
  })
}

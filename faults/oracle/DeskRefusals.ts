/**
 * Rules for parts of orders that a warehouse refuses in words that nobody lists: the desk holds the order with these words at once, and
 * ships it from elsewhere only once the warehouse surely does not have it, or a person says so.
 */
import type { DeskRun, Pieces } from "./Desk.ts"

/** A create that a warehouse heard. */
export interface Create {
  readonly warehouse: string
  readonly at: number
  /** The number that the runner gave it, and the shop's order that it is for. */
  readonly number: string
  readonly order: string
  readonly pieces: Pieces
}

export interface Refused extends Create {
  readonly text: string
  /** Whether the warehouse has carried it out nevertheless. */
  readonly isDone: boolean
  /** Whether the answer got lost. */
  readonly isLost: boolean
}

/** A question of the runner whether a warehouse has an order. */
export interface Question {
  readonly warehouse: string
  readonly at: number
  readonly number: string
  readonly isFound: boolean
}

export interface Refusals {
  readonly creates: ReadonlyArray<Create>
  readonly questions: ReadonlyArray<Question>
  readonly refused: ReadonlyArray<Refused>
  /** What the history of the shop's orders says of what was held. */
  readonly notes: ReadonlyArray<{ readonly order: string; readonly at: number; readonly text: string }>
  /** The numbers about which the runner raised an alarm. */
  readonly alarms: ReadonlySet<string>
  readonly kills: ReadonlyArray<number>
  /** When a person has decided about an order of the shop. */
  readonly decided: ReadonlyArray<{ readonly order: string; readonly at: number }>
  /** Milliseconds. */
  readonly visibilityDelay: number
  readonly isMute: boolean
}

type Check = (run: DeskRun) => ReadonlyArray<string>

const ofRefusals = (check: (run: DeskRun, refusals: Refusals) => ReadonlyArray<string>): Check => (run) => run.refusals === undefined ? [] : check(run, run.refusals)

/** Milliseconds until people see why an order is held. */
const longestWait = 5000
/** Milliseconds by which the time of a node may differ from that of its peers. */
const clockError = 250
/** Milliseconds in which a request of a killed runner may still arrive. */
const onTheWay = 1000

/** Whether the runner may not have heard the refusal. */
const isUnheard = ({ kills }: Refusals, { at, isLost }: Refused): boolean => isLost || kills.some((kill) => kill >= at - onTheWay && kill <= at + longestWait)

const named = ({ number, text, warehouse }: Refused): string => `${number}, which ${warehouse} refused with "${text}",`

/** Each refusal is told once and soon. What the warehouse does nevertheless may be told before its refusal. */
const refusalTold = ofRefusals((_, refusals) =>
  refusals.refused.flatMap((refused) => {
    const { at, isDone, number, order, text } = refused
    const told = refusals.notes.filter((note) => note.order === order && note.text === `order ${number}: ${text}`)
    // When one of several refusals of an order is over, the reason why it is held is that of the others.
    const times = refusals.refused.filter((other) => other.order === order && (other.number !== number || other.text === text)).length
    const first = told.find((note) => note.at >= at - clockError)
    const mustBeTold = !isDone && !isUnheard(refusals, refused)
    return [
      ...(told.length > times ? [`${order}: ${named(refused)} was told ${told.length} times`] : []),
      ...(mustBeTold && first === undefined ? [`${order}: ${named(refused)} was never told`] : []),
      ...(mustBeTold && first !== undefined && first.at - at > longestWait ? [`${order}: ${named(refused)} was told ${first.at - at} ms later`] : [])
    ]
  }))

/** What a warehouse has refused is sent anywhere again only once it was asked after the visibility delay and does not have it, or by a person. */
const refusedElsewhere = ofRefusals(({ orders }, { creates, decided, isMute, questions, refused, visibilityDelay }) =>
  refused.flatMap((one) => {
    const wanted = orders.find(({ number }) => number === one.order)?.pieces ?? {}
    /** Whether a create has pieces that were refused, and not those that another part of the order has from the beginning. */
    const isOfThese = ({ at: sentAt, number, pieces }: Create): boolean => {
      const others = creates.filter((other) =>
        other.order === one.order && other.at < sentAt && other.number !== one.number && other.number !== number &&
        !refused.some((each) => each.number === other.number && !each.isDone))
      return Object.entries(one.pieces).some(([sku, count]) => sku in pieces && others.reduce((sum, other) => sum + (other.pieces[sku] ?? 0), count + pieces[sku]!) > (wanted[sku] ?? 0))
    }
    const next = creates.find((create) => create.order === one.order && create.at > one.at && isOfThese(create))
    if (next === undefined) return []
    const isDecided = decided.some(({ at, order }) => order === one.order && at >= one.at && at <= next.at)
    const isAbsent = !isMute && questions.some(({ at, isFound, number, warehouse }) =>
      number === one.number && warehouse === one.warehouse && !isFound && at >= one.at + visibilityDelay - clockError && at <= next.at)
    return isDecided || isAbsent ? [] : [`${one.order}: ${named(one)} was sent to ${next.warehouse} as ${next.number} ${next.at - one.at} ms later, and nobody knew that ${one.warehouse} does not have it`]
  }))

/** An order that is held although its warehouse has refused it says so; where another warehouse has everything and may be tried, it is not held. */
const refusedHeld = ofRefusals(({ balances, held, orders, parcels }, { isMute, refused }) =>
  orders.flatMap(({ isCancelled, number, pieces }) => {
    const reason = held.get(number)
    const all = refused.filter(({ order }) => order === number)
    if (isCancelled || reason === undefined || all.length === 0) return []
    const missing = Object.entries(pieces).map(([sku, count]) =>
      [sku, count - parcels.filter(({ order }) => order === number).reduce((sum, parcel) => sum + (parcel.pieces[sku] ?? 0), 0)] as const)
    const tried = new Set(all.map(({ warehouse }) => warehouse))
    const has = (warehouse: string, sku: string): number => balances.find((each) => each.warehouse === warehouse && each.sku === sku)?.available ?? 0
    const others = [...new Set(balances.map(({ warehouse }) => warehouse))].filter((warehouse) => !tried.has(warehouse) && missing.every(([sku, count]) => has(warehouse, sku) >= count))
    const isScarce = missing.some(([sku, count]) => count > balances.filter((each) => each.sku === sku).reduce((sum, { available }) => sum + available, 0))
    return [
      ...(isScarce || all.some(({ text }) => reason.includes(text)) ? [] : [`${number} was refused, and is held for another reason: ${reason}`]),
      ...(isMute || others.length === 0 ? [] : [`${number} was refused, and is held although ${others[0]} has everything: ${reason}`])
    ]
  }))

/** What a warehouse has although it refused it raises an alarm. */
const refusedAndDone = ofRefusals((_, refusals) =>
  refusals.refused.flatMap((one) =>
    !one.isDone || isUnheard(refusals, one) || refusals.alarms.has(one.number) ? [] : [`${one.order}: ${one.warehouse} has ${named(one)} and nobody raised an alarm`]))

export const checks = { refusalTold, refusedElsewhere, refusedHeld, refusedAndDone } as const

/**
 * Judges an order desk by what its shop, its warehouses and its books say after a run: nothing was lost, and nothing was doubled. Each rule
 * is a pure function and returns one message per violation.
 */

import * as DeskRefusals from "./DeskRefusals.ts"
import { undescribed } from "./Documents.ts"
import type { Written } from "./History.ts"

/** Pieces by SKU. */
export type Pieces = Readonly<Record<string, number>>

/** An order as its shop knows it. */
export interface Ordered {
  readonly number: string
  readonly pieces: Pieces
  /** Whether the buyer has cancelled it. */
  readonly isCancelled: boolean
}

/** An order that a warehouse took. A warehouse takes each create as another order, even under a number that it has. */
export interface Issue {
  readonly warehouse: string
  /** The number that the runner gave it, and the warehouse's own. */
  readonly number: string
  readonly issue: string
  /** The shop's order that it is for. */
  readonly order: string
  readonly pieces: Pieces
  readonly state: "open" | "cancelled" | "shipped"
  /** When the warehouse took it, and when it was cancelled there; absent: from the first moment, and to the last. */
  readonly at?: number
  readonly cancelledAt?: number
}

/** A parcel that left a warehouse. */
export interface Parcel {
  readonly warehouse: string
  readonly issue: string
  readonly order: string
  readonly trackingNumber: string
  readonly pieces: Pieces
}

/** What a shop was told of a parcel. */
export interface Notice {
  readonly order: string
  readonly trackingNumber: string
  readonly pieces: Pieces
}

export interface Balance {
  readonly warehouse: string
  readonly sku: string
  readonly total: number
  readonly available: number
  readonly reserved: number
}

export interface Direct {
  /** Whether the runner accepted the create, by its number. */
  readonly asked: ReadonlyMap<string, boolean>
  /** What North has of them. */
  readonly issues: ReadonlyArray<Issue>
}

export interface DeskRun {
  readonly orders: ReadonlyArray<Ordered>
  readonly issues: ReadonlyArray<Issue>
  readonly parcels: ReadonlyArray<Parcel>
  readonly notices: ReadonlyArray<Notice>
  /** The stock before the first order. */
  readonly opening: ReadonlyArray<Pick<Balance, "warehouse" | "sku" | "total">>
  readonly balances: ReadonlyArray<Balance>
  /** The orders that an operator sees as held, with the reason that he reads. */
  readonly held: ReadonlyMap<string, string>
  /** Orders that the ERP itself created at North, under numbers that orders of the shop have too. */
  readonly direct?: Direct
  /** Absent if the warehouses refuse nothing in words of their own. */
  readonly refusals?: DeskRefusals.Refusals
  /** The messages on the wire. */
  readonly written: ReadonlyArray<Written>
}

type Check = (run: DeskRun) => ReadonlyArray<string>

const grouped = <Item>(items: ReadonlyArray<Item>, key: (item: Item) => string): ReadonlyMap<string, ReadonlyArray<Item>> => {
  const groups = new Map<string, Array<Item>>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group === undefined) groups.set(key(item), [item])
    else group.push(item)
  }
  return groups
}

const sum = (all: ReadonlyArray<{ readonly pieces: Pieces }>): ReadonlyMap<string, number> => {
  const total = new Map<string, number>()
  for (const { pieces } of all) for (const [sku, count] of Object.entries(pieces)) total.set(sku, (total.get(sku) ?? 0) + count)
  return total
}

export const textOf = (pieces: Pieces): string =>
  Object.entries(pieces).filter(([, count]) => count !== 0).toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([sku, count]) => `${count} ${sku}`).join(" and ")

const lost: Check = ({ held, orders, parcels }) => {
  const left = grouped(parcels, ({ order }) => order)
  return orders.filter(({ isCancelled, number }) => !isCancelled && !held.has(number)).flatMap(({ number, pieces }) => {
    const shipped = sum(left.get(number) ?? [])
    return Object.entries(pieces).flatMap(([sku, count]) =>
      (shipped.get(sku) ?? 0) < count ? [`${number}: ${shipped.get(sku) ?? 0} of ${count} ${sku} were shipped, and nobody sees that it is held`] : [])
  })
}

const doubled: Check = ({ issues, orders, parcels }) => {
  const known = new Map(orders.map((each) => [each.number, each.pieces]))
  const live = grouped(issues.filter(({ state }) => state !== "cancelled"), ({ order }) => order)
  const left = grouped(parcels, ({ order }) => order)
  const over = (what: string, all: typeof live | typeof left) =>
    [...all].flatMap(([order, each]) =>
      [...sum(each)].flatMap(([sku, count]) => {
        const wanted = known.get(order)?.[sku] ?? 0
        return count > wanted ? [`${order}: ${count} of ${sku} ${what}, and ${wanted} were ordered (${each.map(({ issue }) => issue).join(", ")})`] : []
      }))
  return [...over("are placed", live), ...over("have left", left)]
}

/** A number stands for one content, whatever becomes of it. */
const renumbered: Check = ({ issues }) =>
  [...grouped(issues, ({ number }) => number)].flatMap(([number, all]) => {
    const contents = [...new Set(all.map(({ order, pieces, warehouse }) => `${textOf(pieces)} of ${order} at ${warehouse}`))]
    return contents.length > 1 ? [`${number} stands for ${contents.join(", and for ")}`] : []
  })

/** A cancelled order that was shipped nevertheless may be held instead, for a person who tells the shop or takes the goods back. */
const untold: Check = ({ held, notices, orders, parcels }) => {
  const told = new Set(notices.map(({ order, trackingNumber }) => `${order} ${trackingNumber}`))
  const ofPersons = new Set(orders.filter(({ isCancelled, number }) => isCancelled && held.has(number)).map(({ number }) => number))
  return parcels.filter(({ order, trackingNumber }) => !ofPersons.has(order) && !told.has(`${order} ${trackingNumber}`)).map(({ order, trackingNumber }) =>
    `${order}: the shop was not told of parcel ${trackingNumber}`)
}

/** What the shop was told is what has left, and the same every time. */
const mistold: Check = ({ notices, parcels }) => {
  const left = new Map(parcels.map((parcel) => [`${parcel.order} ${parcel.trackingNumber}`, textOf(parcel.pieces)]))
  return [...grouped(notices, ({ order, trackingNumber }) => `${order} ${trackingNumber}`)].flatMap(([key, all]) =>
    [...new Set(all.map(({ pieces }) => textOf(pieces)))].flatMap((told) =>
      left.get(key) === told ? [] : [`the shop was told that parcel ${key} has ${told}, and ${left.has(key) ? `it has ${left.get(key)}` : "no such parcel has left"}`]))
}

/** Nobody finds out what a warehouse has that refused it, cannot be asked and says nothing. */
const notWithdrawn: Check = ({ issues, orders, refusals }) => {
  const unknown = new Set(refusals?.isMute === true ? refusals.refused.filter(({ isDone }) => isDone).map(({ number }) => number) : [])
  const cancelled = new Set(orders.filter(({ isCancelled }) => isCancelled).map(({ number }) => number))
  return issues.filter(({ number, order, state }) => state === "open" && cancelled.has(order) && !unknown.has(number)).map(({ issue, number, order, warehouse }) =>
    `${order}: the buyer cancelled it, and ${warehouse} still ships ${number} (${issue})`)
}

const keyOf = ({ sku, warehouse }: Pick<Balance, "sku" | "warehouse">): string => `${warehouse} ${sku}`

const books: Check = ({ balances, opening, parcels }) => {
  const shipped = new Map<string, number>()
  for (const { pieces, warehouse } of parcels) {
    for (const [sku, count] of Object.entries(pieces)) shipped.set(keyOf({ sku, warehouse }), (shipped.get(keyOf({ sku, warehouse })) ?? 0) + count)
  }
  const now = new Map(balances.map((each) => [keyOf(each), each]))
  const counts = new Map(opening.map((each) => [keyOf(each), each.total - (shipped.get(keyOf(each)) ?? 0)]))
  return [...new Set([...counts.keys(), ...now.keys()])].flatMap((key) => {
    const [should, is] = [counts.get(key) ?? 0, now.get(key)?.total ?? 0]
    return should === is ? [] : [`the books have ${is} in ${key}, and ${should} are there`]
  })
}

/** After everything has left, nothing is reserved any more. */
const reserved: Check = ({ balances }) =>
  balances.flatMap((each) =>
    each.reserved === 0 && each.available === each.total ? [] : [`${each.reserved} of ${each.total} ${keyOf(each)} are still reserved, and ${each.available} are available`])

/** An order is held with a reason, because the warehouses together do not have its pieces, and no warehouse ships any of it. */
const held: Check = (run) => {
  const there = new Map<string, number>()
  for (const { available, sku } of run.balances) there.set(sku, (there.get(sku) ?? 0) + available)
  const live = new Set(run.issues.filter(({ state }) => state !== "cancelled").map(({ order }) => order))
  const known = new Map(run.orders.map((each) => [each.number, each]))
  const refused = new Set(run.refusals?.refused.map(({ order }) => order))
  return [...run.held].flatMap(([number, reason]) => {
    const order = known.get(number)
    if (order === undefined) return [`${number} is held, and the shop has no such order`]
    // `refusedHeld` is about those.
    if (order.isCancelled || refused.has(number)) return []
    const isScarce = Object.entries(order.pieces).some(([sku, count]) => count > (there.get(sku) ?? 0))
    return [
      ...(reason === "" ? [`${number} is held without a reason`] : []),
      ...(isScarce ? [] : [`${number} is held although there is enough of everything: ${reason}`]),
      ...(live.has(number) ? [`${number} is held, and a warehouse ships some of it: ${reason}`] : [])
    ]
  })
}

/** Whether a warehouse had both at the same time. */
const overlap = (one: Issue, other: Issue): boolean =>
  (one.at ?? -Infinity) < (other.cancelledAt ?? Infinity) && (other.at ?? -Infinity) < (one.cancelledAt ?? Infinity)

/** An order of the ERP and one of the shop never meet, although both have the same number: one may follow the other's cancel. */
const met: Check = ({ direct, issues }) => {
  if (direct === undefined) return []
  const taken = grouped(direct.issues.filter(({ state }) => state !== "cancelled"), ({ number }) => number)
  const atNorth = grouped(issues.filter(({ warehouse }) => warehouse === "North"), ({ number }) => number)
  return [...direct.asked].flatMap(([number, isAccepted]) => {
    const ofErp = taken.get(number) ?? []
    const count = ofErp.length
    const areMet = ofErp.some((mine) => (atNorth.get(number) ?? []).some((other) => overlap(mine, other)))
    return [
      ...(count === (isAccepted ? 1 : 0) ? [] : [`${number}: the ERP was told that its order was ${isAccepted ? "accepted" : "refused"}, and North has it ${count} times`]),
      ...(areMet ? [`${number} stands for an order of the ERP and for one of the shop at North`] : [])
    ]
  })
}

const notDescribed: Check = ({ issues, written }) => undescribed(written, issues.length > 0)

export const checks = { lost, doubled, renumbered, untold, mistold, notWithdrawn, books, reserved, held, met, notDescribed, ...DeskRefusals.checks } as const
export type Rule = keyof typeof checks

export interface Violation {
  readonly rule: Rule
  readonly message: string
}

export const judge = (run: DeskRun): ReadonlyArray<Violation> =>
  (Object.keys(checks) as Array<Rule>).flatMap((rule) => checks[rule](run).map((message) => ({ rule, message })))

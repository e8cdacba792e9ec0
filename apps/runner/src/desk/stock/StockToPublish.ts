/**
 * Decides which articles a shop is told of: those whose figures differ from what it has taken, and those of which it shows something
 * else. Pure functions.
 */
import { Decimal, Quantity } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as BigDecimal from "effect/BigDecimal"
import type { LocationFigure } from "./OfferedQuantities.ts"
import type { Article } from "./StockReads.ts"
import type { Published } from "./StockRows.ts"

type Figures = ReadonlyArray<LocationFigure>

/** Figures as text, to store and compare them. */
export const textOf = (figures: Figures): string =>
  JSON.stringify(figures.map(({ available, location }) => [location, Decimal.toText(available)]))

const figuresIn = (text: string | undefined): Figures => {
  const stored: ReadonlyArray<readonly [location: string, available: string]> = text === undefined ? [] : JSON.parse(text)
  return stored.map(([location, available]) => ({ location, available: Decimal.fromText(available) ?? Quantity.zero }))
}

const isNamedIn = (figures: Figures) => ({ location }: LocationFigure): boolean => figures.some((one) => one.location === location)

const isNothing = ({ available }: LocationFigure): boolean => BigDecimal.isZero(available)

/** The figures, with 0 for each further location at which the shop may still offer pieces because it was told so. */
export const withDropped = (figures: Figures, known: Pick<Published, "confirmed" | "tried"> | undefined): Figures => {
  const told = [...figuresIn(known?.confirmed), ...figuresIn(known?.tried)]
  const dropped = told.filter((one) => !isNothing(one) && !isNamedIn(figures)(one)).map(({ location }) => location)
  return [...figures, ...Arr.dedupe(dropped).map((location) => ({ location, available: Quantity.zero }))]
}

/** Whether the shop has taken these figures. A location that is not published any more, and was set to 0, does not matter. */
const isTaken = (confirmed: string | undefined, figures: Figures): boolean =>
  confirmed !== undefined && textOf(figuresIn(confirmed).filter((one) => !isNothing(one) || isNamedIn(figures)(one))) === textOf(figures)

/** What is wanted beside what the shop shows. Undefined: it does not show all of it. */
const besideShown = (figures: Figures, { stock, stockByLocation }: Article): ReadonlyArray<readonly [wanted: Decimal.Decimal, shown: Decimal.Decimal]> | undefined => {
  if (stockByLocation === undefined) return stock === undefined ? undefined : [[Quantity.sum(figures.map(({ available }) => available)), stock]]
  const pairs = figures.flatMap(({ available, location }) => {
    const shown = stockByLocation.find(({ locationId }) => locationId === location)
    return shown === undefined ? [] : [[available, shown.available] as const]
  })
  return pairs.length < figures.length ? undefined : pairs
}

export interface Asked {
  readonly figures: Figures
  readonly known: Published | undefined
  /** The article as the shop shows it. */
  readonly article: Article
  /** The same, when the articles were read the time before. */
  readonly before: Article | undefined
  /** When the articles were read, and what time it is now, in milliseconds since 1970. */
  readonly readAt: number
  readonly now: number
  /** How long a refusal stands, and how long what the shop has taken, unless the shop shows it. */
  readonly reconcileEvery: number
}

/**
 * Whether the shop is to be told. `again`: the last call failed. A shop that shows less than it was told may have sold pieces of which
 * the books do not know yet, so it is told again only if it showed the same the time before.
 */
export const dueOf = ({ article, before, figures, known, now, readAt, reconcileEvery }: Asked): "no" | "due" | "again" => {
  if (known === undefined) return "due"
  const { confirmed, confirmedAt, isRefused, tried, triedAt } = known
  if (tried !== undefined) return isRefused ? tried === textOf(figures) && triedAt > now - reconcileEvery ? "no" : "due" : "again"
  if (!isTaken(confirmed, figures)) return "due"
  if (confirmedAt >= readAt) return "no"
  const pairs = besideShown(figures, article)
  if (pairs === undefined) return confirmedAt <= now - reconcileEvery ? "due" : "no"
  if (pairs.some(([wanted, shown]) => BigDecimal.isGreaterThan(shown, wanted))) return "due"
  const earlier = before === undefined ? undefined : besideShown(figures, before)
  const isLess = pairs.some(([wanted, shown]) => BigDecimal.isLessThan(shown, wanted))
  return isLess && earlier?.every(([, shown], at) => BigDecimal.equals(shown, pairs[at]![1])) === true ? "due" : "no"
}

/**
 * Short ways to write reports of a warehouse, and to read what the fold derives from them.
 */
import * as DateTime from "effect/DateTime"
import type * as Core from "../../src/fulfilment/ShippedGoods.ts"
import * as Decimal from "@crossdock/core/model/Decimal"
import * as OutboundOrder from "@crossdock/core/model/OutboundOrder"
import * as Quantity from "@crossdock/core/model/Quantity"
import { Sku } from "@crossdock/core/model/Sku"

/** The modules of the fold. Tests of planted mistakes pass a changed copy. */
export type Fold = typeof Core
export type Status = OutboundOrder.OutboundReport
export type Phase = Status["phase"]

const orderNumber = OutboundOrder.OrderNumber.make("S-1")

export const status = (phase: Phase, more: Omit<Partial<Status>, "phase"> = {}): Status => ({ orderNumber, status: phase.toUpperCase(), phase, ...more })

export const at = (millis: number) => DateTime.makeUnsafe(millis)

export const line = (sku: string, quantity: number | string, unit?: string): OutboundOrder.ShippedLine =>
  ({ sku: Sku.make(sku), quantity: Quantity.of(quantity), ...(unit !== undefined && { unit }) })

/** Hears reports one after the other. */
export const hear = (fold: Fold, ordered: ReadonlyArray<OutboundOrder.ShippedLine> | undefined, reports: ReadonlyArray<Core.Statement.Report>): Core.FulfilmentRecord.FulfilmentRecord =>
  reports.reduce(fold.FulfilmentRecord.add, fold.FulfilmentRecord.empty(ordered))

/** `A:2 B:1.5kg`, or an empty text for no goods. */
export const textOf = (items: Core.Quantities.Quantities): string =>
  items.map(({ quantity, sku, unit }) => `${sku}:${Decimal.toText(quantity)}${unit ?? ""}`).join(" ")

const places = ["left", "unclear", "open", "missing", "givenUp", "surplus"] as const

/** The places that have goods, as text. */
export const placesOf = (state: Core.Fulfilment.Places): Readonly<Record<string, string>> =>
  Object.fromEntries(places.flatMap((place) => state[place].length === 0 ? [] : [[place, textOf(state[place])]]))

/** `T-1 A:2, T-2=T-2-C A:3`, sorted. */
export const parcelsOf = ({ parcels }: Core.Fulfilment.Fulfilment): string =>
  parcels.map(({ contents, trackingNumbers }) => `${trackingNumbers.toSorted().join("=")} ${textOf(contents)}`.trim()).toSorted().join(", ")

/** Each order of some values. */
export const permutations = <A>(values: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  values.length < 2 ? [values] : values.flatMap((one, index) => permutations(values.toSpliced(index, 1)).map((others) => [one, ...others]))

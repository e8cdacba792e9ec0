/**
 * Divides over the parts of an order what the buyer pays for all of it: the freight, and what carriers collect on delivery; and over the parts
 * of a line its tax. Pure functions.
 */
import { Decimal, Money, type PlatformOrder } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import * as Result from "effect/Result"
import * as Coverage from "./Coverage.ts"
import type * as DeskRows from "./DeskRows.ts"
import type { OrderLine } from "./OrderFacts.ts"
import type { Shipped } from "./ShippedPieces.ts"
import * as WarehouseOrder from "./WarehouseOrder.ts"

/**
 * - `byValue`: each part has its share by the value of its lines; the part that makes the order whole has the rest of the rounding
 * - `firstPart`: the first part has everything
 */
export type Mode = "byValue" | "firstPart"

/** What a warehouse is told of an order's amounts, in the currency of the order. */
export interface Charges {
  readonly freight: Decimal.Decimal
  /** 0: nothing is collected. */
  readonly cashOnDelivery: Decimal.Decimal
  /** The taxes of lines, by line; of lines whose tax the shop does not tell there is none. */
  readonly taxes: ReadonlyMap<string, Decimal.Decimal>
}

type Amounts = Omit<Charges, "taxes">

/** What the parts of an order had before another one. What others ship of the order has its share too, of which nobody is told here. */
export interface Before {
  /** The lines that no part ships or has shipped. */
  readonly uncovered: ReadonlyArray<OrderLine>
  readonly told: Charges
}

type Order = PlatformOrder.PlatformOrder

const zero = BigDecimal.make(0n, 0)
const none: Charges = { freight: zero, cashOnDelivery: zero, taxes: new Map() }

const each = (of: (name: keyof Amounts) => Decimal.Decimal): Amounts => ({ freight: of("freight"), cashOnDelivery: of("cashOnDelivery") })

const sum = (one: Charges, other: Charges): Charges => ({
  ...each((name) => BigDecimal.sum(one[name], other[name])),
  taxes: new Map([...one.taxes, ...[...other.taxes].map(([line, tax]) => [line, BigDecimal.sum(one.taxes.get(line) ?? zero, tax)] as const)])
})

export const toText = ({ taxes, ...amounts }: Charges): string =>
  JSON.stringify({ ...each((name) => Decimal.toText(amounts[name]) as never), taxes: Object.fromEntries([...taxes].map(([line, tax]) => [line, Decimal.toText(tax)])) })

/** Parts that an earlier release has placed were told no taxes. */
export const fromText = (text: string): Charges => {
  const { taxes = {}, ...stored } = JSON.parse(text)
  return { ...each((name) => Money.of(stored[name]).amount), taxes: new Map(Object.entries<string>(taxes).map(([line, tax]) => [line, Money.of(tax).amount])) }
}

const ofOrder = ({ cashOnDelivery = zero, freight, paymentMethod }: Order): Amounts =>
  ({ freight, cashOnDelivery: paymentMethod === "cashOnDelivery" ? cashOnDelivery : zero })

/** What an earlier release has told a part: the freight with the first line of the order, and all that is collected to the only part. */
const beforeShares = (order: Order, lines: ReadonlyArray<OrderLine>): Charges => {
  const all = { ...ofOrder(order), taxes: none.taxes }
  return lines.some(({ line }) => line === order.lines[0]?.lineId) ? all : { ...all, freight: zero }
}

/** What a part was told. Undefined charges: an earlier release has placed it. */
export const toldTo = (order: Order, { charges, lines }: { readonly charges: Charges | undefined; readonly lines: ReadonlyArray<OrderLine> }): Charges =>
  charges ?? beforeShares(order, lines)

/** Whether something of a part has left, or may have. */
const hasLeft = (shipped: Shipped, part: DeskRows.Part): boolean => {
  const { left, unclear } = shipped.of(part)
  return left.length + unclear.length > 0 || shipped.parcels.some((parcel) => parcel.part === part.number)
}

/**
 * What the parts of an order had so far. A part of which nothing has left, and nothing will, has no share any more: what its warehouse was
 * told is told to the next one.
 */
export const before = (order: Order, lines: ReadonlyArray<OrderLine>, parts: ReadonlyArray<DeskRows.Part>, shipped: Shipped): Before => ({
  uncovered: Coverage.of(lines, { parts, shipped, elsewhere: [] }).left,
  told: parts.filter((part) => Coverage.isLive(part) || hasLeft(shipped, part)).reduce((total, part) => sum(total, toldTo(order, part)), none)
})

/** The value of some lines: that of their prices, or the number of pieces if a line of the order has no price, or all are free. */
const valuesOf = (order: Order) => {
  const prices = new Map(order.lines.map((line) => [line.lineId, WarehouseOrder.priceOf(line)]))
  const isPriced = [...prices.values()].every((price) => price !== undefined && price.value >= 0n) && [...prices.values()].some((price) => price !== undefined && price.value > 0n)
  return (lines: ReadonlyArray<OrderLine>): Decimal.Decimal =>
    BigDecimal.sumAll(lines.map(({ line, pieces }) => {
      const count = BigDecimal.make(BigInt(pieces), 0)
      return isPriced ? BigDecimal.multiply(prices.get(line) ?? zero, count) : count
    }))
}

/** The decimal places of a currency, such as 2 of EUR and 0 of JPY. */
const placesOf = (currency: string): number => {
  try {
    return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

/** `part` of `whole` of an amount, rounded down to decimal places. */
const shareOf = (amount: Decimal.Decimal, part: Decimal.Decimal, whole: Decimal.Decimal, places: number): Decimal.Decimal => {
  const scale = Math.max(part.scale, whole.scale)
  const [above, below] = [BigDecimal.scale(part, scale).value, BigDecimal.scale(whole, scale).value]
  return BigDecimal.make(BigDecimal.scale(amount, places).value * above / below, places)
}

const piecesOf = (lines: ReadonlyArray<OrderLine>, id: string): bigint => BigInt(lines.reduce((count, { line, pieces }) => line === id ? count + pieces : count, 0))

/** The tax of some lines: what is due once their pieces are told too, less what was told before. `open` are the pieces of the order that are not told then. */
const taxesOf = (order: Order, lines: ReadonlyArray<OrderLine>, open: ReadonlyArray<OrderLine>, told: Charges["taxes"], places: number): Charges["taxes"] => {
  const [bought, wanted] = [WarehouseOrder.boughtOf(order), Result.getOrElse(WarehouseOrder.linesOf(order), () => [])]
  return new Map([...new Set(lines.map(({ line }) => line))].flatMap((line): ReadonlyArray<readonly [string, Decimal.Decimal]> => {
    const tax = order.lines.find(({ lineId }) => lineId === line)?.tax
    const whole = piecesOf(bought, line)
    if (tax === undefined || whole === 0n) return []
    const due = shareOf(tax, BigDecimal.make(piecesOf(wanted, line) - piecesOf(open, line), 0), BigDecimal.make(whole, 0), Math.max(places, tax.scale))
    const more = BigDecimal.subtract(due, told.get(line) ?? zero)
    return [[line, more.value > 0n ? more : BigDecimal.make(0n, due.scale)]]
  }))
}

/**
 * What each of some new parts is told: the amount that is due once this part has its lines, less what was told before. So all parts together
 * never have more than the order, and exactly as much once they have all of its lines. Taxes are divided by the pieces of their line.
 */
export const divided = (mode: Mode, order: Order, had: Before, parts: ReadonlyArray<ReadonlyArray<OrderLine>>): ReadonlyArray<Charges> => {
  const valueOf = valuesOf(order)
  const [whole, all, places] = [valueOf(WarehouseOrder.boughtOf(order)), ofOrder(order), placesOf(order.currency)]
  let { told, uncovered } = had
  return parts.map((lines) => {
    uncovered = WarehouseOrder.without(uncovered, lines)
    const isWhole = mode === "firstPart" || uncovered.length === 0
    const covered = BigDecimal.subtract(whole, valueOf(uncovered))
    const amounts = each((name) => {
      const due = isWhole || whole.value === 0n ? all[name] : shareOf(all[name], covered, whole, Math.max(places, all[name].scale))
      const more = BigDecimal.subtract(due, told[name])
      return more.value > 0n ? more : BigDecimal.make(0n, due.scale)
    })
    const charges = { ...amounts, taxes: taxesOf(order, lines, uncovered, told.taxes, places) }
    told = sum(told, charges)
    return charges
  })
}

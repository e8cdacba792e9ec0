/**
 * The lines of a new inbound order. Lines of one SKU become one where the rules of document 3 say so (U-108).
 */
import type { ErpInbound } from "@crossdock/books"
import type { AdapterError } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import { inCurrency, type Prices } from "../books/Prices.ts"
import * as Amounts from "../Amounts.ts"
import * as Pieces from "../Pieces.ts"
import * as Faults from "../Faults.ts"
import type { Settings, Warehouse } from "../Settings.ts"

type Draft = ErpInbound.ErpInboundDraft
export type Line = ErpInbound.ErpInboundDraftLine

/** Whether lines of one SKU stay apart: always for goods of a shipper, and on demand for the warehouses of the settings. */
export const keepsRepeated = ({ isOfShipper, mergesRepeatedSkus, warehouseName }: Draft, { keepDuplicateLines }: Settings): boolean =>
  isOfShipper === true || (mergesRepeatedSkus === false && keepDuplicateLines.includes(warehouseName))

/** Lines that may become one: the same SKU in the same condition, and of the same lot. */
const sameGoods = ({ condition = "good", expiresOn, lot, originCountry, producedOn, sku }: Line): string =>
  JSON.stringify([sku, condition, lot, producedOn, expiresOn, originCountry])

/** The declared decimal places of the prices (document 3, 2.3). */
const places = { purchasePrice: 4, firstLegPrice: 2, transferPrice: 4 } as const

/** The average of the prices, weighted by the pieces. Equal prices stay as they are. */
const averaged = (lines: ReadonlyArray<Line>, price: keyof typeof places): BigDecimal.BigDecimal | undefined => {
  const priced = lines.flatMap((line) => line[price] === undefined ? [] : [{ amount: line[price], pieces: line.expected }])
  const [first] = priced
  if (first === undefined || priced.every(({ amount }) => BigDecimal.equals(amount, first.amount))) return first?.amount
  const sum = priced.reduce((all, { amount, pieces }) => BigDecimal.sum(all, BigDecimal.multiply(amount, pieces)), BigDecimal.make(0n, 0))
  const pieces = priced.reduce((all, each) => BigDecimal.sum(all, each.pieces), BigDecimal.make(0n, 0))
  return BigDecimal.round(BigDecimal.divideUnsafe(sum, pieces), { scale: places[price], mode: "half-from-zero" })
}

const merged = ([first, ...others]: readonly [Line, ...ReadonlyArray<Line>]): Line => {
  if (others.length === 0) return first
  const all = [first, ...others]
  const prices = Object.keys(places).flatMap((name) => {
    const amount = averaged(all, name as keyof typeof places)
    return amount === undefined ? [] : [[name, amount] as const]
  })
  return {
    ...first,
    ...Object.fromEntries(prices),
    expected: all.reduce((sum, line) => BigDecimal.sum(sum, line.expected), BigDecimal.make(0n, 0))
  }
}

/** The lines as the order keeps them. */
export const of = (draft: Draft, settings: Settings): ReadonlyArray<Line> => {
  if (keepsRepeated(draft, settings)) return draft.lines
  const groups = new Map<string, [Line, ...Array<Line>]>()
  for (const line of draft.lines) {
    const group = groups.get(sameGoods(line))
    if (group === undefined) groups.set(sameGoods(line), [line])
    else group.push(line)
  }
  return [...groups.values()].map(merged)
}

type Currencies = Pick<Draft, "purchaseCurrency" | "firstLegCurrency" | "transferCurrency">

/** The prices of one piece of a line, with the currencies of the order. Without one, a price is in the base currency. */
export const pricesOf = (currencies: Currencies, line: Line, { baseCurrency }: Pick<Settings, "baseCurrency">): Prices => inCurrency({
  ...(line.purchasePrice && { purchasePrice: line.purchasePrice }),
  ...(line.firstLegPrice && { firstLegPrice: line.firstLegPrice }),
  ...(line.transferPrice && { transferPrice: line.transferPrice }),
  ...(currencies.purchaseCurrency !== undefined && { purchaseCurrency: currencies.purchaseCurrency }),
  ...(currencies.firstLegCurrency !== undefined && { firstLegCurrency: currencies.firstLegCurrency }),
  ...(currencies.transferCurrency !== undefined && { transferCurrency: currencies.transferCurrency })
}, baseCurrency)

const ofErpWms = ["lot", "producedOn", "expiresOn", "originCountry"] as const

/** The first member that only the ERP's own warehouse software knows, where the order is for another warehouse and the setting refuses it (U-151). */
export const notTaken = (
  { lines, tags = [] }: Draft,
  { runsErpWms }: Pick<Warehouse, "runsErpWms">,
  { erpWmsMembers }: Pick<Settings, "erpWmsMembers">
): AdapterError.RequestInvalid | undefined => {
  if (runsErpWms || erpWmsMembers === "keep") return undefined
  const member = (path: string) => Faults.invalid(path, "is only for a warehouse that the ERP's own software runs; leave it out for this one")
  if (tags.length > 0) return member("/tags")
  const paths = lines.flatMap((line, at) => ofErpWms.flatMap((name) => line[name] === undefined ? [] : [`/lines/${at}/${name}`]))
  return paths[0] === undefined ? undefined : member(paths[0])
}

/** The first quantity that is not a whole number of pieces, or price that the books do not take. */
export const wrong = ({ lines }: Draft) => {
  const quantity = Pieces.wrongLine(lines, "expected")
  if (quantity !== undefined) return quantity
  for (const [at, line] of lines.entries()) {
    const price = Amounts.wrongPrice(line, `/lines/${at}`)
    if (price !== undefined) return price
  }
  return undefined
}

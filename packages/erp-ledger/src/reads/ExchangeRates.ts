/** What amounts are worth in the base currency of the books. */
import { ErpRecords } from "@crossdock/books"
import { type AdapterError } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import type { BooksSession } from "../BooksSession.ts"
import * as Documents from "./Documents.ts"

/** Converts an amount into the base currency. */
export type Convert = (amount: BigDecimal.BigDecimal) => BigDecimal.BigDecimal

const Rate = ErpRecords.ExchangeRate.mapFields(Struct.pick(["rate"]))

/** The places after the point of a converted amount. */
const places = 4

/** Reads the newest rate of each currency. A currency without a rate has no conversion. */
export const read = Effect.fnUntraced(function*(session: BooksSession): Effect.fn.Return<(currency: string) => Convert | undefined, AdapterError.Reason> {
  const { baseCurrency } = session.settings
  const entered = yield* Documents.all(session, "rate", Rate)
  const rates = new Map(entered.map(({ content, number }) => [number, content.rate]))
  return (currency) => {
    if (currency === baseCurrency) return (amount) => amount
    const rate = rates.get(currency)
    return rate && ((amount) => BigDecimal.round(BigDecimal.multiply(amount, rate), { scale: places, mode: "half-from-zero" }))
  }
})

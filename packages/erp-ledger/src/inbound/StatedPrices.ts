/** What the books state where the creator of an order gave no price: the goods cost nothing, in the base currency. */
import type { ErpInbound } from "@crossdock/books"
import type { Decimal } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import type { Settings } from "../Settings.ts"

const zero: Decimal.Decimal = BigDecimal.make(0n, 0)

/** The prices of a line. */
export const pricesOf = ({ firstLegPrice = zero, purchasePrice = zero, transferPrice = zero }: Pick<
  ErpInbound.ErpInboundLine,
  "firstLegPrice" | "purchasePrice" | "transferPrice"
>) => ({ purchasePrice, firstLegPrice, transferPrice })

/** The currencies of an order. */
export const currenciesOf = (
  { firstLegCurrency, purchaseCurrency, transferCurrency }: Pick<ErpInbound.ErpInboundDraft, "firstLegCurrency" | "purchaseCurrency" | "transferCurrency">,
  { baseCurrency }: Pick<Settings, "baseCurrency">
) => ({
  purchaseCurrency: purchaseCurrency ?? baseCurrency,
  firstLegCurrency: firstLegCurrency ?? baseCurrency,
  transferCurrency: transferCurrency ?? baseCurrency
})

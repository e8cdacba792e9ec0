/**
 * Prices of goods in Tryton. Tryton requires a price on every move from a supplier or to a customer. If the order has none,
 * this plugin takes the price of the product, as Tryton's own client does.
 */
import { Decimal, Drift, Money, type OutboundOrder } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Item } from "./Catalogue.ts"
import { refusal } from "./Faults.ts"
import type { Answer, Rows, Rpc } from "./Rpc.ts"
import type { Settings } from "./Settings.ts"
import { decimal, type TrytonDecimal } from "./Values.ts"

type Price = typeof TrytonDecimal.Type
type Line = OutboundOrder.OutboundLine

const Company = Schema.Struct({ id: Schema.Int, "currency.": Schema.Struct({ code: Schema.NullOr(Schema.String) }) })
const companies: Rows<typeof Company.Type> = { model: "company.company", fields: ["currency.code"], row: Company }

const currencyOf: (rpc: Rpc) => Answer<string | undefined> = Effect.fnUntraced(function*(rpc) {
  const [company] = yield* rpc.find(companies, { where: [["id", "=", yield* rpc.company]] })
  return company?.["currency."].code ?? undefined
})

/** The number of decimal places of a unit price in Tryton's default configuration. */
const places = 4

/** The price of one piece. Returns `undefined` if it has no exact value in Tryton's decimal places. */
const ofPiece = ({ price, quantity }: Line): Price | undefined => {
  const amount = price && Money.amountPer("piece", price, quantity)
  return amount === undefined || amount.scale > places ? undefined : decimal(Decimal.toText(amount))
}

/**
 * The unit price of each line. It is the price of the order if that is in the currency of the company, and otherwise the
 * list price of the product.
 */
export const ofOrder: (
  rpc: Rpc,
  settings: Settings,
  lines: ReadonlyArray<Line>,
  items: ReadonlyMap<string, Item>
) => Answer<ReadonlyArray<Price>> = Effect.fnUntraced(function*(rpc, settings, lines, items) {
  const named = lines.map(({ price }) => price && (price.currency ?? settings.currency))
  const ours = named.some((currency) => currency !== undefined) ? yield* currencyOf(rpc) : undefined
  return yield* Effect.forEach(lines, Effect.fnUntraced(function*(line, at) {
    const told = named[at] !== undefined && named[at] === ours ? ofPiece(line) : undefined
    if (told !== undefined) return told
    const { list_price: listed } = items.get(line.sku)!
    if (listed === null) {
      return yield* refusal("NO_PRICE", `Tryton requires a price for ${line.sku}; give the product a list price, or name the currency of the order's prices`)
    }
    if (line.price !== undefined) {
      yield* Drift.report({
        where: "createOutboundOrder",
        path: `/lines/${at}/price`,
        message: "has no exact value per piece in the currency of the company; Tryton got the list price of the product"
      })
    }
    return listed
  }))
})

/** The unit price of announced goods. It is the product's own cost price, so that receiving them does not change that cost. */
export const ofReceipt = (sku: string, { cost_price: cost }: Item): Answer<Price> =>
  cost === null
    ? refusal("NO_PRICE", `Tryton requires a price for ${sku}; give the product a cost price`)
    : Effect.succeed(cost)

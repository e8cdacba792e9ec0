/**
 * The stock of the order desk in the admin API: what shops were told and did not take, what orders have reserved or need, and where
 * warehouses and books differ.
 */
import { Decimal } from "@crossdock/core"
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { after, described, Instant, limit, link, page } from "./CommonSchemas.ts"
import { DeskState, PartState } from "./DeskDecision.ts"
import { NotFound } from "./Errors.ts"

export const StockDrift = Schema.Struct({
  link: Schema.String,
  warehouse: Schema.String.annotate(described("The name in the books")),
  sku: Schema.String,
  figure: Schema.Literals(["total", "available"]).annotate(described("total: all pieces in the building; available: those that are free for new orders")),
  books: Decimal.Decimal,
  theirs: Decimal.Decimal.annotate(described("The number of the warehouse")),
  since: Instant.annotate(described("When a comparison first found the difference")),
  checkedAt: Instant,
  reserved: Schema.Int.annotate(described("Pieces that the order desk had reserved there for orders that had not left, at the time of the comparison, if the warehouse has fewer than the books")),
  lacking: Schema.Array(Schema.Struct({ number: Schema.String.annotate(described("The number of the order at the warehouse")), pieces: Schema.Int })).annotate(
    described("The orders of that time that the warehouse cannot ship, because it has fewer pieces than are reserved; the oldest get theirs first")
  )
})
export type StockDrift = typeof StockDrift.Type

export const RefusedStock = Schema.Struct({
  link: Schema.String,
  productId: Schema.String,
  variantId: Schema.optionalKey(Schema.String),
  sku: Schema.String.annotate(described("The SKU of the books")),
  wanted: Schema.Array(Schema.Struct({ location: Schema.String, available: Decimal.Decimal })).annotate(described("What the shop was told and did not take")),
  because: Schema.String,
  isRefused: Schema.Boolean.annotate(described("false: the call failed, so it is not known whether the shop has these numbers; it is repeated")),
  at: Instant,
  confirmedAt: Schema.optionalKey(Instant.annotate(described("When the shop last took the stock of the article")))
})
export type RefusedStock = typeof RefusedStock.Type

/** What a shop has taken of the stock of an article. */
export const ToldStock = Schema.Struct({
  link: Schema.String,
  productId: Schema.String,
  variantId: Schema.optionalKey(Schema.String),
  sku: Schema.String,
  taken: Schema.Array(Schema.Struct({ location: Schema.String, available: Decimal.Decimal })),
  at: Instant
})
export type ToldStock = typeof ToldStock.Type

/** What the desk keeps reserved of a SKU for an order that has not left. */
export const Reservation = Schema.Struct({
  number: Schema.String.annotate(described("The number of the order at the warehouse, and of the reservation in the books")),
  shopOrder: Schema.String.annotate(described("The shop's number of the order")),
  shop: Schema.String,
  link: Schema.String,
  warehouse: Schema.String,
  state: PartState,
  pieces: Schema.Int,
  since: Instant
})
export type Reservation = typeof Reservation.Type

/** What an order needs of a SKU that is not reserved for it. */
export const NeededStock = Schema.Struct({
  shopOrder: Schema.String.annotate(described("The shop's number of the order")),
  shop: Schema.String,
  state: DeskState,
  cause: Schema.optionalKey(Schema.String.annotate(described("Why it is held"))),
  pieces: Schema.Int,
  warehouses: Schema.Array(Schema.String).annotate(described("Those that may ship it, by their names in the books, the first that is asked first; empty until the desk has seen it")),
  since: Instant.annotate(described("When the order came into its state"))
})
export type NeededStock = typeof NeededStock.Type

export const ToldStockPage = page(ToldStock)
export const ReservationList = Schema.Struct({ items: Schema.Array(Reservation) })
export const NeededStockList = Schema.Struct({ items: Schema.Array(NeededStock) })

export const StockDriftPage = page(StockDrift)
export const RefusedStockPage = page(RefusedStock)

const ofSku = { sku: Schema.NonEmptyString.annotate(described("The SKU of the books")), limit }

const query = { link, sku: Schema.optionalKey(Schema.NonEmptyString.annotate(described("The SKU of the books"))), limit, after }

export const StockGroup = HttpApiGroup.make("stock").add(
  HttpApiEndpoint.get("drift", "/drift", { query, success: StockDriftPage, error: NotFound }),
  HttpApiEndpoint.get("told", "/told", { query: { ...ofSku, after }, success: ToldStockPage }),
  HttpApiEndpoint.get("reserved", "/reserved", { query: ofSku, success: ReservationList }),
  HttpApiEndpoint.get("needed", "/needed", { query: ofSku, success: NeededStockList }),
  HttpApiEndpoint.get("refused", "/refused", { query, success: RefusedStockPage, error: NotFound })
).prefix("/admin/stock")

/**
 * The books of an ERP connection in the admin API: what a person enters, the stock, and its movements.
 */
import { ErpRecords, ErpStock } from "@crossdock/books"
import * as Schema from "effect/Schema"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { after, described, Instant, limit, page } from "./CommonSchemas.ts"
import { Conflict, NotFound, PeerFailed } from "./Errors.ts"

/** Records as JSON, or as CSV. Exactly one of the two is given. */
export const RecordsToEnter = Schema.Struct({
  records: Schema.optionalKey(Schema.NonEmptyArray(ErpRecords.ErpRecord).annotate(described("Records of any kind, in the order in which they are entered"))),
  csv: Schema.optionalKey(
    Schema.String.annotate(described("CSV with a header: the column kind, and a column for each member that is used. Members that hold lists are given as JSON only"))
  )
})

export const EnteredRecords = Schema.Struct({
  entered: Schema.Int,
  repeated: Schema.Int.annotate(described("Records that had been entered before, and were not booked again"))
})

const total = Schema.optionalKey(Schema.Int.annotate(described("How many rows all pages have")))
const flag = Schema.optionalKey(Schema.Boolean)
const text = Schema.optionalKey(Schema.NonEmptyString)

export const StockPage = Schema.Struct({ ...page(ErpStock.StockBalance).fields, total })
export const MovementPage = Schema.Struct({ ...page(ErpStock.StockMovement).fields, total })

/** The number that creators of document 3 gave to an order, a transfer or a move. */
export const NumberToGiveBack = Schema.Struct({ number: Schema.NonEmptyString })

export const NumbersGivenBack = Schema.Struct({
  items: Schema.Array(Schema.Struct({
    kind: Schema.String.annotate(described("The kind of record that was to be created under the number, such as erp_inbound")),
    link: Schema.String.annotate(described("The link that had the number"))
  }))
})

const params = { id: Schema.String }
const error = [NotFound, Conflict, PeerFailed] as const

export const BooksGroup = HttpApiGroup.make("books").add(
  HttpApiEndpoint.post("enter", "/records", { params, payload: RecordsToEnter, success: EnteredRecords, error: [...error] })
    .annotate(HttpApi.PayloadParseOptions, { errors: "all", onExcessProperty: "error" }),
  HttpApiEndpoint.get("stock", "/stock", {
    params,
    query: { warehouse: Schema.optionalKey(Schema.NonEmptyString.annotate(described("Default: all. Books that answer for named warehouses alone are asked for those that links to them name"))), sku: text, withEmpty: flag, withCombinations: flag, withCosts: flag, limit, after },
    success: StockPage,
    error: [...error]
  }),
  HttpApiEndpoint.get("movements", "/movements", {
    params,
    query: { since: Schema.optionalKey(Instant), until: Schema.optionalKey(Instant), warehouse: text, location: text, sku: text, document: text, limit, after },
    success: MovementPage,
    error: [...error]
  }),
  HttpApiEndpoint.post("giveBackNumber", "/custom-numbers/give-back", { params, payload: NumberToGiveBack, success: NumbersGivenBack, error: [NotFound, Conflict] })
    .annotate(HttpApi.PayloadParseOptions, { errors: "all", onExcessProperty: "error" })
).prefix("/admin/connections/:id")

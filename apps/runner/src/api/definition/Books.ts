/**
 * The books of an ERP connection in the admin API: what a person enters, the stock, and its movements.
 */
import { ErpRecords, ErpStock } from "@crossdock/core"
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

const params = { id: Schema.String }
const error = [NotFound, Conflict, PeerFailed] as const

export const BooksGroup = HttpApiGroup.make("books").add(
  HttpApiEndpoint.post("enter", "/records", { params, payload: RecordsToEnter, success: EnteredRecords, error: [...error] })
    .annotate(HttpApi.PayloadParseOptions, { errors: "all", onExcessProperty: "error" }),
  HttpApiEndpoint.get("stock", "/stock", {
    params,
    query: { warehouse: text, sku: text, withEmpty: flag, withCombinations: flag, withCosts: flag, limit, after },
    success: StockPage,
    error: [...error]
  }),
  HttpApiEndpoint.get("movements", "/movements", {
    params,
    query: { since: Schema.optionalKey(Instant), until: Schema.optionalKey(Instant), warehouse: text, location: text, sku: text, document: text, limit, after },
    success: MovementPage,
    error: [...error]
  })
).prefix("/admin/connections/:id")

/**
 * Search in the admin API: whatever has a number or an id, by that number or its beginning.
 */
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { described, Instant } from "./CommonSchemas.ts"
import { OrderKind } from "./History.ts"

export const SearchHit = Schema.Struct({
  kind: Schema.Literals(["order", "inbound", "parcel", "delivery", "call", "sku", "connection", "link"]),
  scope: Schema.optionalKey(Schema.String.annotate(described("The link or connection that it belongs to"))),
  id: Schema.String.annotate(described("What opens it: the number of an order, also for a parcel; the id of a delivery, call, connection or link; the SKU")),
  record: Schema.optionalKey(OrderKind.annotate(described("The kind of the record that has the number, of an order, inbound order or parcel"))),
  label: Schema.String,
  matched: Schema.String.annotate(described("The number or id that was found")),
  matchedBy: Schema.String.annotate(described("What that is to it: number, numberSent, peerNumber, trackingNumber, onlineOrderId, displayNumber, partNumber, batchNo, id, requestId, sku, peerSku or title")),
  isExact: Schema.Boolean.annotate(described("Whether it is what was searched for, and not only begins with it")),
  state: Schema.optionalKey(Schema.String.annotate(described("The phase of an order, the state of a delivery, or the code of a call"))),
  at: Schema.optionalKey(Instant)
})
export type SearchHit = typeof SearchHit.Type

export const SearchHits = Schema.Struct({
  items: Schema.Array(SearchHit).annotate(described("At most 20, the exact ones first")),
  isMore: Schema.Boolean
})

export const SearchRow = Schema.Struct({
  number: Schema.String,
  hits: Schema.Array(SearchHit).annotate(described("Empty: nothing has this number. At most 5"))
})
export type SearchRow = typeof SearchRow.Type

const text = Schema.NonEmptyString.check(Schema.isMaxLength(300))

export const SearchGroup = HttpApiGroup.make("search").add(
  HttpApiEndpoint.get("find", "/", {
    query: { q: text.annotate(described("A number or an id, or the first characters of one")) },
    success: SearchHits
  }),
  HttpApiEndpoint.post("many", "/many", {
    payload: Schema.Struct({ numbers: Schema.Array(text).check(Schema.isMinLength(1), Schema.isMaxLength(200)) }),
    success: Schema.Struct({ items: Schema.Array(SearchRow).annotate(described("A row for each number, in the order of the request")) })
  })
).prefix("/admin/search")

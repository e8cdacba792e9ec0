/**
 * The comparison of what is stored with what peers answer, in the admin API. Each request asks a peer a bounded number of times.
 */
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { described, Instant } from "./CommonSchemas.ts"
import { NotFound } from "./Errors.ts"

export const ComparedKind = Schema.Literals(["outbound", "inbound", "platform_order", "stock"])
export type ComparedKind = typeof ComparedKind.Type

/** What can be compared: a kind of records of a link. */
export const Comparable = Schema.Struct({ link: Schema.String, connection: Schema.String, kind: ComparedKind })
export type Comparable = typeof Comparable.Type

export const ComparableList = Schema.Struct({ items: Schema.Array(Comparable) })

export const Difference = Schema.Struct({
  ...Comparable.fields,
  is: Schema.Literals(["not-shown", "phase", "parcel", "not-here", "content", "figure"]).annotate(described("not-shown: open here and not shown by the peer; phase, parcel, content, figure: the peer tells another; not-here: the peer has it and it is not stored")),
  name: Schema.String.annotate(described("The number of the order, or the SKU")),
  ours: Schema.String,
  theirs: Schema.String,
  next: Schema.String.annotate(described("What mends it"))
})
export type Difference = typeof Difference.Type

export const ComparedPage = Schema.Struct({
  records: Schema.Int.annotate(described("How many records were compared")),
  calls: Schema.Int.annotate(described("How many times the peer was asked")),
  mended: Schema.Int.annotate(described("How many records were brought to what the peer has; they are not among the differences")),
  skipped: Schema.Int.annotate(described("How many could not be compared, because their create is not settled or the peer could not tell them")),
  differences: Schema.Array(Difference),
  failure: Schema.optionalKey(Schema.String.annotate(described("Why the peer could not be asked"))),
  next: Schema.optionalKey(Schema.String.annotate(described("Cursor: send the request again with it as `after`")))
})
export type ComparedPage = typeof ComparedPage.Type

export const CompareGroup = HttpApiGroup.make("compare").add(
  HttpApiEndpoint.get("list", "/", { success: ComparableList }),
  HttpApiEndpoint.post("page", "/", {
    payload: Schema.Struct({
      link: Schema.NonEmptyString.annotate(described("Scope or id of the link")),
      kind: ComparedKind,
      since: Instant.annotate(described("Orders that were created here, or have changed at the shop, at or after this time")),
      after: Schema.optionalKey(Schema.NonEmptyString),
      mend: Schema.optionalKey(Schema.Boolean.annotate(described("Store what the peer answers about orders that differ, as a poll does. Default: false")))
    }),
    success: ComparedPage,
    error: NotFound
  })
).prefix("/admin/compare")

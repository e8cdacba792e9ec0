/**
 * Messages that are owed to an ERP: which there are, why they did not arrive, and sending or cancelling many at once.
 */
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Attempt, OrderKind } from "./History.ts"
import { NotFound } from "./Errors.ts"
import { after, described, Instant, limit, page } from "./CommonSchemas.ts"

export const DeliveryState = Schema.Literals(["Pending", "InFlight", "Delivered", "Dead", "Cancelled"])

export const Delivery = Schema.Struct({
  id: Schema.String,
  connection: Schema.String,
  scope: Schema.String,
  kind: OrderKind,
  number: Schema.String,
  operation: Schema.String,
  state: DeliveryState,
  attempts: Schema.Int,
  cause: Schema.optionalKey(Schema.String),
  dueAt: Schema.optionalKey(Instant),
  heldBehind: Schema.optionalKey(Schema.String.annotate(described("An earlier delivery of the same order that is not over"))),
  createdAt: Instant,
  updatedAt: Instant
})
export type Delivery = typeof Delivery.Type

export const DeliveryDetail = Schema.Struct({
  ...Delivery.fields,
  attemptList: Schema.Array(Attempt),
  content: Schema.optionalKey(Schema.String.annotate(described("The exact text of every attempt; only when revealed"))),
  payload: Schema.optionalKey(
    Schema.String.annotate(described("What it tells, as JSON, while it could not be written down for its ERP; only when revealed"))
  )
})
export type DeliveryDetail = typeof DeliveryDetail.Type

export const DeliveryCause = Schema.Struct({
  state: DeliveryState,
  connection: Schema.String,
  cause: Schema.String,
  count: Schema.Int,
  oldestAt: Instant,
  newestAt: Instant
})
export type DeliveryCause = typeof DeliveryCause.Type

/** How many a replay or cancel concerns; `isDone` tells whether it was only counted. */
export const Counted = Schema.Struct({
  count: Schema.Int,
  overtaken: Schema.Int.annotate(
    described("Of whose order something newer was delivered meanwhile: while they are counted, among them; once it is done, left out")
  ),
  isDone: Schema.Boolean,
  sample: Schema.Array(Delivery).annotate(described("The first few of them"))
})
export type Counted = typeof Counted.Type

export const DeliveryPage = page(Delivery)
export const DeliveryCauses = Schema.Struct({ items: Schema.Array(DeliveryCause) })

/** Which deliveries are meant: all members that are given must hold. None given: `isAll` must be true. */
export const Selection = Schema.Struct({
  ids: Schema.optionalKey(Schema.Array(Schema.String).check(Schema.isMaxLength(1000))),
  cause: Schema.optionalKey(Schema.NonEmptyString.annotate(described("A part of the cause, in any letter case"))),
  connection: Schema.optionalKey(Schema.NonEmptyString),
  since: Schema.optionalKey(Instant.annotate(described("Owed at or after this moment"))),
  until: Schema.optionalKey(Instant.annotate(described("Owed before this moment"))),
  dead: Schema.optionalKey(Schema.Boolean.annotate(described("Dead letters alone"))),
  overtaken: Schema.optionalKey(
    Schema.Boolean.annotate(described("Also those of whose order something newer was delivered meanwhile; absent or false: they are left out"))
  ),
  isAll: Schema.optionalKey(Schema.Boolean),
  confirm: Schema.optionalKey(Schema.Boolean.annotate(described("Absent or false: they are counted and nothing is done"))),
  who: Schema.optionalKey(Schema.NonEmptyString)
})
export type Selection = typeof Selection.Type

export const DeliveriesGroup = HttpApiGroup.make("deliveries").add(
  HttpApiEndpoint.get("list", "/", {
    query: {
      limit,
      after,
      dead: Schema.optionalKey(Schema.Boolean),
      state: Schema.optionalKey(DeliveryState),
      connection: Schema.optionalKey(Schema.String),
      cause: Schema.optionalKey(Schema.String),
      since: Schema.optionalKey(Instant),
      until: Schema.optionalKey(Instant)
    },
    success: DeliveryPage
  }),
  HttpApiEndpoint.get("causes", "/causes", {
    query: { connection: Schema.optionalKey(Schema.String), since: Schema.optionalKey(Instant), until: Schema.optionalKey(Instant) },
    success: DeliveryCauses
  }),
  HttpApiEndpoint.get("show", "/:id", {
    params: { id: Schema.String },
    query: { reveal: Schema.optionalKey(Schema.Boolean) },
    success: DeliveryDetail,
    error: NotFound
  }),
  HttpApiEndpoint.post("replay", "/replay", { payload: Selection, success: Counted }),
  HttpApiEndpoint.post("cancel", "/cancel", { payload: Selection, success: Counted })
).prefix("/admin/deliveries")

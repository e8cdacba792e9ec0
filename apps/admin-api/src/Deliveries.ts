/**
 * Deliveries (messages to an ERP) in the admin API: the list, why some did not arrive, and bulk replay and cancel.
 */
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Attempt, OrderKind } from "./History.ts"
import { Invalid, NotFound } from "./Errors.ts"
import { after, causes, described, Instant, limit, page, revealing } from "./CommonSchemas.ts"

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
  heldBehind: Schema.optionalKey(Schema.String.annotate(described("The earlier delivery of the same order that must be finished first"))),
  createdAt: Instant,
  updatedAt: Instant,
  resentAt: Schema.optionalKey(Instant.annotate(described("When it was last sent again after it had arrived")))
})
export type Delivery = typeof Delivery.Type

export const DeliveryDetail = Schema.Struct({
  ...Delivery.fields,
  attemptList: Schema.Array(Attempt),
  content: Schema.optionalKey(Schema.String.annotate(described("Exact text of every attempt, or what the plugin would send now; only where it is revealed"))),
  payload: Schema.optionalKey(
    Schema.String.annotate(described("The event as JSON, unless an attempt failed and its exact text is kept; only where it is revealed"))
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

/** How many deliveries a replay or cancel affects. `isDone` is false if they were only counted. */
export const Counted = Schema.Struct({
  count: Schema.Int,
  overtaken: Schema.Int.annotate(
    described("How many of them have had a newer delivery of the same order in the meantime. They are part of the count, and left out when it is carried out")
  ),
  isDone: Schema.Boolean,
  sample: Schema.Array(Delivery).annotate(described("The first few affected deliveries"))
})
export type Counted = typeof Counted.Type

export const DeliveryPage = page(Delivery)
export const DeliveryCauses = causes(DeliveryCause)

const confirm = Schema.optionalKey(Schema.Boolean.annotate(described("Carry it out. Default: false, and they are only counted")))

/** Selects deliveries that match all given members. An empty selection needs `isAll: true`. */
export const Selection = Schema.Struct({
  ids: Schema.optionalKey(Schema.Array(Schema.String).check(Schema.isMaxLength(1000))),
  cause: Schema.optionalKey(Schema.NonEmptyString.annotate(described("Part of the cause; upper and lower case are equal"))),
  connection: Schema.optionalKey(Schema.NonEmptyString),
  since: Schema.optionalKey(Instant.annotate(described("Created at or after this time"))),
  until: Schema.optionalKey(Instant.annotate(described("Created before this time"))),
  dead: Schema.optionalKey(Schema.Boolean.annotate(described("Only dead letters"))),
  overtaken: Schema.optionalKey(
    Schema.Boolean.annotate(described("Include those whose order has had a newer delivery in the meantime. Default: false, and they are left out"))
  ),
  isAll: Schema.optionalKey(Schema.Boolean),
  confirm,
  who: Schema.optionalKey(Schema.NonEmptyString),
  reason: Schema.optionalKey(Schema.NonEmptyString.annotate(described("Why, for the history of each order")))
})
export type Selection = typeof Selection.Type

/** Selects delivered messages that match all given members. An empty selection needs `isAll: true`. */
export const ResendSelection = Schema.Struct({
  ids: Schema.optionalKey(Schema.Array(Schema.String).check(Schema.isMaxLength(1000))),
  connection: Schema.optionalKey(Schema.NonEmptyString),
  number: Schema.optionalKey(Schema.NonEmptyString.annotate(described("Any number of the order or ASN"))),
  link: Schema.optionalKey(Schema.NonEmptyString.annotate(described("Only orders of this link, by its scope or id"))),
  since: Schema.optionalKey(Instant.annotate(described("Delivered at or after this time"))),
  until: Schema.optionalKey(Instant.annotate(described("Delivered before this time"))),
  isAll: Schema.optionalKey(Schema.Boolean),
  resentBefore: Schema.optionalKey(
    Instant.annotate(described("Include those that were sent again before this time. Default: none of them, so that the same request twice sends each message once"))
  ),
  overtaken: Schema.optionalKey(
    Schema.Boolean.annotate(described("Include those after which the receiver got a newer message of the same order that is not selected. Default: false, and they are left out"))
  ),
  confirm,
  who: Schema.optionalKey(Schema.NonEmptyString),
  reason: Schema.optionalKey(Schema.NonEmptyString.annotate(described("Why, for the history of each order; required to carry it out")))
})
export type ResendSelection = typeof ResendSelection.Type

/** How many delivered messages are sent again, and which of the selected ones are not. */
export const Resent = Schema.Struct({
  ...Counted.fields,
  sentAgain: Schema.Int.annotate(described("How many were sent again already. They are not part of the count")),
  erased: Schema.Int.annotate(described("How many cannot be sent again, because their message was erased with the personal data of its order. They are not part of the count")),
  keptSince: Instant.annotate(described("Messages that were delivered before this time are removed by retention (`retention.delivered`), and cannot be sent again"))
})
export type Resent = typeof Resent.Type

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
    success: DeliveryDetail,
    error: NotFound
  }),
  HttpApiEndpoint.post("reveal", "/:id/reveal", { params: { id: Schema.String }, payload: Schema.Struct(revealing), success: DeliveryDetail, error: [NotFound, Invalid] }),
  HttpApiEndpoint.post("replay", "/replay", { payload: Selection, success: Counted }),
  HttpApiEndpoint.post("resend", "/resend", { payload: ResendSelection, success: Resent, error: NotFound }),
  HttpApiEndpoint.post("cancel", "/cancel", { payload: Selection, success: Counted })
).prefix("/admin/deliveries")

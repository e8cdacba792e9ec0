/**
 * The log of calls in the admin API: what callers asked and what peers were asked, and what was answered.
 */
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Invalid, NotFound } from "./Errors.ts"
import { after, described, Instant, limit, page, revealing } from "./CommonSchemas.ts"

export const CallDirection = Schema.Literals(["in", "out"])

const Header = Schema.Tuple([Schema.String, Schema.String])

const message = {
  headers: Schema.Array(Header),
  body: Schema.String.annotate(described("Personal data is masked unless it is revealed. Secrets are never stored")),
  leftOut: Schema.optionalKey(Schema.Int.annotate(described("Characters that the log did not keep, or bytes of a body that is not text")))
}

export const CallRequest = Schema.Struct({
  method: Schema.String,
  url: Schema.String,
  remoteAddress: Schema.optionalKey(Schema.String),
  ...message
})
export type CallRequest = typeof CallRequest.Type

export const CallResponse = Schema.Struct({ status: Schema.Int, ...message })
export type CallResponse = typeof CallResponse.Type

export const LoggedCall = Schema.Struct({
  id: Schema.String,
  at: Instant,
  direction: CallDirection.annotate(described("`in`: served. `out`: sent")),
  scope: Schema.String.annotate(described("The link or receiver that called, or the connection that was called")),
  onBehalfOf: Schema.optionalKey(Schema.String.annotate(described("The link whose caller waited for a call that was sent"))),
  protocol: Schema.String.annotate(described("The protocol that served it, or the plugin that sent it")),
  operation: Schema.String.annotate(described("Of the contract. A call that was refused before has the method of its protocol")),
  number: Schema.optionalKey(Schema.String.annotate(described("The first number of a record that it names"))),
  code: Schema.String.annotate(described("OK, or the code of the refusal")),
  status: Schema.optionalKey(Schema.Int.annotate(described("HTTP status"))),
  millis: Schema.Int,
  requestId: Schema.optionalKey(Schema.String.annotate(described("What the caller got as x-request-id"))),
  traceId: Schema.optionalKey(Schema.String.annotate(described("The trace to which it belongs, if spans are exported"))),
  reason: Schema.optionalKey(Schema.String.annotate(described("Why a call that was sent failed, without personal data"))),
  request: Schema.optionalKey(CallRequest.annotate(described("Only of a call that is shown, or with bodies"))),
  response: Schema.optionalKey(CallResponse)
})
export type LoggedCall = typeof LoggedCall.Type

export const CallPage = page(LoggedCall)

/** Calls of a span of time with equal link or connection, direction, operation and outcome. */
export const CallCount = Schema.Struct({
  at: Instant.annotate(described("When the span begins")),
  scope: LoggedCall.fields.scope,
  direction: CallDirection,
  operation: Schema.String,
  code: LoggedCall.fields.code,
  calls: Schema.Int,
  millis: Schema.Int.annotate(described("Milliseconds of all of them together"))
})
export type CallCount = typeof CallCount.Type

export const CallCounts = Schema.Struct({ items: Schema.Array(CallCount) })

const order = Schema.optionalKey(Schema.Literals(["newest", "oldest"]).annotate(described("Which calls come first. Default: the newest. `next` continues in the same order")))

/** Which calls are wanted. */
const filters = {
  number: Schema.optionalKey(Schema.NonEmptyString.annotate(described("Any number of a record: the caller's, the peer's, or that of a parcel"))),
  scope: Schema.optionalKey(Schema.NonEmptyString.annotate(described("A link, a receiver or a connection"))),
  operation: Schema.optionalKey(Schema.NonEmptyString.annotate(described("Of the contract, or the method of the protocol of a call that was refused before. Several have commas between them"))),
  code: Schema.optionalKey(Schema.NonEmptyString),
  refused: Schema.optionalKey(Schema.Boolean.annotate(described("Only calls that were not answered with OK"))),
  direction: Schema.optionalKey(CallDirection),
  requestId: Schema.optionalKey(Schema.NonEmptyString),
  traceId: Schema.optionalKey(Schema.NonEmptyString),
  since: Schema.optionalKey(Instant),
  until: Schema.optionalKey(Instant)
}

const CallFilters = Schema.Struct({ limit, after, ...filters, order })
export type CallFilters = typeof CallFilters.Type

export const CallsGroup = HttpApiGroup.make("calls").add(
  HttpApiEndpoint.get("list", "/", {
    query: {
      limit,
      after,
      ...filters,
      bodies: Schema.optionalKey(Schema.Boolean.annotate(described("Also the messages, with personal data masked"))),
      order
    },
    success: CallPage,
    error: Invalid
  }),
  HttpApiEndpoint.get("counts", "/counts", {
    query: {
      since: Schema.optionalKey(Instant.annotate(described("Default: an hour ago"))),
      until: Schema.optionalKey(Instant.annotate(described("Default: now"))),
      step: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 44_640 })).annotate(described("Minutes of one span. Default: all in one"))),
      scope: Schema.optionalKey(Schema.NonEmptyString),
      operation: Schema.optionalKey(Schema.NonEmptyString),
      code: Schema.optionalKey(Schema.NonEmptyString),
      direction: Schema.optionalKey(CallDirection)
    },
    success: CallCounts,
    error: Invalid
  }),
  HttpApiEndpoint.get("show", "/:id", { params: { id: Schema.String }, success: LoggedCall, error: NotFound }),
  HttpApiEndpoint.post("revealList", "/reveal", {
    payload: Schema.Struct({
      limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })).annotate(described("Default: 50"))),
      after,
      ...filters,
      order,
      ...revealing
    }),
    success: CallPage,
    error: Invalid
  }),
  HttpApiEndpoint.post("reveal", "/:id/reveal", { params: { id: Schema.String }, payload: Schema.Struct(revealing), success: LoggedCall, error: [NotFound, Invalid] })
).prefix("/admin/calls")

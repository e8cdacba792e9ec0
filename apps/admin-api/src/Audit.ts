/**
 * The audit: who did what over the admin API, when and why.
 */
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { after, described, Instant, limit, page } from "./CommonSchemas.ts"
import { Invalid } from "./Errors.ts"

/** The header with the reason of a change, percent-encoded, where its payload has no member `reason`. */
export const reasonHeader = "x-crossdock-reason"

export const AuditEntry = Schema.Struct({
  id: Schema.String,
  at: Instant,
  who: Schema.String.annotate(described("The name of the account. `admin token` and `Anna (admin token)`: whoever had the admin token, with the name that he gave")),
  via: Schema.Literals(["session", "token"]),
  operation: Schema.String.annotate(described("Such as desk.hold")),
  subject: Schema.String.annotate(described("What it was about: an order number, an id, a name. Empty: the runner, or what `detail` selects")),
  detail: Schema.optionalKey(Schema.String.annotate(described("What else the request says of it, such as the link, or what it selects"))),
  link: Schema.optionalKey(Schema.String.annotate(described("The link of the order that it was about"))),
  number: Schema.optionalKey(Schema.String.annotate(described("The number of the one order that it was about"))),
  reason: Schema.optionalKey(Schema.String),
  effect: Schema.optionalKey(Schema.String.annotate(described("What came of it, such as how many of how many orders were held, or what was revealed"))),
  from: Schema.optionalKey(Schema.String.annotate(described("A setting before it"))),
  to: Schema.optionalKey(Schema.String.annotate(described("The setting after it"))),
  times: Schema.optionalKey(Schema.Int.annotate(described("How many acts of the same account in the same minute were refused and have no row of their own, this one counted. Absent: this row is of one act"))),
  outcome: Schema.optionalKey(Schema.String.annotate(described("done, partly, nothing, or the code of the refusal. Absent: it is under way, or was when the runner stopped"))),
  requestId: Schema.String.annotate(described("What the caller got as x-request-id")),
  address: Schema.optionalKey(Schema.String)
})
export type AuditEntry = typeof AuditEntry.Type

export const AuditPage = page(AuditEntry)

export const AuditGroup = HttpApiGroup.make("audit").add(
  HttpApiEndpoint.get("list", "/", {
    query: {
      limit,
      after,
      who: Schema.optionalKey(Schema.NonEmptyString),
      operation: Schema.optionalKey(Schema.NonEmptyString),
      subject: Schema.optionalKey(Schema.NonEmptyString),
      number: Schema.optionalKey(Schema.NonEmptyString.annotate(described("Only what was about the order with this number"))),
      since: Schema.optionalKey(Instant),
      until: Schema.optionalKey(Instant)
    },
    success: AuditPage,
    error: Invalid
  })
).prefix("/admin/audit")

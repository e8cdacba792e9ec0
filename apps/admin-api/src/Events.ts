/**
 * What changes in the runner, as hints in the admin API: whoever gets one asks again for what he shows. A hint has no data, so rights are
 * checked in one place, and one that is lost costs freshness only.
 */
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiError, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { described } from "./CommonSchemas.ts"
import { Unavailable } from "./Errors.ts"

/** What may have changed. `creates` are creates at peers, `names` those of warehouses, channels and SKUs. */
export const Topic = Schema.Literals(["orders", "desk", "creates", "deliveries", "calls", "connections", "links", "names", "stock", "books", "findings", "people", "audit"])
export type Topic = typeof Topic.Type

export const Hint = Schema.Struct({
  topics: Schema.Array(Topic).annotate(described("What may have changed since the hint before. Empty: the line still works, and nothing did")),
  build: Schema.optionalKey(Schema.String.annotate(described("Of the first event of a line: which build of the console the runner serves. Absent: it serves none")))
})
export type Hint = typeof Hint.Type

/** So many lines are open already. */
export class TooManyLines
  extends HttpApiError.Problem<TooManyLines>()("TooManyLines", { type: "about:blank", status: 429, title: "Too Many Requests" }, { code: Schema.String, message: Schema.String })
{}

export const EventsGroup = HttpApiGroup.make("events").add(
  HttpApiEndpoint.get("stream", "/", {
    success: HttpApiSchema.StreamSse({ data: Hint }),
    error: [TooManyLines, Unavailable]
  })
).prefix("/admin/events")

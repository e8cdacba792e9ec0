/**
 * The runner itself: its composition, what it found beside the documents, and how long it keeps what is over.
 */
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { described, Instant, limit } from "./CommonSchemas.ts"

export const DriftFinding = Schema.Struct({
  scope: Schema.String,
  place: Schema.String,
  path: Schema.String,
  message: Schema.String,
  times: Schema.Int,
  firstAt: Instant,
  lastAt: Instant
})
export type DriftFinding = typeof DriftFinding.Type

export const RetentionReport = Schema.Struct({
  rules: Schema.Array(
    Schema.Struct({
      what: Schema.String,
      setting: Schema.String.annotate(described("Of the composition, such as retention.delivered")),
      days: Schema.Finite.annotate(described("So long it is kept after it is over"))
    })
  ),
  removed: Schema.Array(Schema.Struct({ at: Instant, message: Schema.String })).annotate(
    described("What of dead letters and orders was removed, the newest first")
  )
})
export type RetentionReport = typeof RetentionReport.Type

export const CompositionCheck = Schema.Struct({
  ok: Schema.Boolean,
  connections: Schema.Int,
  links: Schema.Int,
  receivers: Schema.Int,
  notes: Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String }))
})
export type CompositionCheck = typeof CompositionCheck.Type

export const RestoreState = Schema.Struct({
  isRestored: Schema.Boolean.annotate(described("It works on a restored backup, sends nothing unasked, and asks the warehouse before each create")),
  since: Schema.optionalKey(Instant),
  doubtful: Schema.Int.annotate(described("Creates of which nobody knows whether the warehouse has them")),
  deliveries: Schema.Int.annotate(described("Deliveries that go out once it has ended"))
})
export type RestoreState = typeof RestoreState.Type

export const DriftList = Schema.Struct({ items: Schema.Array(DriftFinding) })

export const RunnerGroup = HttpApiGroup.make("runner").add(
  HttpApiEndpoint.get("drift", "/drift", { query: { limit, scope: Schema.optionalKey(Schema.String) }, success: DriftList }),
  HttpApiEndpoint.get("composition", "/composition", { success: CompositionCheck }),
  HttpApiEndpoint.get("restore", "/restore", { success: RestoreState }),
  HttpApiEndpoint.post("endRestore", "/restore/end", { success: RestoreState }),
  HttpApiEndpoint.get("retention", "/retention", { query: { limit }, success: RetentionReport })
).prefix("/admin")

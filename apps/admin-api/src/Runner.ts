/**
 * The runner itself in the admin API: its composition, drift of peers from their documents, and retention.
 */
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { described, Instant, limit } from "./CommonSchemas.ts"
import { Conflict } from "./Errors.ts"

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
      setting: Schema.String.annotate(described("Setting of the composition file, such as retention.delivered")),
      days: Schema.Finite.annotate(described("How long it is kept after it is finished"))
    })
  ),
  removed: Schema.Array(Schema.Struct({ at: Instant, message: Schema.String })).annotate(
    described("Dead letters and orders that were removed, newest first")
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
  isRestored: Schema.Boolean.annotate(described("Whether the runner works on a restored backup: it sends deliveries only when asked, and asks the warehouse before each create")),
  since: Schema.optionalKey(Instant),
  doubtful: Schema.Int.annotate(described("Number of creates that the warehouse may or may not have")),
  deliveries: Schema.Int.annotate(described("Number of deliveries that are sent when the restore mode ends")),
  unread: Schema.Array(Schema.String).annotate(described("Links of shops that were not read past the start of the mode. Their orders from after the backup may be at warehouses and are not known yet"))
})
export type RestoreState = typeof RestoreState.Type

export const RunnerFinding = Schema.Struct({
  id: Schema.String.annotate(described("The same for as long as the same thing is wrong at the same place, on every node")),
  code: Schema.String,
  severity: Schema.Literals(["critical", "error", "warning"]).annotate(described("`critical`: now. `error`: today. `warning`: in time")),
  where: Schema.String,
  message: Schema.optionalKey(Schema.String.annotate(described("Only while it lasts"))),
  next: Schema.optionalKey(Schema.String.annotate(described("What to do about it. Only while it lasts"))),
  since: Instant,
  endedAt: Schema.optionalKey(Instant),
  toldAt: Schema.optionalKey(Instant.annotate(described("When a message about it was last written")))
})
export type RunnerFinding = typeof RunnerFinding.Type

export const FindingList = Schema.Struct({ items: Schema.Array(RunnerFinding) })

export const NotifierTest = Schema.Struct({
  channels: Schema.Array(Schema.Struct({ channel: Schema.String, sent: Schema.Boolean }))
}).annotate(described("Whether each channel took a message that says that it is a test"))
export type NotifierTest = typeof NotifierTest.Type

export const DriftList = Schema.Struct({ items: Schema.Array(DriftFinding) })

export const KeyChange = Schema.Struct({
  startedAt: Instant,
  sealed: Schema.Int.annotate(described("Stored texts that were encrypted with the new key so far, without those that were written with it")),
  doneAt: Schema.optionalKey(Instant.annotate(described("Since when the new key opens every text. Absent: wait"))),
  isStartedWithNew: Schema.Boolean.annotate(described("Whether this node was started with the new key")),
  isEnding: Schema.Boolean.annotate(described("Whether the change was ended, so that the old key is forgotten after a last look at every text"))
})
export type KeyChange = typeof KeyChange.Type

export const KeyState = Schema.Struct({ change: Schema.optionalKey(KeyChange) })

export const NewKey = Schema.Struct({
  key: Schema.RedactedFromValue(Schema.NonEmptyString.annotate({ description: "The new CROSSDOCK_SECRET_KEY: 32 random bytes in Base64", writeOnly: true }), { label: "key" }),
  who: Schema.optionalKey(Schema.NonEmptyString)
})

export const RunnerGroup = HttpApiGroup.make("runner").add(
  HttpApiEndpoint.get("drift", "/drift", { query: { limit, scope: Schema.optionalKey(Schema.String) }, success: DriftList }),
  HttpApiEndpoint.get("findings", "/findings", {
    query: { limit, ended: Schema.optionalKey(Schema.Boolean.annotate(described("Those that ended, the newest first, in place of those that last"))) },
    success: FindingList
  }),
  HttpApiEndpoint.post("testNotifier", "/findings/test", { success: NotifierTest, error: Conflict }),
  HttpApiEndpoint.get("composition", "/composition", { success: CompositionCheck }),
  HttpApiEndpoint.get("restore", "/restore", { success: RestoreState }),
  HttpApiEndpoint.post("endRestore", "/restore/end", {
    query: {
      withUnread: Schema.optionalKey(Schema.Boolean.annotate(described("Ends the mode although shops were not read past its start"))),
      who: Schema.optionalKey(Schema.NonEmptyString)
    },
    success: RestoreState,
    error: Conflict
  }),
  HttpApiEndpoint.get("keyState", "/secret-key", { success: KeyState }),
  HttpApiEndpoint.post("changeKey", "/secret-key/change", { payload: NewKey, success: KeyState, error: Conflict }),
  HttpApiEndpoint.post("finishKey", "/secret-key/finish", { query: { who: Schema.optionalKey(Schema.NonEmptyString) }, success: KeyState, error: Conflict }),
  HttpApiEndpoint.get("retention", "/retention", { query: { limit }, success: RetentionReport })
).prefix("/admin")

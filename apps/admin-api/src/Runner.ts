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

/** How a finding is ended. */
const FindingEnd = Schema.Literals(["operation", "setting", "shell", "itself"]).annotate(
  described("operation: a person ends it in the console, by an operation of this API; setting: the composition or a setting is to be changed; shell: a command is to be typed, or something is to be done at the machine or the peer; itself: it ends by itself")
)

/** What ends a finding. */
export const FindingRemedy = Schema.Struct({
  by: FindingEnd,
  operation: Schema.optionalKey(Schema.String.annotate(described("Group and name of an operation of this API, such as connections.resume"))),
  text: Schema.String.annotate(described("The same as `next`")),
  commands: Schema.Array(Schema.String).annotate(described("The commands in the text, with the names in them, in their order")),
  page: Schema.optionalKey(Schema.String.annotate(described("The address of the page of the console on which it is ended, or on which more of it is seen")))
})

export const RunnerFinding = Schema.Struct({
  id: Schema.String.annotate(described("The same for as long as the same thing is wrong at the same place, on every node")),
  code: Schema.String,
  severity: Schema.Literals(["critical", "error", "warning"]).annotate(described("`critical`: now. `error`: today. `warning`: in time")),
  where: Schema.String,
  message: Schema.optionalKey(Schema.String.annotate(described("Only while it lasts"))),
  next: Schema.optionalKey(Schema.String.annotate(described("What to do about it. Only while it lasts"))),
  title: Schema.String.annotate(described("What the code says, in one sentence that quotes nobody")),
  weight: Schema.Int.annotate(described("3: critical, 2: error, 1: warning. The list begins with the heaviest")),
  subject: Schema.Struct({
    kind: Schema.Literals(["connection", "link", "caller", "other"]),
    id: Schema.String
  }).annotate(described("What it is about: the id of a connection, the scope of a link, the protocol and id of a caller, or else `where`")),
  params: Schema.Record(Schema.String, Schema.String).annotate(described("What the sentence names, so that it can be said in another language")),
  remedy: Schema.optionalKey(FindingRemedy.annotate(described("What ends it. Only while it lasts"))),
  since: Instant,
  endedAt: Schema.optionalKey(Instant),
  toldAt: Schema.optionalKey(Instant.annotate(described("When a message about it was last written")))
})
export type RunnerFinding = typeof RunnerFinding.Type

export const RunnerNode = Schema.Struct({
  id: Schema.String,
  startedAt: Instant,
  leaseUntil: Instant.annotate(described("Until when it counts as alive without a further sign")),
  isThis: Schema.Boolean.annotate(described("It is the node that answered"))
})
export type RunnerNode = typeof RunnerNode.Type

export const NodeList = Schema.Struct({ items: Schema.Array(RunnerNode) })

export const RunnerState = Schema.Struct({
  version: Schema.String,
  schema: Schema.String.annotate(described("The last migration of the database")),
  database: Schema.Literals(["sqlite", "postgres"]),
  timeZone: Schema.String.annotate(described("The zone of the machine. All times of this API are in UTC")),
  now: Instant.annotate(described("The time of the database")),
  publicUrl: Schema.optionalKey(Schema.String.annotate(described("Absent if CROSSDOCK_PUBLIC_URL is not set"))),
  hasDesk: Schema.Boolean,
  nodes: Schema.Int.annotate(described("How many nodes are alive"))
})
export type RunnerState = typeof RunnerState.Type

export const FindingList = Schema.Struct({ items: Schema.Array(RunnerFinding) })

/** A kind of finding: its code, whether or not there is one now. */
export const FindingKind = Schema.Struct({
  code: Schema.String,
  title: Schema.String.annotate(described("What the code says, in one sentence")),
  ending: Schema.String.annotate(described("How it ends, in a few words: what a person does, or what it waits for. `next` of a finding says it with the names")),
  foundBy: Schema.Literals(["runner", "doctor"]).annotate(described("runner: a runner that is up finds it; doctor: only `crossdock doctor` does, because it looks deeper, or because the runner does not start")),
  by: FindingEnd,
  operation: Schema.optionalKey(Schema.String.annotate(described("Group and name of an operation of this API, such as connections.resume")))
})
export type FindingKind = typeof FindingKind.Type

export const FindingKindList = Schema.Struct({ items: Schema.Array(FindingKind) })

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

export const NodesGroup = HttpApiGroup.make("nodes").add(
  HttpApiEndpoint.get("list", "/", { success: NodeList })
).prefix("/admin/nodes")

export const RunnerGroup = HttpApiGroup.make("runner").add(
  HttpApiEndpoint.get("show", "/runner", { success: RunnerState }),
  HttpApiEndpoint.get("drift", "/drift", { query: { limit, scope: Schema.optionalKey(Schema.String) }, success: DriftList }),
  HttpApiEndpoint.get("findings", "/findings", {
    query: { limit, ended: Schema.optionalKey(Schema.Boolean.annotate(described("Those that ended, the newest first, in place of those that last"))) },
    success: FindingList
  }),
  HttpApiEndpoint.get("findingKinds", "/findings/kinds", { success: FindingKindList }),
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

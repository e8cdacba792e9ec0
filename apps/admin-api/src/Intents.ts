/**
 * Intents (creates at a warehouse) in the admin API, and a person's decision about one whose outcome is unknown.
 */
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Attempt, OrderKind, Said } from "./History.ts"
import { Conflict, Invalid, NotFound } from "./Errors.ts"
import { after, causes, described, Instant, limit, page, revealing } from "./CommonSchemas.ts"

export const IntentState = Schema.Literals(["Pending", "InFlight", "Delivered", "Doubtful", "Dead", "Cancelled"])

export const Intent = Schema.Struct({
  id: Schema.String,
  scope: Schema.String,
  connection: Schema.String,
  operation: Schema.String,
  kind: OrderKind,
  number: Schema.String,
  numberSent: Schema.String,
  generation: Schema.Int,
  state: IntentState,
  heldBecause: Schema.optionalKey(Schema.String),
  attempts: Schema.Int,
  queries: Schema.Int,
  absences: Schema.Int.annotate(described("How many queries prove that the peer does not have it; only queries with enough time between them count")),
  isAskedAgain: Schema.Boolean,
  isCancelWanted: Schema.Boolean.annotate(described("A cancel waits for the outcome of the create, or for the answer of the peer")),
  decidedBlind: Schema.optionalKey(
    Schema.Struct({
      who: Schema.String,
      at: Instant,
      is: Schema.Literals(["asking", "sent", "right", "wrong", "seen", "overtaken", "unanswerable"]).annotate(
        described("asking: the peer is asked until it has answered; sent: it was sent again; right, wrong: what the peer has shown since; seen: wrong, and a person has looked at it; overtaken: the order was created again; unanswerable: the peer has no query that could tell")
      )
    }).annotate(described("A person decided although the peer could not be asked"))
  ),
  peerNumber: Schema.optionalKey(Schema.String),
  failure: Schema.optionalKey(Schema.String),
  dueAt: Schema.optionalKey(Instant),
  createdAt: Instant,
  updatedAt: Instant
})
export type Intent = typeof Intent.Type

export const IntentDetail = Schema.Struct({
  ...Intent.fields,
  attemptList: Schema.Array(Attempt),
  history: Schema.Array(Said),
  asked: Schema.Json.annotate(described("What the ERP requested; personal data is masked unless revealed")),
  sent: Schema.Json.annotate(described("What is sent to the peer; personal data is masked unless revealed")),
  isRevealed: Schema.Boolean
})
export type IntentDetail = typeof IntentDetail.Type

export const IntentPage = page(Intent)

/** Creates that wait for the same cause. */
export const IntentCause = Schema.Struct({
  state: IntentState,
  connection: Schema.String,
  cause: Schema.optionalKey(Schema.String.annotate(described("What the peer or the runner says of the newest of them, with personal data masked. Absent: nothing is stored"))),
  count: Schema.Int,
  oldestAt: Instant,
  newestAt: Instant,
  newest: Schema.Struct({ id: Schema.String, scope: Schema.String, kind: OrderKind, number: Schema.String })
})
export type IntentCause = typeof IntentCause.Type
export const IntentCauses = causes(IntentCause)

const Decision = Schema.Literals(["Delivered", "Pending", "Dead"])

/** Selects Doubtful creates that match all given members. An empty selection needs `isAll: true`. */
export const DoubtfulSelection = Schema.Struct({
  decision: Decision,
  ids: Schema.optionalKey(Schema.Array(Schema.String).check(Schema.isMaxLength(1000))),
  cause: Schema.optionalKey(Schema.NonEmptyString.annotate(described("Part of the failure; upper and lower case are equal"))),
  connection: Schema.optionalKey(Schema.NonEmptyString),
  link: Schema.optionalKey(Schema.NonEmptyString.annotate(described("Only orders of this link, by its scope or id"))),
  since: Schema.optionalKey(Instant.annotate(described("Created at or after this time"))),
  until: Schema.optionalKey(Instant.annotate(described("Created before this time"))),
  isAll: Schema.optionalKey(Schema.Boolean),
  confirm: Schema.optionalKey(Schema.Boolean.annotate(described("Decide them. Default: false, and they are only counted"))),
  who: Schema.optionalKey(Schema.NonEmptyString),
  reason: Schema.optionalKey(Schema.NonEmptyString.annotate(described("Why, for the history of each order; required to decide"))),
  limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })).annotate(described("How many one request decides at most. Default: 100"))),
  after
})
export type DoubtfulSelection = typeof DoubtfulSelection.Type

/** How many Doubtful creates were decided, and why others were not. */
export const DecidedIntents = Schema.Struct({
  count: Schema.Int.annotate(described("How many are selected, from the cursor on")),
  decided: Schema.Int,
  isDone: Schema.Boolean,
  refused: Schema.Array(Schema.Struct({
    code: Schema.String,
    message: Schema.String,
    count: Schema.Int,
    example: Schema.Struct({ id: Schema.String, number: Schema.String })
  })).annotate(described("Why some were not decided, with the first of each: the peer shows the contrary, or could not be asked. Decide those one by one")),
  sample: Schema.Array(Intent).annotate(described("The first few selected ones")),
  next: Schema.optionalKey(Schema.String.annotate(described("Send the request again with it as `after`: a request decides a bounded number, because the peer is asked about each")))
})
export type DecidedIntents = typeof DecidedIntents.Type

export const IntentsGroup = HttpApiGroup.make("intents").add(
  HttpApiEndpoint.get("list", "/", {
    query: {
      limit,
      after,
      /** Default: waiting, which means Doubtful or held. */
      state: Schema.optionalKey(Schema.Union([IntentState, Schema.Literals(["waiting", "any"])])),
      connection: Schema.optionalKey(Schema.String)
    },
    success: IntentPage
  }),
  HttpApiEndpoint.get("causes", "/causes", { query: { connection: Schema.optionalKey(Schema.String) }, success: IntentCauses }),
  HttpApiEndpoint.post("decideAll", "/decide", { payload: DoubtfulSelection, success: DecidedIntents, error: NotFound }),
  HttpApiEndpoint.get("show", "/:id", {
    params: { id: Schema.String },
    success: IntentDetail,
    error: NotFound
  }),
  HttpApiEndpoint.post("reveal", "/:id/reveal", { params: { id: Schema.String }, payload: Schema.Struct(revealing), success: IntentDetail, error: [NotFound, Invalid] }),
  HttpApiEndpoint.post("decide", "/:id/decide", {
    params: { id: Schema.String },
    payload: Schema.Struct({
      decision: Decision,
      peerNumber: Schema.optionalKey(Schema.NonEmptyString),
      isConfirmed: Schema.optionalKey(Schema.Boolean.annotate(described("Confirms Delivered although the warehouse does not show the order, any decision although the warehouse could not be asked, and Pending although the ERP wants the order cancelled"))),
      who: Schema.optionalKey(Schema.NonEmptyString),
      reason: Schema.optionalKey(Schema.NonEmptyString.annotate(described("Why, for the history of the order")))
    }),
    success: Intent,
    error: [NotFound, Conflict]
  }),
  HttpApiEndpoint.post("reopen", "/:id/reopen", {
    params: { id: Schema.String },
    payload: Schema.Struct({ who: Schema.optionalKey(Schema.NonEmptyString) }),
    success: Intent,
    error: [NotFound, Conflict]
  })
).prefix("/admin/intents")

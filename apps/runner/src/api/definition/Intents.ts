/**
 * Intents (creates at a warehouse) in the admin API, and a person's decision about one whose outcome is unknown.
 */
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Attempt, OrderKind, Said } from "./History.ts"
import { Conflict, NotFound } from "./Errors.ts"
import { after, described, Instant, limit, page } from "./CommonSchemas.ts"

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
  HttpApiEndpoint.get("show", "/:id", {
    params: { id: Schema.String },
    query: { reveal: Schema.optionalKey(Schema.Boolean) },
    success: IntentDetail,
    error: NotFound
  }),
  HttpApiEndpoint.post("decide", "/:id/decide", {
    params: { id: Schema.String },
    payload: Schema.Struct({
      decision: Schema.Literals(["Delivered", "Pending", "Dead"]),
      peerNumber: Schema.optionalKey(Schema.NonEmptyString),
      isConfirmed: Schema.optionalKey(Schema.Boolean.annotate(described("Confirms Delivered although the warehouse does not show the order, any decision although the warehouse could not be asked, and Pending although the ERP wants the order cancelled"))),
      who: Schema.optionalKey(Schema.NonEmptyString)
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

/**
 * Connections in the admin API: responses, and the requests that add and change them at run time.
 */
import { erpFields } from "@crossdock/config"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Conflict, NotFound, NotTaken } from "./Errors.ts"
import { abandoning, ContractId, created, described, Instant, openOrders, problems, wholly } from "./CommonSchemas.ts"
import { Link, Origin } from "./Links.ts"

/** State of the endpoint of an ERP connection, as this node sees it. Each node has its own share of the requests. */
export const Endpoint = Schema.Struct({
  underWay: Schema.Int,
  share: Schema.Int.annotate(described("Maximum number of concurrent requests; it shrinks after a failure and grows with each success")),
  failures: Schema.Int.annotate(described("Consecutive failures")),
  closedUntil: Schema.optionalKey(Instant.annotate(described("No requests are sent before this time. If absent, requests are sent as usual")))
}).annotate(described("If absent, nothing was sent there since this process started"))

/** How fast calls may come, as the plugin states it and the answers of the peer have told it to this node. */
const rate = {
  perSecond: Schema.Finite.annotate(described("Calls per second, or points if calls cost other than 1")),
  burst: Schema.Finite.annotate(described("How many may follow each other at once")),
  cost: Schema.Finite.annotate(described("What a call costs; 1 unless the answers of the peer tell costs"))
}

/** What is the matter with a connection. */
export const HealthCause = Schema.Struct({
  code: Schema.Literals(["PAUSED", "CALLS_FAIL", "POLLS_FAIL", "DELIVERIES_FAIL", "AUTHORIZATION_REFUSED", "AUTHORIZATION_NEEDED", "RENEWAL_FAILS", "CREATES_WAIT", "DELIVERIES_DEAD"]),
  params: Schema.Record(Schema.String, Schema.String).annotate(described("Numbers of the text, and `because`, the words of the peer or of the person")),
  text: Schema.String,
  since: Schema.optionalKey(Instant)
})
export type HealthCause = typeof HealthCause.Type

export const ConnectionHealth = Schema.Struct({
  is: Schema.Literals(["ok", "failing", "paused", "waiting"]).annotate(
    described("failing: calls to it fail; paused: nothing is sent there; waiting: something there waits for a person")
  ),
  causes: Schema.Array(HealthCause).annotate(described("Everything that is the matter, the gravest first"))
})
export type ConnectionHealth = typeof ConnectionHealth.Type

export const Connection = Schema.Struct({
  id: Schema.String,
  plugin: Schema.String,
  title: Schema.String,
  contract: ContractId,
  origin: Origin,
  environment: Schema.Literals(["production", "test"]),
  timeZone: Schema.String,
  apiUrlAllow: Schema.optionalKey(Schema.Array(Schema.String).annotate(described("Addresses that a gateway caller may give in its header apiUrl"))),
  callsPerSecond: Schema.optionalKey(Schema.Finite.annotate(described("As configured, for operations that are not in rates. Absent: no limit"))),
  rate: Schema.optionalKey(Schema.Struct(rate).annotate(described("The rate of operations that are not in rates, as this node believes it now. Absent: no limit"))),
  rates: Schema.optionalKey(Schema.Array(Schema.Struct({ operation: Schema.String, ...rate })).annotate(described("The operations whose rate the peer counts by itself"))),
  pollSeconds: Schema.Finite,
  paused: Schema.optionalKey(Schema.Struct({ because: Schema.String, at: Instant })),
  offers: Schema.Array(Schema.String),
  links: Schema.Array(Link),
  callback: Schema.optionalKey(
    Schema.Struct({
      path: Schema.String.annotate(described("Paths on the public listener")),
      url: Schema.optionalKey(Schema.String.annotate(described("Absent if CROSSDOCK_PUBLIC_URL is not set"))),
      addresses: Schema.Array(Schema.String).annotate(described("Complete addresses for the peer; only paths if CROSSDOCK_PUBLIC_URL is not set"))
    }).annotate(described("Where the peer sends callbacks. If absent, the plugin accepts none"))
  ),
  subscription: Schema.optionalKey(
    Schema.Struct({
      id: Schema.String.annotate(described("Id that the vendor gave to the subscription")),
      callbackUrl: Schema.String,
      expiresAt: Schema.optionalKey(Instant),
      updatedAt: Instant
    }).annotate(described("Subscription to callbacks at the vendor, if the vendor has such subscriptions"))
  ),
  authorization: Schema.optionalKey(
    Schema.Struct({
      is: Schema.Literals(["needed", "authorized", "refused"]).annotate(
        described("needed: nobody has authorized it yet; refused: the peer no longer renews the credential, so a person must authorize it again")
      ),
      since: Schema.optionalKey(Instant.annotate(described("When the current credential was obtained"))),
      until: Schema.optionalKey(Instant.annotate(described("When it expires; the plugin renews it before. If absent, it does not expire"))),
      because: Schema.optionalKey(Schema.String.annotate(described("Why it was refused"))),
      renewalFails: Schema.optionalKey(Schema.Struct({ since: Instant, because: Schema.String })),
      unfinished: Schema.optionalKey(
        Schema.Int.annotate(described("Exchanges of credentials that did not finish, for example because a node died; a credential that the peer issued then may be lost"))
      )
    }).annotate(described("Credential that was obtained at run time. If absent, the settings hold all credentials"))
  ),
  openOrders: Schema.Int.annotate(described("Outbound and inbound orders that are not finished at the peer")),
  oldestOpenAt: Schema.optionalKey(Instant),
  lastPolledAt: Schema.optionalKey(Instant.annotate(described("Last complete and successful round of polls"))),
  pollsFail: Schema.optionalKey(
    Schema.Struct({ since: Instant, because: Schema.String }).annotate(described("Since when no round of polls has succeeded, of the connection or of the link that has failed the longest, and the peer's message"))
  ),
  callsFail: Schema.optionalKey(
    Schema.Struct({ since: Instant, because: Schema.String }).annotate(described("Since when no call to the peer was answered, whatever the operation, and how the first of them failed"))
  ),
  waitingIntents: Schema.Int.annotate(described("Creates that are Doubtful, or held for a mapping or a pause")),
  dueDeliveries: Schema.Int.annotate(described("Deliveries that are due and not held behind another one")),
  oldestDueAt: Schema.optionalKey(Instant),
  heldDeliveries: Schema.Int.annotate(described("Deliveries that wait for an earlier one of the same order")),
  deadDeliveries: Schema.Int,
  failingSince: Schema.optionalKey(Instant.annotate(described("Every attempt since then has failed; the connection is paused after five days"))),
  health: ConnectionHealth,
  endpoint: Schema.optionalKey(Endpoint)
})
export type Connection = typeof Connection.Type

export const TestStep = Schema.Struct({
  step: Schema.Literals(["address", "encryption", "credentials", "warehouses", "channels", "stock", "locations", "carriers", "orders", "deliveries"]),
  outcome: Schema.Literals(["ok", "failed", "skipped"]),
  message: Schema.String,
  tookMillis: Schema.Int
})
export type TestStep = typeof TestStep.Type

export const TestReport = Schema.Struct({ connection: Schema.String, ok: Schema.Boolean, steps: Schema.Array(TestStep) })
export type TestReport = typeof TestReport.Type

/**
 * A stored connection that is not valid any more. It is kept with its secrets but not used until its settings are
 * corrected, its plugin is back, or it is removed.
 */
export const Misfit = Schema.Struct({
  id: Schema.String,
  plugin: Schema.String,
  links: Schema.Array(Schema.String).annotate(described("Scopes of its links, which are not used either")),
  problems
}).annotate(described("A stored connection that is not valid any more"))
export type Misfit = typeof Misfit.Type

/** A connection that does not exist but has deliveries waiting. Nothing is sent until it exists again. */
export const Unserved = Schema.Struct({
  id: Schema.String,
  deliveries: Schema.Int.annotate(described("Number of deliveries that wait for it"))
}).annotate(described("A connection that is neither declared nor stored, but has deliveries waiting"))
export type Unserved = typeof Unserved.Type

export const ConnectionList = Schema.Struct({ items: Schema.Array(Connection), misfits: Schema.Array(Misfit), unserved: Schema.Array(Unserved) })
export const Resumed = Schema.Struct({ connection: Connection, released: Schema.Int })

export const Removed = Schema.Struct({
  id: Schema.String,
  links: Schema.Array(Schema.String).annotate(described("Links that were removed with it")),
  openOrders
})
export type Removed = typeof Removed.Type

/** At most a week; a longer interval is a mistake. */
const longest = Duration.days(7)

const span = (description: string, isPositive: boolean) =>
  Schema.String.check(Schema.makeFilter((text) => {
    const read = Option.getOrUndefined(Duration.fromInput(text as Duration.Input))
    return (read !== undefined && Duration.isLessThanOrEqualTo(read, longest) &&
      (isPositive ? Duration.isGreaterThan : Duration.isGreaterThanOrEqualTo)(read, Duration.zero)) ||
      "Expected a time such as `30 seconds` or `5 minutes`, of 7 days at most"
  })).annotate(described(description))

/** Redacted as a whole, because it holds secrets and requests may be logged. */
const Settings = Schema.RedactedFromValue(Schema.Record(Schema.String, Schema.Json), { label: "settings" })

const ErpFields = Schema.RedactedFromValue(Schema.Record(Schema.Literals(erpFields), Schema.optionalKey(Schema.NonEmptyString)), { label: "erpFields" })

export const NewConnection = Schema.Struct({
  id: Schema.String.check(Schema.makeFilter((id) => !/^\.{1,2}$/.test(id) || "Expected a name, not a dot")).annotate(
    described("1 to 64 letters, digits, dots, dashes and underscores; cannot be changed later")
  ),
  plugin: Schema.String.annotate(described("Id of a plugin of the composition; GET /admin/plugins lists them")),
  timeZone: Schema.optionalKey(Schema.String.annotate(described("IANA time zone, or an offset such as UTC+8. Default: UTC+8"))),
  environment: Schema.optionalKey(Schema.Literals(["production", "test"]).annotate(described("Default: production"))),
  apiUrlAllow: Schema.optionalKey(
    Schema.Array(Schema.String).annotate(described("Addresses of this peer that a gateway caller may give in its header apiUrl. Default: none"))
  ),
  pollInterval: Schema.optionalKey(span("Such as `30 seconds`. Default: the plugin's value, else 60 seconds", true)),
  visibilityDelay: Schema.optionalKey(
    span("How long the peer may take to show what it has already done. Default: the plugin's value, else 60 seconds", false)
  ),
  standstillAfter: Schema.optionalKey(span("An order without news for this long is reported. Default: 3 days", true)),
  callbackTopics: Schema.optionalKey(
    Schema.Array(Schema.String).annotate(described("The events that the peer is to send, in its own words. Default: all that the plugin can read"))
  ),
  callsPerSecond: Schema.optionalKey(
    Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(10_000)).annotate(described("Absent: 10 to a warehouse, no limit to an ERP"))
  ),
  refusals: Schema.optionalKey(
    Schema.Literals(["final", "in doubt"]).annotate(
      described("What a refusal in words that nobody lists means: `final`, or `in doubt` for a peer that may act nevertheless, so that it is asked. Default: final")
    )
  ),
  erpFields: Schema.optionalKey(
    ErpFields.annotate(described("Credentials by the fields in which the ERP keeps them, for plugins that declare a setting for each. A value in settings takes precedence"))
  ),
  settings: Settings.annotate(described("As defined by the schema of the plugin; secrets in plain text"))
})
export type NewConnection = typeof NewConnection.Type

/** New values for some of the settings; the others stay. */
export const Rotation = Schema.Struct({ settings: Settings })

export const AuthorizationLink = Schema.Struct({
  url: Schema.String.annotate(described("Open it in a browser and grant access; it works once")),
  redirectUrl: Schema.String.annotate(described("Where the peer sends the person afterwards; some peers require it to be registered first")),
  expiresAt: Instant
})

export const ConnectionsGroup = HttpApiGroup.make("connections").add(
  HttpApiEndpoint.get("list", "/", { success: ConnectionList }),
  HttpApiEndpoint.get("show", "/:id", { params: { id: Schema.String }, success: Connection, error: NotFound }),
  HttpApiEndpoint.post("add", "/", { payload: NewConnection, success: Connection.pipe(created), error: NotTaken })
    .annotate(HttpApi.PayloadParseOptions, wholly),
  HttpApiEndpoint.post("rotate", "/:id/rotate", {
    params: { id: Schema.String },
    payload: Rotation,
    success: Connection,
    error: [NotFound, Conflict, NotTaken]
  }).annotate(HttpApi.PayloadParseOptions, wholly),
  HttpApiEndpoint.delete("remove", "/:id", {
    params: { id: Schema.String },
    query: abandoning,
    success: Removed,
    error: [NotFound, Conflict, NotTaken]
  }),
  HttpApiEndpoint.post("test", "/:id/test", { params: { id: Schema.String }, success: TestReport, error: NotFound }),
  HttpApiEndpoint.post("authorize", "/:id/authorize", {
    params: { id: Schema.String },
    success: AuthorizationLink,
    error: [NotFound, Conflict]
  }),
  HttpApiEndpoint.post("pause", "/:id/pause", {
    params: { id: Schema.String },
    payload: Schema.Struct({ because: Schema.optionalKey(Schema.NonEmptyString) }),
    success: Connection,
    error: NotFound
  }),
  HttpApiEndpoint.post("resume", "/:id/resume", { params: { id: Schema.String }, success: Resumed, error: NotFound })
).prefix("/admin/connections")

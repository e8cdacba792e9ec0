/**
 * Connections and links in the admin API: responses, and the requests that add them at run time.
 */
import { erpFields } from "@crossdock/config"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Conflict, NotFound, NotTaken } from "./Errors.ts"
import { ContractId, described, Instant } from "./CommonSchemas.ts"

/** Whether the composition file declares it (and only there it can be changed) or it was added at run time. */
export const Origin = Schema.Literals(["declared", "stored"])

const requirement = Schema.Literals(["optional", "required"])

export const Link = Schema.Struct({
  scope: Schema.String.annotate(described("Key of this link in the database, such as warehouse:sandbox")),
  id: Schema.String,
  protocols: Schema.Array(Schema.String),
  erp: Schema.String,
  peer: Schema.String.annotate(described("The connection that the calls of the link lead to; the ERP itself if the protocol is open-api")),
  copyTo: Schema.Array(Schema.String).annotate(described("Further ERP connections that get everything that erp gets from this link")),
  warehouseNames: Schema.Record(Schema.String, Schema.String).annotate(described("Warehouse code of this link for each name that these ERPs use in document 3")),
  visible: Schema.optionalKey(
    Schema.Struct({ warehouses: Schema.Array(Schema.String), shops: Schema.Array(Schema.String) }).annotate(
      described("Open API only: the ERP's warehouses and shops that the caller may see; an empty list allows all")
    )
  ),
  prefix: Schema.String,
  mapping: Schema.Struct({ warehouse: requirement, channel: requirement, sku: requirement }).annotate(
    described("required: an order waits if a name of this kind has no mapping row")
  ),
  origin: Origin
})
export type Link = typeof Link.Type

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

const problems = Schema.Array(Schema.Struct({
  path: Schema.String.annotate(described("JSON pointer into the stored value, such as /settings/serviceUrl")),
  message: Schema.String
}))

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

export const LinkMisfit = Schema.Struct({ scope: Schema.String, erp: Schema.String, peer: Schema.String, problems }).annotate(
  described("A stored link that is not valid any more")
)
export type LinkMisfit = typeof LinkMisfit.Type

/** A connection that does not exist but has deliveries waiting. Nothing is sent until it exists again. */
export const Unserved = Schema.Struct({
  id: Schema.String,
  deliveries: Schema.Int.annotate(described("Number of deliveries that wait for it"))
}).annotate(described("A connection that is neither declared nor stored, but has deliveries waiting"))
export type Unserved = typeof Unserved.Type

export const ConnectionList = Schema.Struct({ items: Schema.Array(Connection), misfits: Schema.Array(Misfit), unserved: Schema.Array(Unserved) })
export const LinkList = Schema.Struct({ items: Schema.Array(Link), misfits: Schema.Array(LinkMisfit) })
export const Resumed = Schema.Struct({ connection: Connection, released: Schema.Int })

export const Removed = Schema.Struct({
  id: Schema.String,
  links: Schema.Array(Schema.String).annotate(described("Links that were removed with it")),
  openOrders: Schema.Int.annotate(described("Open orders whose status is no longer queried; their records are kept"))
})
export type Removed = typeof Removed.Type

export const RemovedLink = Schema.Struct({ scope: Schema.String, openOrders: Removed.fields.openOrders })
export type RemovedLink = typeof RemovedLink.Type

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

/** Default: false, and the request is refused while orders are open. */
const abandoning = { abandonOpen: Schema.optionalKey(Schema.Boolean) }

/** New values for some of the settings; the others stay. */
export const Rotation = Schema.Struct({ settings: Settings })

const secret = (label: string, description: string) =>
  Schema.RedactedFromValue(Schema.NonEmptyString.annotate({ description, writeOnly: true }), { label })

const entrance = {
  protocol: Schema.NonEmptyString.annotate(
    described("Name of the caller's protocol. warehouse: the envelope protocol (document 1); gateway: the gateway protocol (document 2A); platform: the platform interface (document 2B); open-api: the ERP open API (document 3); or a further protocol of the composition")
  ),
  id: Schema.NonEmptyString.annotate(described("appKey for the gateway, appId for the open API, accessId for the others")),
  secretKey: secret("secretKey", "Secret that signs the caller's requests"),
  warehouseSecret: Schema.optionalKey(secret("warehouseSecret", "Expected value of the header `secret`. If absent, the header is ignored")),
  warehouseKey: Schema.optionalKey(Schema.NonEmptyString.annotate(described("Gateway only: key by which the caller identifies this link"))),
  credentials: Schema.optionalKey(
    Schema.Record(Schema.String, secret("credential", "A value in plain text"))
      .annotate(described("What a further protocol declares beside the id and the secret"))
  ),
  shop: Schema.optionalKey(
    Schema.Struct({
      platform: Schema.NonEmptyString.annotate(described("Word for the sales platform that the caller sends")),
      shopId: Schema.NonEmptyString.annotate(described("The ERP's id of the shop, as digits")),
      onlineShopId: Schema.optionalKey(Schema.NonEmptyString.annotate(described("The platform's own id of the shop. If absent, every such id is accepted"))),
      code: Schema.optionalKey(secret("code", "Code that getToken exchanges for tokens. If absent, the link issues no tokens")),
      webHookHosts: Schema.optionalKey(Schema.Array(Schema.NonEmptyString).annotate(described("Hosts, as name or name:port (https, public addresses), and origins such as http://erp.internal:8080 that the caller may announce in webHookUrl, beside those of the ERP connection. An http origin also needs webHookScheme: http in the profile of the link"))),
      labelHosts: Schema.optionalKey(Schema.Array(Schema.NonEmptyString).annotate(described("Where labels that the platform gives as addresses may be fetched: hosts as name or name:port (https, public addresses), or origins such as http://labels.internal:8080. Labels elsewhere are passed on as addresses")))
    }).annotate(described("Platform only: the shop that this link is about"))
  ),
  scope: Schema.optionalKey(
    Schema.Struct({
      warehouses: Schema.optionalKey(Schema.Array(Schema.NonEmptyString).annotate(described("The ERP's names of warehouses. If absent, all"))),
      shops: Schema.optionalKey(Schema.Array(Schema.NonEmptyString).annotate(described("Names of shops in the ERP, for the stock of marketplaces. If absent, all")))
    }).annotate(described("Open API only: what the caller may see and change. Default: everything"))
  ),
  signing: Schema.optionalKey(Schema.Literals(["strict", "lenient"]).annotate(described("Default: strict"))),
  profile: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Boolean])).annotate(
      described("Variants of the protocol to use in responses")
    )
  )
}

export const NewLink = Schema.Struct({
  erp: Schema.String.annotate(described("Id of the ERP connection that gets the reports of the warehouse, or the orders of the shop, or that an open-api caller uses")),
  peer: Schema.optionalKey(Schema.String.annotate(described("Id of the warehouse connection, or of the platform connection if the protocol is platform. Absent if the protocol is open-api"))),
  ...entrance,
  copyTo: Schema.optionalKey(Schema.Array(Schema.String).annotate(described("Ids of further ERP connections that get everything that erp gets from this link"))),
  warehouseNames: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.NonEmptyString).annotate(
      described("Warehouse code of this link for each name that these ERPs use in document 3. An inbound order that such an ERP accepts for the name is announced at this link")
    )
  ),
  prefix: Schema.optionalKey(Schema.String.annotate(described("Prefix for the ERP's numbers and for SKUs without a mapping row, if the warehouse connection has several links"))),
  mapping: Schema.optionalKey(
    Schema.Union([
      requirement,
      Schema.Struct({ warehouse: Schema.optionalKey(requirement), channel: Schema.optionalKey(requirement), sku: Schema.optionalKey(requirement) })
    ]).annotate(described("Which kinds of names must have a mapping row; a single word applies to SKUs. Default: optional"))
  ),
  furtherCallers: Schema.optionalKey(Schema.Array(Schema.Struct(entrance)).annotate(described("Further credentials of the same caller")))
})
export type NewLink = typeof NewLink.Type

/** Reports all problems at once, and refuses unknown members, so that no typing error goes unnoticed. */
const wholly = { errors: "all", onExcessProperty: "error" } as const

const created = HttpApiSchema.status(201)

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

export const Reading = Schema.Struct({
  track: Schema.Literals(["changes", "backfill"]).annotate(described("changes: what changes from now on; backfill: the past that somebody asked for")),
  since: Instant,
  readUntil: Instant.annotate(described("Everything that changed before this time has been read")),
  until: Schema.optionalKey(Instant.annotate(described("Where a backfill ends"))),
  records: Schema.Int.annotate(described("How many orders were stored, for the first time or because they had changed")),
  isEnded: Schema.Boolean
})
export type Reading = typeof Reading.Type

export const ReadingList = Schema.Struct({ items: Schema.Array(Reading) })

/** A new secret of a caller. */
export const NewCallerSecret = Schema.Struct({
  secretKey: secret("secretKey", "The new secret. It must differ from the present one and must not be weak"),
  protocol: Schema.optionalKey(Schema.NonEmptyString.annotate(described("Protocol of the caller. Default: the first of the link"))),
  overlapSeconds: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate(described("For how long the earlier secret is accepted. Default: 86400, one day. 0: it ends at once"))),
  who: Schema.optionalKey(Schema.NonEmptyString.annotate(described("Who changes it, for the audit log")))
})

export const CallerSecret = Schema.Struct({
  protocol: Schema.String.annotate(described("Protocol of the caller")),
  id: Schema.String,
  links: Schema.Array(Schema.String).annotate(described("The links of this caller, which all have the new secret")),
  startedAt: Instant.annotate(described("Since when the new secret is accepted")),
  endsAt: Instant.annotate(described("When the earlier secret ends, or ended")),
  isDeclared: Schema.Boolean.annotate(described("A link of the caller is declared in the composition, whose secret was replaced"))
})
export type CallerSecret = typeof CallerSecret.Type

const SecretUse = Schema.Struct({ at: Instant, by: Schema.String.annotate(described("The address that sent the call")) })

/** Who calls the runner under a key of its own, and its secrets, without their values. */
export const LinkCaller = Schema.Struct({
  protocol: Schema.String,
  id: Schema.String,
  links: Schema.Array(Schema.String),
  isDeclared: Schema.Boolean.annotate(described("One of its links is declared in the composition")),
  changedAt: Schema.optionalKey(Instant.annotate(described("When the secret was last changed while the runner ran"))),
  earlierUntil: Schema.optionalKey(Instant.annotate(described("When the earlier secret ends, or ended. Absent: there is one secret"))),
  earlierUsed: Schema.optionalKey(SecretUse.annotate(described("The last call that was signed with the earlier secret while it was valid"))),
  endedUsed: Schema.optionalKey(SecretUse.annotate(described("The last call that was signed with it after it had ended"))),
  calls: Schema.Int.annotate(described("Calls at its links in the last 24 hours")),
  refused: Schema.Int.annotate(described("Calls of these that were refused")),
  signatures: Schema.Int.annotate(described("Calls of these that were refused because of their signature"))
})
export type LinkCaller = typeof LinkCaller.Type

export const LinkCallerList = Schema.Struct({ items: Schema.Array(LinkCaller) })

export const LinksGroup = HttpApiGroup.make("links").add(
  HttpApiEndpoint.get("list", "/", { success: LinkList }),
  HttpApiEndpoint.get("callers", "/callers", { success: LinkCallerList }),
  HttpApiEndpoint.post("add", "/", { payload: NewLink, success: Link.pipe(created), error: NotTaken })
    .annotate(HttpApi.PayloadParseOptions, wholly),
  HttpApiEndpoint.delete("remove", "/:scope", {
    params: { scope: Schema.String },
    query: abandoning,
    success: RemovedLink,
    error: [NotFound, Conflict, NotTaken]
  }),
  HttpApiEndpoint.post("rotate", "/:scope/rotate", {
    params: { scope: Schema.String },
    payload: NewCallerSecret,
    success: CallerSecret,
    error: NotTaken
  }).annotate(HttpApi.PayloadParseOptions, wholly),
  HttpApiEndpoint.post("endSecret", "/:scope/end-secret", {
    params: { scope: Schema.String },
    payload: Schema.Struct({
      protocol: Schema.optionalKey(Schema.NonEmptyString.annotate(described("Protocol of the caller. Default: the first of the link"))),
      who: Schema.optionalKey(Schema.NonEmptyString.annotate(described("Who ends it, for the audit log")))
    }),
    success: CallerSecret,
    error: NotTaken
  }).annotate(HttpApi.PayloadParseOptions, wholly),
  HttpApiEndpoint.get("readings", "/:scope/readings", { params: { scope: Schema.String }, success: ReadingList, error: NotFound }),
  HttpApiEndpoint.post("backfill", "/:scope/backfill", {
    params: { scope: Schema.String },
    payload: Schema.Struct({ since: Instant }),
    success: ReadingList,
    error: NotFound
  }).annotate(HttpApi.PayloadParseOptions, wholly)
).prefix("/admin/links")

/**
 * Connections and links: what is told of them, and what is asked when one is made while the runner runs.
 */
import { ErpV1, WarehouseV1 } from "@crossdock/core"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Conflict, NotFound, NotTaken } from "./Errors.ts"
import { described, Instant } from "./CommonSchemas.ts"

/** Declared in the composition and changed there alone, or made while the runner ran and stored. */
export const Origin = Schema.Literals(["declared", "stored"])

const requirement = Schema.Literals(["optional", "required"])

export const Link = Schema.Struct({
  scope: Schema.String.annotate(described("What rows of this link are kept under, such as warehouse:sandbox")),
  id: Schema.String,
  doors: Schema.Array(Schema.String),
  erp: Schema.String,
  peer: Schema.String,
  prefix: Schema.String,
  mapping: Schema.Struct({ warehouse: requirement, channel: requirement, sku: requirement }).annotate(
    described("required holds an order with a name of that kind that has no row")
  ),
  origin: Origin
})
export type Link = typeof Link.Type

/** What the process that answers knows of where an ERP connection delivers to; each node has a share of its own. */
export const Endpoint = Schema.Struct({
  underWay: Schema.Int,
  share: Schema.Int.annotate(described("At most so many on their way at once; less after a failure, more with each success")),
  failures: Schema.Int.annotate(described("In a row")),
  closedUntil: Schema.optionalKey(Instant.annotate(described("Nothing is sent before; absent: it is asked as usual")))
}).annotate(described("Absent: nothing was owed there since this process started"))

export const Connection = Schema.Struct({
  id: Schema.String,
  plugin: Schema.String,
  title: Schema.String,
  contract: Schema.Literals([WarehouseV1.contract.id, ErpV1.contract.id]),
  origin: Origin,
  environment: Schema.Literals(["production", "test"]),
  timeZone: Schema.String,
  apiUrlAllow: Schema.optionalKey(Schema.Array(Schema.String).annotate(described("Addresses that a caller at the gateway may name in its header apiUrl"))),
  callsPerSecond: Schema.Finite,
  pollSeconds: Schema.Finite,
  paused: Schema.optionalKey(Schema.Struct({ because: Schema.String, at: Instant })),
  offers: Schema.Array(Schema.String),
  links: Schema.Array(Link),
  callback: Schema.optionalKey(
    Schema.Struct({
      path: Schema.String.annotate(described("On the public listener")),
      url: Schema.optionalKey(Schema.String.annotate(described("Absent while CROSSDOCK_PUBLIC_URL is not set"))),
      addresses: Schema.Array(Schema.String).annotate(described("What its peer calls; paths alone while CROSSDOCK_PUBLIC_URL is not set"))
    }).annotate(described("Where the peer calls us; absent: its plugin takes no calls"))
  ),
  subscription: Schema.optionalKey(
    Schema.Struct({
      id: Schema.String.annotate(described("What the vendor calls it")),
      callbackUrl: Schema.String,
      expiresAt: Schema.optionalKey(Instant),
      updatedAt: Instant
    }).annotate(described("The registration of our address at a vendor that has such a thing"))
  ),
  authorization: Schema.optionalKey(
    Schema.Struct({
      is: Schema.Literals(["needed", "authorized", "refused"]).annotate(
        described("needed: nobody has authorized it yet; refused: the peer renews it no more, so a person must authorize it again")
      ),
      since: Schema.optionalKey(Instant.annotate(described("When the newest credential was obtained"))),
      until: Schema.optionalKey(Instant.annotate(described("When it lapses; the plugin renews it before. Absent: it does not lapse"))),
      because: Schema.optionalKey(Schema.String.annotate(described("Why it was refused"))),
      renewalFails: Schema.optionalKey(Schema.Struct({ since: Instant, because: Schema.String })),
      unfinished: Schema.optionalKey(
        Schema.Int.annotate(described("Exchanges that were begun and never came to an end, as when a node dies; what the peer gave then may be lost"))
      )
    }).annotate(described("The credential that was obtained while the runner ran; absent: its settings hold all that it needs"))
  ),
  openOrders: Schema.Int.annotate(described("Outbound and inbound orders that the peer has not ended")),
  oldestOpenAt: Schema.optionalKey(Instant),
  lastPolledAt: Schema.optionalKey(Instant.annotate(described("The last round of polls that succeeded as a whole"))),
  pollsFail: Schema.optionalKey(
    Schema.Struct({ since: Instant, because: Schema.String }).annotate(described("No round of polls has succeeded since; in the words of the peer"))
  ),
  waitingIntents: Schema.Int.annotate(described("Creates that are Doubtful, or held for a name or a pause")),
  dueDeliveries: Schema.Int.annotate(described("Their time has come and nothing of their order stands before them")),
  oldestDueAt: Schema.optionalKey(Instant),
  heldDeliveries: Schema.Int.annotate(described("Behind an earlier delivery of the same order")),
  deadDeliveries: Schema.Int,
  failingSince: Schema.optionalKey(Instant.annotate(described("Every attempt since then has failed; after five days the connection is paused"))),
  endpoint: Schema.optionalKey(Endpoint)
})
export type Connection = typeof Connection.Type

export const TestStep = Schema.Struct({
  step: Schema.Literals(["address", "encryption", "credentials", "warehouses", "channels", "stock", "orders", "deliveries"]),
  outcome: Schema.Literals(["ok", "failed", "skipped"]),
  message: Schema.String,
  tookMillis: Schema.Int
})
export type TestStep = typeof TestStep.Type

export const TestReport = Schema.Struct({ connection: Schema.String, ok: Schema.Boolean, steps: Schema.Array(TestStep) })
export type TestReport = typeof TestReport.Type

const problems = Schema.Array(Schema.Struct({
  path: Schema.String.annotate(described("Into what was stored, such as /settings/serviceUrl")),
  message: Schema.String
}))

/** It is kept with its secrets and left out until a rotation mends it, its plugin is back, or it is removed. */
export const Misfit = Schema.Struct({
  id: Schema.String,
  plugin: Schema.String,
  links: Schema.Array(Schema.String).annotate(described("Scopes of its links, which are left out with it")),
  problems
}).annotate(described("A stored connection that does not fit any more"))
export type Misfit = typeof Misfit.Type

export const LinkMisfit = Schema.Struct({ scope: Schema.String, erp: Schema.String, peer: Schema.String, problems }).annotate(
  described("A stored link that does not fit any more")
)
export type LinkMisfit = typeof LinkMisfit.Type

/** Nothing is sent to it until it is declared again; it is shown so that nobody forgets it. */
export const Unserved = Schema.Struct({
  id: Schema.String,
  deliveries: Schema.Int.annotate(described("How many wait for it"))
}).annotate(described("A connection that deliveries wait for and that is neither declared nor stored"))
export type Unserved = typeof Unserved.Type

export const ConnectionList = Schema.Struct({ items: Schema.Array(Connection), misfits: Schema.Array(Misfit), unserved: Schema.Array(Unserved) })
export const LinkList = Schema.Struct({ items: Schema.Array(Link), misfits: Schema.Array(LinkMisfit) })
export const Resumed = Schema.Struct({ connection: Connection, released: Schema.Int })

export const Removed = Schema.Struct({
  id: Schema.String,
  links: Schema.Array(Schema.String).annotate(described("Links that went with it")),
  openOrders: Schema.Int.annotate(described("Orders that nobody asks the peer about any more; what is kept of them stays"))
})
export type Removed = typeof Removed.Type

export const RemovedLink = Schema.Struct({ scope: Schema.String, openOrders: Removed.fields.openOrders })
export type RemovedLink = typeof RemovedLink.Type

// --- what is asked --------------------------------------------------------------------------------------------------

/** Of a week at most; a timer of years is a mistake. */
const longest = Duration.days(7)

const span = (description: string, isPositive: boolean) =>
  Schema.String.check(Schema.makeFilter((text) => {
    const read = Option.getOrUndefined(Duration.fromInput(text as Duration.Input))
    return (read !== undefined && Duration.isLessThanOrEqualTo(read, longest) &&
      (isPositive ? Duration.isGreaterThan : Duration.isGreaterThanOrEqualTo)(read, Duration.zero)) ||
      "Expected a time such as `30 seconds` or `5 minutes`, of 7 days at most"
  })).annotate(described(description))

/** Secrets are among them, so none of it is shown by anything that prints the request. */
const Settings = Schema.RedactedFromValue(Schema.Record(Schema.String, Schema.Json), { label: "settings" })

export const NewConnection = Schema.Struct({
  id: Schema.String.check(Schema.makeFilter((id) => !/^\.{1,2}$/.test(id) || "Expected a name, not a dot")).annotate(
    described("1 to 64 letters, digits, dots, dashes and underscores; names it for good")
  ),
  plugin: Schema.String.annotate(described("Id of a plugin of the composition; GET /admin/plugins lists them")),
  timeZone: Schema.optionalKey(Schema.String.annotate(described("IANA name, or such as UTC+8. Absent: UTC+8"))),
  environment: Schema.optionalKey(Schema.Literals(["production", "test"]).annotate(described("Absent: production"))),
  apiUrlAllow: Schema.optionalKey(
    Schema.Array(Schema.String).annotate(described("Addresses of this peer that a caller at the gateway may name in its header apiUrl. Absent: none"))
  ),
  pollInterval: Schema.optionalKey(span("Such as `30 seconds`. Absent: what the plugin says, else 60 seconds", true)),
  visibilityDelay: Schema.optionalKey(
    span("How long the peer may hide what it has already done. Absent: what the plugin says, else 60 seconds", false)
  ),
  standstillAfter: Schema.optionalKey(span("An order without news for so long is a finding. Absent: 3 days", true)),
  callsPerSecond: Schema.optionalKey(
    Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(10_000)).annotate(described("Absent: 10"))
  ),
  settings: Settings.annotate(described("As the schema of the plugin says; secrets as plain text"))
})
export type NewConnection = typeof NewConnection.Type

/** Absent or false: refused while orders are open there. */
const abandoning = { abandonOpen: Schema.optionalKey(Schema.Boolean) }

/** New values for some of the settings; the others stay as they are. */
export const Rotation = Schema.Struct({ settings: Settings })

const secret = (label: string, description: string) =>
  Schema.RedactedFromValue(Schema.NonEmptyString.annotate({ description, writeOnly: true }), { label })

const entrance = {
  door: Schema.Literals(["warehouse", "gateway"]).annotate(described("warehouse: document 1; gateway: document 2A")),
  id: Schema.NonEmptyString.annotate(described("accessId at the warehouse door, appKey at the gateway")),
  secretKey: secret("secretKey", "What its calls are signed with"),
  warehouseSecret: Schema.optionalKey(secret("warehouseSecret", "The header `secret`; absent: not looked at")),
  warehouseKey: Schema.optionalKey(Schema.NonEmptyString.annotate(described("At the gateway: by which its caller names this link"))),
  signing: Schema.optionalKey(Schema.Literals(["strict", "lenient"]).annotate(described("Absent: strict"))),
  profile: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Boolean])).annotate(
      described("Which variants are written in the answers")
    )
  )
}

export const NewLink = Schema.Struct({
  erp: Schema.String.annotate(described("Id of the ERP connection that is told what the warehouse reports")),
  peer: Schema.String.annotate(described("Id of the warehouse connection")),
  ...entrance,
  prefix: Schema.optionalKey(Schema.String.annotate(described("Put before the ERP's numbers, and its SKUs without a row, where the warehouse connection has several links"))),
  mapping: Schema.optionalKey(
    Schema.Union([
      requirement,
      Schema.Struct({ warehouse: Schema.optionalKey(requirement), channel: Schema.optionalKey(requirement), sku: Schema.optionalKey(requirement) })
    ]).annotate(described("Which names must have a row, each kind by itself; the word alone is for SKUs. Absent: optional"))
  ),
  also: Schema.optionalKey(Schema.Array(Schema.Struct(entrance)).annotate(described("Further entrances of the same caller")))
})
export type NewLink = typeof NewLink.Type

/** Everything that does not fit is told at once, and a name that nothing reads is no slip that passes. */
const wholly = { errors: "all", onExcessProperty: "error" } as const

const created = HttpApiSchema.status(201)

export const AuthorizationLink = Schema.Struct({
  url: Schema.String.annotate(described("A person opens it in a browser and grants access; it works once")),
  redirectUrl: Schema.String.annotate(described("Where the peer sends the person on to; peers ask to register it beforehand")),
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

export const LinksGroup = HttpApiGroup.make("links").add(
  HttpApiEndpoint.get("list", "/", { success: LinkList }),
  HttpApiEndpoint.post("add", "/", { payload: NewLink, success: Link.pipe(created), error: NotTaken })
    .annotate(HttpApi.PayloadParseOptions, wholly),
  HttpApiEndpoint.delete("remove", "/:scope", {
    params: { scope: Schema.String },
    query: abandoning,
    success: RemovedLink,
    error: [NotFound, Conflict, NotTaken]
  })
).prefix("/admin/links")

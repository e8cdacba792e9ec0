/**
 * Links in the admin API: who calls under which key, the secrets of callers, and how far a shop was read.
 */
import * as Schema from "effect/Schema"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { abandoning, created, described, Instant, openOrders, problems, wholly } from "./CommonSchemas.ts"
import { Conflict, NotFound, NotTaken } from "./Errors.ts"

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

export const LinkMisfit = Schema.Struct({ scope: Schema.String, erp: Schema.String, peer: Schema.String, problems }).annotate(
  described("A stored link that is not valid any more")
)
export type LinkMisfit = typeof LinkMisfit.Type

export const LinkList = Schema.Struct({ items: Schema.Array(Link), misfits: Schema.Array(LinkMisfit) })

export const RemovedLink = Schema.Struct({ scope: Schema.String, openOrders })
export type RemovedLink = typeof RemovedLink.Type

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

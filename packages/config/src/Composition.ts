/**
 * The value of `crossdock.config.ts`: the plugins, connections and links of one runner.
 */
import type { BooksV1 } from "@crossdock/books"
import type { DurationWithUnit, ErpV1, PlatformV1, WarehouseV1 } from "@crossdock/core"
import type * as Schema from "effect/Schema"
import type { Desk } from "./OrderDesk.ts"

export type * from "./OrderDesk.ts"

/** A value of the environment: the variable `X`, or the content of the file that `X_FILE` names. */
export interface EnvReference {
  readonly _tag: "EnvReference"
  readonly name: string
}

/** Refers to a value of the environment. The runner reads it at start and keeps it redacted. */
export const env = (name: string): EnvReference => ({ _tag: "EnvReference", name })

/** The fields in which an ERP keeps credentials of a shop (spec 2 §5). */
export const erpFields = ["accessId", "secretKey", "accessToken", "extraAuthInfo1", "extraAuthInfo2", "extraAuthInfo3"] as const
export type ErpField = (typeof erpFields)[number]

export type AnyPlugin =
  | WarehouseV1.Plugin<Schema.Codec<any, any>, any>
  | PlatformV1.Plugin<Schema.Codec<any, any>, any>
  | ErpV1.Plugin<Schema.Codec<any, any>, any>
  | BooksV1.Plugin<Schema.Codec<any, any>, any>

/** Settings as an operator writes them: any text may be an `env` reference. */
type Written<T> = T extends string ? T | EnvReference
  : T extends ReadonlyArray<infer Item> ? ReadonlyArray<Written<Item>>
  : T extends object ? { readonly [K in keyof T]: Written<T[K]> }
  : T

export interface ConnectionOf<Id extends string, Settings> {
  readonly id: string
  readonly plugin: Id
  /** IANA name or an offset such as `UTC+8`. Timestamps without a zone are read and written in it. Default: UTC+8 (U-32). */
  readonly timeZone?: string
  readonly environment?: "production" | "test"
  /**
   * Public https addresses of this peer that a caller at the gateway may send in its header `apiUrl`; the runner refuses
   * any other. The address that is called is always the one in `settings`. Default: none (U-86).
   */
  readonly apiUrlAllow?: ReadonlyArray<string>
  /** How often the runner polls this peer. Default: the plugin's limit, otherwise 60 s. */
  readonly pollInterval?: DurationWithUnit
  /** How long this peer may take to show a created order in its queries. Default: the plugin's limit, otherwise 60 s (U-141). */
  readonly visibilityDelay?: DurationWithUnit
  /** An order whose status has not changed for this long is reported as a finding. Default: 3 days. */
  readonly standstillAfter?: DurationWithUnit
  /**
   * The events that the peer is to send, in its own words, for plugins that register callbacks (`subscribe`). Default: all that the plugin
   * can read.
   */
  readonly callbackTopics?: ReadonlyArray<string>
  /** Maximum calls per second to this peer, from all nodes together. Default: 10 to a warehouse (U-21), no limit to an ERP. */
  readonly callsPerSecond?: number
  /** Maximum concurrent deliveries to this ERP. The runner lowers it while the ERP fails. Default: 32. */
  readonly deliveriesAtOnce?: number
  /** The pauses between the attempts of a delivery to this ERP. Default: `delivery.schedule`. */
  readonly schedule?: ReadonlyArray<DurationWithUnit>
  /** What happens after a dead letter: `hold` keeps later deliveries of the same order until a person decides, `continue` sends them. Default: `hold`. */
  readonly onDead?: "hold" | "continue"
  /**
   * What the runner does with a genuine event about an order that it did not create: `ignore` counts it as a finding,
   * `adopt` stores the order and reports it to the ERP. Default: `ignore`.
   */
  readonly foreignEvents?: "ignore" | "adopt"
  /**
   * How the runner reads the lines in this warehouse's reports of orders that leave in several parcels, where the report does not say
   * and both readings fit what was ordered: `parcel` as the contents of the parcel that the report names, `total` as everything that has
   * left up to then, `careful` as what both readings have in common; the rest may have left until the order is shipped. Default: `parcel`
   * (U-146).
   */
  readonly shippedLines?: "parcel" | "total" | "careful"
  /**
   * How long a shop is not told of a parcel whose contents the runner only assumes, because the warehouse has shipped the order and lists no
   * contents: a report that lists them may follow, for example a callback after a poll. At most 10 minutes. Default: 0.
   */
  readonly contentsWithin?: DurationWithUnit
  /**
   * What the runner does with a warehouse's own number of an order that a caller names and that is not stored for the caller's link:
   * `drop` leaves it out of the call, so the order is found by its order number alone, `forward` passes it on to the warehouse. Only a
   * connection with one link may have `forward`, because a warehouse may take such a number for an order of another link. Default: `drop`.
   */
  readonly unstoredNumbers?: "drop" | "forward"
  /**
   * What a complete answer of this peer says that refuses a create or a cancel in words that nobody lists: `final` takes it as a refusal and
   * tells the caller at once in the peer's words; `in doubt` asks the peer whether it acted nevertheless, for peers known to do so.
   * Default: `final` (U-09, U-10).
   */
  readonly refusals?: "final" | "in doubt"
  /**
   * Credentials by the fields in which the ERP keeps them (spec 2 §5), for plugins that declare a setting for each. A value in
   * `settings` takes precedence.
   */
  readonly erpFields?: Partial<Readonly<Record<ErpField, string | EnvReference>>>
  readonly settings: Settings
}

type ConnectionTo<P> = P extends { readonly id: infer Id extends string; readonly settings: Schema.Codec<any, infer Encoded> }
  ? ConnectionOf<Id, Written<Encoded>>
  : never

/** The protocols that a runner serves if the composition names none: `warehouse` is document 1, `gateway` is document 2A, `platform` is document 2B, `open-api` is document 3. */
export type DefaultProtocol = "warehouse" | "gateway" | "platform" | "open-api"

/** A served protocol, as a composition sees it. Its whole type is `ServedProtocol` of `@crossdock/protocols/kit`. */
export interface AnyProtocol {
  readonly name: string
  /** Declares the credentials of its callers beside their `id` and `secretKey`. */
  readonly credentials: Schema.Codec<any, any>
  readonly paths: ReadonlyArray<string>
  readonly serve: (application: never) => unknown
}

/**
 * The secret before the present one, which callers may use until it ends. With it a secret is changed without a refused call: write the
 * new secret as `secretKey` and the former one here, restart, and then give the caller the new one.
 */
export interface EarlierSecret {
  readonly secretKey: string | EnvReference
  /** When it ends: a date or time of ISO 8601, such as `2026-12-01T18:00:00Z`. A date alone is its midnight in UTC. */
  readonly until: string
}

/** A route at which an ERP calls the runner, with the credentials that it uses there. */
export interface Entrance<Protocol extends string = DefaultProtocol> {
  /** The name of the protocol in which the caller speaks. */
  readonly protocol: Protocol
  /** The accessId for `warehouse` and `platform`, the appKey for `gateway`, the appId for `open-api`; what another protocol calls the id of a caller. */
  readonly id: string
  readonly secretKey: string | EnvReference
  /** A second secret that is accepted for a while. Default: none. */
  readonly earlierSecret?: EarlierSecret
  /** The expected value of the header `secret`. If absent, the runner ignores the header (U-07). */
  readonly warehouseSecret?: string | EnvReference
  /** For `gateway`: the key with which the caller selects this link. */
  readonly warehouseKey?: string
  /** For links to platforms: the shop that this link is about, as the caller names it. */
  readonly shop?: Shop
  /** For callers of an ERP, such as those of `open-api`: what the caller may see and change. Default: everything (U-47). */
  readonly scope?: Scope
  /** `strict` accepts the documented signature only; `lenient` also accepts known variants of it. Default: `strict` (U-02). */
  readonly signing?: "strict" | "lenient"
  /** The variants that the runner writes in its answers; keys as in variants.md, without the protocol's name. */
  readonly profile?: Readonly<Record<string, string | boolean>>
}

/** The part of an ERP that a caller of document 3 may see and change. */
export interface Scope {
  /** The ERP's names of warehouses. If absent, all. */
  readonly warehouses?: ReadonlyArray<string>
  /** The names of shops in the ERP, for the stock of marketplaces. If absent, all. */
  readonly shops?: ReadonlyArray<string>
}

/** How an ERP names a shop in the calls of document 2B. */
export interface Shop {
  /** The word for the sales platform. */
  readonly platform: string
  /** The ERP's id of the shop, as digits. */
  readonly shopId: string
  /** The platform's own id of the shop. If absent, every such id is taken for this shop. */
  readonly onlineShopId?: string
  /** The code that `getToken` exchanges for tokens of this link. If absent, the link issues no tokens. */
  readonly code?: string | EnvReference
  /**
   * Hosts, as `name` or `name:port`, that the caller may announce in `webHookUrl` as the address of the shop's orders, beside those
   * in the settings of the ERP connection. Default: none (U-86).
   */
  readonly webHookHosts?: ReadonlyArray<string>
  /**
   * Where the runner may fetch labels that the platform gives as addresses: hosts, as `name` or `name:port`, to which https and public
   * addresses are allowed, and origins such as `http://labels.internal:8080`, which are trusted as written. Labels elsewhere are passed
   * on as addresses. Default: none (U-86).
   */
  readonly labelHosts?: ReadonlyArray<string>
}

/** `required`: an order with a name that the link's mapping table lacks waits until a person adds it. */
export type Requirement = "optional" | "required"

/** Which kinds of names must have a row in the mapping tables of a link. Default: `optional` for each. */
export interface Mappings {
  readonly warehouse?: Requirement
  readonly channel?: Requirement
  readonly sku?: Requirement
}

/**
 * Joins an ERP connection to the connection of a warehouse or of a shop, with the route and the credentials of the ERP. With the route
 * `open-api` it lets a caller use the ERP itself.
 */
export interface Link<Protocol extends string = DefaultProtocol> extends Entrance<Protocol> {
  /** The id of the ERP connection that receives statuses, received goods, and the orders of a shop, or that an `open-api` caller uses. */
  readonly erp: string
  /** The id of the warehouse connection, or of the platform connection if the route is `platform`. Absent for the route `open-api`. */
  readonly peer?: string
  /** The ids of further ERP connections that receive everything that `erp` receives from this link. Default: none. */
  readonly copyTo?: ReadonlyArray<string>
  /**
   * The warehouse code of this link for each name that `erp` or one of `copyTo` uses in document 3. An inbound order that such an ERP
   * accepts for the name is announced at this link (E-447). Default: none.
   */
  readonly warehouseNames?: Readonly<Record<string, string>>
  /**
   * A prefix for the ERP's order and ASN numbers, and for SKUs without a row in the mapping. It keeps the numbers of
   * several links to one warehouse connection apart. Letters, digits, `-` and `_`.
   */
  readonly prefix?: string
  /** Which names must have a row in the mapping (U-145). A single value applies to SKUs. Default: `optional`. */
  readonly mapping?: Requirement | Mappings
  /** Further callers for the same ERP, such as one that speaks another protocol. Its orders are the same for each of them. */
  readonly furtherCallers?: ReadonlyArray<Entrance<Protocol>>
}

/** The members of a caller whose protocol declares its credentials. */
type Declared<P extends AnyProtocol> = P extends { readonly name: infer Name extends string; readonly credentials: Schema.Codec<any, infer Encoded> }
  ? Omit<Entrance<Name>, "warehouseKey" | "warehouseSecret"> & Written<Encoded>
  : never

/** A link whose caller speaks one of these protocols. */
export type LinkOf<P extends AnyProtocol> = P extends AnyProtocol
  ? Omit<Link<P["name"]>, "furtherCallers" | "warehouseKey" | "warehouseSecret"> & Declared<P> & { readonly furtherCallers?: ReadonlyArray<Declared<P> | Entrance> }
  : never

/** The routes on which the runner receives messages as an ERP does: it verifies each, and stores it once. */
export interface Receiver {
  /** The path segment `{warehouseExtraType}` of the callbacks of document 1. */
  readonly extraType: string
  readonly accessId: string
  readonly secretKey: string | EnvReference
  /** A second secret that is accepted for a while. Default: none. */
  readonly earlierSecret?: EarlierSecret
  readonly signing?: "strict" | "lenient"
  readonly timeZone?: string
  readonly profile?: Readonly<Record<string, string | boolean>>
  /** The shop whose orders are received at `/extApi/platform/pushOrder` (document 2B), with the same credentials. Default: none. */
  readonly shop?: Pick<Shop, "platform" | "shopId" | "onlineShopId">
}

/** Settings of the server process; open-points.md explains each under the same name. */
export interface ServerSettings {
  /** How long a caller waits for the answer to a create (U-123). Default: 20 s. */
  readonly callerDeadline?: DurationWithUnit
  /** How a Doubtful create is answered: `body` uses status 200 with an error in the body, `503` that status (U-141). Default: `body`. */
  readonly doubtfulAnswer?: "body" | "503"
  /** Maximum size of a request in bytes (U-122). Default: 8 MiB. */
  readonly maxBody?: number
  /** Maximum number of members and list elements in the content of a request (U-122). Default: 60,000. */
  readonly maxMembers?: number
  /** Maximum concurrent calls. The runner answers further calls with 503 and does nothing. Default: 2000. */
  readonly callsAtOnce?: number
  /** Maximum concurrent calls of one link. Default: 500. */
  readonly callsAtOncePerLink?: number
  /**
   * Failed authentications per credential and address within 60 s. Further failures get 429 for 60 s; a request with a
   * valid signature is still served (U-21). Default: 50.
   */
  readonly authFailureLimit?: number
  /** How many calls in 10 seconds an appId may make at each path of document 3; further calls get 429 (U-68). Default: 200. */
  readonly openApiRate?: number | "none"
  /**
   * Addresses and networks of the proxies in front of the runner, such as `127.0.0.1` or `10.0.0.0/8`. The runner trusts
   * `X-Forwarded-For` from these only. Default: none, so the address of a caller is that of its socket.
   */
  readonly trustedProxies?: ReadonlyArray<string>
  /**
   * Whether everybody may read at the public listener what the runner serves: `documents` serves the OpenAPI document of each protocol at
   * `/openapi/<name>.json`, `page` a readable page of each at `/openapi` as well. Default: `none`.
   */
  readonly openapi?: "none" | "documents" | "page"
  /** What happens to a repeated signature and content under another method: `count` it, or refuse it with `strict` (U-124). Default: `count`. */
  readonly methodReplay?: "count" | "strict"
  /** The longest window of time in which a caller may ask for what changed in a shop; a longer one is refused. Default: none. */
  readonly maxWindow?: DurationWithUnit
  /**
   * How many pages one call may read at a peer, for the lists of document 3 and for stock. A call that needs more is refused with
   * `READ_UNFINISHED`, and the same call goes on where it ended. Default: 20.
   */
  readonly pagesPerCall?: number
  /**
   * Whether several runners share one database. With `several`, each warehouse connection needs a `visibilityDelay` of at
   * least 50 seconds: within that time another node takes over, and the calls of a stopped node end. Default: `one`.
   */
  readonly nodes?: "one" | "several"
}

export interface DeliverySettings {
  /** The pauses between attempts. Default: the 13 pauses of U-19. */
  readonly schedule?: ReadonlyArray<DurationWithUnit>
  /** Whether the runner may send a Doubtful create again on its own. Default: false, so a person decides (U-141). */
  readonly resendUnattended?: boolean
}

/** How long finished rows are kept. At least 30 days each. */
export interface RetentionSettings {
  /** Deliveries that succeeded or were cancelled, with their attempts. Default: 30 days. */
  readonly delivered?: DurationWithUnit
  /** Dead letters. Default: 90 days. */
  readonly dead?: DurationWithUnit
  /** Received messages, by which the runner recognizes repeats. Default: 30 days. */
  readonly inbox?: DurationWithUnit
  /** Orders that have ended, with their intents and their history. Default: 365 days. */
  readonly orders?: DurationWithUnit
  /** Findings about peers, names that no mapping had, and sessions that have ended. Default: 90 days. */
  readonly findings?: DurationWithUnit
  /** Who did what over the admin API. Default: 730 days. */
  readonly audit?: DurationWithUnit
  /**
   * What orders that have ended tell about people, from the last change on; quantities, numbers and times stay. Messages to ERPs go with
   * it, so they cannot be sent again afterwards. Default: as long as the order.
   */
  readonly personalData?: DurationWithUnit
}

/** How much is kept of the log of calls: what callers asked and peers were asked, with the answers. */
export interface CallLogSettings {
  /** How long calls are kept with their messages, at least an hour. Default: 8 days. */
  readonly kept?: DurationWithUnit
  /** The most bytes that they take; beyond it the oldest go. Default: 268435456 (256 MiB). */
  readonly size?: number
  /** How long the counts of calls for each minute are kept, at least an hour. Default: 30 days. */
  readonly countsKept?: DurationWithUnit
}

export interface Runner<Plugins extends ReadonlyArray<AnyPlugin>, Protocols extends ReadonlyArray<AnyProtocol> = readonly []> {
  readonly plugins: Plugins
  /** The protocols that the runner serves to callers. Default: those of `DefaultProtocol`, which a list replaces. */
  readonly protocols?: Protocols
  readonly connections: ReadonlyArray<ConnectionTo<Plugins[number]>>
  readonly links: ReadonlyArray<Link | LinkOf<Protocols[number]>>
  readonly receivers?: ReadonlyArray<Receiver>
  readonly desk?: Desk
  readonly server?: ServerSettings
  readonly delivery?: DeliverySettings
  readonly retention?: RetentionSettings
  readonly callLog?: CallLogSettings
}

/** A composition as the runner loads it. At start it checks the settings against the plugins' schemas. */
export interface Composition {
  readonly plugins: ReadonlyArray<AnyPlugin>
  readonly protocols?: ReadonlyArray<AnyProtocol>
  readonly connections: ReadonlyArray<ConnectionOf<string, unknown>>
  readonly links: ReadonlyArray<Link<string>>
  readonly receivers?: ReadonlyArray<Receiver>
  readonly desk?: Desk
  readonly server?: ServerSettings
  readonly delivery?: DeliverySettings
  readonly retention?: RetentionSettings
  readonly callLog?: CallLogSettings
}

/** Declares a composition. The `settings` of each connection have the type of the plugin that it names. */
export const defineRunner = <const Plugins extends ReadonlyArray<AnyPlugin>, const Protocols extends ReadonlyArray<AnyProtocol> = readonly []>(
  runner: Runner<Plugins, Protocols>
): Composition => runner

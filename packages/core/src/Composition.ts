/**
 * `crossdock.config.ts`: the plugins, connections and links of one runner, as one value.
 */
import type * as Duration from "effect/Duration"
import type * as Schema from "effect/Schema"
import type * as ErpV1 from "./ErpV1.ts"
import type * as WarehouseV1 from "./WarehouseV1.ts"

/** A value that stands in the environment: `X`, or the file named by `X_FILE`. */
export interface EnvReference {
  readonly _tag: "EnvReference"
  readonly name: string
}

/** Refers to a value of the environment; the runner reads it at start and keeps it redacted. */
export const env = (name: string): EnvReference => ({ _tag: "EnvReference", name })

export type AnyPlugin = WarehouseV1.Plugin<Schema.Codec<any, any>, any> | ErpV1.Plugin<Schema.Codec<any, any>, any>

/** Settings as they are written down: any text may come from the environment. */
type Written<T> = T extends string ? T | EnvReference
  : T extends ReadonlyArray<infer Item> ? ReadonlyArray<Written<Item>>
  : T extends object ? { readonly [K in keyof T]: Written<T[K]> }
  : T

export interface ConnectionOf<Id extends string, Settings> {
  readonly id: string
  readonly plugin: Id
  /** IANA name or `UTC+8`; text without a zone is read and written in it. Absent: UTC+8 (U-32). */
  readonly timeZone?: string
  readonly environment?: "production" | "test"
  /**
   * Addresses of this peer, https and public, that a caller at the gateway may name in its header `apiUrl`; any other is
   * refused. Where the peer is called stands in `settings` alone. Absent: none (U-86).
   */
  readonly apiUrlAllow?: ReadonlyArray<string>
  /** Absent: what the plugin's limits say, else 60 s. */
  readonly pollInterval?: Duration.Input
  /** Absent: what the plugin's limits say, else 60 s (U-141). */
  readonly visibilityDelay?: Duration.Input
  /** An order at this warehouse is a finding when nothing new was said of it for so long; absent: 3 days. */
  readonly standstillAfter?: Duration.Input
  /** Calls per second to this peer; absent: 10 (U-21). */
  readonly callsPerSecond?: number
  /** Deliveries on their way to this ERP at once; absent: 32. A failing one is given fewer. */
  readonly deliveriesAtOnce?: number
  /** The gaps between the attempts of a delivery to this ERP; absent: those of `delivery.schedule`. */
  readonly schedule?: ReadonlyArray<Duration.Input>
  /** `continue` lets later deliveries of an order pass one that is dead; absent: they wait for a person. */
  readonly onDead?: "hold" | "continue"
  /**
   * What becomes of a genuine event of this warehouse about an order that this runner did not create: `ignore` counts it as
   * a finding and tells nobody; `adopt` keeps the order and tells the ERP. Absent: ignore.
   */
  readonly foreignEvents?: "ignore" | "adopt"
  readonly settings: Settings
}

type ConnectionTo<P> = P extends { readonly id: infer Id extends string; readonly settings: Schema.Codec<any, infer Encoded> }
  ? ConnectionOf<Id, Written<Encoded>>
  : never

/** Where a caller comes in, and what it is known by there. */
export interface Entrance {
  /** `warehouse` is document 1, `gateway` document 2A. */
  readonly door: "warehouse" | "gateway"
  /** accessId at the warehouse door, appKey at the gateway. */
  readonly id: string
  readonly secretKey: string | EnvReference
  /** The opaque `secret` header; absent: not looked at (U-07). */
  readonly warehouseSecret?: string | EnvReference
  /** At the gateway: the key by which its caller names this link. */
  readonly warehouseKey?: string
  /** Absent: strict (U-02). */
  readonly signing?: "strict" | "lenient"
  /** Which variants are written in the answers; keys as in variants.md, without the protocol's name. */
  readonly profile?: Readonly<Record<string, string | boolean>>
}

/** `required` holds an order with a name that the table of the link does not have. */
export type Requirement = "optional" | "required"

/** Which names must have a row in the tables of a link, each kind by itself. Absent: optional. */
export interface Mappings {
  readonly warehouse?: Requirement
  readonly channel?: Requirement
  readonly sku?: Requirement
}

/** An ERP connection joined to a peer connection, with what both sides use at the runner. */
export interface Link extends Entrance {
  /** Id of the ERP connection that receives what the peer reports. */
  readonly erp: string
  /** Id of the warehouse connection. */
  readonly peer: string
  /**
   * Put before the ERP's order and ASN numbers, and before its SKUs that have no row of the mapping, where the connection
   * has several links; letters, digits, `-` and `_`.
   */
  readonly prefix?: string
  /** Which names must have a row (U-145). The word alone is for SKUs. Absent: optional. */
  readonly mapping?: Requirement | Mappings
  /** Further entrances of the same caller: its orders are the same by whichever it comes in. */
  readonly also?: ReadonlyArray<Entrance>
}

/** Where the runner plays the ERP of document 1: it verifies, counts each report once, and stores it. */
export interface Receiver {
  /** The path segment `{warehouseExtraType}`. */
  readonly extraType: string
  readonly accessId: string
  readonly secretKey: string | EnvReference
  readonly signing?: "strict" | "lenient"
  readonly timeZone?: string
  readonly profile?: Readonly<Record<string, string | boolean>>
}

/** Settings of the process that are no connection's and no link's; names as in open-points.md. */
export interface ServerSettings {
  /** How long a caller is kept waiting for a create (U-123). Absent: 20 s. */
  readonly callerDeadline?: Duration.Input
  /** `503` puts the Doubtful answer under that status (U-141). Absent: body. */
  readonly doubtfulAnswer?: "body" | "503"
  /** Bytes of a request (U-122). Absent: 20 MiB. */
  readonly maxBody?: number
  /** Calls that wait for their answer at a time; one more is answered 503 and nothing of it is done. Absent: 2000. */
  readonly callsAtOnce?: number
  /** The same for the calls of one link. Absent: 500. */
  readonly callsAtOncePerLink?: number
  /**
   * Failed authentications per credential and address in 60 s; further ones are answered 429 for as long, and a right sign
   * is served all the same (U-21). Absent: 50.
   */
  readonly authFailureLimit?: number
  /**
   * Addresses and networks of the proxies in front of the runner, such as `127.0.0.1` or `10.0.0.0/8`: only what these say
   * in `X-Forwarded-For` is believed. Absent: none, and a caller has the address of its socket.
   */
  readonly trustedProxies?: ReadonlyArray<string>
  /** `strict` refuses the same sign and content under another method (U-124). Absent: count. */
  readonly methodReplay?: "count" | "strict"
  /**
   * Whether several runners work on one database. With `several` a warehouse connection needs a `visibilityDelay` of at
   * least 50 seconds, within which another node has taken over and the calls of the first have ended. Absent: one.
   */
  readonly nodes?: "one" | "several"
}

export interface DeliverySettings {
  /** The gaps between attempts (U-19). Absent: the 13 of U-19. */
  readonly schedule?: ReadonlyArray<Duration.Input>
  /** Absent: false. A create is never sent again unless someone asks (U-141). */
  readonly resendUnattended?: boolean
}

/** How long rows are kept that are over. Absent: what each says. None is kept for less than 30 days. */
export interface RetentionSettings {
  /** Deliveries that arrived or were cancelled, with their attempts. 30 days. */
  readonly delivered?: Duration.Input
  /** Dead letters. 90 days. */
  readonly dead?: Duration.Input
  /** What was received, by which a repeat is known. 30 days. */
  readonly inbox?: Duration.Input
  /** Orders that have ended, with their intents and their history. 365 days. */
  readonly orders?: Duration.Input
  /** What peers sent beside their documents, and names that no table had. 90 days. */
  readonly findings?: Duration.Input
}

export interface Runner<Plugins extends ReadonlyArray<AnyPlugin>> {
  readonly plugins: Plugins
  readonly connections: ReadonlyArray<ConnectionTo<Plugins[number]>>
  readonly links: ReadonlyArray<Link>
  readonly receivers?: ReadonlyArray<Receiver>
  readonly server?: ServerSettings
  readonly delivery?: DeliverySettings
  readonly retention?: RetentionSettings
}

/** What the runner loads; its parts are checked against the plugins' schemas at start. */
export interface Composition {
  readonly plugins: ReadonlyArray<AnyPlugin>
  readonly connections: ReadonlyArray<ConnectionOf<string, unknown>>
  readonly links: ReadonlyArray<Link>
  readonly receivers?: ReadonlyArray<Receiver>
  readonly server?: ServerSettings
  readonly delivery?: DeliverySettings
  readonly retention?: RetentionSettings
}

/** Declares a composition; a connection is typed by the plugin that it names. */
export const defineRunner = <const Plugins extends ReadonlyArray<AnyPlugin>>(runner: Runner<Plugins>): Composition =>
  runner

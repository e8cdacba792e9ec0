/**
 * Builds links and receivers from the composition: which callers may connect, with which credentials, and to which
 * connection.
 */
import type { Entrance, Link, Mappings, Receiver, Requirement, Shop } from "@crossdock/core/config"
import { Profile as Gateway } from "@crossdock/protocols/gateway"
import { Profile as OpenApi } from "@crossdock/protocols/erp-open-api"
import { Profile as Platform } from "@crossdock/protocols/platform-envelope"
import { Profile } from "@crossdock/protocols/warehouse-envelope"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Contracts from "../Contracts.ts"
import { type Checker, defaultZone, oneOf, type Problem, secretOf, zoneOf } from "./Checker.ts"
import type { Connection } from "./Connections.ts"
import { type LinkedErps, linkedErps, type VisibleToCaller, visibleTo } from "./LinkedErps.ts"

/** The shop of a caller on the platform route. */
export interface ConnectedShop {
  readonly platform: string
  readonly shopId: string
  readonly onlineShopId: string | undefined
  /** What getToken exchanges for tokens. */
  readonly code: Redacted.Redacted | undefined
  /** Hosts that the caller may announce, as `name` or `name:port`. */
  readonly webHookHosts: ReadonlyArray<string>
  /** Where labels may be fetched: hosts as `name` or `name:port`, and origins such as `http://labels.internal:8080`. */
  readonly labelHosts: ReadonlyArray<string>
}

/** The credentials of a caller and the route on which they are valid. */
export interface ConnectedEntrance {
  readonly door: Entrance["door"]
  readonly id: string
  readonly secretKey: Redacted.Redacted
  readonly warehouseSecret: Redacted.Redacted | undefined
  readonly warehouseKey: string | undefined
  /** For the platform route. */
  readonly shop: ConnectedShop | undefined
  /** For the route of document 3. */
  readonly visible: VisibleToCaller
  readonly signing: "strict" | "lenient"
  /** Checked against the options of the route's protocol. */
  readonly profile: Written
}

/** An ERP connection linked to a peer connection. */
export interface ConnectedLink extends LinkedErps {
  /** Key of this link's rows in the database: `<route>:<id>` of its first entrance. */
  readonly scope: string
  /** The connection that the calls of the link lead to; on the route of document 3 that is `erp`. */
  readonly peer: string
  /** Id of its first entrance. */
  readonly id: string
  readonly prefix: string
  readonly mapping: Readonly<Record<keyof Mappings, Requirement>>
  readonly entrances: ReadonlyArray<ConnectedEntrance>
  readonly timeZone: string
}

/** A profile as the composition has it. */
export type Written = Readonly<Record<string, string | boolean>>

/** The routes on which the runner plays the ERP. */
export interface ConnectedReceiver {
  /** `receiver:<extraType>:<accessId>`. */
  readonly scope: string
  readonly extraType: string
  readonly accessId: string
  readonly secretKey: Redacted.Redacted
  readonly signing: "strict" | "lenient"
  readonly profile: Written
  readonly timeZone: string
  /** The shop whose orders it receives; undefined: none. */
  readonly shop: Receiver["shop"]
}

interface Keyed {
  readonly warehouseKey?: string | undefined
  readonly shop?: Pick<Shop, "platform" | "shopId"> & { readonly onlineShopId?: string | undefined } | undefined
}

interface Door {
  /** Validates the options of the route's protocol. */
  readonly profileFrom: (written: Written) => Result.Result<unknown, string>
  /** The contract of the connections that links on this route lead to. */
  readonly contract: string
  /** The member of the link that names this connection. */
  readonly leadsTo: "peer" | "erp"
  /** What distinguishes several links of one account; empty if there is one only. */
  readonly keyOf: (entrance: Keyed) => ReadonlyArray<string>
  /** The member that holds this key. */
  readonly keyMember: "id" | "warehouseKey" | "shop"
  /** Problems of the key, each with its place below the entrance. */
  readonly keyProblems: (entrance: Keyed) => ReadonlyArray<Problem>
}

const shopText = ({ onlineShopId = "", platform, shopId }: NonNullable<Keyed["shop"]>): ReadonlyArray<string> => onlineShopId === "" ? [platform, shopId] : [platform, shopId, onlineShopId]

const shopProblems = ({ shop }: Keyed): ReadonlyArray<Problem> =>
  shop === undefined
    ? [{ path: "/shop", message: "a platform caller needs a shop; write the platform and the shopId that it sends" }]
    : [
      ...typeof shop.platform === "string" && shop.platform !== "" ? [] : [{ path: "/shop/platform", message: "write the word for the platform that the caller sends" }],
      ...typeof shop.shopId === "string" && /^\d{1,19}$/.test(shop.shopId) ? [] : [{ path: "/shop/shopId", message: "write the ERP's id of the shop as a text of digits, such as \"1\"" }]
    ]

const doors: Readonly<Record<Entrance["door"], Door>> = {
  warehouse: { profileFrom: Profile.profileFrom, contract: Contracts.warehouse.id, leadsTo: "peer", keyOf: () => [], keyMember: "id", keyProblems: () => [] },
  gateway: {
    profileFrom: Gateway.profileFrom,
    contract: Contracts.warehouse.id,
    leadsTo: "peer",
    keyOf: ({ warehouseKey = "" }) => [warehouseKey],
    keyMember: "warehouseKey",
    keyProblems: ({ warehouseKey = "" }) =>
      warehouseKey === "" ? [{ path: "/warehouseKey", message: "a gateway caller needs a warehouseKey; write the key by which the caller identifies this link" }] : []
  },
  platform: {
    profileFrom: Platform.profileFrom,
    contract: Contracts.platform.id,
    leadsTo: "peer",
    keyOf: ({ shop }) => shop === undefined ? [] : shopText(shop),
    keyMember: "shop",
    keyProblems: shopProblems
  },
  "open-api": { profileFrom: OpenApi.profileFrom, contract: Contracts.erp.id, leadsTo: "erp", keyOf: () => [], keyMember: "id", keyProblems: () => [] }
}

/** The door of a name. An unknown name is reported where it stands. */
const doorOf = (name: Entrance["door"]): Door => Object.hasOwn(doors, name) ? doors[name] : doors.warehouse

const doorNames = Object.keys(doors) as [Entrance["door"], ...ReadonlyArray<Entrance["door"]>]

const profileOf = (at: Checker, door: Entrance["door"], written: Written = {}, path: string): Written => {
  const read = doorOf(door).profileFrom(written)
  if (Result.isFailure(read)) at.problem(path, read.failure)
  return written
}

/** A host with or without a port, and nothing else of an address. */
const isHost = (written: unknown): boolean => {
  const url = typeof written === "string" ? URL.parse(`https://${written}`) : null
  return url !== null && written !== "" && `${url.username}${url.password}${url.search}${url.hash}` === "" && url.pathname === "/" && !/[/?#@*]/.test(String(written))
}

/** An http or https address without anything behind its host. */
const isOrigin = (written: unknown): boolean => typeof written === "string" && /^https?:\/\/[^/]+$/i.test(written) && isHost(written.replace(/^https?:\/\//i, ""))

/** Reads a list of hosts. Each element must pass `isValid`; `such` says how one is written. */
const hostsOf = (at: Checker, written: ReadonlyArray<string> | undefined, path: string, isValid: (host: unknown) => boolean, such: string): ReadonlyArray<string> => {
  if (written === undefined) return []
  if (!Array.isArray(written)) {
    at.problem(path, "the value must be a list of hosts, such as [\"erp.example\"]")
    return []
  }
  written.forEach((host, index) => {
    if (!isValid(host)) at.problem(`${path}/${index}`, `${JSON.stringify(host)} is not a host; write one such as ${such}`)
  })
  return written
}

const shopOf = (at: Checker, written: Shop, path: string): ConnectedShop => ({
  platform: written.platform,
  shopId: written.shopId,
  onlineShopId: written.onlineShopId,
  code: written.code === undefined ? undefined : secretOf(at, written.code, `${path}/code`),
  webHookHosts: hostsOf(at, written.webHookHosts, `${path}/webHookHosts`, isHost, "erp.example or erp.example:8443"),
  labelHosts: hostsOf(at, written.labelHosts, `${path}/labelHosts`, (host) => isHost(host) || isOrigin(host), "labels.example, labels.example:8443 or http://labels.internal:8080")
})

const signings = ["strict", "lenient"] as const

const entranceOf = (at: Checker, written: Entrance, path: string): ConnectedEntrance => {
  const door = oneOf(at, written.door, doorNames, `${path}/door`)
  if (typeof written.id !== "string" || written.id === "") {
    at.problem(`${path}/id`, "the caller needs an id; write its appKey for the route gateway, its appId for the route open-api, or its accessId for another route")
  }
  for (const problem of doorOf(door).keyProblems(written)) at.problem(`${path}${problem.path}`, problem.message)
  return {
    door,
    id: written.id,
    secretKey: secretOf(at, written.secretKey, `${path}/secretKey`),
    warehouseSecret: written.warehouseSecret === undefined
      ? undefined
      : secretOf(at, written.warehouseSecret, `${path}/warehouseSecret`),
    warehouseKey: written.warehouseKey,
    shop: written.shop && shopOf(at, written.shop, `${path}/shop`),
    visible: visibleTo(at, written, path),
    signing: oneOf(at, written.signing, signings, `${path}/signing`),
    profile: profileOf(at, door, written.profile, `${path}/profile`)
  }
}

const requirements = ["optional", "required"] as const

const mappingOf = (at: Checker, written: Link["mapping"], path: string): ConnectedLink["mapping"] => {
  if (typeof written !== "object" || written === null) {
    return { warehouse: "optional", channel: "optional", sku: oneOf(at, written, requirements, path) }
  }
  const of = (kind: keyof Mappings) => oneOf(at, written[kind], requirements, `${path}/${kind}`)
  return { warehouse: of("warehouse"), channel: of("channel"), sku: of("sku") }
}

export const linkOf = (at: Checker, written: Link, path: string, connections: ReadonlyArray<Connection>): ConnectedLink => {
  const expect = (member: "erp" | "peer", contract: string) => {
    const found = connections.find(({ id }) => id === written[member])?.plugin.contract
    if (written[member] === undefined) at.problem(`${path}/${member}`, `the link needs a ${member}; write the id of a ${contract} connection`)
    else if (found === undefined) at.problem(`${path}/${member}`, `there is no valid connection ${JSON.stringify(written[member])}; correct the id`)
    else if (found !== contract) at.problem(`${path}/${member}`, `${written[member]} is a ${found} connection, but this must be a ${contract} connection; write the id of one`)
  }
  expect("erp", Contracts.erp.id)
  const door = doorOf(written.door)
  if (door.leadsTo === "peer") expect("peer", door.contract)
  const peer = written[door.leadsTo] ?? ""
  for (const [index, { door: other }] of (written.also ?? []).entries()) {
    if (doorOf(other).contract !== door.contract) {
      at.problem(`${path}/also/${index}/door`, `this route leads to connections of another contract than the route ${written.door}; make a link of its own`)
    }
  }
  const prefix = written.prefix ?? ""
  if (!/^[A-Za-z0-9_-]*$/.test(prefix)) at.problem(`${path}/prefix`, "the prefix must consist of letters, digits, - and _")
  return {
    scope: [written.door, written.id, ...door.keyOf(written)].join(":"),
    ...linkedErps(at, written, path, connections),
    peer,
    id: written.id,
    prefix,
    mapping: mappingOf(at, written.mapping, `${path}/mapping`),
    entrances: [
      entranceOf(at, written, path),
      ...(written.also ?? []).map((more, index) => entranceOf(at, more, `${path}/also/${index}`))
    ],
    timeZone: connections.find(({ id }) => id === peer)?.timeZone ?? defaultZone
  }
}

export const receiverOf = (at: Checker, written: Receiver, path: string): ConnectedReceiver => {
  const { shop } = written
  if (shop !== undefined) for (const problem of shopProblems({ shop })) at.problem(`${path}${problem.path}`, problem.message)
  return {
    scope: `receiver:${written.extraType}:${written.accessId}`,
    extraType: written.extraType,
    accessId: written.accessId,
    secretKey: secretOf(at, written.secretKey, `${path}/secretKey`),
    signing: oneOf(at, written.signing, signings, `${path}/signing`),
    profile: profileOf(at, "warehouse", written.profile, `${path}/profile`),
    timeZone: zoneOf(at, written.timeZone, `${path}/timeZone`),
    shop
  }
}

/** What identifies a caller; two links must not share it. */
const keyOf = (entrance: ConnectedEntrance): string =>
  [entrance.door, entrance.id, ...doorOf(entrance.door).keyOf(entrance)].join(" ")

const memberOf = ({ entrances: [first] }: ConnectedLink) => doorOf(first!.door).keyMember

export const entranceProblems = (links: ReadonlyArray<ConnectedLink>, pathOf: (index: number) => string): ReadonlyArray<Problem> => {
  const seen = new Map<string, ConnectedEntrance>()
  const scopes = new Map<string, ConnectedLink>()
  const accounts = new Map<string, Redacted.Redacted>()
  return links.flatMap((link, index) => {
    const other = scopes.get(link.scope)
    scopes.set(link.scope, link)
    // Two different pairs of an id and a key can give the same scope, because a colon joins them.
    const isMixed = other !== undefined && keyOf(other.entrances[0]!) !== keyOf(link.entrances[0]!)
    const mixed = isMixed
      ? [{
        path: `${pathOf(index)}/${memberOf(link)}`,
        message: `the id and the ${memberOf(link)} of this link give the scope ${link.scope}, which another link has already; choose another ${memberOf(link)}`
      }]
      : []
    return [...mixed, ...link.entrances.flatMap((entrance): ReadonlyArray<Problem> => {
      const key = keyOf(entrance)
      const account = `${entrance.door} ${entrance.id}`
      const secret = accounts.get(account)
      accounts.set(account, entrance.secretKey)
      if (seen.has(key)) {
        return [{ path: `${pathOf(index)}/id`, message: `another link has the id ${JSON.stringify(entrance.id)} on the same route; give each caller its own id` }]
      }
      seen.set(key, entrance)
      return secret !== undefined && Redacted.value(secret) !== Redacted.value(entrance.secretKey)
        ? [{ path: `${pathOf(index)}/secretKey`, message: `${entrance.id} has another secret in another link; use the same secret in both` }]
        : []
    })]
  })
}

/**
 * Refuses prefixes of one connection that do not keep the numbers of its links apart: each link needs one, and none may
 * be the beginning of another (U-147).
 */
export const prefixProblems = (links: ReadonlyArray<ConnectedLink>): ReadonlyArray<Problem> =>
  links.flatMap((link, index) => {
    const others = links.filter((other) => other !== link && other.peer === link.peer)
    // Orders of a shop go by the shop's own numbers, and the callers of an ERP share its numbers.
    if (others.length === 0 || shopIn(link) !== undefined || link.peer === link.erp) return []
    if (link.prefix === "") {
      return [{ path: `/links/${index}/prefix`, message: `${link.peer} has several links; give each of them a prefix` }]
    }
    const clash = others.find((other) => other.prefix !== "" && (other.prefix.startsWith(link.prefix)))
    return clash === undefined ? [] : [{
      path: `/links/${index}/prefix`,
      message: `numbers with the prefix ${JSON.stringify(link.prefix)} could also belong to ${clash.scope}; choose prefixes that do not begin with one another`
    }]
  })

const shopIn = ({ entrances }: ConnectedLink) => entrances.find(({ shop }) => shop !== undefined)?.shop

/**
 * Refuses links of several shops to one connection, because each of them would get the orders of all. Either the links name the same
 * shop, for several ERPs, or each has the `onlineShopId` that the platform writes into its orders.
 */
export const sharedShopProblems = (links: ReadonlyArray<ConnectedLink>, pathOf: (index: number) => string): ReadonlyArray<Problem> =>
  links.flatMap((link, index) => {
    const shop = shopIn(link)
    if (shop === undefined) return []
    const clash = links.slice(0, index).find((other) => {
      const its = other.peer === link.peer ? shopIn(other) : undefined
      if (its === undefined) return false
      const isSame = its.platform === shop.platform && its.shopId === shop.shopId && its.onlineShopId === shop.onlineShopId
      return !isSame && (its.onlineShopId === undefined || shop.onlineShopId === undefined || its.onlineShopId === shop.onlineShopId)
    })
    return clash === undefined ? [] : [{
      path: `${pathOf(index)}/shop`,
      message: `${clash.scope} is another shop at ${link.peer}, and both would get all its orders; make a connection for each shop, or write the onlineShopId of each`
    }]
  })

/** Refuses receivers that could not be told apart by who sends an order: those with one accessId need the same secret and different shops. */
export const receiverProblems = (receivers: ReadonlyArray<ConnectedReceiver>): ReadonlyArray<Problem> =>
  receivers.flatMap((receiver, index): ReadonlyArray<Problem> => {
    const before = receivers.slice(0, index)
    if (before.some(({ scope }) => scope === receiver.scope)) {
      return [{ path: `/receivers/${index}`, message: "another receiver has the same type and accessId; remove one" }]
    }
    const { shop } = receiver
    const others = shop === undefined ? [] : before.filter((other) => other.accessId === receiver.accessId && other.shop !== undefined)
    return [
      ...others.some(({ secretKey }) => Redacted.value(secretKey) !== Redacted.value(receiver.secretKey))
        ? [{ path: `/receivers/${index}/secretKey`, message: `${receiver.accessId} has another secret in another receiver with a shop; use the same secret in both` }]
        : [],
      ...others.some((other) => shopText(other.shop!).join(" ") === shopText(shop!).join(" "))
        ? [{ path: `/receivers/${index}/shop`, message: "another receiver with the same accessId has this shop; remove one" }]
        : []
    ]
  })

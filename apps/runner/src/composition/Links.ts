/**
 * Builds links from the composition: which callers may connect, with which credentials, and to which
 * connection.
 */
import type { Entrance, Link, Mappings, Requirement } from "@crossdock/config"
import { Profile as Gateway } from "@crossdock/protocols/gateway"
import { Profile as OpenApi } from "@crossdock/protocols/erp-open-api"
import { Profile as Platform } from "@crossdock/protocols/platform-envelope"
import { Profile } from "@crossdock/protocols/warehouse-envelope"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Contracts from "../Contracts.ts"
import { callerSecretOf, type Checker, defaultZone, oneOf, type Problem, secretOf } from "./Checker.ts"
import type { Connection } from "./Connections.ts"
import { type LinkedErps, linkedErps, type VisibleToCaller, visibleTo } from "./LinkedErps.ts"
import { type ConnectedShop, type NamedShop, shopOf, shopProblems, shopText } from "./Shops.ts"

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

interface Keyed {
  readonly warehouseKey?: string | undefined
  readonly shop?: NamedShop | undefined
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

/** Checks a profile against the options of the protocol of a route. */
export const profileOf = (at: Checker, door: Entrance["door"], written: Written = {}, path: string): Written => {
  const read = doorOf(door).profileFrom(written)
  if (Result.isFailure(read)) at.problem(path, read.failure)
  return written
}

export const signings = ["strict", "lenient"] as const

const entranceOf = (at: Checker, written: Entrance, path: string): ConnectedEntrance => {
  const door = oneOf(at, written.door, doorNames, `${path}/door`)
  if (typeof written.id !== "string" || written.id === "") {
    at.problem(`${path}/id`, "the caller needs an id; write its appKey for the route gateway, its appId for the route open-api, or its accessId for another route")
  }
  for (const problem of doorOf(door).keyProblems(written)) at.problem(`${path}${problem.path}`, problem.message)
  return {
    door,
    id: written.id,
    secretKey: callerSecretOf(at, written.secretKey, `${path}/secretKey`),
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
    const id = written[member]
    const found = id === undefined ? undefined : at.declared.get(id)?.contract
    if (id === undefined) at.problem(`${path}/${member}`, `the link needs a ${member}; write the id of a ${contract} connection`)
    else if (!at.declared.has(id)) at.problem(`${path}/${member}`, `there is no connection ${JSON.stringify(id)}; correct the id`)
    else if (found !== undefined && found !== contract) at.problem(`${path}/${member}`, `${id} is a ${found} connection, but this must be a ${contract} connection; write the id of one`)
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
    ...linkedErps(at, written, path),
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

/**
 * Refuses to forward numbers that callers name to a warehouse connection with several links: they are compared by the warehouse, which
 * does not know the links, so a number of one link could reach an order of another.
 */
export const unstoredNumberProblems = (
  links: ReadonlyArray<ConnectedLink>,
  connections: ReadonlyArray<Connection>,
  pathOf: (connection: Connection) => string
): ReadonlyArray<Problem> =>
  connections.flatMap((connection) =>
    connection.unstoredNumbers === "drop" || links.filter(({ peer }) => peer === connection.id).length < 2 ? [] : [{
      path: pathOf(connection),
      message: `${connection.id} has several links, and a number that one of them names could reach an order of another; leave unstoredNumbers out, or make a connection for each link`
    }])

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

/**
 * Builds links from the composition: which callers may connect, with which credentials, and to which
 * connection.
 */
import type { Entrance, Link, Mappings, Requirement } from "@crossdock/config"
import type { ServedProtocol } from "@crossdock/protocols/kit"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Contracts from "../Contracts.ts"
import { callerSecretOf, type Checker, defaultZone, type EarlierSecret, earlierSecretOf, oneOf, type Problem } from "./Checker.ts"
import type { Connection } from "./Connections.ts"
import * as LinkedContracts from "./LinkedContracts.ts"
import { type LinkedErps, linkedErps, type VisibleToCaller, visibleTo } from "./LinkedErps.ts"
import { credentialsOf } from "./Protocols.ts"
import { type ConnectedShop, shopOf } from "./Shops.ts"

/** The credentials of a caller and the protocol in which they are valid. */
export interface ConnectedEntrance {
  /** The name of the protocol. */
  readonly protocol: string
  readonly id: string
  readonly secretKey: Redacted.Redacted
  /** Absent: the caller has one secret. */
  readonly earlierSecret?: EarlierSecret
  /** What the schema of the protocol declares beside the id and the secret. */
  readonly credentials: Readonly<Record<string, unknown>>
  /** What tells this caller from others with the same id. */
  readonly key: LinkedContracts.LinkKey
  /** For links to platforms. */
  readonly shop: ConnectedShop | undefined
  /** For callers of an ERP. */
  readonly visible: VisibleToCaller
  readonly signing: "strict" | "lenient"
  /** Checked against the options of the protocol. */
  readonly profile: Written
}

/** An ERP connection linked to a peer connection. */
export interface ConnectedLink extends LinkedErps {
  /** Key of this link's rows in the database: `<route>:<id>` of its first entrance. */
  readonly scope: string
  /** The id of the contract that its calls belong to. */
  readonly contract: string
  /** The connection that the calls of the link lead to; for callers of an ERP that is `erp`. */
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

/** The protocol of a name. An unknown name is reported where it stands, and the first protocol is taken for it. */
const protocolOf = (at: Checker, name: string): ServedProtocol.Any => at.protocols.get(name) ?? at.protocols.values().next().value!

/** What a link says of the contract of a protocol. The composition has left out protocols of other contracts. */
const contractOf = ({ contract }: ServedProtocol.Any): LinkedContracts.LinkedContract => LinkedContracts.of(contract.id)!

/** Checks a profile against the options of a protocol. */
export const profileOf = (at: Checker, profileFrom: ServedProtocol.Any["profileFrom"], written: Written = {}, path: string): Written => {
  const read = profileFrom(written)
  if (Result.isFailure(read)) at.problem(path, read.failure)
  return written
}

export const signings = ["strict", "lenient"] as const

/** What tells several links of one account apart: the key of the protocol, or else that of the contract. */
const keyOf = (protocol: ServedProtocol.Any, credentials: Readonly<Record<string, unknown>>, written: Entrance<string>): LinkedContracts.LinkKey => {
  const ofContract = contractOf(protocol).keyOf?.(written)
  if (protocol.key === undefined) return ofContract ?? { member: "id", texts: [] }
  return { member: protocol.key, texts: [String(credentials[protocol.key] ?? ""), ...ofContract?.texts ?? []] }
}

const entranceOf = (at: Checker, written: Entrance<string>, path: string): ConnectedEntrance => {
  const named = oneOf(at, written.protocol, [...at.protocols.keys()], `${path}/protocol`)
  const protocol = protocolOf(at, named)
  if (typeof written.id !== "string" || written.id === "") at.problem(`${path}/id`, `the caller needs an id; write its ${protocol.idName}`)
  for (const problem of contractOf(protocol).problems?.(written) ?? []) at.problem(`${path}${problem.path}`, problem.message)
  const credentials = credentialsOf(at, protocol, written, path)
  const secretKey = callerSecretOf(at, written.secretKey, `${path}/secretKey`)
  return {
    protocol: named,
    id: written.id,
    secretKey,
    ...earlierSecretOf(at, written.earlierSecret, secretKey, `${path}/earlierSecret`),
    credentials,
    key: keyOf(protocol, credentials, written),
    shop: written.shop && shopOf(at, written.shop, `${path}/shop`),
    visible: visibleTo(at, written, contractOf(protocol).leadsTo === "erp", path),
    signing: oneOf(at, written.signing, signings, `${path}/signing`),
    profile: profileOf(at, protocol.profileFrom, written.profile, `${path}/profile`)
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

export const linkOf = (at: Checker, written: Link<string>, path: string, connections: ReadonlyArray<Connection>): ConnectedLink => {
  const expect = (member: "erp" | "peer", contract: string) => {
    const id = written[member]
    const found = id === undefined ? undefined : at.declared.get(id)
    if (id === undefined) at.problem(`${path}/${member}`, `the link needs a ${member}; write the id of a ${contract} connection`)
    else if (!at.declared.has(id)) at.problem(`${path}/${member}`, `there is no connection ${JSON.stringify(id)}; correct the id`)
    else if (found !== undefined && !Contracts.known.isOf(found, contract)) at.problem(`${path}/${member}`, `${id} is a ${found.contract} connection, but this must be a ${contract} connection; write the id of one`)
  }
  const { contract, leadsTo } = contractOf(protocolOf(at, written.protocol))
  if (leadsTo === "peer") expect("erp", Contracts.erp.id)
  expect(leadsTo, contract)
  const peer = written[leadsTo] ?? ""
  for (const [index, { protocol: other }] of (written.furtherCallers ?? []).entries()) {
    if (contractOf(protocolOf(at, other)).contract !== contract) {
      at.problem(`${path}/furtherCallers/${index}/protocol`, `this route leads to connections of another contract than the route ${written.protocol}; make a link of its own`)
    }
  }
  const prefix = written.prefix ?? ""
  if (!/^[A-Za-z0-9_-]*$/.test(prefix)) at.problem(`${path}/prefix`, "the prefix must consist of letters, digits, - and _")
  const first = entranceOf(at, written, path)
  return {
    scope: [written.protocol, written.id, ...first.key.texts].join(":"),
    contract,
    ...linkedErps(at, written, leadsTo, path),
    peer,
    id: written.id,
    prefix,
    mapping: mappingOf(at, written.mapping, `${path}/mapping`),
    entrances: [first, ...(written.furtherCallers ?? []).map((more, index) => entranceOf(at, more, `${path}/furtherCallers/${index}`))],
    timeZone: connections.find(({ id }) => id === peer)?.timeZone ?? defaultZone
  }
}

/** What identifies a caller; two links must not share it. */
export const callerKeyOf = ({ id, key, protocol }: Pick<ConnectedEntrance, "protocol" | "id" | "key">): string => [protocol, id, ...key.texts].join(" ")

const earlierText = ({ earlierSecret: earlier }: Pick<ConnectedEntrance, "earlierSecret">): string => earlier === undefined ? "" : `${earlier.until} ${Redacted.value(earlier.secretKey)}`

const memberOf = ({ entrances: [first] }: ConnectedLink) => first!.key.member

export const entranceProblems = (links: ReadonlyArray<ConnectedLink>, pathOf: (index: number) => string): ReadonlyArray<Problem> => {
  const seen = new Map<string, ConnectedEntrance>()
  const scopes = new Map<string, ConnectedLink>()
  const accounts = new Map<string, ConnectedEntrance>()
  return links.flatMap((link, index) => {
    const other = scopes.get(link.scope)
    scopes.set(link.scope, link)
    // Two different pairs of an id and a key can give the same scope, because a colon joins them.
    const isMixed = other !== undefined && callerKeyOf(other.entrances[0]!) !== callerKeyOf(link.entrances[0]!)
    const mixed = isMixed
      ? [{
        path: `${pathOf(index)}/${memberOf(link)}`,
        message: `the id and the ${memberOf(link)} of this link give the scope ${link.scope}, which another link has already; choose another ${memberOf(link)}`
      }]
      : []
    return [...mixed, ...link.entrances.flatMap((entrance): ReadonlyArray<Problem> => {
      const key = callerKeyOf(entrance)
      const account = `${entrance.protocol} ${entrance.id}`
      const its = accounts.get(account)
      accounts.set(account, entrance)
      if (seen.has(key)) {
        return [{ path: `${pathOf(index)}/id`, message: `another link has the id ${JSON.stringify(entrance.id)} on the same route; give each caller its own id` }]
      }
      seen.set(key, entrance)
      if (its === undefined) return []
      if (Redacted.value(its.secretKey) !== Redacted.value(entrance.secretKey)) {
        return [{ path: `${pathOf(index)}/secretKey`, message: `${entrance.id} has another secret in another link; use the same secret in both` }]
      }
      return earlierText(its) === earlierText(entrance)
        ? []
        : [{ path: `${pathOf(index)}/earlierSecret`, message: `${entrance.id} has another earlier secret in another link; write the same in both` }]
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

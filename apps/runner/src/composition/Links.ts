/**
 * Builds links and receivers from the composition: which callers may connect, with which credentials, and to which
 * connection.
 */
import type { Entrance, Link, Mappings, Receiver, Requirement } from "@crossdock/core/config"
import { Profile as Gateway } from "@crossdock/protocols/gateway"
import { Profile } from "@crossdock/protocols/warehouse-envelope"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Contracts from "../Contracts.ts"
import { type Checker, defaultZone, oneOf, type Problem, secretOf, zoneOf } from "./Checker.ts"
import type { Connection } from "./Connections.ts"

/** The credentials of a caller and the route on which they are valid. */
export interface ConnectedEntrance {
  readonly door: "warehouse" | "gateway"
  readonly id: string
  readonly secretKey: Redacted.Redacted
  readonly warehouseSecret: Redacted.Redacted | undefined
  readonly warehouseKey: string | undefined
  readonly signing: "strict" | "lenient"
  /** Checked against the options of the route's protocol. */
  readonly profile: Written
}

/** An ERP connection linked to a peer connection. */
export interface ConnectedLink {
  /** Key of this link's rows in the database: `<route>:<id>` of its first entrance. */
  readonly scope: string
  readonly erp: string
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

/** A route on which the runner plays the ERP of document 1. */
export interface ConnectedReceiver {
  /** `receiver:<extraType>:<accessId>`. */
  readonly scope: string
  readonly extraType: string
  readonly accessId: string
  readonly secretKey: Redacted.Redacted
  readonly signing: "strict" | "lenient"
  readonly profile: Written
  readonly timeZone: string
}

/** Validates the options of each route's protocol. */
const profiles: Readonly<Record<Entrance["door"], (written: Written) => Result.Result<unknown, string>>> = {
  warehouse: Profile.profileFrom,
  gateway: Gateway.profileFrom
}

const profileOf = (at: Checker, door: Entrance["door"], written: Written = {}, path: string): Written => {
  const read = doors.includes(door) ? profiles[door](written) : Result.succeed(written)
  if (Result.isFailure(read)) at.problem(path, read.failure)
  return written
}

const signings = ["strict", "lenient"] as const
const doors = ["warehouse", "gateway"] as const

const entranceOf = (at: Checker, written: Entrance, path: string): ConnectedEntrance => {
  const door = oneOf(at, written.door, doors, `${path}/door`)
  if (typeof written.id !== "string" || written.id === "") at.problem(`${path}/id`, "the caller needs an id; write its accessId for the warehouse route, or its appKey for the gateway route")
  if (written.door === "gateway" && (written.warehouseKey ?? "") === "") {
    at.problem(`${path}/warehouseKey`, "a gateway caller needs a warehouseKey; write the key by which the caller identifies this link")
  }
  return {
    door: written.door,
    id: written.id,
    secretKey: secretOf(at, written.secretKey, `${path}/secretKey`),
    warehouseSecret: written.warehouseSecret === undefined
      ? undefined
      : secretOf(at, written.warehouseSecret, `${path}/warehouseSecret`),
    warehouseKey: written.warehouseKey,
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
    if (found === undefined) at.problem(`${path}/${member}`, `there is no valid connection ${JSON.stringify(written[member])}; correct the id`)
    else if (found !== contract) at.problem(`${path}/${member}`, `${written[member]} is a ${found} connection, but this must be a ${contract} connection; write the id of one`)
  }
  expect("erp", Contracts.erp.id)
  expect("peer", Contracts.warehouse.id)
  const prefix = written.prefix ?? ""
  if (!/^[A-Za-z0-9_-]*$/.test(prefix)) at.problem(`${path}/prefix`, "the prefix must consist of letters, digits, - and _")
  return {
    scope: written.door === "gateway" ? `gateway:${written.id}:${written.warehouseKey}` : `${written.door}:${written.id}`,
    erp: written.erp,
    peer: written.peer,
    id: written.id,
    prefix,
    mapping: mappingOf(at, written.mapping, `${path}/mapping`),
    entrances: [
      entranceOf(at, written, path),
      ...(written.also ?? []).map((more, index) => entranceOf(at, more, `${path}/also/${index}`))
    ],
    timeZone: connections.find(({ id }) => id === written.peer)?.timeZone ?? defaultZone
  }
}

export const receiverOf = (at: Checker, written: Receiver, path: string): ConnectedReceiver => ({
  scope: `receiver:${written.extraType}:${written.accessId}`,
  extraType: written.extraType,
  accessId: written.accessId,
  secretKey: secretOf(at, written.secretKey, `${path}/secretKey`),
  signing: oneOf(at, written.signing, signings, `${path}/signing`),
  profile: profileOf(at, "warehouse", written.profile, `${path}/profile`),
  timeZone: zoneOf(at, written.timeZone, `${path}/timeZone`)
})

/** What identifies a caller; two links must not share it. */
const keyOf = (entrance: ConnectedEntrance): string =>
  `${entrance.door} ${entrance.id} ${entrance.door === "gateway" ? entrance.warehouseKey : ""}`

export const entranceProblems = (links: ReadonlyArray<ConnectedLink>, pathOf: (index: number) => string): ReadonlyArray<Problem> => {
  const seen = new Map<string, ConnectedEntrance>()
  const scopes = new Map<string, ConnectedLink>()
  const accounts = new Map<string, Redacted.Redacted>()
  return links.flatMap((link, index) => {
    const other = scopes.get(link.scope)
    scopes.set(link.scope, link)
    // Two different pairs of appKey and warehouseKey can give the same scope, because a colon joins them.
    const isMixed = other !== undefined && keyOf(other.entrances[0]!) !== keyOf(link.entrances[0]!)
    const mixed = isMixed
      ? [{
        path: `${pathOf(index)}/warehouseKey`,
        message: `the id and the warehouseKey of this link give the scope ${link.scope}, which another link has already; choose another warehouseKey`
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
    if (others.length === 0) return []
    if (link.prefix === "") {
      return [{ path: `/links/${index}/prefix`, message: `${link.peer} has several links; give each of them a prefix` }]
    }
    const clash = others.find((other) => other.prefix !== "" && (other.prefix.startsWith(link.prefix)))
    return clash === undefined ? [] : [{
      path: `/links/${index}/prefix`,
      message: `numbers with the prefix ${JSON.stringify(link.prefix)} could also belong to ${clash.scope}; choose prefixes that do not begin with one another`
    }]
  })

/**
 * Validates `crossdock.config.ts` and prepares it for the runner: resolves values from the environment, lets plugins
 * decode their settings, and collects every problem with its place and its remedy.
 */
import type { AnyPlugin, Composition, ConnectionOf, Link } from "@crossdock/config"
import * as Result from "effect/Result"
import * as Contracts from "./Contracts.ts"
import * as ErpFields from "./composition/ErpFields.ts"
import { above, anHourOrMore, type Checker, checker, keptFor, millis, type Nodes, oneOf, openApiRateOf, type Problem, proxiesOf, resolved, scheduleOf } from "./composition/Checker.ts"
import { addressProblems, type Connection, connectionOf } from "./composition/Connections.ts"
import { deskOf, type OrderDesk } from "./composition/Desk.ts"
import { type ConnectedLink, entranceProblems, linkOf, prefixProblems, sharedShopProblems, unstoredNumberProblems } from "./composition/Links.ts"
import { defaults, type Protocols, protocolsOf } from "./composition/Protocols.ts"
import { type ConnectedReceiver, receiverOf, receiverProblems } from "./composition/Receivers.ts"
import { sharedNameProblems } from "./composition/LinkedErps.ts"
import { unknownLinkMembers, unknownMembers, unknownSettings } from "./composition/SettingNames.ts"
import type { Environment } from "./EnvironmentVariables.ts"
import * as RequestLimits from "./http/RequestLimits.ts"
import { pushGaps } from "./engine/RetrySchedule.ts"

export type { Problem } from "./composition/Checker.ts"
export { type Connection, withErpSettings } from "./composition/Connections.ts"
export type { ConnectedEntrance, ConnectedLink, Written } from "./composition/Links.ts"
export type { ConnectedReceiver } from "./composition/Receivers.ts"
export type { ConnectedShop } from "./composition/Shops.ts"

export interface Composed {
  readonly plugins: ReadonlyMap<string, AnyPlugin>
  /** The protocols that the runner serves, by their name. */
  readonly protocols: Protocols
  readonly connections: ReadonlyArray<Connection>
  readonly links: ReadonlyArray<ConnectedLink>
  readonly receivers: ReadonlyArray<ConnectedReceiver>
  /** Undefined: orders of shops go to the ERP alone. */
  readonly desk: OrderDesk | undefined
  readonly server: {
    readonly callerDeadline: number
    readonly doubtfulAnswer: "body" | "503"
    readonly maxBody: number
    readonly maxMembers: number
    readonly callsAtOnce: number
    readonly callsAtOncePerLink: number
    readonly authFailureLimit: number
    readonly methodReplay: "count" | "strict"
    /** Milliseconds. Absent: no limit. */
    readonly maxWindow?: number
    /** How many pages one call may read at a peer. */
    readonly pagesPerCall: number
    /** How many calls an appId may make at each path of document 3. */
    readonly openApiRate: { readonly calls: number; readonly millis: number } | "none"
    readonly openapi: "none" | "documents" | "page"
    readonly nodes: "one" | "several"
    readonly trustedProxies: ReadonlyArray<string>
  }
  readonly delivery: { readonly gaps: ReadonlyArray<number>; readonly resendUnattended: boolean }
  /** Milliseconds. */
  readonly retention: Readonly<Record<"delivered" | "dead" | "inbox" | "orders" | "findings" | "audit", number>> & {
    /** Undefined: as long as the order. */
    readonly personalData: number | undefined
  }
  /** Times in milliseconds, the size in bytes. */
  readonly callLog: { readonly kept: number; readonly size: number; readonly countsKept: number }
}

const pluginsOf = (all: ReadonlyArray<AnyPlugin>, problem: Checker["problem"]): ReadonlyMap<string, AnyPlugin> => {
  const plugins = new Map<string, AnyPlugin>()
  all.forEach((written, index) => {
    const path = `/plugins/${index}`
    const plugin = Contracts.upgrade(written)
    if (plugin === undefined) {
      problem(path, `the contract of this plugin is ${String(written.contract)}, but this runner supports ${Contracts.ids.join(", ")}; install a version of the plugin for one of these`)
    } else if (plugins.has(plugin.id)) problem(path, `the plugin ${plugin.id} is declared twice; remove one`)
    else {
      for (const unknown of ErpFields.problems(plugin.settings)) problem(path, unknown)
      plugins.set(plugin.id, plugin)
    }
  })
  return plugins
}

export const compose = (
  composition: Composition,
  environment: Environment
): Result.Result<Composed, ReadonlyArray<Problem>> => {
  const problems: Array<Problem> = []
  const plugins = pluginsOf(composition.plugins ?? [], (path, message) => void problems.push({ path, message }))
  const connections: Array<Connection> = []
  const protocols = protocolsOf(composition.protocols, (path, message) => void problems.push({ path, message }))
  problems.push(...unknownMembers(composition, protocols))
  const missing = (["plugins", "connections", "links"] as const).filter((part) => !Array.isArray(composition[part]))
  problems.push(...missing.map((part) => ({ path: `/${part}`, message: "this must be a list, which may be empty" })))
  if (missing.length > 0) return Result.fail(problems)
  const declared = new Map(composition.connections.map(({ id, plugin }) => [id, plugins.get(plugin)]))
  const at = checker(environment, plugins, problems, { declared, protocols, ...(composition.server?.nodes !== undefined && { nodes: composition.server.nodes }) })
  composition.connections.forEach((written, index) => {
    const path = `/connections/${index}`
    if (typeof written.id !== "string" || written.id === "") at.problem(`${path}/id`, "the connection needs an id, which links and commands refer to")
    if (connections.some(({ id }) => id === written.id)) at.problem(`${path}/id`, `the connection ${written.id} is declared twice; rename one`)
    const connection = connectionOf(at, written, path)
    if (connection !== undefined) connections.push(connection)
    const plugin = plugins.get(written.plugin)
    // Missing environment variables are reported elsewhere.
    const settings = resolved(checker(environment, plugins, []), written.settings, "")
    if (plugin !== undefined) {
      for (const { path: below, message } of unknownSettings(plugin, settings)) at.problem(`${path}/settings${below}`, message)
    }
  })
  problems.push(...addressProblems(connections, (index) => `/connections/${composition.connections.findIndex(({ id }) => id === connections[index]!.id)}`))
  const links = composition.links.map((written, index) => linkOf(at, written, `/links/${index}`, connections))
  problems.push(...entranceProblems(links, (index) => `/links/${index}`), ...prefixProblems(links), ...unstoredNumberProblems(links, connections, ({ id }) => `/connections/${composition.connections.findIndex((written) => written.id === id)}/unstoredNumbers`), ...sharedShopProblems(links, (index) => `/links/${index}`), ...sharedNameProblems(links, (index) => `/links/${index}`))

  const receivers = (composition.receivers ?? []).map((written, index) => receiverOf(at, written, `/receivers/${index}`))
  problems.push(...receiverProblems(receivers))
  const { callLog, delivery, retention, server } = composition
  const composed: Composed = {
    plugins,
    protocols,
    connections,
    links,
    receivers,
    desk: deskOf(at, composition.desk, links, connections),
    server: {
      callerDeadline: millis(at, server?.callerDeadline, "20 seconds", "/server/callerDeadline"),
      doubtfulAnswer: oneOf(at, server?.doubtfulAnswer, ["body", "503"], "/server/doubtfulAnswer"),
      maxBody: above(at, server?.maxBody, RequestLimits.maxBody, 1, "/server/maxBody"),
      maxMembers: above(at, server?.maxMembers, RequestLimits.maxMembers, 1, "/server/maxMembers"),
      callsAtOnce: above(at, server?.callsAtOnce, RequestLimits.callsAtOnce, 1, "/server/callsAtOnce"),
      callsAtOncePerLink: above(at, server?.callsAtOncePerLink, RequestLimits.callsAtOncePerLink, 1, "/server/callsAtOncePerLink"),
      authFailureLimit: above(at, server?.authFailureLimit, RequestLimits.authFailureLimit, 1, "/server/authFailureLimit"),
      methodReplay: oneOf(at, server?.methodReplay, ["count", "strict"], "/server/methodReplay"),
      ...(server?.maxWindow !== undefined && { maxWindow: millis(at, server.maxWindow, 0, "/server/maxWindow") }),
      pagesPerCall: above(at, server?.pagesPerCall, RequestLimits.pagesPerCall, 1, "/server/pagesPerCall"),
      openApiRate: openApiRateOf(at, server?.openApiRate, "/server/openApiRate"),
      openapi: oneOf(at, server?.openapi, ["none", "documents", "page"], "/server/openapi"),
      nodes: oneOf(at, server?.nodes, ["one", "several"], "/server/nodes"),
      trustedProxies: proxiesOf(at, server?.trustedProxies, "/server/trustedProxies")
    },
    delivery: {
      gaps: scheduleOf(at, delivery?.schedule, "/delivery/schedule") ?? pushGaps,
      resendUnattended: delivery?.resendUnattended ?? false
    },
    retention: {
      delivered: keptFor(at, retention?.delivered, "30 days", "/retention/delivered"),
      dead: keptFor(at, retention?.dead, "90 days", "/retention/dead"),
      inbox: keptFor(at, retention?.inbox, "30 days", "/retention/inbox"),
      orders: keptFor(at, retention?.orders, "365 days", "/retention/orders"),
      findings: keptFor(at, retention?.findings, "90 days", "/retention/findings"),
      audit: keptFor(at, retention?.audit, "730 days", "/retention/audit"),
      personalData: retention?.personalData === undefined ? undefined : keptFor(at, retention.personalData, "30 days", "/retention/personalData")
    },
    callLog: {
      kept: anHourOrMore(at, callLog?.kept, "8 days", "/callLog/kept"),
      size: above(at, callLog?.size, 256 * 1024 * 1024, 1024 * 1024, "/callLog/size"),
      countsKept: anHourOrMore(at, callLog?.countsKept, "30 days", "/callLog/countsKept")
    }
  }
  return problems.length > 0 ? Result.fail(problems) : Result.succeed(composed)
}

/** Validates one more connection for the admin API, like a declared one but without the environment. */
export const oneConnection = (
  plugins: ReadonlyMap<string, AnyPlugin>,
  written: ConnectionOf<string, unknown>,
  existing: ReadonlyArray<Connection>,
  nodes: Nodes
): Result.Result<Connection, ReadonlyArray<Problem>> => {
  const problems: Array<Problem> = []
  const at = checker({}, plugins, problems, { nodes })
  if (!/^[\w.-]{1,64}$/.test(written.id)) at.problem("/id", "the id must have 1 to 64 letters, digits, dots, dashes and underscores")
  if (existing.some(({ id }) => id === written.id)) at.problem("/id", `the connection ${written.id} exists already; choose another id`)
  const connection = connectionOf(at, written, "")
  // The existing ones are valid together, so any problem concerns the new one.
  if (connection !== undefined) problems.push(...addressProblems([...existing, connection], () => ""))
  return problems.length > 0 || connection === undefined ? Result.fail(problems) : Result.succeed(connection)
}

/** Validates one more link for the admin API. */
export const oneLink = (
  written: Link<string>,
  connections: ReadonlyArray<Connection>,
  existing: ReadonlyArray<ConnectedLink>,
  isStored = false,
  protocols: Protocols = defaults
): Result.Result<ConnectedLink, ReadonlyArray<Problem>> => {
  const problems: Array<Problem> = []
  const link = linkOf(checker({}, new Map(), problems, { declared: new Map(connections.map(({ id, plugin }) => [id, plugin])), isStored, protocols }), written, "", connections)
  if (!isStored) problems.push(...unknownLinkMembers(written, protocols, ""))
  const all = [...existing, link]
  const last = all.length - 1
  problems.push(
    ...entranceProblems(all, (index) => index === last ? "" : "/existing"),
    // An existing link without a prefix has the same problem as the new one, which is told once.
    ...[...new Set(prefixProblems(all).map(({ message }) => message))].map((message) => ({ path: "/prefix", message })),
    ...unstoredNumberProblems(all, connections, () => "/peer"),
    ...sharedShopProblems(all, (index) => index === last ? "" : "/existing"),
    ...sharedNameProblems(all, (index) => index === last ? "" : "/existing")
  )
  return problems.length > 0 ? Result.fail(problems) : Result.succeed(link)
}

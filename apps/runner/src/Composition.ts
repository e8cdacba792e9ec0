/**
 * From `crossdock.config.ts` to what the runner works with: values of the environment put in, settings decoded by
 * their plugin, and every problem found at once, each with its place and its remedy.
 */
import type { AnyPlugin, Composition, ConnectionOf, Entrance, EnvReference, Link, Receiver } from "@crossdock/core/config"
import { Profile as Gateway } from "@crossdock/protocols/gateway"
import { Profile } from "@crossdock/protocols/warehouse-envelope"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as ApiUrl from "./ApiUrl.ts"
import { type Environment, valueOf } from "./Config.ts"
import { pushGaps } from "./delivery/Schedule.ts"

/** One account at one peer, ready to be connected. Times in milliseconds. */
export interface Connection {
  readonly id: string
  readonly plugin: AnyPlugin
  readonly settings: unknown
  readonly timeZone: string
  readonly environment: "production" | "test"
  /** As `ApiUrl.normal` writes them. */
  readonly apiUrlAllow: ReadonlyArray<string>
  readonly pollInterval: number
  readonly visibilityDelay: number
  readonly callsPerSecond: number
  readonly deliveriesAtOnce: number
  /** Before each attempt of a delivery; absent: those of all. */
  readonly gaps: ReadonlyArray<number> | undefined
  readonly onDead: "hold" | "continue"
}

/** Where a caller comes in, and what it is known by there. */
export interface ConnectedEntrance {
  readonly door: "warehouse" | "gateway"
  readonly id: string
  readonly secretKey: Redacted.Redacted
  readonly warehouseSecret: Redacted.Redacted | undefined
  readonly warehouseKey: string | undefined
  readonly signing: "strict" | "lenient"
  /** Checked against the options of the door's protocol. */
  readonly profile: Written
}

/** An ERP connection joined to a peer connection. */
export interface ConnectedLink {
  /** What rows of this link are kept under: `<door>:<id>` of its first entrance. */
  readonly scope: string
  readonly erp: string
  readonly peer: string
  /** The id of its first entrance. */
  readonly id: string
  readonly prefix: string
  readonly mapping: "optional" | "required"
  readonly entrances: ReadonlyArray<ConnectedEntrance>
  readonly timeZone: string
}

/** A profile as it is written down. */
export type Written = Readonly<Record<string, string | boolean>>

/** Where the runner plays the ERP of document 1. */
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

export interface Composed {
  readonly plugins: ReadonlyMap<string, AnyPlugin>
  readonly connections: ReadonlyArray<Connection>
  readonly links: ReadonlyArray<ConnectedLink>
  readonly receivers: ReadonlyArray<ConnectedReceiver>
  readonly server: {
    readonly callerDeadline: number
    readonly doubtfulAnswer: "body" | "503"
    readonly maxBody: number
    readonly authFailureLimit: number
    readonly methodReplay: "count" | "strict"
  }
  readonly delivery: { readonly gaps: ReadonlyArray<number>; readonly resendUnattended: boolean }
  /** Milliseconds. */
  readonly retention: Readonly<Record<"delivered" | "dead" | "inbox" | "orders" | "findings", number>>
}

/** What is wrong in a composition, where, and how to mend it. */
export interface Problem {
  readonly path: string
  readonly says: string
}

const isReference = (value: unknown): value is EnvReference =>
  typeof value === "object" && value !== null && (value as { readonly _tag?: unknown })._tag === "EnvReference"

const defaultZone = "UTC+8"

const isTimeZone = (text: string): boolean =>
  /^UTC(?:[+-](?:0?\d|1[0-4])(?::[0-5]\d)?)?$/.test(text) || Option.isSome(DateTime.zoneMakeNamed(text))

/** What the parts of a composition are checked with; every problem found is kept. */
interface Checking {
  readonly problem: (path: string, says: string) => void
  readonly count: () => number
  readonly environment: Environment
  readonly plugins: ReadonlyMap<string, AnyPlugin>
}

const checking = (environment: Environment, plugins: ReadonlyMap<string, AnyPlugin>, problems: Array<Problem>): Checking => ({
  problem: (path, says) => void problems.push({ path, says }),
  count: () => problems.length,
  environment,
  plugins
})

const referred = (at: Checking, name: string, path: string): string | undefined => {
  try {
    return valueOf(at.environment, name)
  } catch (cause) {
    at.problem(path, `the file that ${name}_FILE names cannot be read (${(cause as NodeJS.ErrnoException).code ?? "unknown"}); correct it`)
    return ""
  }
}

const resolved = (at: Checking, value: unknown, path: string): unknown => {
  if (isReference(value)) {
    const found = referred(at, value.name, path)
    if (found === undefined) at.problem(path, `the environment has neither ${value.name} nor ${value.name}_FILE; set one of them`)
    return found ?? ""
  }
  if (Array.isArray(value)) return value.map((item, index) => resolved(at, item, `${path}/${index}`))
  if (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolved(at, item, `${path}/${name}`)]))
  }
  return value
}

/** A secret that is not there would sign with nothing, or with the word undefined. */
const secretOf = (at: Checking, value: string | EnvReference, path: string): Redacted.Redacted => {
  const before = at.count()
  const found = resolved(at, value, path)
  const isText = typeof found === "string" && found !== ""
  if (!isText && at.count() === before) at.problem(path, "a secret is a text that is not empty; write it, or refer to the environment with env(\"NAME\")")
  return Redacted.make(isText ? found : "", { label: "secret" })
}

/** A word of a closed set; absent: the first of it. */
const oneOf = <const Words extends ReadonlyArray<string>>(at: Checking, value: Words[number] | undefined, words: Words, path: string): Words[number] => {
  if (value !== undefined && !words.includes(value)) at.problem(path, `this is one of ${words.join(", ")}`)
  return value ?? words[0]!
}

/** A number above a bound. */
const above = (at: Checking, value: number | undefined, otherwise: number, least: number, path: string): number => {
  if (value !== undefined && !(Number.isFinite(value) && value >= least)) at.problem(path, `this is a number of at least ${least}`)
  return value ?? otherwise
}

const millis = (at: Checking, input: Duration.Input | undefined, otherwise: Duration.Input, path: string): number => {
  const read = (value: Duration.Input) => Duration.toMillis(Duration.fromInputUnsafe(value))
  try {
    const found = read(input ?? otherwise)
    if (found >= 0) return found
  } catch {
    // told below, as a negative one is
  }
  at.problem(path, "this is no time; write one like \"500 millis\", \"30 seconds\" or \"2 hours\"")
  return read(otherwise)
}

const zoneOf = (at: Checking, written: string | undefined, path: string): string => {
  if (written !== undefined && !isTimeZone(written)) {
    at.problem(path, `${JSON.stringify(written)} is no time zone; write an IANA name such as Europe/Amsterdam, or UTC+8`)
    return defaultZone
  }
  return written ?? defaultZone
}

/** Which options each door's protocol has. */
const profiles: Readonly<Record<Entrance["door"], (written: Written) => Result.Result<unknown, string>>> = {
  warehouse: Profile.profileFrom,
  gateway: Gateway.profileFrom
}

const profileOf = (at: Checking, door: Entrance["door"], written: Written = {}, path: string): Written => {
  const read = doors.includes(door) ? profiles[door](written) : Result.succeed(written)
  if (Result.isFailure(read)) at.problem(path, read.failure)
  return written
}

const pluginsOf = (written: ReadonlyArray<AnyPlugin>, problem: Checking["problem"]): ReadonlyMap<string, AnyPlugin> => {
  const plugins = new Map<string, AnyPlugin>()
  written.forEach((plugin, index) => {
    const path = `/plugins/${index}`
    if (plugin.contract !== "warehouse/v1" && plugin.contract !== "erp/v1") {
      const told = String((plugin as { readonly contract?: unknown }).contract)
      problem(path, `its contract is ${told}; this runner runs warehouse/v1 and erp/v1: install a version of the plugin for one of these`)
    } else if (plugins.has(plugin.id)) problem(path, `the plugin ${plugin.id} stands twice; remove one`)
    else plugins.set(plugin.id, plugin)
  })
  return plugins
}

const scheduleOf = (at: Checking, written: ReadonlyArray<Duration.Input> | undefined, path: string): ReadonlyArray<number> | undefined => {
  if (written?.length === 0) at.problem(path, "a schedule has at least one gap; leave it out for the usual one")
  return written?.map((gap, index) => millis(at, gap, 0, `${path}/${index}`))
}

const month = 30 * 24 * 3_600_000

/** Never less than the memory that the dedup keys promise. */
const keptFor = (at: Checking, written: Duration.Input | undefined, otherwise: Duration.Input, path: string): number => {
  const kept = millis(at, written, otherwise, path)
  if (kept < month) at.problem(path, "this is at least 30 days; a repeat that comes within them must be known")
  return kept
}

const addressOf = (at: Checking, written: string, path: string): string => {
  const read = ApiUrl.read(written)
  if (Result.isFailure(read)) at.problem(path, read.failure)
  return Result.getOrElse(read, () => written)
}

/** An address is of one environment, so that no caller reaches another by naming it. */
const addressProblems = (connections: ReadonlyArray<Connection>, pathOf: (index: number) => string): ReadonlyArray<Problem> =>
  connections.flatMap(({ apiUrlAllow, environment }, index) => {
    const elsewhere = connections.slice(0, index).find((other) =>
      other.environment !== environment && other.apiUrlAllow.some((address) => apiUrlAllow.includes(address)))
    return elsewhere === undefined ? [] : [{
      path: `${pathOf(index)}/apiUrlAllow`,
      says: `an address of it is allowed for ${elsewhere.id} too, which is of the ${elsewhere.environment} environment; an address is of one environment`
    }]
  })

const connectionOf = (at: Checking, written: ConnectionOf<string, unknown>, path: string): Connection | undefined => {
  const plugin = at.plugins.get(written.plugin)
  const timeZone = zoneOf(at, written.timeZone, `${path}/timeZone`)
  if (plugin === undefined) {
    at.problem(`${path}/plugin`, `no plugin of this id is in plugins; there are: ${[...at.plugins.keys()].join(", ") || "none"}`)
    return undefined
  }
  const before = at.count()
  const settings = resolved(at, written.settings, `${path}/settings`)
  if (at.count() > before) return undefined
  const decoded = Schema.decodeUnknownResult(plugin.settings)(settings, { errors: "all" })
  if (Result.isFailure(decoded)) {
    for (const issue of issuesOf(decoded.failure.issue).issues) {
      const place = (issue.path ?? []).map((part) => `/${String(typeof part === "object" ? part.key : part)}`).join("")
      at.problem(`${path}/settings${place}`, withoutValues(issue.message))
    }
    return undefined
  }
  const limits = plugin.contract === "warehouse/v1" ? plugin.limits : undefined
  return {
    id: written.id,
    plugin,
    settings: decoded.success,
    timeZone,
    environment: written.environment ?? "production",
    apiUrlAllow: (written.apiUrlAllow ?? []).map((address, index) => addressOf(at, address, `${path}/apiUrlAllow/${index}`)),
    pollInterval: millis(at, written.pollInterval, limits?.pollInterval ?? "60 seconds", `${path}/pollInterval`),
    visibilityDelay: millis(at, written.visibilityDelay, limits?.visibilityDelay ?? "60 seconds", `${path}/visibilityDelay`),
    callsPerSecond: above(at, written.callsPerSecond, 10, 0.001, `${path}/callsPerSecond`),
    deliveriesAtOnce: above(at, written.deliveriesAtOnce, 32, 1, `${path}/deliveriesAtOnce`),
    gaps: scheduleOf(at, written.schedule, `${path}/schedule`),
    onDead: oneOf(at, written.onDead, ["hold", "continue"], `${path}/onDead`)
  }
}

const signings = ["strict", "lenient"] as const
const doors = ["warehouse", "gateway"] as const

const entranceOf = (at: Checking, written: Entrance, path: string): ConnectedEntrance => {
  const door = oneOf(at, written.door, doors, `${path}/door`)
  if (typeof written.id !== "string" || written.id === "") at.problem(`${path}/id`, "a caller needs an id; its accessId at the warehouse, its appKey at the gateway")
  if (written.door === "gateway" && (written.warehouseKey ?? "") === "") {
    at.problem(`${path}/warehouseKey`, "the gateway needs the key by which its caller names this link")
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

const linkOf = (at: Checking, written: Link, path: string, connections: ReadonlyArray<Connection>): ConnectedLink => {
  const expect = (member: "erp" | "peer", contract: string) => {
    const found = connections.find(({ id }) => id === written[member])?.plugin.contract
    if (found === undefined) at.problem(`${path}/${member}`, `there is no working connection ${JSON.stringify(written[member])}`)
    else if (found !== contract) at.problem(`${path}/${member}`, `${written[member]} is a ${found} connection; ${contract} is needed`)
  }
  expect("erp", "erp/v1")
  expect("peer", "warehouse/v1")
  const prefix = written.prefix ?? ""
  if (!/^[A-Za-z0-9_-]*$/.test(prefix)) at.problem(`${path}/prefix`, "a prefix holds letters, digits, - and _ only")
  return {
    scope: written.door === "gateway" ? `gateway:${written.id}:${written.warehouseKey}` : `${written.door}:${written.id}`,
    erp: written.erp,
    peer: written.peer,
    id: written.id,
    prefix,
    mapping: oneOf(at, written.mapping, ["optional", "required"], `${path}/mapping`),
    entrances: [
      entranceOf(at, written, path),
      ...(written.also ?? []).map((more, index) => entranceOf(at, more, `${path}/also/${index}`))
    ],
    timeZone: connections.find(({ id }) => id === written.peer)?.timeZone ?? defaultZone
  }
}

/** What a caller is recognised by; two links must not share it. */
export const keyOf = (entrance: ConnectedEntrance): string =>
  `${entrance.door} ${entrance.id} ${entrance.door === "gateway" ? entrance.warehouseKey : ""}`

const entranceProblems = (links: ReadonlyArray<ConnectedLink>, pathOf: (index: number) => string): ReadonlyArray<Problem> => {
  const seen = new Map<string, ConnectedEntrance>()
  const accounts = new Map<string, Redacted.Redacted>()
  return links.flatMap((link, index) =>
    link.entrances.flatMap((entrance): ReadonlyArray<Problem> => {
      const key = keyOf(entrance)
      const account = `${entrance.door} ${entrance.id}`
      const secret = accounts.get(account)
      accounts.set(account, entrance.secretKey)
      if (seen.has(key)) {
        return [{ path: `${pathOf(index)}/id`, says: `another link has the id ${JSON.stringify(entrance.id)} at the same door; each caller needs its own` }]
      }
      seen.set(key, entrance)
      return secret !== undefined && Redacted.value(secret) !== Redacted.value(entrance.secretKey)
        ? [{ path: `${pathOf(index)}/secretKey`, says: `${entrance.id} has another secret in another link; one caller has one` }]
        : []
    })
  )
}

export const compose = (
  composition: Composition,
  environment: Environment
): Result.Result<Composed, ReadonlyArray<Problem>> => {
  const problems: Array<Problem> = []
  const plugins = pluginsOf(composition.plugins ?? [], (path, says) => void problems.push({ path, says }))
  const at = checking(environment, plugins, problems)
  const connections: Array<Connection> = []
  const missing = (["plugins", "connections", "links"] as const).filter((part) => !Array.isArray(composition[part]))
  for (const part of missing) at.problem(`/${part}`, "this is a list, which may be empty")
  if (missing.length > 0) return Result.fail(problems)
  composition.connections.forEach((written, index) => {
    const path = `/connections/${index}`
    if (typeof written.id !== "string" || written.id === "") at.problem(`${path}/id`, "a connection needs an id, by which links and commands name it")
    if (connections.some(({ id }) => id === written.id)) at.problem(`${path}/id`, `the connection ${written.id} stands twice; rename one`)
    const connection = connectionOf(at, written, path)
    if (connection !== undefined) connections.push(connection)
  })
  problems.push(...addressProblems(connections, (index) => `/connections/${composition.connections.findIndex(({ id }) => id === connections[index]!.id)}`))
  const links = composition.links.map((written, index) => linkOf(at, written, `/links/${index}`, connections))
  problems.push(...entranceProblems(links, (index) => `/links/${index}`), ...prefixProblems(links))

  const receivers = (composition.receivers ?? []).map((written: Receiver, index): ConnectedReceiver => ({
    scope: `receiver:${written.extraType}:${written.accessId}`,
    extraType: written.extraType,
    accessId: written.accessId,
    secretKey: secretOf(at, written.secretKey, `/receivers/${index}/secretKey`),
    signing: oneOf(at, written.signing, signings, `/receivers/${index}/signing`),
    profile: profileOf(at, "warehouse", written.profile, `/receivers/${index}/profile`),
    timeZone: zoneOf(at, written.timeZone, `/receivers/${index}/timeZone`)
  }))

  receivers.forEach(({ scope }, index) => {
    if (receivers.findIndex((other) => other.scope === scope) < index) at.problem(`/receivers/${index}`, "another receiver has the same type and accessId; remove one")
  })
  const { delivery, retention, server } = composition
  const composed: Composed = {
    plugins,
    connections,
    links,
    receivers,
    server: {
      callerDeadline: millis(at, server?.callerDeadline, "20 seconds", "/server/callerDeadline"),
      doubtfulAnswer: oneOf(at, server?.doubtfulAnswer, ["body", "503"], "/server/doubtfulAnswer"),
      maxBody: above(at, server?.maxBody, 20 * 1024 * 1024, 1, "/server/maxBody"),
      authFailureLimit: above(at, server?.authFailureLimit, 50, 1, "/server/authFailureLimit"),
      methodReplay: oneOf(at, server?.methodReplay, ["count", "strict"], "/server/methodReplay")
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
      findings: keptFor(at, retention?.findings, "90 days", "/retention/findings")
    }
  }
  return problems.length > 0 ? Result.fail(problems) : Result.succeed(composed)
}

/** One more connection, stored by the admin API: checked as a declared one is, without the environment. */
export const oneConnection = (
  plugins: ReadonlyMap<string, AnyPlugin>,
  written: ConnectionOf<string, unknown>,
  existing: ReadonlyArray<Connection>
): Result.Result<Connection, ReadonlyArray<Problem>> => {
  const problems: Array<Problem> = []
  const at = checking({}, plugins, problems)
  if (!/^[\w.-]{1,64}$/.test(written.id)) at.problem("/id", "an id has 1 to 64 letters, digits, dots, dashes and underscores")
  if (existing.some(({ id }) => id === written.id)) at.problem("/id", `the connection ${written.id} exists; choose another id`)
  const connection = connectionOf(at, written, "")
  // Those that are there fit each other, so a problem is one of the last.
  if (connection !== undefined) problems.push(...addressProblems([...existing, connection], () => ""))
  return problems.length > 0 || connection === undefined ? Result.fail(problems) : Result.succeed(connection)
}

/** One more link, stored by the admin API. */
export const oneLink = (
  written: Link,
  connections: ReadonlyArray<Connection>,
  existing: ReadonlyArray<ConnectedLink>
): Result.Result<ConnectedLink, ReadonlyArray<Problem>> => {
  const problems: Array<Problem> = []
  const link = linkOf(checking({}, new Map(), problems), written, "", connections)
  const all = [...existing, link]
  const last = all.length - 1
  problems.push(
    ...entranceProblems(all, (index) => index === last ? "" : "/existing"),
    ...prefixProblems(all).map(({ says }) => ({ path: "/prefix", says }))
  )
  return problems.length > 0 ? Result.fail(problems) : Result.succeed(link)
}

/**
 * Two links on one connection would meet each other's numbers unless each number names its link: every prefix is set
 * and none begins another (U-147).
 */
const prefixProblems = (links: ReadonlyArray<ConnectedLink>): ReadonlyArray<Problem> =>
  links.flatMap((link, index) => {
    const others = links.filter((other) => other !== link && other.peer === link.peer)
    if (others.length === 0) return []
    if (link.prefix === "") {
      return [{ path: `/links/${index}/prefix`, says: `${link.peer} has several links; give each a prefix of its own` }]
    }
    const clash = others.find((other) => other.prefix !== "" && (other.prefix.startsWith(link.prefix)))
    return clash === undefined ? [] : [{
      path: `/links/${index}/prefix`,
      says: `${JSON.stringify(link.prefix)} also begins the numbers of ${clash.scope}; choose prefixes of which none begins another`
    }]
  })

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** Messages of a schema may quote what was written, and that may be a secret. */
const withoutValues = (text: string): string => text.replace(/,? got [^]*$/, "")

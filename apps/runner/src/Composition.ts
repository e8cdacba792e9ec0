/**
 * From `crossdock.config.ts` to what the runner works with: values of the environment put in, settings decoded by
 * their plugin, and every problem found at once, each with its place and its remedy.
 */
import type { AnyPlugin, Composition, ConnectionOf, EnvReference, Link, Receiver } from "@crossdock/core/config"
import { Profile } from "@crossdock/protocols/warehouse-envelope"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Environment, valueOf } from "./Config.ts"
import { pushGaps } from "./delivery/Schedule.ts"

/** One account at one peer, ready to be connected. Times in milliseconds. */
export interface Connection {
  readonly id: string
  readonly plugin: AnyPlugin
  readonly settings: unknown
  readonly timeZone: string
  readonly environment: "production" | "test"
  readonly pollInterval: number
  readonly visibilityDelay: number
  readonly callsPerSecond: number
}

/** An ERP connection joined to a peer connection. */
export interface ConnectedLink {
  /** What rows of this link are kept under: `warehouse:<accessId>`. */
  readonly scope: string
  readonly erp: string
  readonly peer: string
  readonly door: "warehouse"
  readonly id: string
  readonly secretKey: Redacted.Redacted
  readonly prefix: string
  readonly warehouseSecret: Redacted.Redacted | undefined
  readonly mapping: "optional" | "required"
  readonly signing: "strict" | "lenient"
  readonly profile: Profile.Profile
  readonly timeZone: string
}

/** Where the runner plays the ERP of document 1. */
export interface ConnectedReceiver {
  /** `receiver:<extraType>:<accessId>`. */
  readonly scope: string
  readonly extraType: string
  readonly accessId: string
  readonly secretKey: Redacted.Redacted
  readonly signing: "strict" | "lenient"
  readonly profile: Profile.Profile
  readonly timeZone: string
}

export interface Composed {
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
  /^UTC(?:[+-]\d{1,2}(?::\d{2})?)?$/.test(text) || Option.isSome(DateTime.zoneMakeNamed(text))

export const compose = (
  composition: Composition,
  environment: Environment
): Result.Result<Composed, ReadonlyArray<Problem>> => {
  const problems: Array<Problem> = []
  const problem = (path: string, says: string) => void problems.push({ path, says })

  const resolved = (value: unknown, path: string): unknown => {
    if (isReference(value)) {
      const found = valueOf(environment, value.name)
      if (found === undefined) problem(path, `the environment has neither ${value.name} nor ${value.name}_FILE; set one of them`)
      return found ?? ""
    }
    if (Array.isArray(value)) return value.map((item, index) => resolved(item, `${path}/${index}`))
    if (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolved(item, `${path}/${name}`)]))
    }
    return value
  }
  const secret = (value: string | EnvReference, path: string): Redacted.Redacted =>
    Redacted.make(String(resolved(value, path)), { label: "secret" })
  const millis = (input: Duration.Input | undefined, otherwise: Duration.Input): number =>
    Duration.toMillis(Duration.fromInputUnsafe(input ?? otherwise))
  const profile = (written: Link["profile"], path: string): Profile.Profile => {
    const read = Profile.profileFrom(written ?? {})
    if (Result.isSuccess(read)) return read.success
    problem(path, read.failure)
    return Profile.defaults
  }
  const zone = (written: string | undefined, path: string): string => {
    if (written !== undefined && !isTimeZone(written)) {
      problem(path, `${JSON.stringify(written)} is no time zone; write an IANA name such as Europe/Amsterdam, or UTC+8`)
      return defaultZone
    }
    return written ?? defaultZone
  }

  const plugins = new Map<string, AnyPlugin>()
  composition.plugins.forEach((plugin, index) => {
    const path = `/plugins/${index}`
    if (plugin.contract !== "warehouse/v1" && plugin.contract !== "erp/v1") {
      const told = String((plugin as { readonly contract?: unknown }).contract)
      problem(path, `its contract is ${told}; this runner runs warehouse/v1 and erp/v1: install a version of the plugin for one of these`)
    } else if (plugins.has(plugin.id)) problem(path, `the plugin ${plugin.id} stands twice; remove one`)
    else plugins.set(plugin.id, plugin)
  })

  const connections: Array<Connection> = []
  composition.connections.forEach((written: ConnectionOf<string, unknown>, index) => {
    const path = `/connections/${index}`
    const plugin = plugins.get(written.plugin)
    if (connections.some(({ id }) => id === written.id)) problem(`${path}/id`, `the connection ${written.id} stands twice; rename one`)
    if (plugin === undefined) {
      problem(`${path}/plugin`, `no plugin of this id is in plugins; there are: ${[...plugins.keys()].join(", ") || "none"}`)
      return
    }
    const before = problems.length
    const settings = resolved(written.settings, `${path}/settings`)
    if (problems.length > before) return
    const decoded = Schema.decodeUnknownResult(plugin.settings)(settings, { errors: "all" })
    if (Result.isFailure(decoded)) {
      problem(`${path}/settings`, withoutValues(String(decoded.failure)))
      return
    }
    const limits = plugin.contract === "warehouse/v1" ? plugin.limits : undefined
    connections.push({
      id: written.id,
      plugin,
      settings: decoded.success,
      timeZone: zone(written.timeZone, `${path}/timeZone`),
      environment: written.environment ?? "production",
      pollInterval: millis(written.pollInterval, limits?.pollInterval ?? "60 seconds"),
      visibilityDelay: millis(written.visibilityDelay, limits?.visibilityDelay ?? "60 seconds"),
      callsPerSecond: written.callsPerSecond ?? 10
    })
  })

  const contractOf = (id: string) => connections.find((connection) => connection.id === id)?.plugin.contract
  const links: Array<ConnectedLink> = []
  composition.links.forEach((written, index) => {
    const path = `/links/${index}`
    const expect = (member: "erp" | "peer", contract: string) => {
      const found = contractOf(written[member])
      if (found === undefined) problem(`${path}/${member}`, `there is no working connection ${JSON.stringify(written[member])}`)
      else if (found !== contract) problem(`${path}/${member}`, `${written[member]} is a ${found} connection; ${contract} is needed`)
    }
    expect("erp", "erp/v1")
    expect("peer", "warehouse/v1")
    if (links.some((link) => link.door === written.door && link.id === written.id)) {
      problem(`${path}/id`, `another link has the id ${JSON.stringify(written.id)} at the same door; each caller needs its own`)
    }
    const prefix = written.prefix ?? ""
    if (!/^[A-Za-z0-9_-]*$/.test(prefix)) problem(`${path}/prefix`, "a prefix holds letters, digits, - and _ only")
    const secretKey = secret(written.secretKey, `${path}/secretKey`)
    links.push({
      scope: `${written.door}:${written.id}`,
      erp: written.erp,
      peer: written.peer,
      door: written.door,
      id: written.id,
      secretKey,
      prefix,
      warehouseSecret: written.warehouseSecret === undefined
        ? undefined
        : secret(written.warehouseSecret, `${path}/warehouseSecret`),
      mapping: written.mapping ?? "optional",
      signing: written.signing ?? "strict",
      profile: profile(written.profile, `${path}/profile`),
      timeZone: connections.find(({ id }) => id === written.peer)?.timeZone ?? defaultZone
    })
  })
  for (const problemOfPrefix of prefixProblems(links)) problems.push(problemOfPrefix)

  const receivers = (composition.receivers ?? []).map((written: Receiver, index): ConnectedReceiver => ({
    scope: `receiver:${written.extraType}:${written.accessId}`,
    extraType: written.extraType,
    accessId: written.accessId,
    secretKey: secret(written.secretKey, `/receivers/${index}/secretKey`),
    signing: written.signing ?? "strict",
    profile: profile(written.profile, `/receivers/${index}/profile`),
    timeZone: zone(written.timeZone, `/receivers/${index}/timeZone`)
  }))

  if (problems.length > 0) return Result.fail(problems)
  const { delivery, server } = composition
  return Result.succeed({
    connections,
    links,
    receivers,
    server: {
      callerDeadline: millis(server?.callerDeadline, "20 seconds"),
      doubtfulAnswer: server?.doubtfulAnswer ?? "body",
      maxBody: server?.maxBody ?? 20 * 1024 * 1024,
      authFailureLimit: server?.authFailureLimit ?? 50,
      methodReplay: server?.methodReplay ?? "count"
    },
    delivery: {
      gaps: delivery?.schedule?.map((gap) => millis(gap, 0)) ?? pushGaps,
      resendUnattended: delivery?.resendUnattended ?? false
    }
  })
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

/** Messages of a schema may quote what was written, and that may be a secret. */
const withoutValues = (text: string): string => text.replaceAll(/, got (?:"[^\n]*"|\S+)/g, "")

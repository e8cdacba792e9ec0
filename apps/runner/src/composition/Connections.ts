/**
 * Builds a connection from the composition: its plugin decodes the settings, and defaults are filled in.
 */
import type { AnyPlugin, ConnectionOf } from "@crossdock/config"
import type { DurationWithUnit } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as Contracts from "../Contracts.ts"
import * as ApiUrl from "../ApiUrl.ts"
import { usual } from "../connection/PollingDefaults.ts"
import type { Rates } from "../connection/ConnectionRates.ts"
import type { Refusals } from "../connection/RefusalSetting.ts"
import * as ErpFields from "./ErpFields.ts"
import { above, type Checker, millis, oneOf, type Problem, resolved, scheduleOf, zoneOf } from "./Checker.ts"
import { checkLimits } from "./PluginLimits.ts"

/** One account at one peer, ready to be opened. Durations are in milliseconds. */
export interface Connection {
  readonly id: string
  readonly plugin: AnyPlugin
  readonly settings: unknown
  readonly timeZone: string
  readonly environment: "production" | "test"
  /** Normalized by `ApiUrl.normal`. */
  readonly apiUrlAllow: ReadonlyArray<string>
  readonly pollInterval: number
  readonly visibilityDelay: number
  /** How long an order may go without news before it is reported. */
  /** The events that the peer is to send, in its own words. Absent: all that the plugin can read. */
  readonly callbackTopics?: readonly [string, ...ReadonlyArray<string>]
  readonly standstillAfter: number
  /** Infinity: no limit. */
  readonly callsPerSecond: number
  /** The rates of operations that have their own, and where answers tell a rate. */
  readonly rates: Rates
  /** What the plugin states about this account. Only its contract knows what that is. */
  readonly facts: unknown
  readonly deliveriesAtOnce: number
  /** Delays before the attempts of a delivery. Default: those of the runner. */
  readonly gaps: ReadonlyArray<number> | undefined
  readonly onDead: "hold" | "continue"
  /** What to do with an authentic event about an order that this runner did not create. */
  readonly foreignEvents: "ignore" | "adopt"
  /** How lines of reports are read that may be those of a parcel, or all that has left. */
  readonly shippedLines: "parcel" | "total" | "careful"
  /** How long shops are not told of parcels whose contents are assumed. */
  readonly contentsWithin: number
  /** What to do with a peer's own number that a caller names and that is not stored for its link. */
  readonly unstoredNumbers: "drop" | "forward"
  /** Whether a refusal in words that nobody lists is final. */
  readonly refusals: Refusals
}

const addressOf = (at: Checker, written: string, path: string): string => {
  const read = ApiUrl.read(written)
  if (Result.isFailure(read)) at.problem(path, read.failure)
  return Result.getOrElse(read, () => written)
}

/**
 * Refuses an API address that connections of two environments allow, because a caller of one could reach the other with
 * it.
 */
export const addressProblems = (connections: ReadonlyArray<Connection>, pathOf: (index: number) => string): ReadonlyArray<Problem> =>
  connections.flatMap(({ apiUrlAllow, environment }, index) => {
    const elsewhere = connections.slice(0, index).find((other) =>
      other.environment !== environment && other.apiUrlAllow.some((address) => apiUrlAllow.includes(address)))
    return elsewhere === undefined ? [] : [{
      path: `${pathOf(index)}/apiUrlAllow`,
      message: `${elsewhere.id} allows one of its addresses too, but belongs to the ${elsewhere.environment} environment; allow an address in one environment only`
    }]
  })

/**
 * Minimum visibility delay with several nodes, in milliseconds. Within this time a lost node is detected and all its
 * requests have ended, so an order that a later query does not show was not created.
 */
export const leastForSeveralNodes = 40_000

/** The plugin's settings by the fields of the ERP that hold them (spec 2 §5). */
const settingsByField = ({ settings }: AnyPlugin): Readonly<Record<string, string>> => ErpFields.settingsOf(settings)

/** The connection with the credentials of `erpFields` among its settings, under the names that the plugin declares for them. */
export const withErpSettings = (plugin: AnyPlugin, { erpFields, ...written }: ConnectionOf<string, unknown>): ConnectionOf<string, unknown> => {
  const names = settingsByField(plugin)
  const moved = Object.entries(erpFields ?? {}).flatMap(([field, value]) => Object.hasOwn(names, field) ? [[names[field]!, value] as const] : [])
  return moved.length === 0 ? written : { ...written, settings: { ...Object.fromEntries(moved), ...written.settings as object } }
}

/** The fields that the plugin has no setting for. */
const unheldFields = (plugin: AnyPlugin, { erpFields }: ConnectionOf<string, unknown>): ReadonlyArray<string> =>
  Object.keys(erpFields ?? {}).filter((field) => !Object.hasOwn(settingsByField(plugin), field))

export const connectionOf = (at: Checker, asWritten: ConnectionOf<string, unknown>, path: string): Connection | undefined => {
  const plugin = at.plugins.get(asWritten.plugin)
  const timeZone = zoneOf(at, asWritten.timeZone, `${path}/timeZone`)
  if (plugin === undefined) {
    at.problem(`${path}/plugin`, `the composition has no plugin of this id; existing plugins: ${[...at.plugins.keys()].join(", ") || "none"}`)
    return undefined
  }
  const before = at.count()
  for (const field of unheldFields(plugin, asWritten)) {
    const held = Object.keys(settingsByField(plugin)).join(", ")
    at.problem(`${path}/erpFields/${field}`, `${plugin.id} has no setting for this field; ${held === "" ? "write its credentials in settings" : `it has one for ${held}`}`)
  }
  const written = withErpSettings(plugin, asWritten)
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
  const facts: unknown = plugin.facts(decoded.success as never)
  const overridden = (["callsPerSecond", "pollInterval", "visibilityDelay"] as const).filter((name) => written[name] !== undefined)
  checkLimits(at, plugin, facts, overridden, `${path}/plugin`)
  if (at.count() > before) return undefined
  const pace = Contracts.known.paceOf(plugin, facts)
  const visibilityDelay = millis(at, written.visibilityDelay, pace.visibilityDelay ?? usual.visibilityDelay, `${path}/visibilityDelay`)
  const pollInterval = millis(at, written.pollInterval, pace.pollInterval ?? usual.pollInterval, `${path}/pollInterval`)
  if (pollInterval === 0) at.problem(`${path}/pollInterval`, "polls would follow each other without a pause; write a duration such as \"30 seconds\"")
  if (at.nodes === "several" && Contracts.known.takesCreates(plugin) && visibilityDelay < leastForSeveralNodes) {
    at.problem(
      `${path}/visibilityDelay`,
      `with several nodes the value must be at least ${leastForSeveralNodes / 1000} seconds, not ${visibilityDelay / 1000}: another node takes over ` +
        "after up to 10 seconds, and a request of the first may take another 30; write visibilityDelay: \"40 seconds\""
    )
  }
  return {
    id: written.id,
    plugin,
    settings: decoded.success,
    timeZone,
    environment: written.environment ?? "production",
    apiUrlAllow: (written.apiUrlAllow ?? []).map((address, index) => addressOf(at, address, `${path}/apiUrlAllow/${index}`)),
    pollInterval,
    facts,
    visibilityDelay,
    ...topicsOf(at, plugin, written, path),
    standstillAfter: millis(at, written.standstillAfter, usual.standstillAfter, `${path}/standstillAfter`),
    callsPerSecond: above(at, written.callsPerSecond, pace.callsPerSecond ?? Number.POSITIVE_INFINITY, 0.001, `${path}/callsPerSecond`),
    rates: ratesOf(pace, written),
    deliveriesAtOnce: above(at, written.deliveriesAtOnce, 32, 1, `${path}/deliveriesAtOnce`),
    gaps: scheduleOf(at, written.schedule, `${path}/schedule`),
    onDead: oneOf(at, written.onDead, ["hold", "continue"], `${path}/onDead`),
    foreignEvents: oneOf(at, written.foreignEvents, ["ignore", "adopt"], `${path}/foreignEvents`),
    shippedLines: oneOf(at, written.shippedLines, ["parcel", "total", "careful"], `${path}/shippedLines`),
    contentsWithin: contentsWithinOf(at, written.contentsWithin, `${path}/contentsWithin`),
    unstoredNumbers: oneOf(at, written.unstoredNumbers, ["drop", "forward"], `${path}/unstoredNumbers`),
    refusals: oneOf(at, written.refusals, ["final", "in doubt"], `${path}/refusals`)
  }
}

/** What the operator writes bounds every bucket, and has the burst of one second. */
const ratesOf = ({ burst, rateInAnswers, rates = {} }: Contracts.Pace, { callsPerSecond }: ConnectionOf<string, unknown>): Rates => ({
  burst: callsPerSecond === undefined ? burst : undefined,
  named: rates,
  inAnswers: rateInAnswers,
  most: callsPerSecond
})

/** Topics that no plugin would be told would have no effect. */
const topicsOf = (at: Checker, plugin: AnyPlugin, { callbackTopics }: ConnectionOf<string, unknown>, path: string): Pick<Connection, "callbackTopics"> => {
  if (callbackTopics === undefined) return {}
  const place = `${path}/callbackTopics`
  const offers: ReadonlyArray<string> = plugin.offers
  if (!offers.includes("subscribe")) at.problem(place, `${plugin.id} registers no callbacks; remove the topics`)
  const given: ReadonlyArray<unknown> = Array.isArray(callbackTopics) ? callbackTopics : []
  const topics = given.flatMap((topic) => typeof topic === "string" && topic !== "" ? [topic] : [])
  if (topics.length < given.length || !Arr.isReadonlyArrayNonEmpty(topics)) {
    at.problem(place, "the value must be a list of topics that is not empty, in the words of the peer; leave it out for all of them")
    return {}
  }
  return { callbackTopics: topics }
}

/** An order at the desk waits at most for 15 minutes, so a longer time would not be kept. */
export const longestWait = 600_000

const contentsWithinOf = (at: Checker, written: DurationWithUnit | undefined, path: string): number => {
  const wait = millis(at, written, 0, path)
  if (wait > longestWait) at.problem(path, "a parcel whose contents are assumed waits for at most 10 minutes")
  return wait
}

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** Removes the value from a schema message, because it may be a secret. */
const withoutValues = (text: string): string => text.replace(/,? got [^]*$/, "")

/**
 * Checks the limits that a plugin states about its peer. A wrong one shows nowhere until it does harm: an order that the peer
 * does not show in time is sent twice, and a query of no orders finds none.
 */
import type { AnyPlugin } from "@crossdock/config"
import { Document, type DurationWithUnit } from "@crossdock/core"
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import * as Contracts from "../Contracts.ts"
import { type Checker, durationProblem } from "./Checker.ts"

type Check = (value: unknown) => string | undefined

const isCount: Check = (value) => Number.isInteger(value) && Number(value) >= 1 ? undefined : "the limit must be a whole number of at least 1"

const isRate: Check = (value) => Number.isFinite(value) && Number(value) >= 0.001 ? undefined : "the limit must be a number of at least 0.001 calls per second"

/** A shorter delay is believed only if the operator writes it: the runner sends an order again that the peer has not shown after it. */
const leastDelay = Duration.seconds(1)

const isDelay: Check = (value) =>
  durationProblem(value) ??
    (Duration.isLessThan(Duration.fromInputUnsafe(value as DurationWithUnit), leastDelay)
      ? "the delay is below 1 second, so an order that the peer shows later would be sent twice; if the peer really is that fast, write visibilityDelay at the connection"
      : undefined)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null && !Array.isArray(value)

const isBurst: Check = (value) => Number.isFinite(value) && Number(value) >= 1 ? undefined : "the burst must be a number of at least 1"

/** A rate of an operation that is never called would have no effect. */
const ratesProblem = (value: unknown, offered: ReadonlyArray<string>): string | undefined => {
  if (!isRecord(value)) return "the value must be a record of rates by the names of operations"
  const idle = Object.keys(value).filter((name) => !offered.includes(name))
  if (idle.length > 0) return `the plugin does not offer ${idle.join(", ")}; state rates of ${offered.join(", ")} alone`
  for (const [name, rate] of Object.entries(value)) {
    const { burst, perSecond } = isRecord(rate) ? rate : {}
    const problem = isRate(perSecond) ?? (burst === undefined ? undefined : isBurst(burst))
    if (problem !== undefined) return `${name}: ${problem}`
  }
  return undefined
}

const places = ["cost", "remaining", "perSecond"]

const isInAnswers: Check = (value) => {
  if (!isRecord(value) || Object.keys(value).length === 0 || Object.keys(value).some((name) => !places.includes(name))) {
    return `the value must be a record with at least one of ${places.join(", ")}`
  }
  const wrong = Object.entries(value).find(([, place]) => {
    const { header, pointer } = isRecord(place) ? place : {}
    return typeof header === "string" ? pointer !== undefined || !/^[\w-]+$/.test(header) : typeof pointer !== "string" || !pointer.startsWith("/")
  })
  return wrong && `${wrong[0]}: the place must be { header: "x-remaining" } or { pointer: "/cost/remaining" }`
}

const isFormats: Check = (value) =>
  Array.isArray(value) && value.length > 0 && value.every(Schema.is(Document.DocumentFormat)) ? undefined : "the formats must be a list of names in upper case, such as [\"PDF\", \"ZPL\"]"

const isDocuments: Check = (value) => {
  if (!isRecord(value)) return "the value must be a record of formats by kinds of documents, such as { label: [\"PDF\"] }"
  for (const [kind, formats] of Object.entries(value)) {
    if (!Schema.is(Document.DocumentKind)(kind)) return `${kind} is no kind of document; the kinds are ${Document.DocumentKind.literals.join(", ")}`
    const problem = isFormats(formats)
    if (problem !== undefined) return `${kind}: ${problem}`
  }
  return undefined
}

const sources = Object.keys(Document.DocumentSource.cases)

const isSources: Check = (value) =>
  Array.isArray(value) && value.length > 0 && value.every((one) => sources.includes(one)) ? undefined : `the value must be a list of ${sources.join(", ")}`

/** The limits that all contracts state, with what each must be. */
const checks: Readonly<Record<string, Check>> = {
  linesPerOrder: isCount,
  ordersPerQuery: isCount,
  asnsPerQuery: isCount,
  stockUpdatesPerCall: isCount,
  callsPerSecond: isRate,
  burst: isBurst,
  rateInAnswers: isInAnswers,
  documents: isDocuments,
  documentSources: isSources,
  labelFormats: isFormats,
  visibilityDelay: isDelay,
  pollInterval: durationProblem,
  updateWindow: durationProblem
}

/** The limits among the facts of a plugin: those of their own record, and the facts themselves. */
const limitsIn = (facts: unknown): Readonly<Record<string, unknown>> => {
  const all = facts as Readonly<Record<string, unknown>>
  return { ...all, ...isRecord(all["limits"]) ? all["limits"] : {} }
}

const offeredBy = ({ contract, offers }: AnyPlugin): ReadonlyArray<string> => [...Contracts.byId[contract].required.map(({ name }) => name), ...offers]

/** Reports the limits of a plugin that cannot hold. `overridden` are the members that the connection writes itself. */
export const checkLimits = (at: Checker, plugin: AnyPlugin, facts: unknown, overridden: ReadonlyArray<string>, path: string): void => {
  for (const [name, value] of Object.entries(limitsIn(facts))) {
    if (value === undefined || overridden.includes(name)) continue
    const problem = name === "rates" ? ratesProblem(value, offeredBy(plugin)) : Object.hasOwn(checks, name) ? checks[name]!(value) : undefined
    if (problem !== undefined) at.problem(path, `the plugin ${plugin.id} states the limit ${name} wrongly: ${problem}`)
  }
}

/**
 * Checks the limits that a plugin states about its peer. A wrong one shows nowhere until it does harm: an order that the peer
 * does not show in time is sent twice, and a query of no orders finds none.
 */
import type { DurationInput } from "@crossdock/core"
import * as Duration from "effect/Duration"
import { type Checker, durationProblem } from "./Checker.ts"

type Check = (value: unknown) => string | undefined

const isCount: Check = (value) => Number.isInteger(value) && Number(value) >= 1 ? undefined : "the limit must be a whole number of at least 1"

const isRate: Check = (value) => Number.isFinite(value) && Number(value) >= 0.001 ? undefined : "the limit must be a number of at least 0.001 calls per second"

/** A shorter delay is believed only if the operator writes it: the runner sends an order again that the peer has not shown after it. */
const leastDelay = Duration.seconds(1)

const isDelay: Check = (value) =>
  durationProblem(value) ??
    (Duration.isLessThan(Duration.fromInputUnsafe(value as DurationInput), leastDelay)
      ? "the delay is below 1 second, so an order that the peer shows later would be sent twice; if the peer really is that fast, write visibilityDelay at the connection"
      : undefined)

/** The limits that all contracts state, with what each must be. */
const checks: Readonly<Record<string, Check>> = {
  linesPerOrder: isCount,
  ordersPerQuery: isCount,
  asnsPerQuery: isCount,
  stockUpdatesPerCall: isCount,
  callsPerSecond: isRate,
  visibilityDelay: isDelay,
  pollInterval: durationProblem,
  updateWindow: durationProblem
}

/** The limits among the facts of a plugin: their own record, or the facts themselves. */
const limitsIn = (facts: unknown): Readonly<Record<string, unknown>> => {
  const all = facts as Readonly<Record<string, unknown>>
  return (typeof all["limits"] === "object" && all["limits"] !== null ? all["limits"] : all) as Readonly<Record<string, unknown>>
}

/** Reports the limits of a plugin that cannot hold. `overridden` are the members that the connection writes itself. */
export const checkLimits = (at: Checker, plugin: string, facts: unknown, overridden: ReadonlyArray<string>, path: string): void => {
  for (const [name, value] of Object.entries(limitsIn(facts))) {
    if (value === undefined || overridden.includes(name)) continue
    const problem = Object.hasOwn(checks, name) ? checks[name]!(value) : undefined
    if (problem !== undefined) at.problem(path, `the plugin ${plugin} states the limit ${name} wrongly: ${problem}`)
  }
}

/**
 * For each operation of a shop plugin and each fault, a plugin that misjudges it: of the laws about faults it breaks the one about it alone.
 * The wrong plugins of the other contracts are in `wrong-plugins.ts`, `wrongErp.ts` and `erpCalls.test.ts`.
 */
import type { AdapterError } from "@crossdock/core"
import { Client } from "@crossdock/protocols/platform-envelope"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { type FaultName, failureRules } from "../src/FaultInjection.ts"
import * as Platform from "../src/platform/Conformance.ts"
import * as RightPlatform from "./rightPlatform.ts"
import { careless, isOf } from "./wrongErp.ts"

const faults = Object.keys(failureRules) as ReadonlyArray<FaultName>

const misjudging = (fault: FaultName) => <A>(call: Effect.Effect<A, AdapterError.Reason>): Effect.Effect<A, AdapterError.Reason> =>
  Effect.mapError(call, (reason) => (isOf[fault]!(reason) ? careless(fault) : reason))

interface Outcomes {
  readonly laws: ReadonlyArray<{ readonly law: string; readonly outcome: string }>
}

const isOfFault = (name: string) => (law: string): boolean => faults.some((fault) => law === `${name}/${fault}`)

const broken = (report: Effect.Effect<Outcomes, unknown>) =>
  Effect.runPromise(Effect.map(report, ({ laws }) => laws.filter(({ outcome }) => outcome === "broken").map(({ law }) => law)))

const operations = ["getOrders", ...Client.offers] as const

describe.each(operations)("a shop plugin that misjudges a fault of %s", (name) => {
  it.each(faults)("%s breaks the law about it alone", async (fault) => {
    const { fixture, layer } = RightPlatform.peer()
    const plugin = RightPlatform.plugin({
      handlers: (right) => ({ [name]: (payload: never) => misjudging(fault)((right[name] as (payload: never) => Effect.Effect<unknown, AdapterError.Reason>)(payload)) })
    })
    assert.deepStrictEqual(await broken(Platform.check({ plugin, settings: RightPlatform.settings, fixture, layer }, isOfFault(name))), [`${name}/${fault}`])
  })
})

/** What the nodes of a world are composed of: one warehouse, and one merchant or two with numbers of their own. */
import { type AnyPlugin, defineRunner } from "@crossdock/config"
import * as Result from "effect/Result"
import { compose, type Composed } from "../../apps/runner/src/Composition.ts"
import type * as Erp from "./peers/Erp.ts"
import type * as Warehouse from "./peers/Warehouse.ts"
import type { Plan } from "./Plan.ts"

/** Milliseconds before each attempt of a delivery. */
const patient = [0, 500, 1000, 1000, 2000, 2000, 3000, 3000, 5000, 5000, 5000, 5000, 5000]
/** Gives up while the ERP still refuses. */
const hasty = [0, 500, 1000, 1000, 2000]
const callerDeadline = 4000

export const scheduleOf = ({ trade }: Plan): ReadonlyArray<number> => (trade?.refuses === true ? hasty : patient)

/** What stands before the numbers of each merchant; its link is `acc-1`, `acc-2`. */
export const prefixesOf = ({ trade }: Plan): ReadonlyArray<string> => (trade?.merchants === 2 ? ["N-", "S-"] : [""])

export const of = (erp: Erp.Erp, warehouse: Warehouse.Warehouse, plan: Plan): Composed => {
  const prefixes = prefixesOf(plan)
  const composed = compose(
    defineRunner<ReadonlyArray<AnyPlugin>>({
      plugins: [warehouse.plugin, erp.plugin],
      connections: [
        ...prefixes.map((prefix, at) => ({ id: `books-${at + 1}`, plugin: erp.plugin.id, onDead: plan.trade?.onDead ?? "hold" as const, settings: { prefix } })),
        { id: "wh", plugin: warehouse.plugin.id, callsPerSecond: 1000, foreignEvents: "adopt", settings: {}, ...(plan.creates + plan.announced === 0 && { pollInterval: "1 day" }) }
      ],
      links: prefixes.map((prefix, at) => ({
        erp: `books-${at + 1}`,
        peer: "wh",
        protocol: "warehouse" as const,
        id: `acc-${at + 1}`,
        secretKey: `secret-key-${at + 1}`,
        ...(prefix !== "" && { prefix })
      })),
      delivery: { schedule: scheduleOf(plan).map((gap) => `${gap} millis` as const) },
      server: { callerDeadline: `${callerDeadline} millis` }
    }),
    {}
  )
  if (Result.isFailure(composed)) throw new Error(JSON.stringify(composed.failure))
  return composed.success
}

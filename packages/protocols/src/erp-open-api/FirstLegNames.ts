/**
 * Checks the carrier of a transfer before it is created: it must be a logisticsName that the first-leg logistics query returns
 * (spec 3 §4.2). The document shows no more of its answer, so members of that name count wherever they are (U-50).
 */
import { AdapterError, Json } from "@crossdock/core"
import * as Effect from "effect/Effect"

/** The values of all members logisticsName. */
const namesIn = (json: Json.Json): ReadonlyArray<string> => {
  if (Array.isArray(json)) return json.flatMap(namesIn)
  if (!Json.isObject(json)) return []
  return Object.entries(json).flatMap(([member, value]) => (member === "logisticsName" && typeof value === "string" ? [value] : namesIn(value)))
}

const unknown = (names: ReadonlyArray<string>) =>
  new AdapterError.RequestInvalid({ path: "/carrierName", message: `is no carrier of this ERP for transfers; send one of ${names.slice(0, 20).join(", ")}` })

/**
 * Wraps the create of a transfer. `query` is asked when a name is used that no answer had so far. If it fails or names nothing, the ERP
 * itself decides about the carrier.
 */
export const checking = (query: Effect.Effect<Json.Json, AdapterError.Reason>) => {
  const known = new Set<string>()
  return <P extends { readonly carrierName: string }, A>(create: (payload: P) => Effect.Effect<A, AdapterError.Reason>) =>
    Effect.fnUntraced(function*(payload: P): Effect.fn.Return<A, AdapterError.Reason> {
      if (!known.has(payload.carrierName)) {
        const names = namesIn(yield* Effect.orElseSucceed(query, () => null))
        for (const name of names) known.add(name)
        if (names.length > 0 && !names.includes(payload.carrierName)) return yield* Effect.fail(unknown(names))
      }
      return yield* create(payload)
    })
}

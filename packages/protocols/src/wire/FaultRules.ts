/**
 * Assigns meanings to the error texts of one peer.
 *
 * The specifications list no texts, so an operator lists the texts of the peer. These rules apply before any other: before
 * the codes that our own servers write, and before the usual texts (U-10).
 */
import type { AdapterError } from "@crossdock/core"
import * as Schema from "effect/Schema"
import { faultOf, reasonsOfKind } from "./Refusal.ts"

/** Part of an error text, matched without regard to letter case. */
export const TextFragment = Schema.String.check(Schema.isTrimmed(), Schema.isNonEmpty())
/** An empty fragment would match every text, so it is not valid. */
const isFragment = Schema.is(TextFragment)

/**
 * The meaning of a refusal:
 * - `rejected`: the peer refused for good, and nothing happened
 * - `duplicate`: the peer already has an order with this number
 * - `rate-limited`: the peer refused too many requests before anything happened
 * - `credential-rejected`: the peer does not accept the id, the key, the secret or a token
 */
export const faultKinds = ["rejected", "duplicate", "rate-limited", "credential-rejected"] as const satisfies ReadonlyArray<keyof typeof reasonsOfKind>
export type FaultKind = (typeof faultKinds)[number]

/** Maps text fragments to the meaning of a refusal that contains them. The longest matching fragment decides. */
export const FaultRules = Schema.Record(Schema.String, Schema.Literals(faultKinds)).check(
  Schema.makeFilter((listed) => Object.keys(listed).every(isFragment) || "text fragments that are not empty and have no spaces at the start or end")
)

/**
 * Builds a lookup from an error text to a reason. The longest listed fragment that the text contains decides; undefined
 * means that nothing matches.
 */
export const toReason = (listed: Readonly<Record<string, FaultKind>>) => {
  const parts = Object.entries(listed)
    .map(([part, meaning]) => ({ part: part.toLowerCase(), meaning }))
    .toSorted((a, b) => b.part.length - a.part.length)
  return (text: string): AdapterError.Reason | undefined => {
    const said = text.toLowerCase()
    const meaning = parts.find(({ part }) => said.includes(part))?.meaning
    return meaning && reasonsOfKind[meaning](faultOf(text))
  }
}

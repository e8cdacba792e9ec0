/**
 * What the refusals of one peer mean.
 *
 * The documents list no texts, so an operator lists those of his peer. Of what he does not list, the usual texts about a
 * credential count too, where a whole call is refused; anything else proves nothing (U-10).
 * The codes that our own servers write are known to a protocol before this is asked.
 */
import { AdapterError } from "@crossdock/core"
import * as Schema from "effect/Schema"
import { isCredentialText } from "./CredentialTexts.ts"
import { type About, faultOf } from "./Refusal.ts"

/** A part of a text by which it is known, in any letter case. */
export const TextFragment = Schema.String.check(Schema.isTrimmed(), Schema.isNonEmpty())
/** An empty part would be part of every text. */
const isFragment = Schema.is(TextFragment)

/**
 * - `rejected`: refused for good, nothing happened
 * - `duplicate`: the peer holds this number already
 * - `rate-limited`: refused before anything happened, because too much was asked
 * - `credential-rejected`: the id, the key, the secret or a token is not accepted
 */
export const faultKinds = ["rejected", "duplicate", "rate-limited", "credential-rejected"] as const
export type FaultKind = (typeof faultKinds)[number]

/** What a refusal with one of these parts means; the longest counts. */
export const FaultRules = Schema.Record(Schema.String, Schema.Literals(faultKinds)).check(
  Schema.makeFilter((listed) => Object.keys(listed).every(isFragment) || "parts of texts, not empty and without blanks around them")
)

const reasons: Readonly<Record<FaultKind, (fault: AdapterError.Fault) => AdapterError.Reason>> = {
  rejected: (fault) => new AdapterError.Rejected({ fault }),
  duplicate: (fault) => new AdapterError.Duplicate({ fault }),
  "rate-limited": (fault) => new AdapterError.RateLimited({ fault }),
  "credential-rejected": (fault) => new AdapterError.CredentialRejected({ fault })
}

/**
 * The longest listed part that a text holds, in any letter case, says what it means; undefined: not listed. What is
 * listed wins over the usual texts about a credential, which count only where the whole call was refused.
 */
export const toReason = (listed: Readonly<Record<string, FaultKind>>) => {
  const parts = Object.entries(listed)
    .map(([part, meaning]) => ({ part: part.toLowerCase(), meaning }))
    .toSorted((a, b) => b.part.length - a.part.length)
  return (text: string, about: About = "item"): AdapterError.Reason | undefined => {
    const said = text.toLowerCase()
    const meaning = parts.find(({ part }) => said.includes(part))?.meaning ??
      (about === "call" && isCredentialText(text) ? "credential-rejected" : undefined)
    return meaning && reasons[meaning](faultOf(text))
  }
}

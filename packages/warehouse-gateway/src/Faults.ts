/**
 * What the refusals of one gateway mean.
 *
 * Document 2 lists no texts, so an operator lists those of his gateway; what is listed nowhere proves nothing (U-10).
 * The codes that our own servers write are known to the protocol before this is asked.
 */
import { AdapterError } from "@crossdock/core"
import { Fault } from "@crossdock/protocols/gateway"

/**
 * - `rejected`: refused for good, nothing happened
 * - `duplicate`: the warehouse holds this number already
 * - `rate-limited`: refused before anything happened, because too much was asked
 * - `credential-rejected`: the appKey, the secret or a token is not accepted
 */
export const meanings = ["rejected", "duplicate", "rate-limited", "credential-rejected"] as const
export type Meaning = (typeof meanings)[number]

const reasons: Readonly<Record<Meaning, (fault: AdapterError.Fault) => AdapterError.Reason>> = {
  rejected: (fault) => new AdapterError.Rejected({ fault }),
  duplicate: (fault) => new AdapterError.Duplicate({ fault }),
  "rate-limited": (fault) => new AdapterError.RateLimited({ fault }),
  "credential-rejected": (fault) => new AdapterError.CredentialRejected({ fault })
}

/** The longest listed part that a text holds, in any letter case, says what it means; undefined: not listed. */
export const toReason = (listed: Readonly<Record<string, Meaning>>) => {
  const parts = Object.entries(listed)
    .map(([part, meaning]) => ({ part: part.toLowerCase(), meaning }))
    .toSorted((a, b) => b.part.length - a.part.length)
  return (text: string): AdapterError.Reason | undefined => {
    const said = text.toLowerCase()
    const found = parts.find(({ part }) => said.includes(part))
    return found && reasons[found.meaning](Fault.faultOf(text))
  }
}

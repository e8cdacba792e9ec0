/**
 * The error messages of Acme and their meanings. Document 1 lists none, so these are Acme's own.
 *
 * List a text as `Rejected` only if Acme promises that it did nothing: the runner does not query a create that failed
 * with `Rejected`. An error that is not listed is a refusal too, in the words of Acme; only if the connection
 * says `refusals: "in doubt"` the runner queries after it.
 */
import { AdapterError } from "@crossdock/core"
import { Fault } from "@crossdock/protocols/warehouse-envelope"

/** Parts of error messages, in lower case. */
const listed: ReadonlyArray<readonly [part: string, reason: (fault: AdapterError.Fault) => AdapterError.Reason]> = [
  ["already exists", (fault) => new AdapterError.Duplicate({ fault })],
  ["insufficient stock", (fault) => new AdapterError.Rejected({ fault })],
  ["address not served", (fault) => new AdapterError.Rejected({ fault })],
  ["too many requests", (fault) => new AdapterError.RateLimited({ fault })],
  ["invalid token", (fault) => new AdapterError.CredentialRejected({ fault })]
]

/** Returns undefined for a message that is not listed. The protocol asks this first, and then knows the codes of other runners and the usual texts. */
export const toReason = (text: string): AdapterError.Reason | undefined => {
  const said = text.toLowerCase()
  const found = listed.find(([part]) => said.includes(part))
  return found?.[1](Fault.faultOf(text))
}

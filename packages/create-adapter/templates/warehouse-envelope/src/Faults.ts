/**
 * What Acme says when it refuses, and what that means to us. Document 1 lists no texts, so these are Acme's own.
 *
 * List a text as `Rejected` only where Acme promises that nothing was done: a create that fails so is not asked about
 * again. What is not listed proves nothing.
 */
import { AdapterError } from "@crossdock/core"
import { Fault } from "@crossdock/protocols/warehouse-envelope"

/** Parts of texts, in lower case. */
const listed: ReadonlyArray<readonly [part: string, reason: (fault: AdapterError.Fault) => AdapterError.Reason]> = [
  ["already exists", (fault) => new AdapterError.Duplicate({ fault })],
  ["insufficient stock", (fault) => new AdapterError.Rejected({ fault })],
  ["address not served", (fault) => new AdapterError.Rejected({ fault })],
  ["too many requests", (fault) => new AdapterError.RateLimited({ fault })],
  ["invalid token", (fault) => new AdapterError.CredentialRejected({ fault })]
]

/** Undefined where nothing is listed; the codes of the protocol's own server are known to it before this is asked. */
export const toReason = (text: string): AdapterError.Reason | undefined => {
  const said = text.toLowerCase()
  const found = listed.find(([part]) => said.includes(part))
  return found?.[1](Fault.faultOf(text))
}

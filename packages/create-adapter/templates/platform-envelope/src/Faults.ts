/**
 * The error messages of Acme and their meanings. Document 2 lists none, so these are Acme's own.
 *
 * List a text as `Rejected` only if Acme promises that it did nothing: the runner does not query a shipment that failed
 * with `Rejected`. After an error that is not listed it is unknown whether Acme acted, and the runner queries.
 */
import { AdapterError } from "@crossdock/core"
import { Fault } from "@crossdock/protocols/platform-envelope"

/** Parts of error messages, in lower case. */
const listed: ReadonlyArray<readonly [part: string, reason: (fault: AdapterError.Fault) => AdapterError.Reason]> = [
  ["already shipped", (fault) => new AdapterError.Duplicate({ fault })],
  ["no such order", (fault) => new AdapterError.Rejected({ fault })],
  ["carrier not served", (fault) => new AdapterError.Rejected({ fault })],
  ["too many requests", (fault) => new AdapterError.RateLimited({ fault })],
  ["invalid token", (fault) => new AdapterError.CredentialRejected({ fault })]
]

/** Returns undefined for a message that is not listed. The protocol handles the error codes of its own server before it calls this. */
export const toReason = (text: string): AdapterError.Reason | undefined => {
  const said = text.toLowerCase()
  const found = listed.find(([part]) => said.includes(part))
  return found?.[1](Fault.faultOf(text))
}

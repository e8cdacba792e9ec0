/**
 * The error codes of Acme and their meanings.
 *
 * List a code as `Rejected` only if Acme promises that it did nothing: the runner does not query a shipment that failed
 * with `Rejected`. An error that is not listed is a refusal too, in the words of Acme; only if the connection
 * says `refusals: "in doubt"` the runner queries after it.
 */
import type { Refusal } from "@crossdock/http-kit"

export const faults: Refusal.FaultTable = {
  "not-authenticated": "CredentialRejected",
  "parcel-exists": "Duplicate",
  "order-unknown": "Rejected",
  "order-ended": "Rejected",
  "line-unknown": "Rejected",
  "carrier-unknown": "Rejected"
}

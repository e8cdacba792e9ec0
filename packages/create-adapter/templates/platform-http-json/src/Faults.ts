/**
 * The error codes of Acme and their meanings.
 *
 * List a code as `Rejected` only if Acme promises that it did nothing: the runner does not query a shipment that failed
 * with `Rejected`. After an error that is not listed it is unknown whether Acme acted, and the runner queries.
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

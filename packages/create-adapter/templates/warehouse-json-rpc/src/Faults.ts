/**
 * The error codes of Acme and their meanings.
 *
 * List a code as `Rejected` only if Acme promises that it did nothing: the runner does not query a create that failed
 * with `Rejected`. After an error that is not listed it is unknown whether Acme acted, and the runner queries.
 */
import type { Refusal } from "@crossdock/http-kit"

/** Meanings by the code of the error object: not authenticated, exists already, unknown order, shipped already, unknown item, warehouse, service. */
export const faults: Refusal.FaultTable = {
  "-32001": "CredentialRejected",
  "-32010": "Duplicate",
  "-32011": "Rejected",
  "-32012": "Rejected",
  "-32013": "Rejected",
  "-32014": "Rejected",
  "-32015": "Rejected"
}

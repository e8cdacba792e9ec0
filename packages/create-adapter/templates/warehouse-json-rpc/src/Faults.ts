/**
 * The error codes of Acme and their meanings.
 *
 * List a code as `Rejected` only if Acme promises that it did nothing: the runner does not query a create that failed
 * with `Rejected`. An error that is not listed is a refusal too, in the words of Acme; only if the connection
 * says `refusals: "in doubt"` the runner queries after it.
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

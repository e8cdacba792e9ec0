/**
 * What Acme says when it does not do what it was asked, and what that means to us.
 *
 * List a code as `Rejected` only where Acme promises that nothing was done: a create that fails so is not asked about
 * again. What is not listed proves nothing.
 */
import type { Refusal } from "@crossdock/http-kit"

/** By the code of the error object: not authenticated, known already, unknown, left, no such item, warehouse, service. */
export const faults: Refusal.FaultTable = {
  "-32001": "CredentialRejected",
  "-32010": "Duplicate",
  "-32011": "Rejected",
  "-32012": "Rejected",
  "-32013": "Rejected",
  "-32014": "Rejected",
  "-32015": "Rejected"
}

/**
 * What Acme says when it does not do what it was asked, and what that means to us.
 *
 * List a code as `Rejected` only where Acme promises that nothing was done: a create that fails so is not asked about
 * again. What is not listed proves nothing.
 */
import type { Refusal } from "@crossdock/http-kit"

export const faults: Refusal.FaultTable = {
  "not-authenticated": "CredentialRejected",
  "order-exists": "Duplicate",
  "order-unknown": "Rejected",
  "order-left": "Rejected",
  "item-unknown": "Rejected",
  "warehouse-unknown": "Rejected",
  "service-unknown": "Rejected"
}

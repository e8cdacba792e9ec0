/**
 * The error codes of Acme and their meanings.
 *
 * The runner sends a message again after an error that is not listed, because the ERP may not have stored its own order
 * yet. So list a code as `Rejected` only if a repeat can never succeed.
 */
import type { Refusal } from "@crossdock/http-kit"

export const faults: Refusal.FaultTable = {
  "not-authenticated": "CredentialRejected",
  "order-deleted": "Rejected"
}

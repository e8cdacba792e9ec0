/**
 * What Acme says when it does not take a message, and what that means to us.
 *
 * A push that is refused otherwise is sent again: the ERP may not have stored its own order yet. So list a code as
 * `Rejected` only where sending the same again can never help.
 */
import type { Refusal } from "@crossdock/http-kit"

export const faults: Refusal.FaultTable = {
  "not-authenticated": "CredentialRejected",
  "order-deleted": "Rejected"
}

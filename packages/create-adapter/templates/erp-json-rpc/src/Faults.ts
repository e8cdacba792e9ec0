/**
 * What Acme says when it does not take a message, and what that means to us.
 *
 * A push that is refused otherwise is sent again: the ERP may not have stored its own order yet. So list a code as
 * `Rejected` only where sending the same again can never help.
 */
import type { Refusal } from "@crossdock/http-kit"

/** By the code of the error object: not authenticated, deleted. */
export const faults: Refusal.FaultTable = {
  "-32001": "CredentialRejected",
  "-32010": "Rejected"
}

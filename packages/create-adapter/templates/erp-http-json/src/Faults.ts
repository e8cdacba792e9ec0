/**
 * What Acme says when it does not take a message, and what that means to us.
 *
 * A push that is refused otherwise is sent again: the ERP may not have stored its own order yet. So list a code as
 * `Rejected` only where sending the same again can never help.
 */
import { AdapterError } from "@crossdock/core"

const listed: Readonly<Record<string, (fault: AdapterError.Fault) => AdapterError.Reason>> = {
  "not-authenticated": (fault) => new AdapterError.CredentialRejected({ fault }),
  "order-deleted": (fault) => new AdapterError.Rejected({ fault })
}

export const toReason = (fault: AdapterError.Fault): AdapterError.Reason =>
  Object.hasOwn(listed, fault.code) ? listed[fault.code]!(fault) : new AdapterError.FaultUnlisted({ fault })

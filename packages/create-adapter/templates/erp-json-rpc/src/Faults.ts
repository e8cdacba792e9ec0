/**
 * What Acme says when it does not take a message, and what that means to us.
 *
 * A push that is refused otherwise is sent again: the ERP may not have stored its own order yet. So list a code as
 * `Rejected` only where sending the same again can never help.
 */
import { AdapterError } from "@crossdock/core"

/** By the code of the error object: not authenticated, deleted. */
const listed: Readonly<Record<string, (fault: AdapterError.Fault) => AdapterError.Reason>> = {
  "-32001": (fault) => new AdapterError.CredentialRejected({ fault }),
  "-32010": (fault) => new AdapterError.Rejected({ fault })
}

export const toReason = (fault: AdapterError.Fault): AdapterError.Reason =>
  Object.hasOwn(listed, fault.code) ? listed[fault.code]!(fault) : new AdapterError.FaultUnlisted({ fault })

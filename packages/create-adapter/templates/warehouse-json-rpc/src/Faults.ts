/**
 * What Acme says when it does not do what it was asked, and what that means to us.
 *
 * List a code as `Rejected` only where Acme promises that nothing was done: a create that fails so is not asked about
 * again. What is not listed proves nothing.
 */
import { AdapterError } from "@crossdock/core"

const rejected = (fault: AdapterError.Fault) => new AdapterError.Rejected({ fault })

/** By the code of the error object: not authenticated, known already, unknown, left, no such item, warehouse, service. */
const listed: Readonly<Record<string, (fault: AdapterError.Fault) => AdapterError.Reason>> = {
  "-32001": (fault) => new AdapterError.CredentialRejected({ fault }),
  "-32010": (fault) => new AdapterError.Duplicate({ fault }),
  "-32011": rejected,
  "-32012": rejected,
  "-32013": rejected,
  "-32014": rejected,
  "-32015": rejected
}

export const toReason = (fault: AdapterError.Fault): AdapterError.Reason =>
  Object.hasOwn(listed, fault.code) ? listed[fault.code]!(fault) : new AdapterError.FaultUnlisted({ fault })

/**
 * What Acme says when it does not do what it was asked, and what that means to us.
 *
 * List a code as `Rejected` only where Acme promises that nothing was done: a create that fails so is not asked about
 * again. What is not listed proves nothing.
 */
import { AdapterError } from "@crossdock/core"

const listed: Readonly<Record<string, (fault: AdapterError.Fault) => AdapterError.Reason>> = {
  "not-authenticated": (fault) => new AdapterError.CredentialRejected({ fault }),
  "order-exists": (fault) => new AdapterError.Duplicate({ fault }),
  "order-unknown": (fault) => new AdapterError.Rejected({ fault }),
  "order-left": (fault) => new AdapterError.Rejected({ fault }),
  "item-unknown": (fault) => new AdapterError.Rejected({ fault }),
  "warehouse-unknown": (fault) => new AdapterError.Rejected({ fault }),
  "service-unknown": (fault) => new AdapterError.Rejected({ fault })
}

export const toReason = (fault: AdapterError.Fault): AdapterError.Reason =>
  Object.hasOwn(listed, fault.code) ? listed[fault.code]!(fault) : new AdapterError.FaultUnlisted({ fault })

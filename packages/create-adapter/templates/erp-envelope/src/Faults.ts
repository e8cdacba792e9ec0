/**
 * The final refusals of Acme.
 *
 * The runner sends a message again after any other refusal, because the ERP may not have stored its own order yet. So
 * list a text only if a repeat can never succeed.
 */
import { AdapterError } from "@crossdock/core"
import { Fault } from "@crossdock/protocols/warehouse-envelope"

/** Parts of error messages, in lower case. */
const final: ReadonlyArray<string> = ["order was deleted", "order is archived"]

/** Returns undefined for a message that is not listed. */
export const toReason = (text: string): AdapterError.Reason | undefined => {
  const said = text.toLowerCase()
  return final.some((part) => said.includes(part)) ? new AdapterError.Rejected({ fault: Fault.faultOf(text) }) : undefined
}

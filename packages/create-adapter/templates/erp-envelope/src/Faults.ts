/**
 * Which refusals of Acme are final.
 *
 * A push that is refused otherwise is sent again: the ERP may not have stored its own order yet. So list a text only
 * where sending the same again can never help.
 */
import { AdapterError } from "@crossdock/core"
import { Fault } from "@crossdock/protocols/warehouse-envelope"

/** Parts of texts, in lower case. */
const final: ReadonlyArray<string> = ["order was deleted", "order is archived"]

/** Undefined where nothing is listed. */
export const toReason = (text: string): AdapterError.Reason | undefined => {
  const said = text.toLowerCase()
  return final.some((part) => said.includes(part)) ? new AdapterError.Rejected({ fault: Fault.faultOf(text) }) : undefined
}

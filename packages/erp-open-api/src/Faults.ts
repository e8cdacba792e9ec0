/**
 * Which refusals of an ERP are final.
 *
 * Document 1 lists no error messages, and an ERP may refuse a status only because it has not stored its own order yet.
 * So the runner repeats every refusal that the operator did not list (U-20). The protocol handles the error codes of our
 * own servers before it calls this function.
 */
import { AdapterError } from "@crossdock/core"
import { Fault } from "@crossdock/protocols/warehouse-envelope"

/** Makes a function that returns `Rejected` for a refusal that contains one of the texts, and undefined for any other. */
export const toReason = (finalRefusals: ReadonlyArray<string>) => {
  const final = finalRefusals.map((text) => text.toLowerCase())
  return (text: string): AdapterError.Reason | undefined => {
    const said = text.toLowerCase()
    return final.some((part) => said.includes(part))
      ? new AdapterError.Rejected({ fault: Fault.faultOf(text) })
      : undefined
  }
}

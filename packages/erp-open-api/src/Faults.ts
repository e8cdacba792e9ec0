/**
 * Which refusals of an ERP are final.
 *
 * Document 1 lists no texts, and an ERP may refuse a status only because it has not stored its own order yet. So what
 * an operator did not list proves nothing and is sent again (U-20). The codes that our own servers write are known to
 * the protocol before this is asked.
 */
import { AdapterError } from "@crossdock/core"
import { Fault } from "@crossdock/protocols/warehouse-envelope"

/** A refusal that holds one of the texts is `Rejected`; undefined: not listed. */
export const toReason = (finalRefusals: ReadonlyArray<string>) => {
  const final = finalRefusals.map((text) => text.toLowerCase())
  return (text: string): AdapterError.Reason | undefined => {
    const said = text.toLowerCase()
    return final.some((part) => said.includes(part))
      ? new AdapterError.Rejected({ fault: Fault.faultOf(text) })
      : undefined
  }
}

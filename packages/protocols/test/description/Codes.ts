/**
 * The codes with which a Crossdock that serves a protocol refuses a call, and what each means for the caller.
 */
import { OwnCodes } from "../../src/wire/index.ts"
import type { Described } from "./Model.ts"

export interface Meaning {
  readonly text: string
  readonly codes: ReadonlyArray<string>
}

const texts: Readonly<Record<OwnCodes.OwnMeaning, string>> = {
  malformed: "The call itself is wrong. Nothing was done, and a repeat of the same call has the same result",
  refused: "Nothing was done, for a reason of the business. The text says which",
  duplicate: "A record of this number exists already. A query shows whether it is the caller's own",
  "rate-limited": "Too many calls. Nothing was done; wait and repeat",
  credential: "The id, the signature or a token was not accepted",
  "passed-on": "The peer behind the server refused with a text of its own, which follows the code",
  "in-doubt": "The outcome is not known. The call may have been carried out; ask for the record, or repeat the call with the same number"
}

const ofDocument3 = new Set(["ASN_NOT_EXIST", "ASN_STATE_INVALID", "SERVICE_TYPE_NOT_EXIST", "SKU_NOT_EXIST", "STOCK_NOT_ENOUGH", "TIMESTAMP_EXPIRED", "WAREHOUSE_NOT_EXIST", "AUTH_001", "SYSTEM_ERROR", "CUSTOM_NUMBER_EXIST"])
/** Codes that a server of document 3 writes under another name. */
const notInDocument3 = /^(?:MEMBER|HEADER|BODY|CONTENT|REQUEST|HTTP_METHOD)_|^(?:INTERNAL|ANSWER_INVALID|LIMIT_EXCEEDED|NOT_UTF8|SIGNATURE_INVALID|NOT_SUPPORTED|METHOD_UNKNOWN|DUPLICATE|DIFFERENT_CONTENT|ORDER_NOT_FOUND)$/

/** The codes by their meaning, without those that the protocol never writes. */
export const codesOf = ({ document }: Pick<Described, "document">): ReadonlyArray<Meaning> => {
  const byMeaning = new Map<OwnCodes.OwnMeaning, Array<string>>()
  for (const [code, meaning] of OwnCodes.meanings) {
    if (document === "3" ? notInDocument3.test(code) : ofDocument3.has(code)) continue
    byMeaning.set(meaning, [...(byMeaning.get(meaning) ?? []), code])
  }
  if (document === "3") byMeaning.set("malformed", ["DATA_INPUT_ERROR", ...(byMeaning.get("malformed") ?? [])])
  return [...byMeaning].map(([meaning, codes]) => ({ text: texts[meaning], codes: codes.toSorted() }))
}

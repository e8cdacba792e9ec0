/**
 * The codes with which a Crossdock that serves a protocol refuses a call, and what each means for the caller.
 */
import { readdirSync, readFileSync } from "node:fs"
import { OwnCodes } from "../../src/wire/index.ts"
import { reasons, unanswered } from "./CodeReasons.ts"
import type { Described } from "./Model.ts"

export interface Meaning {
  readonly text: string
  readonly codes: ReadonlyArray<{ readonly code: string; readonly when: string }>
}

const texts: Readonly<Record<OwnCodes.OwnMeaning, string>> = {
  malformed: "**The call itself is wrong.** Nothing was done, and a repeat of the same call has the same result; correct it",
  refused: "**Refused.** Nothing was done; a repeat helps only when what the text says has changed",
  duplicate: "**A record of this number exists already.** Nothing was done by this call; a query shows whether it is the caller's own",
  "rate-limited": "**Too many calls.** Nothing was done; wait as long as `Retry-After` says, and repeat",
  credential: "**The id, the signature or a token was not accepted.** Nothing was done; correct it, or take a new token, and repeat",
  "passed-on": "**What is behind the server refused with a text of its own**, which follows the code. Treat it as refused",
  "in-doubt": "**The outcome is not known**, or a create is carried out later. Ask for the record, or repeat the same call with the same number, after some seconds and then less and less often; a read may be repeated at once"
}

const ofDocument3 = new Set(["ASN_NOT_EXIST", "ASN_STATE_INVALID", "SERVICE_TYPE_NOT_EXIST", "SKU_NOT_EXIST", "STOCK_NOT_ENOUGH", "TIMESTAMP_EXPIRED", "WAREHOUSE_NOT_EXIST", "AUTH_001", "SYSTEM_ERROR", "CUSTOM_NUMBER_EXIST"])
/** Codes that a server of document 3 writes under another name. */
const notInDocument3 = /^(?:MEMBER|HEADER|BODY|CONTENT|REQUEST|HTTP_METHOD)_|^(?:INTERNAL|ANSWER_INVALID|LIMIT_EXCEEDED|NOT_UTF8|SIGNATURE_INVALID|NOT_SUPPORTED|METHOD_UNKNOWN|DUPLICATE|DIFFERENT_CONTENT|ORDER_NOT_FOUND)$/

/** The sources whose codes only callers of one protocol get. A code that is in others too belongs to every protocol. */
const sourcesOf = {
  warehouse: ["packages/warehouse-sandbox/src", "packages/warehouse-tryton/src", "packages/warehouse-envelope/src", "packages/warehouse-gateway/src", "packages/protocols/src/gateway", "packages/protocols/src/warehouse-envelope", "apps/runner/src/contracts/warehouse"],
  platform: ["packages/platform-sandbox/src", "packages/platform-vendure/src", "packages/platform-envelope/src", "packages/protocols/src/platform-envelope", "apps/runner/src/contracts/platform"],
  books: ["packages/erp-ledger/src", "packages/erp-open-api/src", "packages/protocols/src/erp-open-api", "apps/runner/src/contracts/books"],
  every: ["packages/core/src", "packages/http-kit/src", "packages/protocols/src/kit", "packages/protocols/src/wire/types", "packages/protocols/src/signing", "apps/runner/src"]
} as const

type Family = keyof typeof sourcesOf

const root = new URL("../../../../", import.meta.url)

/** The families whose sources write a code. The list of codes itself, in `wire`, says nothing. */
const familiesOf = (): ((code: string) => ReadonlySet<Family>) => {
  // A person at the console is no caller of a protocol.
  const special: ReadonlyArray<string> = [...sourcesOf.warehouse, ...sourcesOf.platform, ...sourcesOf.books, "apps/runner/src/desk", "apps/runner/src/api", "apps/runner/src/cli"]
  const found = new Map<string, Set<Family>>()
  for (const family of ["warehouse", "platform", "books", "every"] as const) {
    for (const folder of sourcesOf[family]) {
      for (const file of readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: "utf8" })) {
        const path = `${folder}/${file}`
        if (!file.endsWith(".ts") || (family === "every" && special.some((one) => path.startsWith(`${one}/`)))) continue
        for (const [code] of readFileSync(new URL(path, root), "utf8").matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\b/g)) found.set(code, (found.get(code) ?? new Set<Family>()).add(family))
      }
    }
  }
  return (code) => found.get(code) ?? new Set<Family>()
}

const families = familiesOf()
const familyOf: Readonly<Record<string, Family>> = { "warehouse-envelope": "warehouse", gateway: "warehouse", "platform-envelope": "platform", "erp-open-api": "books" }

/** Codes that name the peer behind a server, or are about something that only some protocols have. */
const onlyFor: ReadonlyArray<readonly [codes: RegExp, protocols: ReadonlyArray<string>]> = [
  [/^WAREHOUSE_(?:FAULT|UNAVAILABLE)$/, ["warehouse-envelope", "gateway"]],
  [/^PLATFORM_(?:FAULT|UNAVAILABLE)$/, ["platform-envelope"]],
  [/^ERP_(?:FAULT|UNAVAILABLE)$/, ["erp-open-api"]],
  [/^NOT_SHOWN$/, ["erp-open-api"]],
  [/^(?:CANCEL_REQUESTED|NOT_CANCELLABLE|NOT_FOUND|ORDER_EXISTS)$/, ["warehouse-envelope", "gateway"]],
  [/^TOO_MANY$/, ["platform-envelope"]],
  [/^WAREHOUSE_KEY_UNKNOWN$/, ["gateway"]],
  [/^(?:API_URL_NOT_ALLOWED|HEADER_INVALID)$/, ["gateway", "platform-envelope"]],
  [/^REFRESH_TOKEN_EXPIRED$/, ["platform-envelope"]]
]

/** Whether a server of a protocol can write a code: its own sources or those of all protocols have it. */
const isWrittenBy = (name: string, code: string): boolean => {
  const only = onlyFor.find(([codes]) => codes.test(code))
  if (only !== undefined) return only[1].includes(name)
  const found = families(code)
  return found.size === 0 || found.has("every") || found.has(familyOf[name]!)
}

const reasonOf = (code: string): string => {
  const reason = reasons[code]
  if (reason === undefined) throw new Error(`CodeReasons.ts does not say when ${code} is answered`)
  return reason
}

/** The codes by their meaning, without those that the protocol never writes. */
export const codesOf = ({ document, name }: Pick<Described, "document" | "name">): ReadonlyArray<Meaning> => {
  const byMeaning = new Map<OwnCodes.OwnMeaning, Array<string>>()
  for (const [code, meaning] of OwnCodes.meanings) {
    if (document === "3" ? notInDocument3.test(code) : ofDocument3.has(code)) continue
    if (unanswered.has(code) || !isWrittenBy(name, code)) continue
    byMeaning.set(meaning, [...(byMeaning.get(meaning) ?? []), code])
  }
  if (document === "3") byMeaning.set("malformed", ["DATA_INPUT_ERROR", ...(byMeaning.get("malformed") ?? [])])
  return [...byMeaning].map(([meaning, codes]) => ({ text: texts[meaning], codes: codes.toSorted().map((code) => ({ code, when: reasonOf(code) })) }))
}

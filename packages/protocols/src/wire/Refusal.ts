/**
 * Refusals of calls. All our servers write one text form: `CODE: path: what is wrong; how to correct it`. Clients
 * convert such a text, or the text of another peer, to a reason.
 */
import { AdapterError } from "@crossdock/core"
import type { Problem } from "./Context.ts"
import { isCredentialText } from "./CredentialTexts.ts"
import { isDuplicateText } from "./DuplicateTexts.ts"
import { modelPath, wirePath } from "./Mapping.ts"
import { meanings, type OwnMeaning } from "./OwnCodes.ts"
import { isRateText } from "./RateTexts.ts"
import type { Table } from "./Table.ts"

/** A refusal of a call. `message` says what is wrong and how to correct it, and quotes no free text. */
export interface Refusal {
  readonly code: string
  readonly message: string
  /**
   * JSON pointer to the wrong value. A handler gives it relative to the payload; the server translates it to the
   * request message.
   */
  readonly path?: string
  /**
   * All paths that `message` mentions, relative to the payload like `path`. The server translates them to the request
   * message.
   */
  readonly places?: ReadonlyArray<string>
  /**
   * The HTTP status: 429 if a limit is reached, 503 if the server is configured to use it for a Doubtful answer.
   * Default: 200.
   */
  readonly httpStatus?: 503 | 429
  /** Seconds after which the caller may repeat the request. Default: 60 for status 429, otherwise none. */
  readonly retryAfter?: number
}

export const textOf = ({ code, path, message }: Refusal): string =>
  path === undefined ? `${code}: ${message}` : `${code}: ${path === "" ? "/" : path}: ${message}`

/** Returns the header fields that an answer needs because of its status. */
export const headersOf = (
  status: number,
  { retryAfter = status === 429 ? 60 : undefined }: Refusal
): ReadonlyArray<readonly [name: string, value: string]> => [
  ...(status === 405 ? [["allow", "POST"] as const] : []),
  ...(retryAfter === undefined ? [] : [["retry-after", String(retryAfter)] as const])
]

/** The answer while the result of a create operation is not yet known (U-141). */
export const doubtful: Refusal = { code: "DOUBTFUL", message: "outcome not known yet; ask again with the same number" }

/** The answer to a cancel that the warehouse decides later (U-143). The order may still leave. */
export const cancelRequested: Refusal = {
  code: "CANCEL_REQUESTED",
  message: "the warehouse was asked to cancel the order and has not decided yet; ask for the status of the order"
}

/** The answer to a call whose handler ended with a defect. */
export const internal: Refusal = {
  code: "INTERNAL",
  message: "the call ended with an internal error and its outcome is not known; check the outcome before you repeat the call"
}

export const tooManyFailures: Refusal = {
  code: "RATE_LIMITED",
  message: "too many failed authentications; wait 60 seconds",
  httpStatus: 429
}

/**
 * The answer to a message that a peer sends by itself, such as a callback, and that was not stored. It asks for the message again, unless what
 * the message says was refused: the same message would be refused again.
 */
export const notStored = (reason: AdapterError.Reason): Refusal => {
  switch (reason._tag) {
    case "RequestInvalid":
      return { code: "MEMBER_INVALID", message: reason.message, path: reason.path }
    case "Rejected":
      return { code: reason.fault.code === "" ? "REFUSED" : reason.fault.code, message: reason.fault.message }
    default:
      return { code: "NOT_STORED", message: `${AdapterError.describe(reason)}; send it again` }
  }
}

/** Whether the business behind the server refused: not the call itself, its rate or its credentials, and the outcome is known. */
export const isOfBusiness = ({ code, httpStatus }: Refusal): boolean => {
  const meaning = meanings.get(code)
  return httpStatus === undefined && (meaning === undefined || meaning === "refused" || meaning === "duplicate" || meaning === "passed-on")
}

/** Combines the problems of a message into one refusal: the first problem in full, the others by their paths. */
export const ofProblems = ([first, ...others]: ReadonlyArray<Problem>): Refusal => ({
  code: first?.code ?? "MEMBER_INVALID",
  message: (first?.message ?? "is not valid") + (others.length === 0 ? "" : `; see also ${placesOf(others)}`),
  ...(first && { path: first.path })
})

const placesOf = (problems: ReadonlyArray<Problem>): string => {
  const shown = problems.slice(0, 8).map(({ path }) => path).join(", ")
  return problems.length > 8 ? `${shown} and ${problems.length - 8} more` : shown
}

/** Converts the problems of a message that could not be written to a reason, whose path points into the payload. */
export const notWritten = ([first]: ReadonlyArray<Problem>, table: Table): AdapterError.RequestInvalid =>
  new AdapterError.RequestInvalid({ path: modelPath(table, first?.path ?? ""), message: first?.message ?? "cannot be written" })

/** Translates the paths of a refusal from the payload to the request message that the caller sent. */
export const inNamesOf = (table: Table, refusal: Refusal): Refusal => {
  const { path, places, message } = refusal
  if (path === undefined && places === undefined) return refusal
  const named = (place: string) => wirePath(table, place)
  return {
    ...refusal,
    // A refusal may be an Error, whose message is not enumerable and would not be copied by a spread.
    message,
    ...(path !== undefined && { path: named(path) }),
    ...(places !== undefined && { message: message.replaceAll(/\/[^\s,;:]*/g, (place) => (places.includes(place) ? named(place) : place)) })
  }
}

/** Substrings of error texts that mean "no such order" (U-18). */
export const notFoundTexts: ReadonlyArray<string> = ["not found", "not exist"]

export const isNotFound = (text: string, texts: ReadonlyArray<string> = notFoundTexts): boolean => {
  const lower = text.toLowerCase()
  return texts.some((part) => lower.includes(part.toLowerCase()))
}

const coded = /^([A-Z][A-Z0-9_]+): (.+)$/s

/** Our own Doubtful answer, also as the text of SYSTEM_ERROR. No fault table may turn it into a refusal. */
const isDoubtful = (text: string): boolean => /^(?:SYSTEM_ERROR: )?DOUBTFUL: /.test(text)

/** Splits an error text into a code and a message. Without a code in the text, the separate code `beside` is used. */
export const faultOf = (text: string, beside = ""): AdapterError.Fault => {
  const rest = beside !== "" && text.startsWith(`${beside}: `) ? text.slice(beside.length + 2) : text
  const [, code = beside, message = rest] = coded.exec(rest) ?? []
  return { code, message: message === "" ? "refused without a text" : message }
}

/**
 * The scope of a refusal: the whole call or one item of it. Only a refused call says something about the credentials.
 */
export type About = "call" | "item"

/** A complete answer of the declared shape that says failure. */
export interface PeerRefusal {
  /** The error text of the call, or else of the item that failed. */
  readonly text: string
  /** A code beside the text. */
  readonly code: string
  readonly about: About
  /** The HTTP status of the answer. */
  readonly status: number
  /** What the answer says about single items, where that is more than the text. */
  readonly items?: ReadonlyArray<string>
}

/** Looks up an error text in the plugin's fault table; returns undefined for a text that the table does not list. */
export type ToReason = (text: string, about: About) => AdapterError.Reason | undefined

/** The reason for each kind of listed or usual text. */
export const reasonsOfKind = {
  rejected: (fault: AdapterError.Fault) => new AdapterError.Rejected({ fault }),
  duplicate: (fault: AdapterError.Fault) => new AdapterError.Duplicate({ fault }),
  "rate-limited": (fault: AdapterError.Fault) => new AdapterError.RateLimited({ fault }),
  "credential-rejected": (fault: AdapterError.Fault) => new AdapterError.CredentialRejected({ fault })
} as const

/** How many texts of items are added to the text of a call, so that an answer about thousands of items stays readable. */
const mostItems = 5

/** The words of a refusal in one text: that of the call, then those of its items that it does not repeat. */
export const wordsOf = ({ items = [], text }: Pick<PeerRefusal, "items" | "text">): string => {
  const others = [...new Set(items)].filter((item) => !text.includes(item))
  if (others.length === 0) return text
  const shown = others.slice(0, mostItems).join("; ") + (others.length > mostItems ? `; and ${others.length - mostItems} more` : "")
  return text === "" ? shown : `${text}: ${shown}`
}

type Decided = (fault: AdapterError.Fault, status: number) => AdapterError.Reason

/** A failure that leaves open whether the peer has acted. It keeps the peer's words. */
const inDoubt: Decided = (fault, status) => new AdapterError.PeerUnavailable({ status, fault })

/** What the codes of our own servers mean in the answer to a call. */
const ofOwnCode: Readonly<Record<OwnMeaning, Decided | undefined>> = {
  malformed: reasonsOfKind.rejected,
  refused: reasonsOfKind.rejected,
  duplicate: reasonsOfKind.duplicate,
  "rate-limited": reasonsOfKind["rate-limited"],
  credential: reasonsOfKind["credential-rejected"],
  "passed-on": undefined,
  "in-doubt": inDoubt
}

/** The usual texts, in the order in which they count. */
const usual = ({ about, status, text }: PeerRefusal, own: OwnMeaning | undefined): Decided | undefined => {
  if (about === "call" && isCredentialText(text)) return reasonsOfKind["credential-rejected"]
  if (status >= 500) return undefined
  if (own === undefined && isRateText(text)) return reasonsOfKind["rate-limited"]
  return isDuplicateText(own === "passed-on" ? faultOf(text).message : text) ? reasonsOfKind.duplicate : undefined
}

type Decide = (own: OwnMeaning | undefined, code: string) => Decided | undefined

const reasonBy = (refused: PeerRefusal, toReason: ToReason | undefined, decide: Decide): AdapterError.Reason => {
  const words = wordsOf(refused)
  const fault = faultOf(words, refused.code)
  const [, code = ""] = coded.exec(refused.text) ?? []
  const listed = isDoubtful(refused.text) ? undefined : toReason?.(words, refused.about)
  return listed ?? decide(meanings.get(code), code)?.(fault, refused.status) ?? new AdapterError.FaultUnlisted({ fault })
}

/**
 * Converts the refusal of a call to a reason: by the plugin's fault table, else by the codes of our servers, else by the
 * usual texts. Any other text gives FaultUnlisted with the peer's words if the status is below 500; from 500 on, the peer
 * or a proxy in front of it failed, and may have done so after the work (U-09, U-10).
 */
export const reasonOf = (refused: PeerRefusal, toReason?: ToReason): AdapterError.Reason =>
  reasonBy(refused, toReason, (own) => (own && ofOwnCode[own]) ?? usual(refused, own) ?? (refused.status < 500 ? undefined : inDoubt))

/** The codes of our own servers that decide about a push, beside those of malformed calls. */
const ofPushCode: Readonly<Record<string, Decided>> = {
  DUPLICATE: reasonsOfKind.duplicate,
  RATE_LIMITED: reasonsOfKind["rate-limited"],
  SIGNATURE_INVALID: reasonsOfKind["credential-rejected"]
}

/**
 * Converts the refusal of a push to a reason. A receiver may not have stored its own order yet, so a text that is not
 * listed is FaultUnlisted whatever the status, and the push is sent again by its schedule (U-20). Of the usual texts,
 * only those about credentials count.
 */
export const reasonOfPush = (refused: PeerRefusal, toReason?: ToReason): AdapterError.Reason =>
  reasonBy(refused, toReason, (own, code) => {
    if (own === "malformed") return reasonsOfKind.rejected
    if (own !== undefined && Object.hasOwn(ofPushCode, code)) return ofPushCode[code]
    return refused.about === "call" && isCredentialText(refused.text) ? reasonsOfKind["credential-rejected"] : undefined
  })

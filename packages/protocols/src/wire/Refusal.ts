/**
 * Refusals of calls. All our servers write one text form: `CODE: path: what is wrong; how to correct it`. Clients
 * convert such a text, or the text of another peer, to a reason.
 */
import { AdapterError } from "@crossdock/core"
import type { Problem } from "./Context.ts"
import { modelPath, wirePath } from "./Mapping.ts"
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

/** The codes of our own servers that prove that nothing has happened. A plugin lists the meaning of all other texts. */
const rejectedCodes = new Set([
  "HTTP_METHOD_INVALID", "BODY_TOO_LARGE", "BODY_INVALID", "CONTENT_TYPE_INVALID", "CONTENT_INVALID", "HEADER_INVALID", "METHOD_UNKNOWN",
  "MEMBER_MISSING", "MEMBER_MISTYPED", "MEMBER_TOO_LONG", "MEMBER_INVALID", "WAREHOUSE_KEY_UNKNOWN", "API_URL_NOT_ALLOWED",
  "ORDER_NOT_FOUND", "REQUEST_INVALID", "NOT_SUPPORTED", "DIFFERENT_CONTENT", "METHOD_REPLAY", "REJECTED"
])

const reasonOfCode = (code: string, fault: AdapterError.Fault): AdapterError.Reason | undefined => {
  if (code === "SIGNATURE_INVALID") return new AdapterError.CredentialRejected({ fault })
  if (code === "RATE_LIMITED") return new AdapterError.RateLimited({ fault })
  if (code === "DUPLICATE") return new AdapterError.Duplicate({ fault })
  return rejectedCodes.has(code) ? new AdapterError.Rejected({ fault }) : undefined
}

const coded = /^([A-Z][A-Z0-9_]+): (.+)$/s

/** Splits an error text into a code and a message. Without a code in the text, the separate code `beside` is used. */
export const faultOf = (text: string, beside = ""): AdapterError.Fault => {
  const [, code = beside, message = text] = coded.exec(text) ?? []
  return { code, message: message === "" ? "refused without a text" : message }
}

/**
 * The scope of a refusal: the whole call or one item of it. Only a refused call says something about the credentials.
 */
export type About = "call" | "item"

/** Looks up an error text in the plugin's fault table; returns undefined for a text that the table does not list. */
export type ToReason = (text: string, about: About) => AdapterError.Reason | undefined

/**
 * Converts an error text to a reason: by the codes of our servers, else by the plugin's fault table. Any other text
 * gives FaultUnlisted, which proves nothing.
 */
export const reasonOf = (
  text: string,
  toReason?: ToReason,
  beside?: string,
  about: About = "item"
): AdapterError.Reason => {
  const [, code = ""] = coded.exec(text) ?? []
  const fault = faultOf(text, beside)
  const found = reasonOfCode(code, fault) ?? (code === doubtful.code ? undefined : toReason?.(text, about))
  return found ?? new AdapterError.FaultUnlisted({ fault })
}

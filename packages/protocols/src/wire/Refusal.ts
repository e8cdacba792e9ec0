/**
 * Why a call is refused, in the one text that all our servers write: `CODE: where: what; how to mend it`. And what such
 * a text, or another peer's, means to who reads it.
 */
import { AdapterError } from "@crossdock/core"
import type { Problem } from "./Context.ts"
import { modelPath, wirePath } from "./Mapping.ts"
import type { Table } from "./Table.ts"

/** `message` tells what is wrong and how to mend it and quotes no free text. */
export interface Refusal {
  readonly code: string
  readonly message: string
  /** JSON pointer into what the caller sent; from behind a server, into the payload of the operation. */
  readonly path?: string
  /** All places that `message` names, as pointers like `path`; a server writes them in the caller's names. */
  readonly places?: ReadonlyArray<string>
  /** Only where a limit is reached (429) or a Doubtful answer is configured to say so (503); otherwise 200. */
  readonly httpStatus?: 503 | 429
  /** Seconds after which the same may be asked again; absent where a limit is reached: 60. */
  readonly retryAfter?: number
}

export const textOf = ({ code, path, message }: Refusal): string =>
  path === undefined ? `${code}: ${message}` : `${code}: ${path === "" ? "/" : path}: ${message}`

/** The header fields of an answer that go with its status. */
export const headersOf = (
  status: number,
  { retryAfter = status === 429 ? 60 : undefined }: Refusal
): ReadonlyArray<readonly [name: string, value: string]> => [
  ...(status === 405 ? [["allow", "POST"] as const] : []),
  ...(retryAfter === undefined ? [] : [["retry-after", String(retryAfter)] as const])
]

/** What a caller is told while the outcome of a create is not known (U-141). */
export const doubtful: Refusal = { code: "DOUBTFUL", message: "outcome not known yet; ask again with the same number" }

/** The work behind the door died. */
export const internal: Refusal = {
  code: "INTERNAL",
  message: "the call could not be finished; its outcome is not known here"
}

export const tooManyFailures: Refusal = {
  code: "RATE_LIMITED",
  message: "too many failed authentications; wait 60 seconds",
  httpStatus: 429
}

/** The problems of a message as one refusal: the first in full, the others by their place. */
export const ofProblems = ([first, ...others]: ReadonlyArray<Problem>): Refusal => ({
  code: first?.code ?? "MEMBER_INVALID",
  message: (first?.message ?? "is not valid") + (others.length === 0 ? "" : `; see also ${placesOf(others)}`),
  ...(first && { path: first.path })
})

const placesOf = (problems: ReadonlyArray<Problem>): string => {
  const shown = problems.slice(0, 8).map(({ path }) => path).join(", ")
  return problems.length > 8 ? `${shown} and ${problems.length - 8} more` : shown
}

/** The problems of a message that was not written, as a reason: its path points into the payload. */
export const notWritten = ([first]: ReadonlyArray<Problem>, table: Table): AdapterError.RequestInvalid =>
  new AdapterError.RequestInvalid({ path: modelPath(table, first?.path ?? ""), message: first?.message ?? "cannot be written" })

/** A refusal that tells of places in the payload, in the names of the message that the caller sent. */
export const inNamesOf = (table: Table, refusal: Refusal): Refusal => {
  const { path, places, message } = refusal
  if (path === undefined && places === undefined) return refusal
  const named = (place: string) => wirePath(table, place)
  return {
    ...refusal,
    // A refusal may be an Error, and the message of an Error is not enumerable.
    message,
    ...(path !== undefined && { path: named(path) }),
    ...(places !== undefined && { message: message.replaceAll(/\/[^\s,;:]*/g, (place) => (places.includes(place) ? named(place) : place)) })
  }
}

/** Parts of the texts that mean "no such order" (U-18). */
export const notFoundTexts: ReadonlyArray<string> = ["not found", "not exist"]

export const isNotFound = (text: string, texts: ReadonlyArray<string> = notFoundTexts): boolean => {
  const lower = text.toLowerCase()
  return texts.some((part) => lower.includes(part.toLowerCase()))
}

/** The codes of our own servers that prove that nothing has happened. Every other text is the plugin's to list. */
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

/** The text of a peer as a fault: a code where it begins with one, else the code that came beside it. */
export const faultOf = (text: string, beside = ""): AdapterError.Fault => {
  const [, code = beside, message = text] = coded.exec(text) ?? []
  return { code, message: message === "" ? "refused without a text" : message }
}

/** What was refused: the whole call, or one thing that it was about. Only the first tells of the caller. */
export type About = "call" | "item"

/** What a plugin's fault table says about a text; undefined where it lists nothing. */
export type ToReason = (text: string, about: About) => AdapterError.Reason | undefined

/** What a refusal means: as our servers mean it, else as the plugin lists it, else nothing is proven. */
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

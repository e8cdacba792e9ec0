/**
 * How a failure looks on this wire: success false and a text `CODE: where: what; how to mend`. Written by the serving
 * halves, read by the calling ones.
 */
import { AdapterError } from "@crossdock/core"
import type { Context } from "../wire/index.ts"

/** Why a call is refused; `says` tells what is wrong and how to mend it and quotes no free text. */
export interface Refusal {
  readonly code: string
  readonly says: string
  /** JSON pointer into `content`, or into the body where that is what cannot be read. */
  readonly path?: string
  /** Only where a limit is reached (429) or a Doubtful answer is configured to say so (503); otherwise 200. */
  readonly httpStatus?: 503 | 429
}

export const textOf = ({ code, path, says }: Refusal): string =>
  path === undefined ? `${code}: ${says}` : `${code}: ${path}: ${says}`

/** The one refusal of a call that is not authenticated (U-148). */
export const unauthenticated: Refusal = {
  code: "SIGNATURE_INVALID",
  says: "this call is not authenticated; check the id, the secret key and the text that is signed"
}

/** What a caller is told while the outcome of a create is not known (U-141). */
export const doubtful: Refusal = { code: "DOUBTFUL", says: "outcome not known yet; ask again with the same number" }

/** The problems of a message as one refusal: the first in full, the others by their place. */
export const ofProblems = ([first, ...others]: ReadonlyArray<Context.Problem>): Refusal => ({
  code: first?.code ?? "MEMBER_INVALID",
  says: (first?.says ?? "is not valid") + (others.length === 0 ? "" : `; see also ${placesOf(others)}`),
  ...(first && { path: first.path })
})

const placesOf = (problems: ReadonlyArray<Context.Problem>): string => {
  const shown = problems.slice(0, 8).map(({ path }) => path).join(", ")
  return problems.length > 8 ? `${shown} and ${problems.length - 8} more` : shown
}

/** Parts of the texts that mean "no such order" (U-18). */
export const notFoundTexts: ReadonlyArray<string> = ["not found", "not exist"]

export const isNotFound = (text: string, texts: ReadonlyArray<string> = notFoundTexts): boolean => {
  const lower = text.toLowerCase()
  return texts.some((part) => lower.includes(part.toLowerCase()))
}

type Listed = (fault: AdapterError.Fault) => AdapterError.Reason

const rejected: Listed = (fault) => new AdapterError.Rejected({ fault })

/**
 * The codes of our own servers that prove that nothing has happened (docs/protocols/warehouse-envelope.md). Every other
 * text is the plugin's to list.
 */
const listed: Readonly<Record<string, Listed>> = {
  SIGNATURE_INVALID: (fault) => new AdapterError.CredentialRejected({ fault }),
  RATE_LIMITED: (fault) => new AdapterError.RateLimited({ fault }),
  HTTP_METHOD_INVALID: rejected,
  BODY_TOO_LARGE: rejected,
  BODY_INVALID: rejected,
  CONTENT_TYPE_INVALID: rejected,
  CONTENT_INVALID: rejected,
  METHOD_UNKNOWN: rejected,
  MEMBER_MISSING: rejected,
  MEMBER_MISTYPED: rejected,
  MEMBER_TOO_LONG: rejected,
  MEMBER_INVALID: rejected,
  ORDER_NOT_FOUND: rejected,
  REQUEST_INVALID: rejected,
  NOT_SUPPORTED: rejected,
  DIFFERENT_CONTENT: rejected,
  METHOD_REPLAY: rejected,
  REJECTED: rejected,
  DUPLICATE: (fault) => new AdapterError.Duplicate({ fault })
}

const coded = /^([A-Z][A-Z0-9_]+): (.+)$/s

/** The text of a peer as a fault: a code where it begins with one. */
export const faultOf = (text: string): AdapterError.Fault => {
  const [, code = "", message = text] = coded.exec(text) ?? []
  return { code, message: message === "" ? "refused without a text" : message }
}

/** What a refusal means: as this protocol lists it, else as the plugin does, else nothing is proven. */
export const reasonOf = (
  text: string,
  toReason?: (text: string) => AdapterError.Reason | undefined
): AdapterError.Reason => {
  const fault = faultOf(text)
  if (Object.hasOwn(listed, fault.code)) return listed[fault.code]!(fault)
  const found = fault.code === doubtful.code ? undefined : toReason?.(text)
  return found ?? new AdapterError.FaultUnlisted({ fault })
}

/**
 * Failures of the open API: the codes that a server writes, and what the codes of a peer mean (spec 3 §7, U-67).
 */
import { AdapterError } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import type { Serving } from "../kit/index.ts"
import { Refusal as Refusals } from "../wire/index.ts"

export type Refusal = Refusals.Refusal

export const { doubtful, faultOf, reasonOf, textOf } = Refusals

/** The one refusal for every call that fails authentication, so that callers cannot tell which part was wrong (U-148). */
export const unauthenticated: Refusal = {
  code: "AUTH_001",
  message: "this call is not authenticated; check the appId, the appSecret and the text that is signed"
}

/** Refuses a call whose timestamp is too far from the clock of the server, which reads these milliseconds. */
export const timestampExpired = (now: number): Refusal => ({
  code: "TIMESTAMP_EXPIRED",
  message: `the timestamp is more than 10 minutes away from the clock of this server, which reads ${now} (${DateTime.formatIso(DateTime.makeUnsafe(now))}); send the current time`
})

export const timestampInvalid: Refusal = {
  code: "MEMBER_INVALID",
  path: "/timestamp",
  message: "is neither 13 digits of milliseconds nor 10 digits of seconds; send one of them"
}

/** Refuses a call that is one too many in its period (U-68). */
export const rateLimited = (millis: number): Refusal => ({
  code: "RATE_LIMITED",
  message: "too many calls; send fewer in a period",
  httpStatus: 429,
  retryAfter: Math.ceil(millis / 1000)
})

/** A warehouse outside the scope of the caller is refused like one that does not exist (U-47). */
export const unknownWarehouse = (path: string): Refusal => ({
  code: "WAREHOUSE_NOT_EXIST",
  path,
  message: "does not name a warehouse of this appId; send the name of one"
})

/** The codes of failures of a server itself, and of the envelope. They are always written in the envelope. */
const ofEnvelope = new Set(["AUTH_001", "SYSTEM_ERROR", "SERVICE_TYPE_NOT_EXIST", "TIMESTAMP_EXPIRED", "RATE_LIMITED"])

/** Codes of a server that could not do what was asked, or does not know whether it did. They are written as SYSTEM_ERROR, with the code in the text. */
const ofSystem = new Set([
  "DOUBTFUL", "OVERLOADED", "NOT_STORED", "NOT_READ", "NOT_READY", "NOT_SHOWN", "NOT_SENT", "NO_ANSWER", "READ_UNFINISHED", "TIMED_OUT", "ERP_UNAVAILABLE", "CONNECTION_PAUSED", "TOO_MANY_HOPS"
])

/** The codes of the kit and of its application, by what this protocol writes for them. */
const written: Readonly<Record<string, string>> = {
  INTERNAL: "SYSTEM_ERROR",
  ANSWER_INVALID: "SYSTEM_ERROR",
  LIMIT_EXCEEDED: "DATA_INPUT_ERROR",
  NOT_UTF8: "DATA_INPUT_ERROR",
  SIGNATURE_INVALID: "AUTH_001",
  NOT_SUPPORTED: "SERVICE_TYPE_NOT_EXIST",
  METHOD_UNKNOWN: "SERVICE_TYPE_NOT_EXIST",
  DUPLICATE: "CUSTOM_NUMBER_EXIST",
  DIFFERENT_CONTENT: "CUSTOM_NUMBER_EXIST",
  ORDER_NOT_FOUND: "ASN_NOT_EXIST"
}

const isInput = (code: string): boolean => /^(?:MEMBER|HEADER|BODY|CONTENT|REQUEST|HTTP_METHOD)_/.test(code)

/** What is wrong with a call: its input, the call as such, or what it asks of the business. */
export type Layer = "input" | "envelope" | "business"

/** The code and the text that are written for a refusal, and what is wrong. */
export const told = (refusal: Refusal): { readonly errorCode: string; readonly errorMsg: string; readonly layer: Layer } => {
  const { code, message, path } = refusal
  const isOfSystem = ofSystem.has(code)
  const errorCode = isInput(code) ? "DATA_INPUT_ERROR" : isOfSystem ? "SYSTEM_ERROR" : written[code] ?? code
  const text = path === undefined ? message : `${path === "" ? "/" : path}: ${message}`
  return {
    errorCode,
    errorMsg: isOfSystem ? `${code}: ${text}` : text,
    layer: errorCode === "DATA_INPUT_ERROR" ? "input" : ofEnvelope.has(errorCode) ? "envelope" : "business"
  }
}

/** The frame of a call whose message is a list: paths lead into the list, and not to the member that stands for it in the table. */
export const frameOfList = (frame: Serving.Frame, member: string): Serving.Frame => {
  const inTable = new RegExp(`/${member}(?=/\\d)`, "g")
  return {
    ...frame,
    refuse: (refusal, status) => {
      const { message, path } = refusal
      const inList = path === `/${member}` ? "" : path?.replaceAll(inTable, "")
      return frame.refuse({ ...refusal, message: message.replaceAll(inTable, ""), ...(inList !== undefined && { path: inList }) }, status)
    }
  }
}

type Meaning = (fault: AdapterError.Fault) => AdapterError.Reason

const rejected: Meaning = (fault) => new AdapterError.Rejected({ fault })
const credential: Meaning = (fault) => new AdapterError.CredentialRejected({ fault })
const duplicate: Meaning = (fault) => new AdapterError.Duplicate({ fault })

/** What the known codes of the document mean. The codes of our own servers are known beside them (U-10). */
const meanings: ReadonlyMap<string, Meaning> = new Map([
  ["AUTH_001", credential],
  ["APP_NOT_EXIST", credential],
  ["order.id.exist", duplicate],
  ["CUSTOM_NUMBER_EXIST", duplicate],
  // The peer failed, and may have carried the call out.
  ["SYSTEM_ERROR", (fault) => new AdapterError.PeerUnavailable({ status: 200, fault })],
  ["RATE_LIMITED", (fault) => new AdapterError.RateLimited({ fault })],
  ...[
    "DATA_INPUT_ERROR", "SERVICE_TYPE_NOT_EXIST", "TIMESTAMP_EXPIRED", "ASN_NOT_EXIST", "ASN_STATE_INVALID", "SKU_NOT_EXIST",
    "SKU_NOT_EXISTS_WITH_ARGS", "WAREHOUSE_NOT_EXIST", "STOCK_NOT_ENOUGH"
  ].map((code) => [code, rejected] as const)
])

const separator = ": "

/** The code and the text of a failure in one text, in which `toReason` finds the code. */
export const joined = (errorCode: string, errorMsg: string): string =>
  errorCode === "" ? errorMsg : errorMsg === "" ? errorCode : errorCode + separator + errorMsg

/** Finds the reason of an error text by its code; undefined for a code that no table lists. */
export const toReason = (text: string): AdapterError.Reason | undefined => {
  const [code = "", ...rest] = text.split(separator)
  return meanings.get(code)?.({ code, message: rest.join(separator) || text })
}

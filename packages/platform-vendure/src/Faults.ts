/**
 * Reads Vendure's errors and maps them to the reasons of an `AdapterError`.
 *
 * Errors come in two layers, both with HTTP 200. An error in `errors` was thrown: Vendure runs each mutation in one transaction
 * and rolls it back, so a listed one had no effect. An `ErrorResult` is the value of a mutation; Vendure commits what the
 * mutation did before. Whether that is anything is decided here for each code.
 */
import { AdapterError } from "@crossdock/core"
import { Refusal } from "@crossdock/http-kit"
import * as Schema from "effect/Schema"

/**
 * Codes of `errors[].extensions.code` and of `ErrorResult`. Any other code is a refusal whose words are passed on. Listed as
 * in doubt are codes after which something may be there: with FULFILLMENT_STATE_TRANSITION_ERROR Vendure has stored the
 * fulfillment, with CREATE_FULFILLMENT_ERROR its handler may have acted elsewhere, and an internal error or one without a
 * code is a failure inside Vendure.
 */
export const faults: Refusal.FaultTable = {
  FORBIDDEN: "CredentialRejected",
  UNAUTHORIZED: "CredentialRejected",
  CHANNEL_NOT_FOUND: "CredentialRejected",
  GRAPHQL_PARSE_FAILED: "Rejected",
  GRAPHQL_VALIDATION_FAILED: "Rejected",
  BAD_USER_INPUT: "Rejected",
  USER_INPUT_ERROR: "Rejected",
  ILLEGAL_OPERATION: "Rejected",
  ENTITY_NOT_FOUND: "Rejected",
  EMPTY_ORDER_LINE_SELECTION_ERROR: "Rejected",
  ITEMS_ALREADY_FULFILLED_ERROR: "Rejected",
  INSUFFICIENT_STOCK_ON_HAND_ERROR: "Rejected",
  INVALID_FULFILLMENT_HANDLER_ERROR: "Rejected",
  FULFILLMENT_STATE_TRANSITION_ERROR: "PeerUnavailable",
  CREATE_FULFILLMENT_ERROR: "PeerUnavailable",
  INTERNAL_SERVER_ERROR: "PeerUnavailable",
  NO_CODE: "PeerUnavailable"
}

/** Vendure's own message quotes the token, which is a secret. */
const unknownChannel = "Vendure has no channel with the token of the settings"

/** Failures inside Vendure, which it reports with HTTP 200. */
const internal = new Set(["INTERNAL_SERVER_ERROR", "NO_CODE"])

/** The message of an error with a code was written for people. That of an internal error may quote data of a person, as databases do. */
const withoutData = (code: string, message: string): AdapterError.Fault => {
  if (code === "CHANNEL_NOT_FOUND") return { code, message: unknownChannel }
  return internal.has(code) ? { code, message: "Vendure reports an internal error; its log has the details" } : { code, message }
}

const ErrorItem = Schema.Struct({
  message: Schema.String,
  extensions: Schema.optionalKey(Schema.Struct({ code: Schema.optionalKey(Schema.String) }))
})

/** The first error of an answer. */
export const faultIn = Refusal.faultIn(
  Schema.Struct({ errors: Schema.NonEmptyArray(ErrorItem) }),
  ({ errors: [{ extensions, message }] }) => withoutData(extensions?.code ?? "NO_CODE", message)
)

/** The value of a mutation that Vendure refused. */
export const ErrorResult = Schema.Struct({
  errorCode: Schema.NonEmptyString,
  message: Schema.String,
  /** What the state machine, or the handler of a fulfillment, says. */
  transitionError: Schema.optionalKey(Schema.String),
  fulfillmentHandlerError: Schema.optionalKey(Schema.String)
})
type ErrorResult = typeof ErrorResult.Type

/** The fields of an `ErrorResult` in a document. */
export const errorFields = "__typename ... on ErrorResult { errorCode message }"

export const isError = (result: object): result is ErrorResult => "errorCode" in result

/** The reason for an `ErrorResult`. */
export const toReason = ({ errorCode, fulfillmentHandlerError, message, transitionError }: ErrorResult): AdapterError.Reason => {
  const detail = transitionError ?? fulfillmentHandlerError
  return Refusal.toReason(faults, { code: errorCode, message: detail === undefined ? message : `${message}: ${detail}` })
}

const rejected = (code: string, message: string) => new AdapterError.Rejected({ fault: { code, message } })

export const unknownOrder = (code: string) => rejected("UNKNOWN_ORDER", `/onlineOrderId: ${code} is not an order of this channel that was placed`)
export const unknownProvider = (code: string) => rejected("UNKNOWN_PROVIDER", `${code} is not a shipping method of this channel; use a code of listShippingProviders`)
export const unknownLine = (lineId: string) => rejected("UNKNOWN_LINE", `${lineId} is not a line of this order`)
export const tooMany = (lineId: string, left: number) => rejected("TOO_MANY", `of line ${lineId}, ${left} can still be shipped; send no more`)
export const notShippable = (code: string, state: string) => rejected("NOT_SHIPPABLE", `order ${code} is ${state}; it cannot be shipped`)
export const nothingLeft = (code: string) => rejected("ALREADY_SHIPPED", `everything in order ${code} is in fulfillments with other tracking numbers already`)
export const noTracking = (handler: string) =>
  rejected("NO_TRACKING", `the fulfillment handler ${handler} has no argument trackingCode, so Vendure cannot store the tracking number`)
export const otherContents = (trackingNumber: string) =>
  new AdapterError.Duplicate({ fault: { code: "OTHER_CONTENTS", message: `a fulfillment with the tracking number ${trackingNumber} has other quantities of these lines` } })
export const notPieces = (path: string) => new AdapterError.RequestInvalid({ path, message: "is not a whole number of pieces" })
export const badCursor = () => new AdapterError.RequestInvalid({ path: "/cursor", message: "is not a cursor of this shop; send the nextCursor of the page before, unchanged" })
export const tooManyAtOnce = (what: string, most: number) =>
  rejected("TOO_MANY_AT_ONCE", `Vendure has more than ${most} ${what} that were created in one second; they cannot be read in pages`)
export const unplaced = (name: string) => new AdapterError.ResponseInvalid({ cause: `the answer to ${name} has a record without id or createdAt` })
export const noLocation = () => rejected("NO_LOCATION", "Vendure has no stock location")

/** Why the stock of an article was not set. */
export const unknownArticle = "UNKNOWN_ARTICLE: is not an article of this channel"
export const unknownVariant = "UNKNOWN_VARIANT: is not a variant of this product"
export const ambiguousVariant = "AMBIGUOUS_VARIANT: the product has several variants; name one"
export const unknownLocation = "UNKNOWN_LOCATION: is not a stock location of this channel"
export const allocationChanges = "ALLOCATION_CHANGES: what is allocated to orders became less each time it was set, so the shop may offer too much; send it again"
export const notWhole = "NOT_PIECES: is not a whole number from 0"

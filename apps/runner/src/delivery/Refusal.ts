/**
 * Why a caller is refused: a code, one sentence with the remedy, and where. What each reason of an adapter sounds like
 * to an ERP is one table.
 */
import { AdapterError } from "@crossdock/core"
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import { whenTold } from "../connection/RateLimit.ts"

export class Refusal extends Schema.TaggedError<Refusal>("@crossdock/runner/Refusal")("Refusal", {
  code: Schema.String,
  message: Schema.String,
  /** JSON pointer into the payload of the operation; the server of the caller's protocol tells it in the caller's names. */
  path: Schema.optionalKey(Schema.String),
  /** All places that `message` names, as pointers like `path`. */
  places: Schema.optionalKey(Schema.Array(Schema.String)),
  httpStatus: Schema.optionalKey(Schema.Literals([429, 503])),
  /** Seconds after which the same may be asked again. */
  retryAfter: Schema.optionalKey(Schema.Int),
  /** The warehouse may have acted all the same. */
  isUnproven: Schema.optionalKey(Schema.Boolean),
  /** It is what the warehouse, or its plugin, says to this; asking again brings the same. */
  isAnswer: Schema.optionalKey(Schema.Boolean)
}) {}

/** The exact text of U-141 follows from these two. */
export const doubtful = (answer: "body" | "503"): Refusal =>
  new Refusal({
    code: "DOUBTFUL",
    message: "outcome not known yet; ask again with the same number",
    isUnproven: true,
    ...(answer === "503" && { httpStatus: 503 as const })
  })

/** The database could not take it; nothing of the call has happened. */
export const notStored = new Refusal({
  code: "NOT_STORED",
  message: "the runner could not store this and did nothing; ask again with the same number"
})

/** The warehouse has done it, and the database could not take that. */
export const doneNotStored = new Refusal({
  code: "NOT_STORED",
  message: "the warehouse has done this and the runner could not store that; ask again with the same number",
  isUnproven: true
})

/** As a warehouse answers that has no such order. */
export const orderNotFound = new Refusal({
  code: "ORDER_NOT_FOUND",
  message: "order not found; ask with a number that was accepted by createOrder",
  path: "/orderNumber"
})

/** What accepts an order of an ERP. */
export type CreateMethod = "createOrder" | "createAsnOrder"

/** Neither the runner nor the warehouse has the order; with what the warehouse says, unless that is the same. */
export const notFoundThere = (acceptedBy: CreateMethod, words: string): Refusal =>
  new Refusal({
    code: orderNotFound.code,
    message: `order not found; ask with a number that was accepted by ${acceptedBy}` +
      (words.startsWith(`${orderNotFound.code}: `) ? "" : `; the warehouse says: ${words}`),
    ...(acceptedBy === "createOrder" && { path: "/orderNumber" })
  })

const told = (fault: AdapterError.Fault, code: string) =>
  fault.code === "" ? { code, message: fault.message } : { code: fault.code, message: fault.message }

/** How long the warehouse is not asked anything, in seconds. */
const restOf = ({ retryAfter }: AdapterError.RateLimited): number =>
  Math.ceil(whenTold(retryAfter && Duration.toMillis(retryAfter)) / 1000)

/** The code of what stands in the place of a call to a paused connection, whatever it was paused for. */
export const pausedCode = "PAUSED"

type Said = Pick<Refusal, "code" | "message" | "path" | "httpStatus" | "retryAfter">

const sentences: { readonly [R in AdapterError.Reason as R["_tag"]]: (reason: R) => Said } = {
  TransportFailed: (reason) =>
    reason.phase === "connect"
      ? { code: "NOT_SENT", message: "the warehouse could not be reached and nothing was sent; ask again later" }
      : { code: "NO_ANSWER", message: "the warehouse did not answer; ask again" },
  PeerUnavailable: (reason) => ({
    code: "WAREHOUSE_UNAVAILABLE",
    message: `the warehouse answered HTTP ${reason.status} without a message of its protocol; ask again later`
  }),
  RateLimited: (reason) => ({
    code: "RATE_LIMITED",
    message: `the warehouse asks to slow down; ask again in ${restOf(reason)} s`,
    httpStatus: 429,
    retryAfter: restOf(reason)
  }),
  Rejected: (reason) => told(reason.fault, "REJECTED"),
  Duplicate: (reason) => told(reason.fault, "DUPLICATE"),
  RequestInvalid: (reason) => ({ code: "REQUEST_INVALID", message: reason.message, path: reason.path }),
  CredentialRejected: ({ fault }) => ({
    code: "CONNECTION_PAUSED",
    message: fault.code === pausedCode
      ? "the connection to the warehouse is paused and nothing was asked; ask again once its operator has resumed it"
      : "the warehouse does not accept the runner's credentials; its operator has to mend the connection"
  }),
  FaultUnlisted: (reason) => told(reason.fault, "WAREHOUSE_FAULT"),
  ResponseInvalid: () => ({ code: "ANSWER_INVALID", message: "the warehouse's answer does not have the promised shape; ask again later" }),
  OperationUnsupported: () => ({ code: "NOT_SUPPORTED", message: "this warehouse does not offer the operation" })
}

const answers: ReadonlySet<AdapterError.Reason["_tag"]> = new Set(["Rejected", "Duplicate", "RequestInvalid", "OperationUnsupported"])

export const ofReason = (reason: AdapterError.Reason): Refusal =>
  new Refusal({
    ...(sentences[reason._tag] as (reason: AdapterError.Reason) => Said)(reason),
    ...(reason.mayHaveApplied && { isUnproven: true }),
    ...(answers.has(reason._tag) && { isAnswer: true })
  })

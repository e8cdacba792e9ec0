/**
 * What every server does around the work that is asked of it: admit who may ask, tell what was found, seal the answer.
 */
import { Drift, Json, type Transport, type WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { type Context, UnmappedFields, Refusal } from "../wire/index.ts"
import type { Outcome } from "./Authentication.ts"
import type { AnyExchange } from "./Exchange.ts"
import type { Limits } from "./Framing.ts"
import { isWithheld } from "./Messages/StatusRecord.ts"

/** What was received, beside its meaning. */
export interface Info {
  /** As the caller named it. */
  readonly method: string
  /** The exact text that is signed. */
  readonly content: string
  /** Equal for equal sign and content, whatever the method (U-124). */
  readonly digest: string
}

/** What an authentication came to, for whoever counts failures. */
export interface Authentication {
  /** The id under which the caller calls: accessId or appKey. */
  readonly accessId: string
  readonly remoteAddress: string | undefined
  readonly ok: boolean
  /** Whether the id is somebody's; told to the owner of the door, and never to the caller. */
  readonly isKnown: boolean
  /** Name of the signing scheme that matched. */
  readonly matched?: string
}

/** What whoever runs a server decides and is told; `Who` is whom an id stands for. */
export interface Guard<Who> {
  /**
   * Asked about a call that failed its authentication, and about no other. False: there were too many of them, and this
   * one is answered 429. A right sign is never refused because of wrong ones.
   */
  readonly mayFail?: (accessId: string, remoteAddress: string | undefined) => Effect.Effect<boolean>
  readonly onAuthentication?: (outcome: Authentication) => Effect.Effect<void>
  /** Told of a defect in the work behind the door; the caller is answered with INTERNAL. */
  readonly onDefect?: (defect: unknown) => Effect.Effect<void>
  /** Who is told what a caller sends beside the document; absent: the `Drift` around the call. */
  readonly driftOf?: (who: Who) => (typeof Drift.Drift)["Service"]
  readonly limits?: Limits
}

const jsonHeaders: Transport.Headers = [["content-type", "application/json; charset=utf-8"]]

export const json = (status: number, value: Json.Json, headers?: Transport.Headers): Transport.Response => ({
  status,
  headers: headers === undefined ? jsonHeaders : [...jsonHeaders, ...headers],
  body: Json.stringify(value)
})

/** A refused call: who it claims to be, and what came of looking at it. */
export interface Presented<Who> {
  readonly accessId: string
  readonly remoteAddress: string | undefined
  readonly who: Who | undefined
  readonly outcome: Outcome
}

/** Serves whoever is who he says he is; everyone else gets `refuse`, after a failed attempt was counted. */
export const admit = <Who, R>(
  { mayFail, onAuthentication }: Guard<Who>,
  { accessId, outcome: { isAuthentic, matched }, remoteAddress, who }: Presented<Who>,
  refuse: (isTooOften: boolean) => Transport.Response,
  serve: (who: Who) => Effect.Effect<Transport.Response, never, R>
): Effect.Effect<Transport.Response, never, R> => {
  const told = onAuthentication?.({
    accessId,
    remoteAddress,
    ok: isAuthentic,
    isKnown: who !== undefined,
    ...(matched !== undefined && { matched })
  })
  if (who === undefined || !isAuthentic) {
    const may = mayFail?.(accessId, remoteAddress) ?? Effect.succeed(true)
    return Effect.flatMapEager(may, (isAllowed) => Effect.as(told ?? Effect.void, refuse(!isAllowed)))
  }
  return told === undefined ? serve(who) : Effect.flatMapEager(told, () => serve(who))
}

/** What is found beside the document is told to whom the guard names for this caller. */
export const telling = <A, E, R, Who>(work: Effect.Effect<A, E, R>, { driftOf }: Guard<Who>, who: Who): Effect.Effect<A, E, R> =>
  driftOf === undefined ? work : Effect.provideService(work, Drift.Drift, driftOf(who))

/** Turns a defect into an answer: INTERNAL, as the call fails by then. */
export const guarded = <Who, R>(
  work: Effect.Effect<Transport.Response, never, R>,
  { onDefect }: Guard<Who>,
  failed: () => Transport.Response
): Effect.Effect<Transport.Response, never, R> =>
  Effect.catchDefect(work, (defect) =>
    Effect.map(Effect.ignore(onDefect?.(defect) ?? Effect.logError(`a call died of ${nameOf(defect)}`)), failed))

const nameOf = (defect: unknown): string => (defect instanceof Error ? defect.name : typeof defect)

/** An answer that the document forbids is refused rather than written. */
export const notWritten = (problems: ReadonlyArray<Context.Problem>): Refusal.Refusal => {
  const { path = "", message } = Refusal.ofProblems(problems)
  return { code: "ANSWER_INVALID", message: `the answer cannot be written, its ${path} ${message}` }
}

/** What of a success an operator should know that it is not told as it is; `list` is where the answer has its statuses. */
export const findingsOf = ({ cannotAnswer = [], method, operation }: AnyExchange, success: unknown, list: string): ReadonlyArray<Drift.Finding> => {
  const where = `${method} answer`
  const lost = UnmappedFields.findings(where, cannotAnswer, success)
  if (operation !== "getOutboundOrders") return lost
  const withheld = (success as typeof WarehouseV1.GetOutboundOrders.success.Type).filter(isWithheld).map(() => ({
    where,
    path: `${list}/trackingNumber`,
    message: "is not known for a shipped order; written as SENDING until it is"
  }))
  return withheld.length === 0 ? lost : [...withheld, ...lost]
}

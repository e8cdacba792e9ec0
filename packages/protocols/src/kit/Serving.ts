/**
 * A server of any protocol: it opens and authenticates a request, reads it, performs the operation, and writes the
 * answer. The effect never fails and never dies; a refusal is a response.
 */
import { Drift, Json, type Operation, type Transport, type WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Context, read, Refusal, type Table, SplitWork, UnmappedFields, write } from "../wire/index.ts"
import type { Authenticate, Outcome } from "./SignatureVerification.ts"
import type { AnyExchange } from "./Exchange.ts"
import type { Limits, Unread } from "./Framing.ts"

/** The data of a received call, apart from the payload. */
export interface Info {
  /** The method name that the caller used. */
  readonly method: string
  /** The exact text that is signed. */
  readonly content: string
  /**
   * A value that is equal for calls with the same signature and content, whatever their method (U-124). Empty for a call whose signed text
   * is often that of another method too, such as an empty object, so it says nothing about a copied signature.
   */
  readonly digest: string
}

/** The outcome of an authentication, so that the application can count failures. */
export interface Authentication {
  /** The id of the caller: accessId or appKey. */
  readonly accessId: string
  readonly remoteAddress: string | undefined
  readonly ok: boolean
  /** True if the id exists. The application learns this; the caller never does. */
  readonly isKnown: boolean
  /** Name of the signing scheme that matched. */
  readonly matched?: string
  /** The call was signed with the secret before the present one, which is still valid (`earlier`) or not any more (`ended`). The caller is not told. */
  readonly signedWith?: "earlier" | "ended"
  /** The method that the caller names. Absent: it is not authenticated, or names none that the protocol has, so the text may be anything. */
  readonly method?: string
}

/** How a protocol writes what its server answers. */
export interface Frame {
  /** The body for an answer that was written by its table. */
  readonly answer: (written: string) => string
  /** The response to a refused call, with its HTTP status. */
  readonly refuse: (refusal: Refusal.Refusal, status: number) => Transport.Response
}

/** The hooks and limits of the application that runs a server. `Who` is the account that an id belongs to. */
export interface Guard<Who> {
  /**
   * Called only for a call that failed its authentication. If it returns false, there were too many failures and the
   * call is answered with 429. A valid signature is never refused because of earlier failures.
   */
  readonly mayFail?: (accessId: string, remoteAddress: string | undefined) => Effect.Effect<boolean>
  readonly onAuthentication?: (outcome: Authentication) => Effect.Effect<void>
  /** Called with a defect in the handling of a call. The caller gets the answer INTERNAL. */
  readonly onDefect?: (defect: unknown) => Effect.Effect<void>
  /**
   * Chooses the service that receives reports about unexpected members of a caller's requests. Default: the `Drift`
   * service of the calling effect.
   */
  readonly driftOf?: (who: Who) => (typeof Drift.Drift)["Service"]
  readonly limits?: Limits
  /** Set by a protocol. Default: an answer is sent as it was written, and a refusal as an answer with success false. */
  readonly frame?: Frame
}

/** The steps by which a protocol opens a request and identifies its caller. */
export interface Entrance<Outer, Who> {
  readonly open: (request: Transport.Request, limits?: Limits) => SplitWork.Work<Result.Result<Outer, Unread>>
  readonly idOf: (outer: Outer) => string
  /** The method that a request names, for the application's records; undefined if the protocol has no such method. */
  readonly methodOf?: (outer: Outer) => string | undefined
  readonly find: (outer: Outer) => Who | undefined
  readonly authenticate: Authenticate<Outer, Who>
  /** The one refusal for every call that fails authentication (U-148). */
  readonly unauthenticated: Refusal.Refusal
  /** The answer table whose common members a failure has. */
  readonly answer: Table.Table
  /** The profile for failures that are written before the caller is known. */
  readonly profile: Context.Profile
}

/** The response to a request, as an effect that never fails. */
export type Response<R> = Effect.Effect<Transport.Response, never, R>

/** Performs an operation for `who`. A refusal is sent to the caller; a defect is answered with INTERNAL. */
export type Dispatch<Who, I, R, Any extends Operation.Any = WarehouseV1.AnyOperation> = <O extends Any>(
  who: Who,
  operation: O,
  payload: O["payload"]["Type"],
  info: I
) => Effect.Effect<O["success"]["Type"], Refusal.Refusal, R>

const jsonHeaders: Transport.Headers = [["content-type", "application/json; charset=utf-8"]]

/** A response of JSON. */
export const respond = (status: number, value: Json.Json, headers: Transport.Headers = [], frame?: Frame): Transport.Response => {
  const body = Json.stringify(value)
  return { status, headers: headers.length === 0 ? jsonHeaders : [...jsonHeaders, ...headers], body: frame === undefined ? body : frame.answer(body) }
}

/** The members of an answer that a failure may have. */
const common: ReadonlySet<string> = new Set(["success", "message", "errorMsg", "code"])

/** The maximum number of characters of an error text, chosen so that it fits every limit. */
const longest = 20_000

const refusals = new WeakMap<Transport.Response, Refusal.Refusal>()

const telling = (response: Transport.Response, refusal: Refusal.Refusal): Transport.Response => {
  refusals.set(response, refusal)
  return response
}

/** The refusal that a response of a server states, also beside a value; undefined if it states none. */
export const refusalOf = (response: Transport.Response): Refusal.Refusal | undefined => refusals.get(response)

/** Writes a failure as an answer: success false, and the text under the name that the answer declares for it. */
export const refuse = (
  refusal: Refusal.Refusal,
  answer: Table.Table,
  profile: Context.Profile,
  status: number = refusal.httpStatus ?? 200,
  frame?: Frame
): Transport.Response => {
  if (frame !== undefined) return telling(frame.refuse(refusal, status), refusal)
  const text = Refusal.textOf(refusal).slice(0, longest)
  const failure = { ...answer, members: answer.members.filter(({ name }) => common.has(name)), rules: [] }
  const { json } = write(failure, { success: false, message: text, errorMsg: text } as never, { ...Context.standard, profile })
  return telling(respond(status, json!, Refusal.headersOf(status, refusal)), refusal)
}

/** Serves an authenticated caller. Every other caller is refused, and the failed attempt is reported to the guard. */
export const receive = <Outer, Who, R>(
  request: Transport.Request,
  entrance: Entrance<Outer, Who>,
  guard: Guard<Who>,
  serve: (who: Who, outer: Outer) => Response<R>
): Response<R> => {
  const { answer, authenticate, find, idOf, methodOf, open, profile, unauthenticated } = entrance
  const { remoteAddress } = request
  const admitted = (outer: Outer, who: Who | undefined, { isAuthentic: ok, matched, signedWith }: Outcome): Response<R> => {
    const accessId = idOf(outer)
    const isKnown = who !== undefined
    const method = ok && isKnown ? methodOf?.(outer) : undefined
    const told = guard.onAuthentication?.({
      accessId,
      remoteAddress,
      ok,
      isKnown,
      ...(matched !== undefined && { matched }),
      ...(signedWith !== undefined && { signedWith }),
      ...(method !== undefined && { method })
    })
    if (!isKnown || !ok) {
      const may = guard.mayFail?.(accessId, remoteAddress) ?? Effect.succeed(true)
      return Effect.flatMapEager(may, (isAllowed) =>
        Effect.as(told ?? Effect.void, refuse(isAllowed ? unauthenticated : Refusal.tooManyFailures, answer, profile, undefined, guard.frame)))
    }
    const served = () => reportingTo(serve(who, outer), guard, who)
    return told === undefined ? served() : Effect.flatMapEager(told, served)
  }
  return guarded(guard, answer, profile, () =>
    SplitWork.andThen(open(request, guard.limits), (opened) => {
      if (Result.isFailure(opened)) return Effect.succeed(refuse(opened.failure.refusal, answer, profile, opened.failure.status, guard.frame))
      const outer = opened.success
      const who = find(outer)
      return SplitWork.andThen(authenticate(outer, who), (outcome) => admitted(outer, who, outcome))
    }))
}

/** Sends reports about the call to the `Drift` service that the guard chooses for this caller. */
const reportingTo = <Who, R>(work: Response<R>, { driftOf }: Guard<Who>, who: Who): Response<R> =>
  driftOf === undefined ? work : Effect.provideService(work, Drift.Drift, driftOf(who))

/** Turns a defect into the answer INTERNAL. */
const guarded = <R>(
  { frame, onDefect }: Pick<Guard<never>, "frame" | "onDefect">,
  answer: Table.Table,
  profile: Context.Profile,
  work: () => Response<R>
): Response<R> =>
  Effect.catchDefect(Effect.suspend(work), (defect) =>
    Effect.as(
      Effect.ignore(onDefect?.(defect) ?? Effect.logError(`a call ended with a defect: ${defect instanceof Error ? defect.name : typeof defect}`)),
      refuse(Refusal.internal, answer, profile, undefined, frame)
    ))

/** The parts of an exchange that `answer` needs. */
export type Served =
  & Pick<AnyExchange, "answer" | "method" | "request" | "toAnswer" | "toPayload">
  & Partial<Pick<AnyExchange, "cannotAnswer" | "findingsOf" | "toRefusedItem">>

/** A failure, with an answer value if the message carries both. */
export interface Refused {
  readonly refusal: Refusal.Refusal
  readonly value?: unknown
}

/**
 * Reads a request, performs `work`, and writes the answer. An answer that the specification forbids is replaced by a
 * refusal.
 */
export const answer = <R>(
  exchange: Served,
  json: Json.Json,
  context: Context.Context,
  guard: Pick<Guard<never>, "frame" | "onDefect">,
  work: (payload: never) => Effect.Effect<unknown, Refusal.Refusal, R>
): Response<R> => {
  const refused = (refusal: Refusal.Refusal) => refuse(refusal, exchange.answer, context.profile, undefined, guard.frame)
  const { findings, problems, value } = read(exchange.request, json, context)
  if (value === undefined) return Effect.succeed(refused(Refusal.ofProblems(problems)))
  const payload = exchange.toPayload(value as never, context.profile as never) as never
  const written = (said: unknown): Transport.Response => {
    const told: Partial<Refused> = isRefused(said) ? said : { value: said }
    if (told.value === undefined) return refused(told.refusal!)
    const { json: body, problems: wrong } = write(exchange.answer, told.value as never, context)
    if (body === undefined) return refused(unwritable(wrong))
    if (told.refusal === undefined) return respond(200, body, undefined, guard.frame)
    const status = told.refusal.httpStatus ?? 200
    return telling(respond(status, body, Refusal.headersOf(status, told.refusal), guard.frame), told.refusal)
  }
  const done = () =>
    Effect.matchEffect(work(payload), {
      onSuccess: (success) =>
        reporting(notTold(exchange, success), () => Effect.succeed(written(exchange.toAnswer(success as never, payload, context.profile as never, value as never)))),
      onFailure: (refusal) => {
        const named = Refusal.inNamesOf(exchange.request, refusal)
        const item = exchange.toRefusedItem?.(named as never, payload, context.profile as never)
        return Effect.succeed(item === undefined ? refused(named) : written({ refusal: named, value: item }))
      }
    })
  return guarded(guard, exchange.answer, context.profile, () => reporting(findings, done))
}

const isRefused = (said: unknown): said is Refused => typeof said === "object" && said !== null && "refusal" in said

const reporting = <R>(findings: ReadonlyArray<Drift.Finding>, next: () => Response<R>): Response<R> =>
  findings.length === 0 ? next() : Effect.flatMap(Drift.reportAll(findings), next)

const unwritable = (problems: ReadonlyArray<Context.Problem>): Refusal.Refusal => {
  const { path = "", message } = Refusal.ofProblems(problems)
  return { code: "ANSWER_INVALID", message: `the answer cannot be written: ${path} ${message}` }
}

/** Reports the parts of a result that the answer leaves out or states differently. */
const notTold = ({ cannotAnswer = [], findingsOf, method }: Served, success: unknown): ReadonlyArray<Drift.Finding> => {
  const lost = UnmappedFields.findings(`${method} answer`, cannotAnswer, success)
  const more = findingsOf?.(success as never) as ReadonlyArray<Drift.Finding> | undefined
  return more === undefined ? lost : [...more, ...lost]
}

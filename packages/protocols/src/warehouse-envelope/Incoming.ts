/**
 * What both servers of document 1 do before and after they know what is asked: open, authenticate, parse, refuse.
 */
import { type Drift, Json, type Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Authentication, Contexts, Serving } from "../kit/index.ts"
import { Context, read, Refusal as Refusals, type Table, Turns, write } from "../wire/index.ts"
import { type Limits, open, openInTurns, type Outer, type Unread } from "./Envelope.ts"
import { ofProblems, type Refusal, textOf, unauthenticated } from "./Fault.ts"
import { defaults, type Profile } from "./Profile.ts"
import { authenticate, authenticateInTurns, type Credentials, digestOf } from "./Signature.ts"

/** Whom an accessId stands for. */
export interface Caller extends Credentials {
  /** The accessId. */
  readonly id: string
  /** The owner's own id of the link; opaque here. */
  readonly key: string
  readonly profile: Profile
  /** IANA name or `UTC+8`. */
  readonly timeZone: string
}

/** What the two servers have in common. */
export type Guard = Serving.Guard<Caller>

/** The two members of a failed answer on one side of this protocol. */
export interface Failing {
  readonly table: Table.Table
  readonly member: (profile: Profile) => "message" | "errorMsg"
}

/** An authenticated request. */
export interface Authentic {
  readonly caller: Caller
  readonly outer: Outer
  readonly info: Serving.Info
  readonly context: Context.Context
}

/** A failure as an answer. */
export const refuse = (
  refusal: Refusal,
  failing: Failing,
  profile: Profile = defaults,
  status: number = refusal.httpStatus ?? 200
): Transport.Response => {
  const written = write(failing.table, { success: false } as never, { ...Context.standard, profile })
  const answer = { success: false, ...written.json, [failing.member(profile)]: textOf(refusal) }
  return Serving.json(status, answer, Refusals.headersOf(status, refusal))
}

/** A request that was read, and whether it is who it says it is. */
interface Verified {
  readonly outer: Outer
  readonly caller: Caller | undefined
  readonly outcome: Authentication.Outcome
}

type Find = (accessId: string) => Caller | undefined

/** Opens and authenticates a request: `served` answers whoever it says it is, everyone else is refused here. */
export const receive = <R>(
  request: Transport.Request,
  find: Find,
  guard: Guard,
  failing: Failing,
  served: (call: Authentic) => Effect.Effect<Transport.Response, never, R>
): Effect.Effect<Transport.Response, never, R> => {
  const decided = (known: Result.Result<Verified, Unread>): Effect.Effect<Transport.Response, never, R> => {
    if (Result.isFailure(known)) return Effect.succeed(refuse(known.failure.refusal, failing, defaults, known.failure.status))
    const { caller: who, outcome, outer } = known.success
    return Serving.admit(
      guard,
      { accessId: outer.accessId, remoteAddress: request.remoteAddress, who, outcome },
      (isTooOften) => refuse(isTooOften ? Refusals.tooManyFailures : unauthenticated, failing),
      (caller) =>
        served({
          caller,
          outer,
          info: { method: outer.method, content: outer.content, digest: digestOf(outer) },
          context: Contexts.ofServer(caller, guard.limits)
        })
    )
  }
  return request.body.length > Turns.length
    ? Effect.flatMap(Turns.oneByOne(verifyInTurns(request, find, guard.limits)), decided)
    : decided(verify(request, find, guard.limits))
}

const verify = (request: Transport.Request, find: Find, limits: Limits | undefined): Result.Result<Verified, Unread> =>
  Result.map(open(request, limits), (outer) => {
    const caller = find(outer.accessId)
    return { outer, caller, outcome: authenticate(outer, caller) }
  })

/** The same for a long body. An unknown caller takes as long as a known one. */
const verifyInTurns = function*(
  request: Transport.Request,
  find: Find,
  limits: Limits | undefined
): Turns.Turns<Result.Result<Verified, Unread>> {
  const opened = yield* openInTurns(request, limits)
  if (Result.isFailure(opened)) return Result.fail(opened.failure)
  const outer = opened.success
  const caller = find(outer.accessId)
  return Result.succeed({ outer, caller, outcome: yield* authenticateInTurns(outer, caller) })
}

/** What a content says, and what is told of it beside. */
export interface Content<T> {
  readonly value: Table.Value<T>
  readonly findings: ReadonlyArray<Drift.Finding>
}

/** Parses `content` and reads it by a table. What is wrong inside is told with success false. */
export const readContent = <T extends Table.Table>(
  table: T,
  { caller, context, outer }: Authentic,
  { maxDepth = Json.maxDepth }: Limits = {}
): Result.Result<Content<T>, Refusal> => {
  if (outer.isNested && caller.signing === "strict") {
    return Result.fail({ code: "CONTENT_INVALID", message: "is an object; send its JSON text as a string", path: "/content" })
  }
  const parsed = outer.content === "" ? Result.succeed<Json.Json>({}) : Json.parse(outer.content, { maxDepth })
  if (Result.isFailure(parsed)) {
    return Result.fail({ code: "CONTENT_INVALID", message: `${parsed.failure.message}; send a JSON object as text`, path: "/content" })
  }
  const { findings, problems, value } = read(table, parsed.success, context)
  return value === undefined ? Result.fail(ofProblems(problems)) : Result.succeed({ value, findings })
}

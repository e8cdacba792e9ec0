/**
 * What both servers of document 1 do before and after they know what is asked: open, authenticate, parse, seal.
 */
import { Drift, Json, type Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { Context, read, Refusal as Refusals, type Table, Turns, write, Zone } from "../wire/index.ts"
import { type Limits, open, openInTurns, type Outer, type Unread } from "./Envelope.ts"
import { ofProblems, type Refusal, textOf, unauthenticated } from "./Fault.ts"
import { defaults, type Profile } from "./Profile.ts"
import { authenticate, authenticateInTurns, digestOf, type Outcome } from "./Signature.ts"

/** Whom an accessId stands for. */
export interface Caller {
  /** The accessId. */
  readonly id: string
  /** The owner's own id of the link; opaque here. */
  readonly key: string
  readonly secretKey: Redacted.Redacted
  readonly signing: "strict" | "lenient"
  /** Compared with the header `secret` when present (U-07). */
  readonly warehouseSecret?: Redacted.Redacted
  readonly profile: Profile
  /** IANA name or `UTC+8`. */
  readonly timeZone: string
}

/** What was received, beside its meaning. */
export interface Info {
  /** As the caller wrote it. */
  readonly method: string
  /** The exact text. */
  readonly content: string
  /** Equal for equal sign and content, whatever the method (U-124). */
  readonly digest: string
}

/** What an authentication came to, for whoever counts failures. */
export interface Authentication {
  readonly accessId: string
  readonly remoteAddress: string | undefined
  readonly ok: boolean
  /** Whether the accessId is somebody's; told to the owner of the door, and never to the caller. */
  readonly isKnown: boolean
  /** Name of the signing scheme that matched. */
  readonly matched?: string
}

/** What the two servers have in common. */
export interface Guard {
  /**
   * Asked about a call that failed its authentication, and about no other. False: there were too many of them, and this
   * one is answered 429. A right sign is never refused because of wrong ones.
   */
  readonly mayFail?: (accessId: string, remoteAddress: string | undefined) => Effect.Effect<boolean>
  readonly onAuthentication?: (outcome: Authentication) => Effect.Effect<void>
  /** Told of a defect in the work behind the door; the caller is answered with INTERNAL. */
  readonly onDefect?: (defect: unknown) => Effect.Effect<void>
  /** Who is told what a caller sends beside the document; absent: the `Drift` around the call. */
  readonly driftOf?: (caller: Caller) => (typeof Drift.Drift)["Service"]
  readonly limits?: Limits
}

/** The two members of a failed answer on one side of this protocol. */
export interface Failing {
  readonly table: Table.Table
  readonly member: (profile: Profile) => "message" | "errorMsg"
}

/** A call that is who it says it is. */
export interface Authentic {
  readonly caller: Caller
  readonly outer: Outer
  readonly info: Info
  readonly context: Context.Context
}

const jsonHeaders: Transport.Headers = [["content-type", "application/json; charset=utf-8"]]

export const json = (status: number, value: Json.Json, headers?: Transport.Headers): Transport.Response => ({
  status,
  headers: headers === undefined ? jsonHeaders : [...jsonHeaders, ...headers],
  body: Json.stringify(value)
})

/** A failure as an answer. */
export const refuse = (
  refusal: Refusal,
  failing: Failing,
  profile: Profile = defaults,
  status: number = refusal.httpStatus ?? 200
): Transport.Response => {
  const written = write(failing.table, { success: false } as never, { ...Context.standard, profile })
  const answer = { success: false, ...written.json, [failing.member(profile)]: textOf(refusal) }
  return json(status, answer, Refusals.headersOf(status, refusal))
}

export const unreadable = ({ refusal, status }: Unread, failing: Failing): Transport.Response =>
  refuse(refusal, failing, defaults, status)

/** Opens and authenticates a request: `served` answers whoever it says it is, everyone else is refused here. */
export const receive = <R>(
  request: Transport.Request,
  find: (accessId: string) => Caller | undefined,
  guard: Guard,
  failing: Failing,
  served: (call: Authentic) => Effect.Effect<Transport.Response, never, R>
): Effect.Effect<Transport.Response, never, R> => {
  const decided = (known: Result.Result<Verified, Unread>): Effect.Effect<Transport.Response, never, R> => {
    if (Result.isFailure(known)) return Effect.succeed(unreadable(known.failure, failing))
    const { caller, outcome: { isAuthentic, matched }, outer } = known.success
    const { accessId } = outer
    const { remoteAddress } = request
    const told = guard.onAuthentication?.({
      accessId,
      remoteAddress,
      ok: isAuthentic,
      isKnown: caller !== undefined,
      ...(matched !== undefined && { matched })
    }) ?? Effect.void
    if (caller === undefined || !isAuthentic) {
      const mayFail = guard.mayFail?.(accessId, remoteAddress) ?? Effect.succeed(true)
      return Effect.flatMapEager(mayFail, (may) =>
        Effect.as(told, refuse(may ? unauthenticated : Refusals.tooManyFailures, failing)))
    }
    const next = () =>
      served({
        caller,
        outer,
        info: { method: outer.method, content: outer.content, digest: digestOf(outer) },
        context: contextOf(caller, guard.limits)
      })
    return told === Effect.void ? next() : Effect.flatMapEager(told, next)
  }
  return request.body.length > Turns.length
    ? Effect.flatMap(Turns.oneByOne(verifyInTurns(request, find, guard.limits)), decided)
    : decided(verify(request, find, guard.limits))
}

/** A request that was read, and whether it is who it says it is. */
interface Verified {
  readonly outer: Outer
  readonly caller: Caller | undefined
  readonly outcome: Outcome
}

const verify = (request: Transport.Request, find: (accessId: string) => Caller | undefined, limits: Limits | undefined): Result.Result<Verified, Unread> =>
  Result.map(open(request, limits), (outer) => {
    const caller = find(outer.accessId)
    return { outer, caller, outcome: authenticate(outer, caller) }
  })

/** The same for a long body. An unknown caller takes as long as a known one. */
const verifyInTurns = function*(
  request: Transport.Request,
  find: (accessId: string) => Caller | undefined,
  limits: Limits | undefined
): Turns.Turns<Result.Result<Verified, Unread>> {
  const opened = yield* openInTurns(request, limits)
  if (Result.isFailure(opened)) return Result.fail(opened.failure)
  const outer = opened.success
  const caller = find(outer.accessId)
  return Result.succeed({ outer, caller, outcome: yield* authenticateInTurns(outer, caller) })
}

const contextOf = ({ profile, timeZone }: Caller, limits: Limits = {}): Context.Context => {
  const zone = zoneNamed(timeZone)
  return {
    zone,
    profile,
    limits: {
      maxText: limits.maxText ?? Context.limits.maxText,
      maxPageSize: limits.maxPageSize ?? Context.limits.maxPageSize,
      maxItems: Context.maxItemsOfRequest
    }
  }
}

const zones = new Map<string, Zone.Zone>()

const zoneNamed = (name: string): Zone.Zone => {
  const known = zones.get(name)
  if (known !== undefined) return known
  const zone = Zone.parse(name)
  if (zone === undefined) throw new Error(`${JSON.stringify(name)} is no time zone`)
  zones.set(name, zone)
  return zone
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
    return Result.fail({ code: "CONTENT_INVALID", says: "is an object; send its JSON text as a string", path: "/content" })
  }
  const parsed = outer.content === "" ? Result.succeed<Json.Json>({}) : Json.parse(outer.content, { maxDepth })
  if (Result.isFailure(parsed)) {
    return Result.fail({ code: "CONTENT_INVALID", says: `${parsed.failure.says}; send a JSON object as text`, path: "/content" })
  }
  const { findings, problems, value } = read(table, parsed.success, context)
  return value === undefined ? Result.fail(ofProblems(problems)) : Result.succeed({ value, findings })
}

/** What is found beside the document is told to whom the guard names for this caller. */
export const telling = <A, E, R>(work: Effect.Effect<A, E, R>, { driftOf }: Guard, caller: Caller): Effect.Effect<A, E, R> =>
  driftOf === undefined ? work : Effect.provideService(work, Drift.Drift, driftOf(caller))

/** Turns a defect into the answer INTERNAL, which fails as the call does by then. */
export const guarded = <R>(
  work: Effect.Effect<Transport.Response, never, R>,
  guard: Guard,
  failing: () => Failing
): Effect.Effect<Transport.Response, never, R> =>
  Effect.catchDefect(work, (defect) =>
    Effect.as(
      Effect.ignore(guard.onDefect?.(defect) ?? Effect.logError(`a call died of ${nameOf(defect)}`)),
      refuse(Refusals.internal, failing())
    ))

const nameOf = (defect: unknown): string => (defect instanceof Error ? defect.name : typeof defect)

/**
 * What the server does before it knows what is asked: open, authenticate, and find whose warehouses are named.
 */
import { Drift, type Json, Json as JsonText, type Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { Context, read, Refusal as Refusals, Table, Turns, write, Zone } from "../wire/index.ts"
import { type AuthInfo, type Limits, open, type Outer, readAuthInfo, type Unread } from "./Envelope.ts"
import { apiUrlNotAllowed, keyNeeded, type Refusal, textOf, unauthenticated, unknownKey } from "./Fault.ts"
import { failure } from "./Messages/Response.ts"
import { defaults, type Profile } from "./Profile.ts"
import { authenticate, authenticateInTurns, type Credentials, digestOf, type Outcome } from "./Signature.ts"

export type Environment = "production" | "test"

/** Whose warehouse a key names. */
export interface Caller {
  /** The appKey. */
  readonly id: string
  /** The owner's own id of the link; opaque here. */
  readonly key: string
  /** IANA name or `UTC+8`. */
  readonly timeZone: string
  readonly profile: Profile
  /** Of the connection behind the link. Another one than the account's is as good as no link (U-126). Absent: the account's. */
  readonly environment?: Environment
  /** Whether this link may be reached under an address that the door allows. Absent: under every one. */
  readonly allowsApiUrl?: (url: URL) => boolean
}

/** Whom an appKey stands for. */
export interface Account extends Credentials {
  readonly appKey: string
  /** The link behind a warehouse key of this account. */
  readonly linkOf: (warehouseKey: string, warehouseType: string | undefined) => Caller | undefined
  /** Meant by a call that names no key; present when the account has exactly one link. */
  readonly defaultLink?: Caller
  readonly environment: Environment
}

/** What was received, beside its meaning. */
export interface Info {
  /** The last segment of the path. */
  readonly method: string
  /** The exact body. */
  readonly content: string
  /** Equal for equal sign and content, whatever the method (U-124). */
  readonly digest: string
  readonly warehouseType?: string
  /** An address that the caller wants to be used, and may. */
  readonly apiUrl?: URL
  readonly accessToken?: Redacted.Redacted
  readonly refreshToken?: Redacted.Redacted
  readonly authInfo?: ReadonlyArray<AuthInfo>
}

/** What an authentication came to, for whoever counts failures. */
export interface Authentication {
  /** The appKey. */
  readonly accessId: string
  readonly remoteAddress: string | undefined
  readonly ok: boolean
  /** Whether the appKey is somebody's; told to the owner of the door, and never to the caller. */
  readonly isKnown: boolean
  /** Name of the signing scheme that matched. */
  readonly matched?: string
}

export interface Guard {
  readonly find: (appKey: string) => Account | undefined
  /** Of this door: an account of the other environment is unknown here (U-126). Absent: both are served. */
  readonly environment?: Environment
  /**
   * Asked about a call that failed its authentication, and about no other. False: there were too many of them, and this
   * one is answered 429. A right sign is never refused because of wrong ones.
   */
  readonly mayFail?: (appKey: string, remoteAddress: string | undefined) => Effect.Effect<boolean>
  readonly onAuthentication?: (outcome: Authentication) => Effect.Effect<void>
  /** Told of a defect in the work behind the door; the caller is answered with INTERNAL. */
  readonly onDefect?: (defect: unknown) => Effect.Effect<void>
  /** Who is told what a caller sends beside the document; absent: the `Drift` around the call. */
  readonly driftOf?: (account: Account) => (typeof Drift.Drift)["Service"]
  /** Whether a caller may have this address used: an allow list (U-86). Absent: none is allowed. */
  readonly allowApiUrl?: (url: URL, account: Account) => boolean
  readonly limits?: Limits
}

const jsonHeaders: Transport.Headers = [["content-type", "application/json; charset=utf-8"]]

export const json = (status: number, value: Json.Json, headers?: Transport.Headers): Transport.Response => ({
  status,
  headers: headers === undefined ? jsonHeaders : [...jsonHeaders, ...headers],
  body: JsonText.stringify(value)
})

/** A failure as an answer. */
export const refuse = (
  refusal: Refusal,
  profile: Profile = defaults,
  status: number = refusal.httpStatus ?? 200
): Transport.Response => {
  const answer = write(failure, { success: false, errorMsg: textOf(refusal) }, { ...Context.standard, profile }).json
  return json(status, answer ?? { success: false, errorMsg: refusal.code }, Refusals.headersOf(status, refusal))
}

export const unreadable = ({ refusal, status }: Unread): Transport.Response => refuse(refusal, defaults, status)

/** A call that is who it says it is. */
export interface Authentic {
  readonly account: Account
  readonly outer: Outer
}

/** Opens and authenticates a request: `served` answers whoever it says it is, everyone else is refused here. */
export const receive = <R>(
  request: Transport.Request,
  guard: Guard,
  served: (call: Authentic) => Effect.Effect<Transport.Response, never, R>
): Effect.Effect<Transport.Response, never, R> => {
  const opened = open(request, guard.limits)
  if (Result.isFailure(opened)) return Effect.succeed(unreadable(opened.failure))
  const outer = opened.success
  const { appKey } = outer
  const { remoteAddress } = request

  const found = guard.find(appKey)
  const isHere = guard.environment === undefined || found?.environment === guard.environment
  const account = isHere ? found : undefined
  const decided = ({ isAuthentic, matched }: Outcome): Effect.Effect<Transport.Response, never, R> => {
    const told = guard.onAuthentication?.({
      accessId: appKey,
      remoteAddress,
      ok: isAuthentic,
      isKnown: account !== undefined,
      ...(matched !== undefined && { matched })
    }) ?? Effect.void
    if (account === undefined || !isAuthentic) {
      const mayFail = guard.mayFail?.(appKey, remoteAddress) ?? Effect.succeed(true)
      return Effect.flatMapEager(mayFail, (may) => Effect.as(told, refuse(may ? unauthenticated : Refusals.tooManyFailures)))
    }
    const next = () => served({ account, outer })
    return told === Effect.void ? next() : Effect.flatMapEager(told, next)
  }
  return outer.content.length > Turns.length
    ? Effect.flatMap(Turns.oneByOne(authenticateInTurns(outer, account)), decided)
    : decided(authenticate(outer, account))
}

const secret = (label: string, text: string) => Redacted.make(text, { label })

/** What the headers say; fails when one cannot be read, or asks for an address that is not allowed. */
export const infoOf = ({ account, outer }: Authentic, guard: Guard): Result.Result<Info, Refusal> => {
  const authInfo = readAuthInfo(outer.authInfo)
  if (authInfo === undefined) {
    const says = "the header authInfo is no JSON list of {authInfoKey, value}; send one, in ASCII with \\u escapes"
    return Result.fail({ code: "HEADER_INVALID", says })
  }
  const apiUrl = outer.apiUrl === "" ? undefined : URL.parse(outer.apiUrl)
  if (apiUrl === null || (apiUrl !== undefined && !isAllowed(apiUrl, account, guard))) return Result.fail(apiUrlNotAllowed)
  return Result.succeed({
    method: outer.method,
    content: outer.content,
    digest: digestOf(outer),
    ...(outer.warehouseType !== "" && { warehouseType: outer.warehouseType }),
    ...(apiUrl !== undefined && { apiUrl }),
    ...(outer.accessToken !== "" && { accessToken: secret("accessToken", outer.accessToken) }),
    ...(outer.refreshToken !== "" && { refreshToken: secret("refreshToken", outer.refreshToken) }),
    ...(authInfo.length > 0 && { authInfo })
  })
}

const isAllowed = (url: URL, account: Account, { allowApiUrl }: Guard): boolean =>
  url.protocol === "https:" && url.username === "" && url.password === "" && allowApiUrl?.(url, account) === true

/** The links whose warehouses a call is about, each once, with the place of the key that names it. */
export interface Part {
  readonly caller: Caller
  readonly place: number
}

const keys = Table.make("keys", [
  Table.optional("warehouseKey", Table.list(Table.text, { single: true }))
])

/** All keys belong to the account and all their links have the address that the caller wants, or nothing is done (U-150). */
export const partsOf = (
  call: Authentic,
  body: Json.JsonObject,
  apiUrl?: URL
): Result.Result<readonly [Part, ...Array<Part>], Refusal> =>
  Result.flatMap(namedIn(call, body), (parts) =>
    apiUrl === undefined || parts.every(({ caller }) => caller.allowsApiUrl?.(apiUrl) ?? true)
      ? Result.succeed(parts)
      : Result.fail(apiUrlNotAllowed))

const namedIn = ({ account, outer }: Authentic, body: Json.JsonObject): Result.Result<readonly [Part, ...Array<Part>], Refusal> => {
  const { problems, value } = read(keys, { warehouseKey: body["warehouseKey"] ?? null })
  if (value === undefined) return Result.fail(Refusals.ofProblems(problems))
  const named = value.warehouseKey ?? []
  if (named.length === 0) {
    const caller = account.defaultLink
    if (caller === undefined) return Result.fail(keyNeeded)
    return isOf(account, caller) ? Result.succeed([{ caller, place: 0 }]) : Result.fail(unknownKey)
  }
  const parts = new Map<string, Part>()
  for (const [place, key] of named.entries()) {
    const caller = account.linkOf(key, outer.warehouseType === "" ? undefined : outer.warehouseType)
    if (caller === undefined || !isOf(account, caller)) return Result.fail(unknownKey)
    if (!parts.has(caller.key)) parts.set(caller.key, { caller, place })
  }
  const [first, ...others] = parts.values()
  return Result.succeed([first!, ...others])
}

const isOf = ({ environment }: Account, caller: Caller): boolean =>
  caller.environment === undefined || caller.environment === environment

const zones = new Map<string, Zone.Zone>()

const zoneNamed = (name: string): Zone.Zone => {
  const known = zones.get(name)
  if (known !== undefined) return known
  const zone = Zone.parse(name)
  if (zone === undefined) throw new Error(`${JSON.stringify(name)} is no time zone`)
  zones.set(name, zone)
  return zone
}

/** How the messages of a link are read and written. */
export const contextOf = ({ profile, timeZone }: Caller, limits: Limits = {}): Context.Context => ({
  zone: zoneNamed(timeZone),
  profile,
  limits: {
    maxText: limits.maxText ?? Context.limits.maxText,
    maxPageSize: limits.maxPageSize ?? Context.limits.maxPageSize,
    maxItems: Context.maxItemsOfRequest
  }
})

/** What is found beside the document is told to whom the guard names for this account. */
export const telling = <A, E, R>(work: Effect.Effect<A, E, R>, { driftOf }: Guard, account: Account): Effect.Effect<A, E, R> =>
  driftOf === undefined ? work : Effect.provideService(work, Drift.Drift, driftOf(account))

/** Turns a defect into the answer INTERNAL. */
export const guarded = <R>(
  work: Effect.Effect<Transport.Response, never, R>,
  guard: Guard
): Effect.Effect<Transport.Response, never, R> =>
  Effect.catchDefect(work, (defect) =>
    Effect.as(
      Effect.ignore(guard.onDefect?.(defect) ?? Effect.logError(`a call died of ${nameOf(defect)}`)),
      refuse(Refusals.internal)
    ))

const nameOf = (defect: unknown): string => (defect instanceof Error ? defect.name : typeof defect)

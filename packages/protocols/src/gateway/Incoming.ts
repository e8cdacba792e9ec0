/**
 * What the server does before it knows what is asked: open, authenticate, and find whose warehouses are named.
 */
import type { Json, Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { type Authentication, Serving } from "../kit/index.ts"
import { Context, read, Refusal as Refusals, Table, Turns, write } from "../wire/index.ts"
import { type AuthInfo, open, type Outer, readAuthInfo, type Unread } from "./Envelope.ts"
import { apiUrlNotAllowed, keyNeeded, type Refusal, textOf, unauthenticated, unknownKey } from "./Fault.ts"
import { failure } from "./Messages/Response.ts"
import { defaults, type Profile } from "./Profile.ts"
import { authenticate, authenticateInTurns, type Credentials, digestOf } from "./Signature.ts"

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

/** What was received, beside its meaning; the method is the last segment of the path, the content the exact body. */
export interface Info extends Serving.Info {
  readonly warehouseType?: string
  /** An address that the caller wants to be used, and may. */
  readonly apiUrl?: URL
  readonly accessToken?: Redacted.Redacted
  readonly refreshToken?: Redacted.Redacted
  readonly authInfo?: ReadonlyArray<AuthInfo>
}

export interface Guard extends Serving.Guard<Account> {
  readonly find: (appKey: string) => Account | undefined
  /** Of this door: an account of the other environment is unknown here (U-126). Absent: both are served. */
  readonly environment?: Environment
  /** Whether a caller may have this address used: an allow list (U-86). Absent: none is allowed. */
  readonly allowApiUrl?: (url: URL, account: Account) => boolean
}

/** A failure as an answer. */
export const refuse = (
  refusal: Refusal,
  profile: Profile = defaults,
  status: number = refusal.httpStatus ?? 200
): Transport.Response => {
  const answer = write(failure, { success: false, errorMsg: textOf(refusal) }, { ...Context.standard, profile }).json
  return Serving.json(status, answer ?? { success: false, errorMsg: refusal.code }, Refusals.headersOf(status, refusal))
}

export const unreadable = ({ refusal, status }: Unread): Transport.Response => refuse(refusal, defaults, status)

/** An authenticated request. */
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
  const found = guard.find(outer.appKey)
  const who = guard.environment === undefined || found?.environment === guard.environment ? found : undefined
  const decided = (outcome: Authentication.Outcome): Effect.Effect<Transport.Response, never, R> =>
    Serving.admit(
      guard,
      { accessId: outer.appKey, remoteAddress: request.remoteAddress, who, outcome },
      (isTooOften) => refuse(isTooOften ? Refusals.tooManyFailures : unauthenticated),
      (account) => served({ account, outer })
    )
  return outer.content.length > Turns.length
    ? Effect.flatMap(Turns.oneByOne(authenticateInTurns(outer, who)), decided)
    : decided(authenticate(outer, who))
}

const secret = (label: string, text: string) => Redacted.make(text, { label })

/** What the headers say; fails when one cannot be read, or asks for an address that is not allowed. */
export const infoOf = ({ account, outer }: Authentic, guard: Guard): Result.Result<Info, Refusal> => {
  const authInfo = readAuthInfo(outer.authInfo)
  if (authInfo === undefined) {
    const message = "the header authInfo is no JSON list of {authInfoKey, value}; send one, in ASCII with \\u escapes"
    return Result.fail({ code: "HEADER_INVALID", message })
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

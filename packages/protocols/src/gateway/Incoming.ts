/**
 * What the server does before it knows what is asked: read the headers, and find whose warehouses are named.
 */
import type { Json } from "@crossdock/core"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { Serving } from "../kit/index.ts"
import { read, Refusal as Refusals, Table } from "../wire/index.ts"
import { type AuthInfo, type Outer, parse, readAuthInfo } from "./Envelope.ts"
import { apiUrlNotAllowed, keyNeeded, type Refusal, unknownKey } from "./Fault.ts"
import type { Profile } from "./Profile.ts"
import { type Credentials, digestOf } from "./Signature.ts"

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

/** An authenticated request. */
interface Authentic {
  readonly account: Account
  readonly outer: Outer
}

/** Who asks what of whose warehouses. */
export interface Asked {
  readonly json: Json.JsonObject
  readonly info: Info
  readonly parts: Parts
}

/** A refusal, with a status where the request could not be read. */
export interface Failed {
  readonly refusal: Refusal
  readonly status?: number
}

const failed = (refusal: Refusal) => Result.fail<Failed>({ refusal })

/** Reads the body, the headers and the keys of a call. */
export const askedOf = (account: Account, outer: Outer, guard: Guard): Result.Result<Asked, Failed> =>
  Result.gen(function*() {
    const json = yield* parse(outer, guard.limits)
    const info = yield* infoOf({ account, outer }, guard)
    const parts = yield* partsOf({ account, outer }, json, info.apiUrl)
    return { json, info, parts }
  })

/** What the headers say; fails when one cannot be read, or asks for an address that is not allowed. */
const infoOf = ({ account, outer }: Authentic, guard: Guard): Result.Result<Info, Failed> => {
  const authInfo = readAuthInfo(outer.authInfo)
  if (authInfo === undefined) {
    const message = "the header authInfo is no JSON list of {authInfoKey, value}; send one, in ASCII with \\u escapes"
    return failed({ code: "HEADER_INVALID", message })
  }
  const apiUrl = outer.apiUrl === "" ? undefined : URL.parse(outer.apiUrl)
  if (apiUrl === null || (apiUrl !== undefined && !isAllowed(apiUrl, account, guard))) return failed(apiUrlNotAllowed)
  return Result.succeed({
    method: outer.method,
    content: outer.content,
    digest: digestOf(outer),
    ...(outer.warehouseType !== "" && { warehouseType: outer.warehouseType }),
    ...(apiUrl !== undefined && { apiUrl }),
    ...(outer.accessToken !== "" && { accessToken: Redacted.make(outer.accessToken, { label: "accessToken" }) }),
    ...(outer.refreshToken !== "" && { refreshToken: Redacted.make(outer.refreshToken, { label: "refreshToken" }) }),
    ...(authInfo.length > 0 && { authInfo })
  })
}

const isAllowed = (url: URL, account: Account, { allowApiUrl }: Guard): boolean =>
  url.protocol === "https:" && url.username === "" && url.password === "" && allowApiUrl?.(url, account) === true

/** A link whose warehouse a call is about, with the place of the key that names it. */
export interface Part {
  readonly caller: Caller
  readonly place: number
}

/** Each link once. */
export type Parts = readonly [Part, ...Array<Part>]

const keys = Table.make("keys", [
  Table.optional("warehouseKey", Table.list(Table.text, { single: true }))
])

/** All keys belong to the account and all their links have the address that the caller wants, or nothing is done (U-150). */
const partsOf = ({ account, outer }: Authentic, body: Json.JsonObject, apiUrl: URL | undefined): Result.Result<Parts, Failed> => {
  const { problems, value } = read(keys, { warehouseKey: body["warehouseKey"] ?? null })
  if (value === undefined) return failed(Refusals.ofProblems(problems))
  const named = value.warehouseKey ?? []
  if (named.length === 0 && account.defaultLink === undefined) return failed(keyNeeded)
  const links = named.length === 0 ? [account.defaultLink] : named.map((key) => account.linkOf(key, outer.warehouseType || undefined))
  const parts = new Map<string, Part>()
  for (const [place, caller] of links.entries()) {
    if (caller === undefined || !isOf(account, caller)) return failed(unknownKey)
    if (!parts.has(caller.key)) parts.set(caller.key, { caller, place })
  }
  const [first, ...others] = parts.values()
  const isReached = apiUrl === undefined || [first!, ...others].every(({ caller }) => caller.allowsApiUrl?.(apiUrl) ?? true)
  return isReached ? Result.succeed([first!, ...others]) : failed(apiUrlNotAllowed)
}

const isOf = ({ environment }: Account, caller: Caller): boolean =>
  caller.environment === undefined || caller.environment === environment

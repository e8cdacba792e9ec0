/**
 * The steps that the server takes after authentication and before the operation: it reads the headers and finds the
 * links of the warehouse keys that the call names.
 */
import type { Json } from "@crossdock/core"
import * as Result from "effect/Result"
import { CallerHeaders, type Serving } from "../kit/index.ts"
import { read, Refusal as Refusals, Table } from "../wire/index.ts"
import { type AuthInfo, type Outer, parse, readAuthInfo } from "./Envelope.ts"
import { apiUrlNotAllowed, keyNeeded, type Refusal, unknownKey } from "./Fault.ts"
import type { Profile } from "./Profile.ts"
import { type Credentials, digestOf } from "./Signature.ts"

export type Environment = "production" | "test"

/** The link that a warehouse key belongs to. */
export interface Caller {
  /** The appKey. */
  readonly id: string
  /** The link's id in the embedding application. This package does not interpret it. */
  readonly key: string
  /** Time zone of the link: an IANA name or `UTC+8`. */
  readonly timeZone: string
  readonly profile: Profile
  /**
   * The environment of the link's connection. If it differs from the account's, the key is treated as unknown (U-126).
   * Default: the account's environment.
   */
  readonly environment?: Environment
  /**
   * Returns whether this link may be used with an address that the server already allows. If absent, every such address
   * is accepted.
   */
  readonly allowsApiUrl?: (url: URL) => boolean
}

/** The account that an appKey belongs to. */
export interface Account extends Credentials {
  readonly appKey: string
  /** Finds the link of a warehouse key of this account; returns undefined for other keys. */
  readonly linkOf: (warehouseKey: string, warehouseType: string | undefined) => Caller | undefined
  /** The link for calls that name no key. It is present if the account has exactly one link. */
  readonly defaultLink?: Caller
  readonly environment: Environment
}

/** The request apart from its payload. `method` is the last segment of the path and `content` is the exact body. */
export interface Info extends Serving.Info, CallerHeaders.Carried {
  readonly warehouseType?: string
  readonly authInfo?: ReadonlyArray<AuthInfo>
}

/** The hooks of the application that finds accounts and decides which addresses are allowed. */
export interface Guard extends Serving.Guard<Account> {
  readonly find: (appKey: string) => Account | undefined
  /**
   * The environment that this server serves. Accounts of the other one are treated as unknown (U-126). If absent, both
   * are served.
   */
  readonly environment?: Environment
  /**
   * Returns whether a caller may have this address used, typically by an allow list (U-86). If absent, no address is
   * allowed.
   */
  readonly allowApiUrl?: (url: URL, account: Account) => boolean
}

/** An authenticated request. */
interface Authentic {
  readonly account: Account
  readonly outer: Outer
}

/** A call that was read: its body, its headers and the links that it names. */
export interface Asked {
  readonly json: Json.JsonObject
  readonly info: Info
  readonly parts: Parts
}

/** A refusal, with an HTTP status if the request could not be read. */
export interface Failed {
  readonly refusal: Refusal
  readonly status?: number
}

const failed = (refusal: Refusal) => Result.fail<Failed>({ refusal })

/** Reads the body, the headers and the warehouse keys of a call. */
export const askedOf = (account: Account, outer: Outer, guard: Guard): Result.Result<Asked, Failed> =>
  Result.gen(function*() {
    const json = yield* parse(outer, guard.limits)
    const info = yield* infoOf({ account, outer }, guard)
    const parts = yield* partsOf({ account, outer }, json, info.apiUrl)
    return { json, info, parts }
  })

/** Reads the headers. Fails if one cannot be read, or if the call asks for an address that is not allowed. */
const infoOf = ({ account, outer }: Authentic, guard: Guard): Result.Result<Info, Failed> => {
  const authInfo = readAuthInfo(outer.authInfo)
  if (authInfo === undefined) {
    const message = "the header authInfo is not a JSON list of {authInfoKey, value}; send one, in ASCII with \\u escapes"
    return failed({ code: "HEADER_INVALID", message })
  }
  const carried = CallerHeaders.carried(outer, (url) => guard.allowApiUrl?.(url, account) === true)
  if (carried === undefined) return failed(apiUrlNotAllowed)
  return Result.succeed({
    method: outer.method,
    content: outer.content,
    digest: digestOf(outer),
    ...(outer.warehouseType !== "" && { warehouseType: outer.warehouseType }),
    ...carried,
    ...(authInfo.length > 0 && { authInfo })
  })
}

/** A link that a call names, with the index of its first key in `warehouseKey`. */
export interface Part {
  readonly caller: Caller
  readonly place: number
}

/** The links that a call names, each once. */
export type Parts = readonly [Part, ...Array<Part>]

const keys = Table.make("keys", [
  Table.optional("warehouseKey", Table.list(Table.text, { single: true }))
])

/**
 * Finds the links of all keys. Fails for the whole call if one key does not belong to the account, or if one link does
 * not allow the address (U-150).
 */
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

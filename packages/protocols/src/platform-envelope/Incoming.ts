/**
 * The steps that both servers take after authentication and before the operation: they read the content and the headers, and
 * find the shop that a call is about (U-147).
 */
import { Json } from "@crossdock/core"
import * as Result from "effect/Result"
import { CallerHeaders, type Serving } from "../kit/index.ts"
import { read, Refusal as Refusals, Table } from "../wire/index.ts"
import { type Author, open, type Outer, parse, readAuthorJson } from "./Envelope.ts"
import { apiUrlNotAllowed, headerInvalid, type Refusal, shopNeeded, unauthenticated, unknownShop } from "./Fault.ts"
import * as Messages from "./Messages/All.ts"
import { failure } from "./Messages/Response.ts"
import { defaults, type Profile } from "./Profile.ts"
import { authenticate, type Credentials, digestOf } from "./Signature.ts"
import * as Tokens from "./Tokens.ts"

/** A shop that an account may call about. */
export interface Caller {
  /** The accessId. */
  readonly id: string
  /** The link's id in the embedding application. This package does not interpret it. */
  readonly key: string
  readonly platform: string
  /** The ERP's id of the shop, as digits. */
  readonly shopId: string
  /** The platform's own id of the shop. If absent, every such id is taken for this shop. */
  readonly onlineShopId?: string
  readonly profile: Profile
  /** Time zone of the link: an IANA name or `UTC+8`. */
  readonly timeZone: string
  /** Returns whether this link may be used with an address that the server already allows. Default: every such address. */
  readonly allowsApiUrl?: (url: URL) => boolean
}

/** The account that an accessId belongs to, with the shops that it may call about. */
export interface Account extends Credentials {
  readonly accessId: string
  readonly shops: ReadonlyArray<Caller>
}

/** The request apart from its payload. `content` is empty in getToken and refreshToken. */
export interface Info extends Serving.Info, CallerHeaders.Carried {
  readonly authorJson?: ReadonlyArray<Author>
}

/** The hooks of the application that finds accounts and decides which addresses are allowed. */
export interface Guard extends Serving.Guard<Account> {
  readonly find: (accessId: string) => Account | undefined
  /** Returns whether a caller may have this address used (U-86). If absent, no address is allowed. */
  readonly allowApiUrl?: (url: URL, account: Account) => boolean
}

/** Describes how callers are found and authenticated. */
export const entrance = (find: Guard["find"]): Serving.Entrance<Outer, Account> => ({
  open,
  idOf: ({ accessId }) => accessId,
  methodOf: ({ method }) => Tokens.isMethod(method) ? method : Messages.named(method)?.method,
  find: ({ accessId }) => find(accessId),
  authenticate,
  unauthenticated,
  answer: failure,
  profile: defaults
})

type Asked = { readonly json: Json.JsonObject; readonly info: Info; readonly caller: Caller }

const invalid = (message: string): Refusal => ({ code: "CONTENT_INVALID", message, path: "/content" })

/** Reads the content and the headers of a call, and finds its shop. `isOfPlatform` says that a call is about no shop. */
export const askedOf = (account: Account, outer: Outer, guard: Guard, isOfPlatform: boolean): Result.Result<Asked, Refusal> =>
  Result.gen(function*() {
    const json = yield* Result.mapError(parse(outer, guard.limits), invalid)
    if (!Json.isObject(json)) return yield* Result.fail(invalid("is not a JSON object; send one as text"))
    const info = yield* infoOf(account, outer, guard)
    const caller = yield* shopOf(account, json, isOfPlatform)
    return info.apiUrl !== undefined && caller.allowsApiUrl?.(info.apiUrl) === false ? yield* Result.fail(apiUrlNotAllowed) : { json, info, caller }
  })

const infoOf = (account: Account, outer: Outer, guard: Guard): Result.Result<Info, Refusal> => {
  const authorJson = readAuthorJson(outer.authorJson)
  if (authorJson === undefined) return Result.fail(headerInvalid)
  const carried = CallerHeaders.carried(outer, (url) => guard.allowApiUrl?.(url, account) === true)
  if (carried === undefined) return Result.fail(apiUrlNotAllowed)
  return Result.succeed({
    method: outer.method,
    // These contents hold a code or a refresh token, which nobody may store as text (P-380).
    content: Tokens.isMethod(outer.method) ? "" : outer.content,
    digest: digestOf(outer),
    ...carried,
    ...(authorJson.length > 0 && { authorJson })
  })
}

const scope = Table.make("shop", [
  Table.required("platform", Table.code),
  Table.optional("shopId", Table.numberId),
  Table.optional("onlineShopId", Table.code)
])

const shopOf = ({ shops }: Account, json: Json.JsonObject, isOfPlatform: boolean): Result.Result<Caller, Refusal> => {
  // Absent members stay absent, so that a refusal says so.
  const given = Object.fromEntries(Object.entries(json).filter(([name]) => scope.members.some((member) => member.name === name)))
  const { problems, value } = read(scope, given)
  if (value === undefined) return Result.fail(Refusals.ofProblems(problems))
  let found = shops
  for (const member of ["platform", "shopId", "onlineShopId"] as const) {
    const wanted = value[member]
    if (wanted === undefined) continue
    const exact = found.filter((shop) => shop[member] === wanted)
    found = exact.length > 0 ? exact : found.filter((shop) => shop[member] === undefined)
    if (found.length === 0) return Result.fail(unknownShop(member))
  }
  const [first, ...others] = found
  return others.length > 0 && !isOfPlatform ? Result.fail(shopNeeded) : Result.succeed(first!)
}

/** Quotes the method only if it looks like a method name. */
export const unknownMethod = ({ method, pathMethod = method }: Outer, methods: ReadonlyArray<string>): Refusal => ({
  code: "METHOD_UNKNOWN",
  message: method !== pathMethod && methods.includes(method)
    ? `${method} is not the operation that the path names; send it to /extApi/platform/${method}`
    : `${/^\w{1,64}$/.test(method) ? `${method} is` : "is"} not an operation; send one of ${methods.join(", ")}`,
  path: "/method"
})

/**
 * Finds the account that makes a call, and refuses what it may not do: by the admin token, by the named token of a script, or by the cookie
 * of a session.
 */
import { timingSafeEqualSecret } from "@crossdock/core/signing"
import { type Access, type Account, accessOf, Authorization, Caller, csrfHeader, Forbidden, Right, Unauthorized } from "@crossdock/admin-api"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Accounts, adminTokenName } from "../accounts/Accounts.ts"
import { accountOf, Sessions } from "../accounts/Sessions.ts"
import * as AuthFailureLimit from "../http/AuthFailureLimit.ts"
import type { Proxies } from "../http/TrustedProxies.ts"
import * as RequestOrigin from "./RequestOrigin.ts"
import { stored } from "./Responses.ts"

export const unauthorized = new Unauthorized({
  code: "TOKEN_REFUSED",
  message: "send the admin token as `Authorization: Bearer …`; it is in the file admin-token of the data folder, or in CROSSDOCK_ADMIN_TOKEN"
})

const ended = new Unauthorized({ code: "SESSION_ENDED", message: "the session has ended; sign in again" })

const foreign = new Forbidden({ code: "ORIGIN_REFUSED", message: "a page of another site sent this; changes are taken from the pages of this runner alone" })

const withoutCsrf = new Forbidden({ code: "CSRF_MISSING", message: `send the header ${csrfHeader} with the value that the session shows` })

/** Compares in constant time. */
export const isToken = (token: Redacted.Redacted, presented: string): boolean => timingSafeEqualSecret(token, presented)

/**
 * This many wrong tokens per minute are answered at once; each further one is delayed. A request with the right token
 * is never delayed.
 */
const wrongAtOnce = 10

/** What to do after a wrong token: it is logged and delayed, so that nobody can try many unnoticed. */
const noting = (): Effect.Effect<void> => {
  const failures = AuthFailureLimit.make(wrongAtOnce)
  return Effect.flatMap(Clock.currentTimeMillis, (now) => {
    if (!failures.mayFail("", undefined, now)) return Effect.sleep("1 second")
    return Effect.logWarning(
      failures.failed("", undefined, now)
        ? "a wrong admin token was presented again; further ones are delayed by a second each and not logged for a minute"
        : "a wrong admin token was presented"
    )
  })
}

/** Checks a token. Wrong tokens are logged and delayed. */
export const checking = (token: Redacted.Redacted): (presented: string) => Effect.Effect<boolean> => {
  const wrong = noting()
  return (presented) => isToken(token, presented) ? Effect.succeed(true) : Effect.as(wrong, false)
}

/** Who presents the admin token may do all. */
const ofToken: Account = { name: adminTokenName, via: "token", rights: new Set(Right.literals), links: undefined }

/** Whoever signs in has no account yet. */
const nobody: Account = { name: "nobody", via: "session", rights: new Set(), links: undefined }

/** Whether a request asks for personal data, whatever its operation. */
const isRevealing = (url: string): boolean => new URLSearchParams(url.replace(/^[^?]*/, "")).getAll("reveal").some((value) => value !== "false")

/** Why an account may not call an operation; undefined if it may. */
const refusalOf = ({ links, rights }: Account, { right, scope }: Access, url: string): Forbidden | undefined => {
  const needed = [...(right === "anyone" || right === "anyAccount" ? [] : [right]), ...(isRevealing(url) ? ["reveal" as const] : [])]
  const missing = needed.find((one) => !rights.has(one))
  if (missing !== undefined) {
    return new Forbidden({ code: "RIGHT_MISSING", message: `this needs the right ${missing}, which your account does not have; ask an administrator` })
  }
  return links !== undefined && scope === "all"
    ? new Forbidden({ code: "LIMITED_TO_LINKS", message: "this concerns all links, and your account is limited to some; ask an administrator" })
    : undefined
}

const isChange = (method: string): boolean => method !== "GET" && method !== "HEAD"

export const layer = ({ proxies, token }: { readonly token: Redacted.Redacted; readonly proxies: Proxies }) =>
  Layer.effect(Authorization, Effect.gen(function*() {
    const accounts = yield* Accounts
    const sessions = yield* Sessions
    const wrong = noting()

    const ofBearer = Effect.fnUntraced(function*(presented: string) {
      if (isToken(token, presented)) return ofToken
      const known = yield* accounts.ofToken(presented)
      if (known !== undefined) return accountOf(known)
      yield* wrong
      return yield* Effect.fail(unauthorized)
    })

    /** The account of a cookie. A page of another site can make a browser send the cookie, but it knows no `csrf`. */
    const ofCookie = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, { cookie, isOwn }: RequestOrigin.RequestOrigin) {
      const secret = request.cookies[cookie.name]
      if (secret === undefined) return yield* Effect.fail(unauthorized)
      const session = yield* sessions.of(secret)
      if (session === undefined) return yield* Effect.fail(ended)
      if (isChange(request.method)) {
        if (!isOwn) return yield* Effect.fail(foreign)
        if (!timingSafeEqualSecret(Redacted.make(session.csrf), request.headers[csrfHeader] ?? "")) return yield* Effect.fail(withoutCsrf)
      }
      return session.account
    })

    const callerOf = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, row: Access, presented: string) {
      const origin = RequestOrigin.of(request, proxies)
      if (row.right === "anyone") return origin.isOwn ? nobody : yield* Effect.fail(foreign)
      const isBearer = presented !== "" || request.headers.authorization !== undefined
      const account = yield* stored(isBearer ? ofBearer(presented) : ofCookie(request, origin))
      const refusal = refusalOf(account, row, request.url)
      return refusal === undefined ? account : yield* Effect.fail(refusal)
    })

    return Authorization.of({
      bearer: (httpEffect, { credential, endpoint, group }: { readonly credential: Redacted.Redacted; readonly endpoint: HttpApiEndpoint.Top; readonly group: HttpApiGroup.Top }) =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
          Effect.flatMap(callerOf(request, accessOf(group.identifier, endpoint.identifier), Redacted.value(credential)), (caller) =>
            Effect.provideService(httpEffect, Caller, caller)))
    })
  }))

/**
 * Finds the account that makes a call, and refuses what it may not do: by the admin token, by the named token of a script, or by the cookie
 * of a session.
 */
import { timingSafeEqualSecret } from "@crossdock/core/signing"
import { type Access, type Account, accessOf, Authorization, Caller, csrfHeader, Forbidden, Invalid, Right, Unauthorized } from "@crossdock/admin-api"
import * as ByteSize from "effect/ByteSize"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { HttpEffect, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { Accounts, adminTokenName } from "../accounts/Accounts.ts"
import * as AuditLog from "../accounts/AuditLog.ts"
import { accountOf, Sessions } from "../accounts/Sessions.ts"
import * as TimeOrderedId from "../engine/TimeOrderedId.ts"
import * as AuthFailureLimit from "../http/AuthFailureLimit.ts"
import { maxBody } from "../http/RequestLimits.ts"
import type { Proxies } from "../http/TrustedProxies.ts"
import * as ActNotes from "./ActNotes.ts"
import * as Acts from "./Acts.ts"
import * as DeclaredMembers from "./DeclaredMembers.ts"
import * as RequestOrigin from "./RequestOrigin.ts"
import { stored } from "./Responses.ts"
import * as UnknownQuery from "./UnknownQuery.ts"
import { whoIs } from "./Who.ts"

export const unauthorized = new Unauthorized({
  code: "TOKEN_REFUSED",
  message: "send the admin token as `Authorization: Bearer …`; it is in the file admin-token of the data folder, or in CROSSDOCK_ADMIN_TOKEN"
})

const ended = new Unauthorized({ code: "SESSION_ENDED", message: "the session has ended; sign in again" })

const foreign = new Forbidden({ code: "ORIGIN_REFUSED", message: "a page of another site sent this; changes are taken from the pages of this runner alone" })

const withoutCsrf = new Forbidden({ code: "CSRF_MISSING", message: `send the header ${csrfHeader} with the value that the session shows` })

/** The most bytes of a body by which somebody signs in; of accounts it is the usual limit. Nobody may fill the memory. */
const mostToSignIn = 65_536

const tooLarge = new Invalid({ code: "BODY_TOO_LARGE", message: "the body is larger than the runner reads here; send less at once" })

/** Reads the body of a change before anything is done. The handler gets what was read. */
const readBody = (request: HttpServerRequest.HttpServerRequest, { right }: Access) =>
  Acts.isChange(request.method)
    ? Effect.asVoid(Effect.mapError(request.text, () => tooLarge)).pipe(
      Effect.provideService(HttpServerRequest.MaxBodySize, ByteSize.bytes(right === "anyone" ? mostToSignIn : maxBody))
    )
    : Effect.void

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

/** Why an account may not call an operation; undefined if it may. */
const refusalOf = ({ links, rights }: Account, { right, scope }: Access): Forbidden | undefined => {
  if (right !== "anyone" && right !== "anyAccount" && !rights.has(right)) {
    return new Forbidden({ code: "RIGHT_MISSING", message: `this needs the right ${right}, which your account does not have; ask an administrator` })
  }
  return links !== undefined && scope === "all"
    ? new Forbidden({ code: "LIMITED_TO_LINKS", message: "this concerns all links, and your account is limited to some; ask an administrator" })
    : undefined
}

/** The refusal among the failures of a handler, which come inside of another object, whose class the library keeps for itself. */
const refusalIn = (error: unknown): { readonly code: string; readonly status: unknown } | undefined => {
  if (typeof error !== "object" || error === null) return undefined
  if ("code" in error && typeof error.code === "string") return { code: error.code, status: "status" in error ? error.status : undefined }
  return "error" in error ? refusalIn(error.error) : undefined
}

/** Whether the request was refused as it was. A peer or a database that fails, a defect and an interruption may have left something done. */
const isOfRefusal = (status: unknown): boolean => typeof status === "number" && status >= 400 && status < 500

/** The outcome of an act, for the audit. Exported for tests. */
export const outcomeOf = (exit: Exit.Exit<HttpServerResponse.HttpServerResponse, unknown>, { count, effect, isPartial }: ActNotes.Notes): Pick<AuditLog.End, "isRefused" | "outcome"> => {
  const isUndone = effect === undefined
  if (Exit.isFailure(exit)) {
    const refusal = refusalIn(Option.getOrUndefined(Cause.findErrorOption(exit.cause)))
    return { outcome: refusal?.code ?? (Cause.hasInterruptsOnly(exit.cause) ? "INTERRUPTED" : "INTERNAL"), isRefused: isUndone && isOfRefusal(refusal?.status) }
  }
  const { status } = exit.value
  if (status >= 400) return { outcome: `HTTP_${status}`, isRefused: isUndone && isOfRefusal(status) }
  return { outcome: isPartial !== true ? AuditLog.done : count === 0 ? AuditLog.nothing : AuditLog.partly, isRefused: false }
}

export const layer = ({ proxies, token }: { readonly token: Redacted.Redacted; readonly proxies: Proxies }) =>
  Layer.effect(Authorization, Effect.gen(function*() {
    const accounts = yield* Accounts
    const sessions = yield* Sessions
    const log = yield* AuditLog.AuditLog
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
      if (Acts.isChange(request.method)) {
        if (!isOwn) return yield* Effect.fail(foreign)
        if (!timingSafeEqualSecret(Redacted.make(session.csrf), request.headers[csrfHeader] ?? "")) return yield* Effect.fail(withoutCsrf)
      }
      return session.account
    })

    const callerOf = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, row: Access, presented: string, origin: RequestOrigin.RequestOrigin) {
      if (row.right === "anyone") return origin.isOwn ? nobody : yield* Effect.fail(foreign)
      const isBearer = presented !== "" || request.headers.authorization !== undefined
      return yield* stored(isBearer ? ofBearer(presented) : ofCookie(request, origin))
    })

    /** Runs an act between its two entries in the audit: without the first one nothing is done. */
    const audited = <E, R>(act: AuditLog.Act, noted: ReturnType<typeof ActNotes.noting<HttpServerResponse.HttpServerResponse, E, R>>) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(stored(log.begin(act)), (id) =>
          Effect.onExit(restore(noted.work), (exit) =>
            Effect.catch(log.end(id, act, { ...noted.read(), ...outcomeOf(exit, noted.read()) }), () => Effect.logError("the outcome of an act could not be written to the audit").pipe(Effect.annotateLogs({ id }))))))

    const acting = Effect.fnUntraced(function*<E, R>(caller: Account, operation: string, row: Access, declared: ReturnType<typeof DeclaredMembers.of>, origin: RequestOrigin.RequestOrigin, work: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const query = yield* HttpServerRequest.ParsedSearchParams
      if (Acts.isRevealing(query)) return yield* Effect.fail(Acts.revealIsPost)
      const refusal = refusalOf(caller, row) ?? UnknownQuery.refusalOf(query, declared.query)
      // Whoever signs in is nobody yet; the handler writes down who he is.
      const act = row.right === "anyone" ? undefined : yield* Acts.actOf(request, query, row, yield* HttpRouter.params, declared)
      if (act === undefined) return yield* refusal === undefined ? work : Effect.fail(refusal)
      const { detail, given, needsReason, reason, subject } = act
      const requestId = TimeOrderedId.at(yield* Clock.currentTimeMillis)
      yield* HttpEffect.appendPreResponseHandler((_, response) => Effect.succeed(HttpServerResponse.setHeader(response, "x-request-id", requestId)))
      const missing = refusal ?? (caller.via === "session" && needsReason && reason === undefined ? Acts.reasonMissing : undefined)
      const written: AuditLog.Act = { account: caller.id, who: whoIs(caller, given), via: caller.via, operation, subject, detail, reason, requestId, address: origin.address }
      if (missing === undefined) return yield* audited(written, ActNotes.noting(work))
      yield* stored(log.refused(written, missing.code))
      return yield* Effect.fail(missing)
    })

    return Authorization.of({
      bearer: (httpEffect, { credential, endpoint, group }: { readonly credential: Redacted.Redacted; readonly endpoint: HttpApiEndpoint.Top; readonly group: HttpApiGroup.Top }) =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
          const row = accessOf(group.identifier, endpoint.identifier)
          const origin = RequestOrigin.of(request, proxies)
          const known = Effect.tap(callerOf(request, row, Redacted.value(credential), origin), () => readBody(request, row))
          return Effect.flatMap(known, (caller) =>
            acting(caller, `${group.identifier}.${endpoint.identifier}`, row, DeclaredMembers.of(endpoint), origin, Effect.provideService(httpEffect, Caller, caller)))
        })
    })
  }))

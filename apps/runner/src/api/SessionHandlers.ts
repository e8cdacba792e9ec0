/**
 * Handlers for signing in and out of the admin API in a browser.
 */
import { Api, Caller, Forbidden, longestName, type SessionState, TooManyGuesses, Unauthorized } from "@crossdock/admin-api"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { HttpEffect, HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import * as Redacted from "effect/Redacted"
import { Accounts, keyOf } from "../accounts/Accounts.ts"
import type { FirstSignIn } from "../accounts/FirstSignIn.ts"
import { Passwords } from "../accounts/Passwords.ts"
import { OidcSignIn } from "../oidc/OidcSignIn.ts"
import { type Session, Sessions } from "../accounts/Sessions.ts"
import * as AuthFailureLimit from "../http/AuthFailureLimit.ts"
import { networkOf, type Proxies } from "../http/TrustedProxies.ts"
import * as OidcRoutes from "./OidcRoutes.ts"
import * as RequestOrigin from "./RequestOrigin.ts"
import { instant, member, stored } from "./Responses.ts"
import * as SessionStart from "./SessionStart.ts"

export interface Options {
  readonly proxies: Proxies
  /** How the first administrator signs in; undefined if nobody can. */
  readonly first?: FirstSignIn | undefined
}

/** This many wrong passwords per minute for one name from one address, and twice as many from one address. A network of IPv6 counts as one. */
export const wrongAtMost = 5
/** Guesses of one address that are checked or wait at the same time, so that one address does not keep the others waiting. */
const atOnce = 4

const wrong = new Unauthorized({ code: "SIGN_IN_REFUSED", message: "this name and this password do not belong together; check both" })
const wrongCode = new Unauthorized({ code: "CODE_REFUSED", message: "this code is not good any more; restart the runner, whose terminal shows a new one while nobody has an account" })
const tooMany = new TooManyGuesses({ code: "TOO_MANY_GUESSES", message: "too many wrong passwords came from your address; wait a minute" })
const needsTls = new Forbidden({
  code: "TLS_REQUIRED",
  message: "sign in over https, or on the machine of the runner; where a proxy ends TLS, it sends X-Forwarded-Proto and `server.trustedProxies` lists it"
})

/**
 * Lets no address try many passwords or codes. What is counted are failures, so nobody locks out another address. A guess whose sender has left
 * is carried out and counted all the same, because its work cannot be stopped. Exported for tests.
 */
export const guessing = () => {
  const failures = AuthFailureLimit.make(wrongAtMost)
  const underWay = new Map<string, number>()
  return <A, E, R>(id: string, address: string | undefined, attempt: Effect.Effect<A | undefined, E, R>) =>
    Effect.uninterruptible(Effect.suspend(() => {
      const key = networkOf(address ?? "")
      const count = underWay.get(key) ?? 0
      if (count >= atOnce) return Effect.fail(tooMany)
      underWay.set(key, count + 1)
      return Effect.gen(function*() {
        if (!failures.mayFail(id, key, yield* Clock.currentTimeMillis)) return yield* Effect.fail(tooMany)
        const found = yield* attempt
        if (found === undefined && failures.failed(id, key, yield* Clock.currentTimeMillis)) {
          yield* Effect.annotateLogs(Effect.logWarning("wrong passwords were sent again and again; this address is refused for a minute"), { address: key })
        }
        return found
      }).pipe(Effect.ensuring(Effect.sync(() => {
        const left = (underWay.get(key) ?? 1) - 1
        if (left === 0) underWay.delete(key)
        else underWay.set(key, left)
      })))
    }))
}

const stateOf = ({ links, name, rights, role, via }: Session["account"], session?: Session): SessionState => ({
  name,
  via,
  ...member("role", role),
  ...(links !== undefined && { links: [...links] }),
  rights: [...rights],
  ...(session !== undefined && { csrf: session.csrf, until: instant(session.until) })
})

export const layer = ({ first, proxies }: Options) =>
  HttpApiBuilder.group(Api, "session", Effect.fnUntraced(function*(handlers) {
    const accounts = yield* Accounts
    const passwords = yield* Passwords
    const sessions = yield* Sessions
    const oidc = yield* OidcSignIn
    const start = yield* SessionStart.make
    const refuse = yield* SessionStart.refusing
    const limited = guessing()

    const setCookie = (cookie: RequestOrigin.RequestOrigin["cookie"], secret: string) =>
      HttpEffect.appendPreResponseHandler((_, response) => SessionStart.withCookie(response, cookie, secret))

    const originOf = Effect.map(HttpServerRequest.HttpServerRequest, (request) => RequestOrigin.of(request, proxies))

    const begun = Effect.fnUntraced(function*(operation: string, origin: RequestOrigin.RequestOrigin, known: SessionStart.Began["known"]) {
      const found = yield* start({ operation, origin, known })
      if (found === undefined) return yield* Effect.fail(wrong)
      yield* setCookie(origin.cookie, found.secret)
      return stateOf(found.session.account, found.session)
    })

    /**
     * An unknown name costs as much work as a wrong password, and is not written down: somebody may have typed his password there. The audit
     * has a bounded number of rows of refused guesses, by account and for all unknown names together.
     */
    const checked = Effect.fnUntraced(function*(name: string, password: Redacted.Redacted, origin: RequestOrigin.RequestOrigin) {
      const found = yield* accounts.person(name)
      if (yield* passwords.isRight(password, found?.password)) return found?.known
      yield* refuse({ operation: "session.create", origin, known: found?.known }, wrong.code)
      return undefined
    })

    const safeOrigin = Effect.flatMap(originOf, (origin) => origin.isTls || origin.isNear ? Effect.succeed(origin) : Effect.fail(needsTls))

    return handlers.handleAll({
      create: ({ payload: { name, password } }) =>
        stored(Effect.gen(function*() {
          const origin = yield* safeOrigin
          const known = yield* limited(keyOf(name.slice(0, longestName)), origin.address, checked(name, password, origin))
          return known === undefined ? yield* Effect.fail(wrong) : yield* begun("session.create", origin, known)
        })),
      first: ({ payload: { code } }) =>
        stored(Effect.gen(function*() {
          const origin = yield* safeOrigin
          const isTaken = yield* limited("first", origin.address, Effect.gen(function*() {
            if (first === undefined || (yield* accounts.hasPerson)) return undefined
            return first.take(Redacted.value(code), yield* Clock.currentTimeMillis) ? true : undefined
          }))
          return isTaken === undefined ? yield* Effect.fail(wrongCode) : yield* begun("session.first", origin, undefined)
        })),
      ways: () => Effect.succeed(member("oidc", oidc.settings, ({ name }) => ({ name }))),
      beginOidc: ({ payload: { returnTo } }) =>
        stored(Effect.flatMap(safeOrigin, (origin) => Effect.provideService(OidcRoutes.begin(origin, returnTo), OidcSignIn, oidc))),
      show: () =>
        stored(Effect.gen(function*() {
          const account = yield* Caller
          const { cookies } = yield* HttpServerRequest.HttpServerRequest
          const secret = account.via === "session" ? cookies[(yield* originOf).cookie.name] : undefined
          return stateOf(account, secret === undefined ? undefined : yield* sessions.of(secret))
        })),
      end: () =>
        stored(Effect.gen(function*() {
          const { cookies } = yield* HttpServerRequest.HttpServerRequest
          const { cookie } = yield* originOf
          const secret = cookies[cookie.name]
          if ((yield* Caller).via === "session" && secret !== undefined) {
            yield* sessions.end(secret)
            yield* setCookie(cookie, "")
          }
        }))
    })
  }))

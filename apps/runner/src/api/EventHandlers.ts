/**
 * The handler that keeps a line open and tells by it what may have changed.
 */
import { Api, Caller, type Account, TooManyLines } from "@crossdock/admin-api"
import * as Effect from "effect/Effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import type * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Accounts } from "../accounts/Accounts.ts"
import { Sessions } from "../accounts/Sessions.ts"
import { Hints } from "../hints/Hints.ts"
import type { Proxies } from "../http/TrustedProxies.ts"
import type { DatabaseFailed } from "../store/Database.ts"
import { isToken } from "./Authorization.ts"
import * as RequestOrigin from "./RequestOrigin.ts"

const tooMany = new TooManyLines({ code: "TOO_MANY_LINES", message: "too many pages wait for events already, or the runner stops; ask again every few seconds instead" })

/** Proxies that gather an answer would hold the events back. */
const unbuffered = HttpEffect.appendPreResponseHandler((_, response) =>
  Effect.succeed(HttpServerResponse.setHeaders(response, { "cache-control": "no-store", "x-content-type-options": "nosniff", "x-accel-buffering": "no" })))

export const layer = ({ build, proxies, token }: { readonly token: Redacted.Redacted; readonly proxies: Proxies; readonly build: string | undefined }) =>
  HttpApiBuilder.group(Api, "events", Effect.fnUntraced(function*(handlers) {
    const hints = yield* Hints
    const sessions = yield* Sessions
    const accounts = yield* Accounts

    /** Asks again what the request has shown, without counting as a request: a page that nobody uses keeps no sign-in alive. */
    const isSignedIn = (request: HttpServerRequest.HttpServerRequest, account: Account): Effect.Effect<boolean, DatabaseFailed> => {
      const bearer = (request.headers.authorization ?? "").replace(/^bearer +/i, "")
      if (bearer === "") return sessions.isOpen(request.cookies[RequestOrigin.of(request, proxies).cookie.name] ?? "")
      if (isToken(token, bearer)) return Effect.succeed(true)
      return Effect.map(accounts.ofToken(bearer), (known) =>
        known !== undefined && known.id === account.id && known.role === account.role && String(known.links) === String(account.links === undefined ? undefined : [...account.links]))
    }

    return handlers.handleAll({
      stream: () =>
        Effect.gen(function*() {
          const account = yield* Caller
          const request = yield* HttpServerRequest.HttpServerRequest
          const lines = yield* hints.open({ account, isSignedIn: isSignedIn(request, account) })
          if (lines === undefined) return yield* Effect.fail(tooMany)
          yield* unbuffered
          return Stream.map(lines, (topics, at) => ({ topics, ...(at === 0 && build !== undefined && { build }) }))
        })
    })
  }))

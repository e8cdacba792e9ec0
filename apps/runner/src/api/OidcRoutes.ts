/**
 * Signing in by a provider, as a browser sees it: the operation that sends it there, and the page to which it comes back.
 */
import { Forbidden, NotFound, PeerFailed, TooManyGuesses } from "@crossdock/admin-api"
import * as Effect from "effect/Effect"
import { HttpEffect, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as Layer from "effect/Layer"
import type { OidcRefused } from "../oidc/OidcRefused.ts"
import { OidcSignIn } from "../oidc/OidcSignIn.ts"
import { longest } from "../oidc/OidcTransactions.ts"
import type { Proxies } from "../http/TrustedProxies.ts"
import * as RequestOrigin from "./RequestOrigin.ts"
import * as SessionStart from "./SessionStart.ts"

export const returnPath = "/admin/session/oidc/return"

/** `Lax`, because the browser comes back from the provider, another site. */
const withTransactionCookie = (response: HttpServerResponse.HttpServerResponse, { isSecure, name }: RequestOrigin.RequestOrigin["cookie"], secret: string) =>
  Effect.orDie(HttpServerResponse.setCookie(response, `${name}-oidc`, secret, { httpOnly: true, secure: isSecure, sameSite: "lax", path: "/", maxAge: secret === "" ? 0 : longest }))

/** The refusal as an error of the admin API. Its status is one of those that the operation declares. */
const asError = ({ code, message, status }: OidcRefused) => {
  if (status === 404) return new NotFound({ code, message })
  if (status === 429) return new TooManyGuesses({ code, message })
  return status === 502 ? new PeerFailed({ code, message }) : new Forbidden({ code, message })
}

/** Where the provider sends the browser back to: the address under which the browser knows this listener. */
const redirectUri = (host: string, isTls: boolean): string => new URL(returnPath, `${isTls ? "https" : "http"}://${host}`).href

/** Begins a sign-in, and returns where the browser goes. */
export const begin = (origin: RequestOrigin.RequestOrigin, returnTo: string | undefined) =>
  Effect.gen(function*() {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const signIn = yield* OidcSignIn
    const { location, secret } = yield* signIn.begin({ redirectUri: redirectUri(headers.host ?? "", origin.isTls), returnTo: returnTo ?? "/" }, origin.address).pipe(
      Effect.catchTag("OidcRefused", (refused) => Effect.fail(asError(refused)))
    )
    yield* HttpEffect.appendPreResponseHandler((_, response) => withTransactionCookie(response, origin.cookie, secret))
    return { location: location.href }
  })

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;").replaceAll("'", "&#39;")

const headers = {
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store"
}

/** The page for whoever could not sign in. It has no script, and what it says may hold texts of the provider. */
const page = ({ code, message, status }: { readonly status: number; readonly code: string; readonly message: string }) =>
  HttpServerResponse.text(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Not signed in · Crossdock</title>
<style>
:root { color-scheme: light dark }
body { font: 14px/20px system-ui, sans-serif; max-width: 32rem; margin: 15vh auto 0; padding: 0 16px; overflow-wrap: anywhere }
h1 { font-size: 20px; line-height: 28px; font-weight: 600 }
a { color: LinkText }
</style>
</head>
<body>
<main>
<h1>You are not signed in</h1>
<p>${escaped(message)}.</p>
<p><small>${escaped(code)}</small></p>
<p><a href="/">To the sign-in page</a></p>
</main>
</body>
</html>
`,
    { status, headers, contentType: "text/html; charset=utf-8" }
  )

const needsTls = { status: 403, code: "TLS_REQUIRED", message: "sign in over https, or on the machine of the runner" }
const changed = { status: 403, code: "OIDC_SIGN_IN_UNKNOWN", message: "your account was changed while you signed in; sign in again" }
const unavailable = { status: 503, code: "DATABASE_UNAVAILABLE", message: "the database of the runner did not answer, so nobody was signed in; try again" }

/** The route to which the provider sends the browser back. */
export const returning = (proxies: Proxies) =>
  Layer.unwrap(Effect.gen(function*() {
    const signIn = yield* OidcSignIn
    const start = yield* SessionStart.make
    const refuse = yield* SessionStart.refusing

    const finished = Effect.fnUntraced(function*(query: string, { cookies }: HttpServerRequest.HttpServerRequest, origin: RequestOrigin.RequestOrigin) {
      const { change, known, returnTo, subject } = yield* signIn.finish(query, cookies[`${origin.cookie.name}-oidc`], origin.address)
      const detail = `${change === undefined ? "" : `${change}; `}by ${signIn.settings?.issuer.href ?? ""} as ${subject}`
      const begun = yield* start({ operation: "session.oidc", origin, known, detail })
      if (begun === undefined) return page(changed)
      return yield* SessionStart.withCookie(HttpServerResponse.empty({ status: 303, headers: { ...headers, location: returnTo } }), origin.cookie, begun.secret)
    })

    return HttpRouter.add("GET", returnPath, (request: HttpServerRequest.HttpServerRequest) => {
      const origin = RequestOrigin.of(request, proxies)
      if (!origin.isTls && !origin.isNear) return Effect.succeed(page(needsTls))
      const query = /\?(.*)$/s.exec(request.url)?.[1] ?? ""
      const ended = (response: HttpServerResponse.HttpServerResponse) => withTransactionCookie(response, origin.cookie, "")
      return Effect.flatMap(finished(query, request, origin), ended).pipe(
        // An answer that belongs to no sign-in of this browser does not end the one that is under way. Anybody can send one, so the audit has none of them.
        Effect.catchTag("OidcRefused", (refused) =>
          refused.code === "OIDC_SIGN_IN_UNKNOWN" || refused.status === 429
            ? Effect.succeed(page(refused))
            : Effect.andThen(refuse({ operation: "session.oidc", origin, known: undefined }, refused.code), ended(page(refused)))),
        Effect.catchTag("DatabaseFailed", () => Effect.succeed(page(unavailable)))
      )
    })
  }))

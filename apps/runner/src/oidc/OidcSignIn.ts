/**
 * Signing in by a provider of OpenID Connect, from the button of the sign-in page to the account. Who it is and how he may sign in otherwise is
 * not touched: while the provider does not answer, passwords go on working.
 */
import { timingSafeEqualSecret } from "@crossdock/core/signing"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as AuthFailureLimit from "../http/AuthFailureLimit.ts"
import { networkOf } from "../http/TrustedProxies.ts"
import type { DatabaseFailed } from "../store/Database.ts"
import * as OidcAccounts from "./OidcAccounts.ts"
import * as OidcProvider from "./OidcProvider.ts"
import { notConfigured, type OidcRefused, tooMany, unknown } from "./OidcRefused.ts"
import type { OidcSettings } from "./OidcSettings.ts"
import * as OidcTransactions from "./OidcTransactions.ts"

/** So many sign-ins begin in a minute from one address, and so many answers are refused that belong to none. */
export const atMost = { begun: 20, refused: 10 }

interface Begun {
  readonly location: URL
  /** For the cookie of the browser that began. */
  readonly secret: string
}

interface Finished extends OidcAccounts.Identified {
  readonly subject: string
  readonly returnTo: string
}

export class OidcSignIn extends Context.Service<OidcSignIn, {
  /** Undefined: the operator configured none. */
  readonly settings: OidcSettings | undefined
  readonly begin: (transaction: OidcTransactions.Transaction, address: string | undefined) => Effect.Effect<Begun, OidcRefused | DatabaseFailed>
  /** Takes the query with which the browser came back, and the secret of its cookie. */
  readonly finish: (query: string, secret: string | undefined, address: string | undefined) => Effect.Effect<Finished, OidcRefused | DatabaseFailed>
}>()("@crossdock/runner/oidc/OidcSignIn") {
  static readonly layer = (settings: OidcSettings | undefined) =>
    Layer.effect(OidcSignIn, settings === undefined ? Effect.succeed(none) : make(settings))
}

const none = OidcSignIn.of({ settings: undefined, begin: () => Effect.fail(notConfigured), finish: () => Effect.fail(notConfigured) })

/**
 * A path of the console; of anything else the console's first page. Browsers read `//host`, `/\\host` and paths that end up so as another host,
 * so the path is checked in the form in which a browser would follow it.
 */
export const pathOf = (returnTo: string | undefined): string => {
  const here = "http://crossdock.invalid"
  if (returnTo === undefined || returnTo.length > 2000 || !returnTo.startsWith("/")) return "/"
  const url = URL.parse(returnTo, here)
  if (url === null || url.origin !== here || url.pathname.startsWith("//") || /^\/admin(?:\/|$)/i.test(url.pathname)) return "/"
  return `${url.pathname}${url.search}${url.hash}`
}

/** Counts per address. A network of IPv6 counts as one. */
const counting = (most: number) => {
  const counts = AuthFailureLimit.make(most)
  return {
    mayGoOn: (address: string | undefined) => Effect.flatMap(Clock.currentTimeMillis, (now) => counts.mayFail("", networkOf(address ?? ""), now) ? Effect.void : Effect.fail(tooMany)),
    count: (address: string | undefined) => Effect.map(Clock.currentTimeMillis, (now) => void counts.failed("", networkOf(address ?? ""), now))
  }
}

const make = Effect.fnUntraced(function*(settings: OidcSettings) {
  const provider = yield* OidcProvider.make(settings)
  const transactions = yield* OidcTransactions.make
  const accountFor = yield* OidcAccounts.make(settings)
  const [begun, refused] = [counting(atMost.begun), counting(atMost.refused)]

  const noted = <A, E, R>(work: Effect.Effect<A, E | OidcRefused, R>) =>
    Effect.tapError(work, (error) =>
      typeof error === "object" && error !== null && "_tag" in error && error._tag === "OidcRefused" && "cause" in error
        ? Effect.annotateLogs(Effect.logWarning("a sign-in by OpenID Connect was refused"), { code: error.code, cause: error.cause })
        : Effect.void)

  return OidcSignIn.of({
    settings,
    begin: Effect.fnUntraced(function*({ redirectUri, returnTo }, address) {
      yield* begun.mayGoOn(address)
      yield* begun.count(address)
      const secret = yield* transactions.begin({ redirectUri, returnTo: pathOf(returnTo) })
      return { location: yield* provider.address(OidcTransactions.proofsOf(secret), redirectUri), secret }
    }, noted),
    finish: Effect.fnUntraced(function*(query, secret, address) {
      yield* refused.mayGoOn(address)
      const refuse = Effect.andThen(refused.count(address), Effect.fail(unknown))
      if (secret === undefined) return yield* refuse
      const proofs = OidcTransactions.proofsOf(secret)
      // Only the browser that began knows the secret, so an answer that somebody else began does not sign it in.
      if (!timingSafeEqualSecret(Redacted.make(proofs.state), new URLSearchParams(query).get("state") ?? "")) return yield* refuse
      const transaction = yield* transactions.take(secret)
      if (transaction === undefined) return yield* refuse
      const answer = new URL(transaction.redirectUri)
      answer.search = query
      const identified = yield* provider.identify(proofs, answer)
      return { ...(yield* accountFor(identified)), subject: identified.subject, returnTo: transaction.returnTo }
    }, noted)
  })
})

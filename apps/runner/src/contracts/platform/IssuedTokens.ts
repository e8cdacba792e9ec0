/**
 * The tokens that a link issues to an ERP (document 2B, getToken and refreshToken). They are the runner's own and random; those of
 * the platform never leave the runner. Of each token only the hash is stored.
 */
import { CallWindow, type GrantedTokens } from "@crossdock/protocols/kit"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { hash, randomBytes, timingSafeEqual } from "node:crypto"
import type { ConnectedLink } from "../../Composition.ts"
import * as LogLineLimit from "../../engine/LogLineLimit.ts"
import { notStored, Refusal } from "../../engine/Refusal.ts"
import { Database, type DatabaseFailed } from "../../store/Database.ts"

type Kind = "access" | "refresh"

/** The lifetimes in seconds (document 2, §8). */
export const lifetimes = { access: 3600, refresh: 14_400 } as const

/** How many pairs of tokens a link issues at most, so that their rows stay few: a lawful caller needs one in an hour. */
export const grantRate = { calls: 60, millis: 60_000 } as const

/** How many wrong codes and refresh tokens of a link are answered as such; further ones are refused as too many. */
export const guessRate = { calls: 50, millis: 60_000 } as const

/** The beginning of our tokens. It tells them from those of a platform, which a caller may send in the same headers. */
const begins = (kind: Kind): string => `crossdock-${kind}-`

export class IssuedTokens extends Context.Service<IssuedTokens, {
  /** Exchanges the code of a link's shop for tokens. A code may be used again, because each call is signed. */
  readonly exchange: (link: ConnectedLink, asked: GrantedTokens.CodeExchange) => Effect.Effect<GrantedTokens.Granted, Refusal>
  /**
   * Exchanges a refresh token that has not expired for newer tokens. The earlier ones stay valid until they expire, so a caller that
   * loses the answer can ask again.
   */
  readonly refresh: (link: ConnectedLink, asked: GrantedTokens.TokenRefresh) => Effect.Effect<GrantedTokens.Granted, Refusal>
  /**
   * Refuses an access token of ours that has expired or belongs to another link. A call without one, or with a token that is not
   * ours, is decided by its signature alone.
   */
  readonly check: (link: ConnectedLink, token: Redacted.Redacted | undefined) => Effect.Effect<void, Refusal>
}>()("@crossdock/runner/contracts/platform/IssuedTokens") {
  static readonly layer = Layer.effect(IssuedTokens, Effect.suspend(() => make))
}

/** Returns true if a token has the form of an access token that a link of this runner issues. */
export const isOurs = (token: Redacted.Redacted): boolean => Redacted.value(token).startsWith(begins("access"))

const hashOf = (text: string): string => hash("sha256", text, "base64url")

const isSame = (one: Redacted.Redacted, other: Redacted.Redacted): boolean =>
  timingSafeEqual(Buffer.from(hashOf(Redacted.value(one))), Buffer.from(hashOf(Redacted.value(other))))

const issuesNone = new Refusal({ code: "NOT_SUPPORTED", message: "this link issues no tokens, because its shop has no code; sign the calls alone" })

const wrongCode = new Refusal({ code: "CODE_INVALID", path: "/code", message: "is not the code of this shop; send the one that the operator of the runner gave to you" })

const refreshExpired = new Refusal({
  code: "REFRESH_TOKEN_EXPIRED",
  path: "/refresh_token",
  message: "has expired, or is not one that getToken of this shop has issued; exchange the code again with getToken"
})

const accessExpired = new Refusal({
  code: "ACCESS_TOKEN_EXPIRED",
  message: "the access token in the header has expired, or is not one of this shop; renew it with refreshToken, or leave the header out"
})

const tooManyGrants = (millis: number) => new Refusal({
  code: "RATE_LIMITED",
  message: `this shop issues at most ${grantRate.calls} pairs of tokens in ${grantRate.millis / 1000} s; use the tokens that you have until they expire`,
  httpStatus: 429,
  retryAfter: Math.ceil(millis / 1000)
})

const tooManyGuesses = (millis: number) => new Refusal({
  code: "RATE_LIMITED",
  message: "too many codes and refresh tokens that are not of this shop; send the right one, which is always taken",
  httpStatus: 429,
  retryAfter: Math.ceil(millis / 1000)
})

/** Takes a place of a link in its window; answers the milliseconds until one is free. */
const windows = (rate: CallWindow.Rate) => {
  const ofLinks = new Map<string, (now: number) => number>()
  return (scope: string, now: number): number => {
    const take = ofLinks.get(scope) ?? CallWindow.make(rate)
    ofLinks.set(scope, take)
    return take(now)
  }
}

const make = Effect.gen(function*() {
  const db = yield* Database
  const grants = windows(grantRate)
  const guesses = windows(guessRate)
  const leftOut = LogLineLimit.make()

  const issued = Effect.fnUntraced(function*(link: ConnectedLink) {
    const now = yield* Clock.currentTimeMillis
    const wait = grants(link.scope, now)
    return wait > 0 ? yield* tooManyGrants(wait) : yield* stored(link, now)
  })

  /** Refuses a code or a refresh token that is not of the shop. Many of them are somebody who guesses, so they are logged and slowed down. */
  const guessed = Effect.fnUntraced(function*({ scope }: ConnectedLink, refusal: Refusal): Effect.fn.Return<never, Refusal> {
    const now = yield* Clock.currentTimeMillis
    const wait = guesses(scope, now)
    const linesLeftOut = leftOut(now)
    if (linesLeftOut !== undefined) {
      yield* Effect.logWarning("a caller sent a code or a refresh token that is not of its shop, or has expired").pipe(
        Effect.annotateLogs({ link: scope, ...(linesLeftOut > 0 && { linesLeftOut }) })
      )
    }
    return yield* wait > 0 ? tooManyGuesses(wait) : refusal
  })

  const stored = Effect.fnUntraced(function*({ entrances, scope }: ConnectedLink, now: number) {
    const made = (kind: Kind) => ({ kind, text: begins(kind) + randomBytes(32).toString("base64url"), expiresAt: now + lifetimes[kind] * 1000 })
    const [access, refresh] = [made("access"), made("refresh")]
    yield* db.transaction(Effect.gen(function*() {
      yield* db.query("delete from issued_token where scope = $1 and expires_at <= $2", [scope, now])
      for (const { expiresAt, kind, text } of [access, refresh]) {
        yield* db.query("insert into issued_token (hash, scope, kind, expires_at) values ($1, $2, $3, $4)", [hashOf(text), scope, kind, expiresAt])
      }
    }))
    const onlineShopId = entrances.find(({ shop }) => shop !== undefined)?.shop?.onlineShopId
    return {
      accessToken: Redacted.make(access.text, { label: "accessToken" }),
      accessExpiresIn: lifetimes.access,
      refreshToken: Redacted.make(refresh.text, { label: "refreshToken" }),
      refreshExpiresIn: lifetimes.refresh,
      ...(onlineShopId !== undefined && { onlineShopId })
    } satisfies GrantedTokens.Granted
  }, Effect.mapError(() => notStored))

  const isValid = Effect.fnUntraced(function*({ scope }: ConnectedLink, kind: Kind, token: Redacted.Redacted): Effect.fn.Return<boolean, DatabaseFailed> {
    const row = yield* db.one("select expires_at from issued_token where hash = $1 and scope = $2 and kind = $3", [hashOf(Redacted.value(token)), scope, kind])
    return row !== undefined && Number(row.expires_at) > (yield* Clock.currentTimeMillis)
  }, Effect.mapError(() => notStored))

  return IssuedTokens.of({
    exchange: (link, { code }) => {
      const codes = link.entrances.flatMap(({ shop }) => shop?.code ?? [])
      if (codes.length === 0) return Effect.fail(issuesNone)
      return codes.some((own) => isSame(own, code)) ? issued(link) : guessed(link, wrongCode)
    },
    refresh: (link, { refreshToken }) =>
      Effect.flatMap(isValid(link, "refresh", refreshToken), (isGood) => isGood ? issued(link) : guessed(link, refreshExpired)),
    check: (link, token) =>
      token === undefined || !isOurs(token)
        ? Effect.void
        : Effect.flatMap(isValid(link, "access", token), (isGood) => isGood ? Effect.void : Effect.fail(accessExpired))
  })
})

/**
 * The tokens that a link issues to an ERP (document 2B, getToken and refreshToken). They are the runner's own and random; those of
 * the platform never leave the runner. Of each token only the hash is stored.
 */
import type { GrantedTokens } from "@crossdock/protocols/kit"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { hash, randomBytes, timingSafeEqual } from "node:crypto"
import type { ConnectedLink } from "../../Composition.ts"
import { notStored, Refusal } from "../../engine/Refusal.ts"
import { Database, type DatabaseFailed } from "../../store/Database.ts"

type Kind = "access" | "refresh"

/** The lifetimes in seconds (document 2, §8). */
export const lifetimes = { access: 3600, refresh: 14_400 } as const

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

const make = Effect.gen(function*() {
  const db = yield* Database

  const issued = Effect.fnUntraced(function*({ entrances, scope }: ConnectedLink) {
    const now = yield* Clock.currentTimeMillis
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
      return codes.some((own) => isSame(own, code)) ? issued(link) : Effect.fail(wrongCode)
    },
    refresh: (link, { refreshToken }) =>
      Effect.flatMap(isValid(link, "refresh", refreshToken), (isGood) => isGood ? issued(link) : Effect.fail(refreshExpired)),
    check: (link, token) =>
      token === undefined || !isOurs(token)
        ? Effect.void
        : Effect.flatMap(isValid(link, "access", token), (isGood) => isGood ? Effect.void : Effect.fail(accessExpired))
  })
})

/**
 * Sign-ins by a provider that are under way. Each belongs to one browser, which holds its secret in a cookie; all that proves the answer of the
 * provider follows from the secret.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { Database } from "../store/Database.ts"
import * as Secrets from "../accounts/Secrets.ts"

/** Time for a person to type a password and a second factor at the provider. */
export const longest = 600_000

export interface Proofs {
  /** Comes back in the address of the answer. */
  readonly state: string
  /** Comes back in the ID token. */
  readonly nonce: string
  /** Shown to the provider by its hash, and in full when the code is exchanged (PKCE). */
  readonly verifier: string
}

const derived = (purpose: string, secret: string): string => createHash("sha256").update(`oidc ${purpose} ${secret}`).digest("base64url")

export const proofsOf = (secret: string): Proofs => ({ state: derived("state", secret), nonce: derived("nonce", secret), verifier: derived("verifier", secret) })

export interface Transaction {
  readonly redirectUri: string
  readonly returnTo: string
}

export const make = Effect.map(Database, (db) => ({
  /** Begins one, and returns its secret. Those that nobody finished are deleted here. */
  begin: Effect.fnUntraced(function*({ redirectUri, returnTo }: Transaction) {
    const now = yield* Clock.currentTimeMillis
    const secret = Secrets.newSecret()
    yield* db.query("delete from oidc_sign_in where expires_at <= $1", [now])
    yield* db.query("insert into oidc_sign_in (hash, redirect_uri, return_to, expires_at) values ($1, $2, $3, $4)", [Secrets.hashOf(secret), redirectUri, returnTo, now + longest])
    return secret
  }),
  /** Takes one, so that it is good once; undefined if there is none. */
  take: Effect.fnUntraced(function*(secret: string) {
    const now = yield* Clock.currentTimeMillis
    const [row] = yield* db.query("delete from oidc_sign_in where hash = $1 returning redirect_uri, return_to, expires_at", [Secrets.hashOf(secret)])
    if (row === undefined || Number(row.expires_at) <= now) return undefined
    const transaction: Transaction = { redirectUri: String(row.redirect_uri), returnTo: String(row.return_to) }
    return transaction
  })
}))

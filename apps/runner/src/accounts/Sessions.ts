/**
 * Sessions of people who have signed in. Only a hash of the secret in their cookie is stored.
 */
import { type Account, Right, roles } from "@crossdock/admin-api"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Database, type DatabaseFailed } from "../store/Database.ts"
import { firstName, type Known, toKnown } from "./Accounts.ts"
import * as Secrets from "./Secrets.ts"

export const longest = 43_200_000
export const longestIdle = 1_800_000
/** The time of the last request is not written more often than this. */
const noted = 60_000

export interface Session {
  readonly account: Account
  readonly csrf: string
  readonly until: number
}

/** An account with the rights of its role. */
export const accountOf = ({ id, kind, links, name, role }: Pick<Known, "id" | "kind" | "links" | "name" | "role">): Account => ({
  id,
  name,
  via: kind === "token" ? "token" : "session",
  role,
  rights: new Set(roles[role]),
  links: links === undefined ? undefined : new Set(links)
})

/** The administrator before anybody has an account. */
const first: Account = { name: firstName, via: "session", role: "administrator", rights: new Set(Right.literals), links: undefined }

export class Sessions extends Context.Service<Sessions, {
  /** Begins a session and returns the secret for its cookie. Without an account it is the first sign-in. */
  readonly begin: (known: Pick<Known, "id" | "version"> | undefined, address: string | undefined) => Effect.Effect<string, DatabaseFailed>
  /** The session of a secret; undefined if there is none, it has expired, or its account has changed since. */
  readonly of: (secret: string) => Effect.Effect<Session | undefined, DatabaseFailed>
  /** Whether a session is still open, without counting as a request of it. */
  readonly isOpen: (secret: string) => Effect.Effect<boolean, DatabaseFailed>
  readonly end: (secret: string) => Effect.Effect<void, DatabaseFailed>
}>()("@crossdock/runner/accounts/Sessions") {
  static readonly layer = Layer.effect(Sessions, Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  const db = yield* Database

  /** The row of a session that is open at this time, with its account. */
  const found = Effect.fnUntraced(function*(hash: string, now: number) {
    const row = yield* db.one(
      `select a.*, s.account, s.account_version, s.used_at, s.expires_at, s.ended_at as session_ended_at
      from session s left join account a on a.id = s.account where s.hash = $1`,
      [hash]
    )
    if (row === undefined || row.session_ended_at !== null || Number(row.expires_at) <= now || Number(row.used_at) + longestIdle <= now) return undefined
    const isFirst = row.account === null
    // It may have begun while the first account was added, which ends those that it finds.
    if (isFirst && (yield* db.one("select id from account where kind = 'person' and ended_at is null limit 1")) !== undefined) return undefined
    return !isFirst && (row.id === null || row.ended_at !== null || Number(row.version) !== Number(row.account_version)) ? undefined : row
  })

  return Sessions.of({
    begin: Effect.fnUntraced(function*(known, address) {
      const secret = Secrets.newSecret()
      const now = yield* Clock.currentTimeMillis
      yield* db.query(
        "insert into session (hash, account, account_version, address, created_at, used_at, expires_at) values ($1, $2, $3, $4, $5, $5, $6)",
        [Secrets.hashOf(secret), known?.id ?? null, known?.version ?? 0, address ?? null, now, now + longest]
      )
      return secret
    }),
    of: Effect.fnUntraced(function*(secret) {
      const hash = Secrets.hashOf(secret)
      const now = yield* Clock.currentTimeMillis
      const row = yield* found(hash, now)
      if (row === undefined) return undefined
      // A database that takes no writes keeps nobody from reading what is wrong.
      if (now - Number(row.used_at) >= noted) yield* Effect.ignore(db.query("update session set used_at = $1 where hash = $2", [now, hash]))
      return { account: row.account === null ? first : accountOf(toKnown(row)), csrf: Secrets.csrfOf(secret), until: Number(row.expires_at) }
    }),
    isOpen: (secret) => Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.map(found(Secrets.hashOf(secret), now), (row) => row !== undefined)),
    end: (secret) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.asVoid(db.query("update session set ended_at = $1 where hash = $2 and ended_at is null", [now, Secrets.hashOf(secret)])))
  })
})

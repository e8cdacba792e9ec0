/**
 * The accounts of the admin API: people who sign in with a password or by a provider, and named tokens of scripts.
 */
import { Role } from "@crossdock/admin-api"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { randomUUID } from "node:crypto"
import { Database, type DatabaseFailed, type Row } from "../store/Database.ts"
import { Passwords } from "./Passwords.ts"
import * as Secrets from "./Secrets.ts"

export interface Known {
  readonly id: string
  readonly kind: "person" | "token"
  readonly name: string
  readonly role: Role
  /** The scopes of the links to which it is limited; undefined if it is not. */
  readonly links: ReadonlyArray<string> | undefined
  readonly version: number
  readonly createdAt: number
  readonly hasPassword: boolean
  /** Whom a provider means by it. */
  readonly identity: Identity | undefined
  /** Whether a rule of the operator made it, and still says what it may do. */
  readonly isByRule: boolean
  /** The last request of a session. */
  readonly seenAt: number | undefined
}

/** Somebody as a provider of OpenID Connect knows him. The subject alone says nothing, because each provider has its own. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
}

/** The change was refused; the code and the message say why. */
export class AccountRefused extends Data.TaggedError("AccountRefused")<{ readonly code: string; readonly message: string }> {}

export interface Added {
  readonly name: string
  readonly role: Role
  readonly links?: ReadonlyArray<string> | undefined
}

export interface Changes {
  readonly role?: Role | undefined
  /** An empty list ends the limit. */
  readonly links?: ReadonlyArray<string> | undefined
  readonly password?: Redacted.Redacted | undefined
  /** Null ends the link to a provider. */
  readonly identity?: Identity | null | undefined
  /** The change follows a rule. Default: a person makes it, and the account follows no rule any more once its role or links change. */
  readonly isByRule?: true
}

export interface AddedPerson extends Added {
  /** Without a password, the person signs in by a provider alone. */
  readonly password?: Redacted.Redacted | undefined
  readonly identity?: Identity | undefined
  readonly isByRule?: true
}

/** The form in which names are compared. */
export const keyOf = (name: string): string => name.normalize("NFKC").trim().toLowerCase()

const Links = Schema.fromJsonString(Schema.Array(Schema.String))
const readLinks = Schema.decodeUnknownSync(Links)
const readRole = Schema.decodeUnknownSync(Role)

export const toKnown = (row: Row): Known => ({
  id: String(row.id),
  kind: row.kind === "token" ? "token" : "person",
  name: String(row.name),
  role: readRole(row.role),
  links: row.links === null ? undefined : readLinks(row.links),
  version: Number(row.version),
  hasPassword: row.password !== null,
  identity: row.oidc_subject === null ? undefined : { issuer: String(row.oidc_issuer), subject: String(row.oidc_subject) },
  isByRule: Number(row.oidc_rule) === 1,
  createdAt: Number(row.created_at),
  seenAt: row.seen_at === null || row.seen_at === undefined ? undefined : Number(row.seen_at)
})

/** A limit that was given without a link would be none by mistake. */
const linksText = (links: ReadonlyArray<string> | undefined): string | null => links === undefined || links.length === 0 ? null : JSON.stringify([...new Set(links)])

export class Accounts extends Context.Service<Accounts, {
  /** Those that have not ended, by name. */
  readonly all: Effect.Effect<ReadonlyArray<Known>, DatabaseFailed>
  readonly hasPerson: Effect.Effect<boolean, DatabaseFailed>
  /** A person with what is stored of his password. */
  readonly person: (name: string) => Effect.Effect<{ readonly known: Known; readonly password: string } | undefined, DatabaseFailed>
  /** The account that is linked to an identity. */
  readonly ofIdentity: (identity: Identity) => Effect.Effect<Known | undefined, DatabaseFailed>
  readonly ofToken: (presented: string) => Effect.Effect<Known | undefined, DatabaseFailed>
  readonly addPerson: (added: AddedPerson) => Effect.Effect<Known, AccountRefused | DatabaseFailed>
  /** The token is given back once and not stored. */
  readonly addToken: (added: Added) => Effect.Effect<{ readonly known: Known; readonly token: string }, AccountRefused | DatabaseFailed>
  /** Each change ends the sessions of the account. */
  readonly change: (name: string, changes: Changes) => Effect.Effect<Known, AccountRefused | DatabaseFailed>
  readonly end: (name: string) => Effect.Effect<Known, AccountRefused | DatabaseFailed>
}>()("@crossdock/runner/accounts/Accounts") {
  static readonly make = Effect.suspend(() => make)
  static readonly layer = Layer.effect(Accounts, Effect.suspend(() => make))
}

/** Names that stand for no account. */
export const adminTokenName = "admin token"
export const firstName = "first sign-in"
const reserved = new Set([adminTokenName, firstName, "operator", "runner"])

const noWayIn = "without a password and without a link to a provider nobody can sign in; give one of them, or end the account with `crossdock people remove`"

const refused = (code: string, message: string) => Effect.fail(new AccountRefused({ code, message }))

/** Somebody else has given the name or the subject away between the look and the write, which PostgreSQL allows. The next look finds it. */
const lookingAgain = <A, R>(work: Effect.Effect<A, AccountRefused | DatabaseFailed, R>) =>
  Effect.retry(work, { times: 3, while: (error) => error._tag === "DatabaseFailed" && error.isUniqueViolation })

const make = Effect.gen(function*() {
  const db = yield* Database
  const passwords = yield* Passwords

  const named = (name: string) => db.one(`select * from account where name_key = $1 and ended_at is null${db.forUpdate}`, [keyOf(name)])

  const existing = (name: string) =>
    Effect.flatMap(named(name), (row) =>
      row === undefined ? refused("NO_SUCH_ACCOUNT", `nobody has the name ${JSON.stringify(name)}; list the accounts with \`crossdock people ls\``) : Effect.succeed(toKnown(row)))

  const ofIdentity = ({ issuer, subject }: Identity) =>
    Effect.map(db.one("select * from account where oidc_subject = $1 and oidc_issuer = $2 and ended_at is null", [subject, issuer]), (row) => row === undefined ? undefined : toKnown(row))

  /**
   * One identity means one account, so nobody chooses at a sign-in which of them he is. An account that was ended keeps its identity until a
   * person gives it to another one: otherwise a rule would let in again whom an administrator has removed.
   */
  const free = Effect.fnUntraced(function*(identity: Identity | null | undefined, id: string, isByRule = false) {
    if (identity === undefined || identity === null) return
    const other = yield* ofIdentity(identity)
    if (other === undefined) {
      const params = [identity.subject, identity.issuer]
      const ended = yield* db.one("select id from account where oidc_subject = $1 and oidc_issuer = $2 and ended_at is not null", params)
      if (ended !== undefined && isByRule) return yield* refused("SUBJECT_ENDED", "the account of this subject was ended")
      if (ended !== undefined) yield* db.query("update account set oidc_issuer = null, oidc_subject = null where oidc_subject = $1 and oidc_issuer = $2 and ended_at is not null", params)
    } else if (other.id !== id) {
      return yield* refused("SUBJECT_TAKEN", `this subject belongs to the account ${JSON.stringify(other.name)} already; end that link first with \`crossdock people change ${JSON.stringify(other.name)} --no-oidc\``)
    }
  })

  interface Secret {
    readonly password?: string
    readonly tokenHash?: string
    readonly identity?: Identity | undefined
    readonly isByRule?: true | undefined
  }

  const add = ({ links, name, role }: Added, kind: Known["kind"], { identity, isByRule, password, tokenHash }: Secret) =>
    db.transaction(Effect.gen(function*() {
      if (keyOf(name) === "") return yield* refused("NAME_INVALID", "a name has at least one character")
      if (reserved.has(keyOf(name)) || keyOf(name).includes("(admin token)")) return yield* refused("NAME_RESERVED", "the audit uses this name for something else; choose another one")
      const id = randomUUID()
      // Looked at before the name, which is taken too where somebody signs in twice for the first time.
      yield* free(identity, id, isByRule)
      if ((yield* named(name)) !== undefined) {
        return yield* refused("NAME_TAKEN", `there is an account with the name ${JSON.stringify(name)} already; choose another name, or change that one with \`crossdock people change\``)
      }
      const now = yield* Clock.currentTimeMillis
      yield* db.query(
        `insert into account (id, kind, name, name_key, role, links, password, token_hash, oidc_issuer, oidc_subject, oidc_rule, created_at, changed_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
        [id, kind, name.trim(), keyOf(name), role, linksText(links), password ?? null, tokenHash ?? null, identity?.issuer ?? null, identity?.subject ?? null, isByRule === true ? 1 : 0, now]
      )
      // The first sign-in was for whoever had no account yet.
      if (kind === "person") yield* db.query("update session set ended_at = $1 where account is null and ended_at is null", [now])
      return toKnown((yield* db.one("select * from account where id = $1", [id]))!)
    })).pipe(lookingAgain)

  const endSessions = (id: string, now: number) => db.query("update session set ended_at = $1 where account = $2 and ended_at is null", [now, id])

  return Accounts.of({
    all: Effect.map(db.query(`select a.*, (select max(s.used_at) from session s where s.account = a.id) as seen_at
      from account a where a.ended_at is null order by a.name_key`), (rows) => rows.map(toKnown)),
    hasPerson: Effect.map(db.one("select id from account where kind = 'person' and ended_at is null limit 1"), (row) => row !== undefined),
    person: (name) =>
      Effect.map(db.one("select * from account where name_key = $1 and ended_at is null and password is not null", [keyOf(name)]), (row) =>
        row === undefined ? undefined : { known: toKnown(row), password: String(row.password) }),
    ofToken: (presented) =>
      Secrets.isNamedToken(presented)
        ? Effect.map(db.one("select * from account where token_hash = $1 and ended_at is null", [Secrets.hashOf(presented)]), (row) => row === undefined ? undefined : toKnown(row))
        : Effect.succeed(undefined),
    ofIdentity,
    addPerson: Effect.fnUntraced(function*({ identity, isByRule, password, ...added }) {
      if (password === undefined && identity === undefined) return yield* refused("NO_WAY_IN", noWayIn)
      const hash = password === undefined ? undefined : yield* passwords.hash(password)
      return yield* add(added, "person", { ...(hash !== undefined && { password: hash }), identity, isByRule })
    }),
    addToken: (added) => {
      const token = Secrets.newToken()
      return Effect.map(add(added, "token", { tokenHash: Secrets.hashOf(token) }), (known) => ({ known, token }))
    },
    change: Effect.fnUntraced(function*(name, { identity, isByRule, links, password, role }) {
      const hash = password === undefined ? undefined : yield* passwords.hash(password)
      return yield* db.transaction(Effect.gen(function*() {
        const known = yield* existing(name)
        if (hash !== undefined && known.kind === "token") return yield* refused("TOKEN_HAS_NO_PASSWORD", "a named token has no password; end it and add another one")
        if (identity !== undefined && known.kind === "token") return yield* refused("TOKEN_HAS_NO_PASSWORD", "a named token signs in by no provider; end it and add a person")
        if (identity === null && hash === undefined && !known.hasPassword) return yield* refused("NO_WAY_IN", noWayIn)
        yield* free(identity, known.id)
        const now = yield* Clock.currentTimeMillis
        const next = identity === undefined ? known.identity : identity ?? undefined
        const follows = next !== undefined && known.isByRule && (isByRule === true || (role === undefined && links === undefined && identity === undefined))
        yield* db.query(
          `update account set role = $1, links = $2, password = coalesce($3, password), oidc_issuer = $4, oidc_subject = $5, oidc_rule = $6,
          version = version + 1, changed_at = $7 where id = $8`,
          [role ?? known.role, linksText(links ?? known.links), hash ?? null, next?.issuer ?? null, next?.subject ?? null, follows ? 1 : 0, now, known.id]
        )
        yield* endSessions(known.id, now)
        return yield* existing(name)
      })).pipe(lookingAgain)
    }),
    end: (name) =>
      db.transaction(Effect.gen(function*() {
        const known = yield* existing(name)
        const now = yield* Clock.currentTimeMillis
        yield* db.query("update account set ended_at = $1, changed_at = $1, version = version + 1, password = null, token_hash = null where id = $2", [now, known.id])
        yield* endSessions(known.id, now)
        return known
      }))
  })
})

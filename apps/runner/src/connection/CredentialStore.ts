/**
 * Credentials that connections obtain at run time: one encrypted row each, exchanged for newer ones by one node at a
 * time. A new credential is stored before anything uses it, because many refresh tokens work only once.
 */
import { AdapterError, Credentials } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { Database, type DatabaseFailed, type Row } from "../store/Database.ts"
import { Vault, type VaultRefused } from "../store/Vault.ts"
import * as SendGuard from "./SendGuard.ts"
import { holds, NodeLeases } from "./NodeLeases.ts"
import type { Hide } from "./Redaction.ts"

/** Maximum duration of an exchange; after that its response counts as lost. */
const exchangeLimit = "20 seconds"
/** Milliseconds that a caller waits for another node's exchange. */
const patience = 25_000
/** Milliseconds before the next exchange after a failure; they grow up to the maximum after repeated failures. */
const firstPause = 1000
export const longestPause = 60_000
/** After this many unfinished exchanges a person must authorize again. */
const mostUnfinished = 3

export interface Owned {
  readonly id: string
  /** A credential of another plugin is not reused. */
  readonly plugin: string
}

export interface Hooks {
  /** Called with each credential before anything uses it, so that it can be hidden in texts. */
  readonly learn: (values: Credentials.SecretValues) => void
  readonly hide: Hide
  /** Called when only a person can help, by authorizing the connection again. */
  readonly refused: (because: string) => Effect.Effect<void, DatabaseFailed>
}

export class CredentialStore extends Context.Service<CredentialStore, {
  /** The credentials port for a plugin. */
  readonly portOf: (owned: Owned, hooks: Hooks) => Credentials.Credentials["Service"]
  /** Stores what a person's authorization obtained and replaces the earlier credential. */
  readonly put: (owned: Owned, obtained: Credentials.Obtained) => Effect.Effect<void, DatabaseFailed>
  /**
   * The PKCE verifier (RFC 7636) of an authorization. Every node derives it from the state with the secret key. It is
   * stored nowhere, and a person who sees the state in the browser cannot exchange the code.
   */
  readonly verifierOf: (id: string, state: string) => Redacted.Redacted
  /** Allows another exchange after the peer refused for good. */
  readonly forgive: (id: string) => Effect.Effect<void, DatabaseFailed>
}>()("@crossdock/runner/connection/CredentialStore") {
  static readonly layer = Layer.effect(CredentialStore, Effect.suspend(() => make))
}

export const place = (id: string): string => `credential ${id}`

/** Creates the row of a connection. A credential of another plugin is deleted. */
export const begin = (db: Database["Service"], { id, plugin }: Owned): Effect.Effect<void, DatabaseFailed> =>
  Effect.andThen(
    db.query("delete from credential where connection = $1 and plugin <> $2", [id, plugin]),
    db.query("insert into credential (connection, plugin, version) values ($1, $2, 0) on conflict (connection) do nothing", [id, plugin])
  )

type Turn =
  | { readonly is: "newer"; readonly row: Row }
  | { readonly is: "absent" }
  | { readonly is: "refused"; readonly message: string; readonly isNew: boolean }
  | { readonly is: "another's" }
  | { readonly is: "failed lately"; readonly message: string; readonly millis: number }
  | { readonly is: "ours"; readonly epoch: number; readonly unfinished: number }

const unavailable = (message: string, millis?: number) =>
  new Credentials.CredentialsUnavailable({ message, ...(millis !== undefined && { retryAfter: Duration.millis(millis) }) })

const away = (error: DatabaseFailed | VaultRefused) =>
  unavailable(error._tag === "VaultRefused" ? error.message : "the database did not answer")

/** Retries until stored, because what has happened at the peer cannot be requested again. */
const retryUntilStored = <A>(work: Effect.Effect<A, DatabaseFailed>): Effect.Effect<A> =>
  work.pipe(
    Effect.tapError((failed) => Effect.logError("the result of a credential exchange could not be stored; it is tried again", failed)),
    Effect.retry(Schedule.spaced("1 second")),
    Effect.orDie
  )

const lostText = (count: number): string =>
  `${count === 1 ? "an exchange" : `${count} exchanges`} did not finish, so credentials that the peer issued then may be lost`

const make = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  const ownership = yield* NodeLeases
  const running = new Map<string, Deferred.Deferred<Credentials.Credential, Credentials.CredentialsError>>()

  // A shutdown waits for exchanges that are in progress.
  yield* Effect.addFinalizer(() =>
    Effect.timeoutOption(Effect.forEach([...running.values()], (done) => Effect.exit(Deferred.await(done)), { discard: true }), exchangeLimit))

  const seal = (id: string, values: Credentials.SecretValues): string =>
    vault.seal(place(id), JSON.stringify(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Redacted.value(value)]))))

  const opened = Effect.fnUntraced(function*({ id }: Owned, row: Row) {
    const texts = JSON.parse(yield* vault.open(place(id), String(row.values_sealed))) as Readonly<Record<string, string>>
    const credential: Credentials.Credential = {
      version: Number(row.version),
      values: Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Redacted.make(text, { label: name })])),
      ...(row.expires_at !== null && { expiresAt: DateTime.makeUnsafe(Number(row.expires_at)) })
    }
    return credential
  })

  const rowOf = ({ id, plugin }: Owned) =>
    db.one("select version, values_sealed, expires_at from credential where connection = $1 and plugin = $2", [id, plugin])

  /** Stores a credential unless a version newer than `version` is stored; undefined if one is. */
  const stored = Effect.fnUntraced(function*({ id, plugin }: Owned, { expiresAt, values }: Credentials.Obtained, version: number) {
    const now = yield* Clock.currentTimeMillis
    const [row] = yield* db.query(
      `update credential set version = version + 1, values_sealed = $4, expires_at = $5, obtained_at = $6, owner = null, begun_at = null,
         unfinished = 0, refused_because = null, failures = 0, failing_since = null, failure = null, retry_at = null
       where connection = $1 and plugin = $2 and version = $3 returning version, values_sealed, expires_at`,
      [id, plugin, version, seal(id, values), expiresAt === undefined ? null : DateTime.toEpochMillis(expiresAt), now]
    )
    return row
  })

  const turnOf = Effect.fnUntraced(function*(owned: Owned, version: number) {
    const { id, plugin } = owned
    // Extends the lease first if it is old, because the claim is valid only with it.
    yield* ownership.stillHolds(ownership.epoch)
    const { epoch, node } = ownership
    const now = yield* Clock.currentTimeMillis
    return yield* db.transaction(Effect.gen(function*(): Effect.fn.Return<Turn, DatabaseFailed> {
      if (version === 0) yield* begin(db, owned)
      const row = yield* db.one(
        `select *, case when owner is not null and ${holds("credential")} then 1 else 0 end as is_claimed
         from credential where connection = $1 and plugin = $2 ${db.forUpdate}`,
        [id, plugin]
      )
      if (row === undefined || (row.values_sealed === null && version !== 0)) return { is: "absent" }
      if (Number(row.version) !== version) return { is: "newer", row }
      if (row.refused_because !== null) return { is: "refused", message: String(row.refused_because), isNew: false }
      if (Number(row.is_claimed) === 1 && row.owner !== node) return { is: "another's" }
      const millis = row.retry_at === null ? 0 : Number(row.retry_at) - now
      // A later time was written by a clock that was set back since.
      if (millis > 0 && millis <= longestPause) return { is: "failed lately", message: String(row.failure), millis }
      const unfinished = Number(row.unfinished) + (row.owner === null ? 0 : 1)
      if (unfinished >= mostUnfinished) {
        const message = `${lostText(unfinished)}; authorize the connection again`
        yield* db.query(
          "update credential set owner = null, begun_at = null, unfinished = $2, refused_because = $3 where connection = $1",
          [id, unfinished, message]
        )
        return { is: "refused", message, isNew: true }
      }
      yield* db.query(
        "update credential set owner = $2, epoch = $3, begun_at = $4, unfinished = $5 where connection = $1",
        [id, node, epoch, now, unfinished]
      )
      return { is: "ours", epoch, unfinished }
    }))
  })

  const released = (id: string, epoch: number) =>
    db.query("update credential set owner = null, begun_at = null where connection = $1 and owner = $2 and epoch = $3", [id, ownership.node, epoch])

  /** Records a failed exchange; undefined: it may be tried again. */
  const failed = Effect.fnUntraced(function*({ id }: Owned, version: number, epoch: number, unfinished: number, reason: AdapterError.Reason, message: string) {
    if (reason._tag === "CredentialRejected" || reason._tag === "Rejected") {
      const because = unfinished === 0 ? message : `${message}; ${lostText(unfinished)}`
      const rows = yield* db.query(
        `update credential set refused_because = $4, owner = null, begun_at = null
         where connection = $1 and version = $2 and owner = $5 and epoch = $3 returning connection`,
        [id, version, epoch, because, ownership.node]
      )
      return rows.length === 0 ? undefined : because
    }
    const now = yield* Clock.currentTimeMillis
    yield* db.transaction(Effect.gen(function*() {
      const row = yield* db.one(
        `select failures from credential where connection = $1 and version = $2 and owner = $3 and epoch = $4 ${db.forUpdate}`,
        [id, version, ownership.node, epoch]
      )
      if (row === undefined) return
      const failures = Number(row.failures) + 1
      const pause = Math.min(longestPause, firstPause * 2 ** Math.min(failures - 1, 10))
      yield* db.query(
        `update credential set owner = null, begun_at = null, failures = $3, failure = $4, failing_since = coalesce(failing_since, $5), retry_at = $6
         where connection = $1 and version = $2`,
        [id, version, failures, message, now, now + pause]
      )
    }))
    return undefined
  })

  const exchanged = Effect.fnUntraced(function*(
    owned: Owned,
    hooks: Hooks,
    version: number,
    { epoch, unfinished }: Extract<Turn, { readonly is: "ours" }>,
    exchange: Effect.Effect<Credentials.Obtained, AdapterError.Reason>
  ) {
    if (unfinished > 0) {
      yield* Effect.logError(
        `${lostText(unfinished)}; the runner tries the earlier credential once more. If the peer refuses it, a person must authorize the connection again`
      )
    }
    const exit = yield* SendGuard.within(
      () => ownership.surelyHolds(epoch),
      Effect.timeoutOrElse(exchange, {
        duration: exchangeLimit,
        orElse: () => Effect.fail(new AdapterError.TransportFailed({ phase: "receive", cause: "no response in time" }))
      })
    )
    if (exit === undefined) {
      yield* retryUntilStored(released(owned.id, epoch))
      return yield* Effect.fail(unavailable("this node lost its lease before the exchange was sent", firstPause))
    }
    if (Exit.isSuccess(exit)) {
      hooks.learn(exit.value.values)
      const row = yield* retryUntilStored(stored(owned, exit.value, version))
      yield* Effect.logInfo(row === undefined ? "credentials were renewed by another node meanwhile" : "credentials renewed")
      return row
    }
    const reason = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
    if (reason === undefined) {
      yield* retryUntilStored(released(owned.id, epoch))
      return yield* Effect.failCause(exit.cause as Cause.Cause<never>)
    }
    const message = hooks.hide(AdapterError.describe(reason), 500)
    const because = yield* retryUntilStored(failed(owned, version, epoch, unfinished, reason, message))
    if (because !== undefined) return yield* refused(hooks, because)
    if (reason._tag === "CredentialRejected" || reason._tag === "Rejected") return undefined
    yield* Effect.logWarning(`credentials could not be renewed: ${message}`)
    const told = "retryAfter" in reason && reason.retryAfter !== undefined ? Duration.toMillis(reason.retryAfter) : firstPause
    return yield* Effect.fail(unavailable(`the exchange failed: ${message}`, told))
  })

  const refused = Effect.fnUntraced(function*(hooks: Hooks, message: string) {
    const error = new Credentials.RenewalRefused({ message })
    yield* Effect.ignore(hooks.refused(AdapterError.describe(Credentials.toReason(error))))
    return yield* Effect.fail(error)
  })

  const read = Effect.fnUntraced(function*(owned: Owned, hooks: Hooks, row: Row | undefined) {
    if (row === undefined || row.values_sealed === null) return yield* Effect.fail(new Credentials.NotAuthorized())
    const credential = yield* Effect.mapError(opened(owned, row), away)
    hooks.learn(credential.values)
    return credential
  })

  const refresh = Effect.fnUntraced(function*(
    owned: Owned,
    hooks: Hooks,
    version: number,
    exchange: Effect.Effect<Credentials.Obtained, AdapterError.Reason>
  ): Effect.fn.Return<Credentials.Credential, Credentials.CredentialsError> {
    let waited = 0
    let pause = 50
    while (true) {
      const turn = yield* Effect.mapError(turnOf(owned, version), away)
      switch (turn.is) {
        case "absent":
          return yield* Effect.fail(new Credentials.NotAuthorized())
        case "newer":
          return yield* read(owned, hooks, turn.row)
        case "refused":
          return yield* turn.isNew
            ? refused(hooks, turn.message)
            : Effect.fail(new Credentials.RenewalRefused({ message: turn.message }))
        case "failed lately":
          return yield* Effect.fail(unavailable(`the exchange failed a moment ago: ${turn.message}`, turn.millis))
        case "another's":
          if (waited >= patience) return yield* Effect.fail(unavailable("another node is exchanging the credentials and has not finished", firstPause))
          yield* Effect.sleep(pause)
          waited += pause
          pause = Math.min(500, pause * 1.5)
          break
        case "ours": {
          const row = yield* exchanged(owned, hooks, version, turn, exchange)
          return yield* read(owned, hooks, row ?? (yield* Effect.mapError(rowOf(owned), away)))
        }
      }
    }
  })

  const portOf = (owned: Owned, hooks: Hooks): Credentials.Credentials["Service"] => {
    const shared = (
      version: number,
      exchange: Effect.Effect<Credentials.Obtained, AdapterError.Reason>
    ): Effect.Effect<Credentials.Credential, Credentials.CredentialsError> =>
      Effect.uninterruptibleMask((restore) => {
        const before = running.get(owned.id)
        if (before !== undefined) {
          return restore(Effect.flatMap(Deferred.await(before), (credential) =>
            credential.version === version ? shared(version, exchange) : Effect.succeed(credential)))
        }
        const done = Deferred.makeUnsafe<Credentials.Credential, Credentials.CredentialsError>()
        running.set(owned.id, done)
        const work = Effect.map(
          Effect.exit(Effect.annotateLogs(refresh(owned, hooks, version, exchange), { connection: owned.id })),
          (exit) => {
            running.delete(owned.id)
            Deferred.doneUnsafe(done, exit)
          }
        )
        // The exchange continues if its caller is interrupted, because the peer may have carried it out already.
        return Effect.andThen(Effect.forkDetach(work), restore(Deferred.await(done)))
      })
    return Credentials.Credentials.of({
      get: Effect.flatMap(Effect.mapError(Effect.suspend(() => rowOf(owned)), away), (row) => read(owned, hooks, row)),
      refresh: (held, exchange) => shared(held?.version ?? 0, exchange)
    })
  }

  return CredentialStore.of({
    portOf,
    put: (owned, obtained) =>
      db.transaction(Effect.gen(function*() {
        yield* begin(db, owned)
        const row = yield* db.one(`select version from credential where connection = $1 ${db.forUpdate}`, [owned.id])
        yield* stored(owned, obtained, Number(row?.version ?? 0))
      })),
    verifierOf: (id, state) => Redacted.make(vault.derive(`authorization ${id}`, state), { label: "codeVerifier" }),
    forgive: (id) =>
      Effect.asVoid(db.query(
        "update credential set refused_because = null, unfinished = 0, failures = 0, retry_at = null where connection = $1",
        [id]
      ))
  })
})

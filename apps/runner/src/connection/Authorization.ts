/**
 * Lets a person grant a connection access to an account at its peer (authorization code flow): creates the address with
 * a state that works once, and exchanges the code that comes back.
 */
import { AdapterError, Credentials } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Cause from "effect/Cause"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import { Database } from "../store/Database.ts"
import * as DueTimes from "../store/DueTimes.ts"
import { Connections } from "./Connections.ts"
import * as CredentialStore from "./CredentialStore.ts"
import * as Redaction from "./Redaction.ts"

/** Milliseconds that a person has to grant access. */
export const lasts = 10 * 60_000
const exchangeLimit = "30 seconds"

/** The plugin of the connection needs no authorization. */
export class NothingToAuthorize extends Schema.TaggedError<NothingToAuthorize>("@crossdock/runner/NothingToAuthorize")(
  "NothingToAuthorize",
  { plugin: Schema.String }
) {}

/** Where the peer redirects the person: the public address of the runner, including its path, and the connection. */
export const redirectUrl = (publicUrl: URL, connection: string): URL =>
  new URL(`${publicUrl.pathname.replace(/\/+$/, "")}/oauth/callback/${encodeURIComponent(connection)}`, publicUrl)

const digest = (state: string): string => createHash("sha256").update(state).digest("hex")

/** Creates the address, which is valid for ten minutes. An earlier address of the same connection becomes invalid. */
export const begin = Effect.fnUntraced(function*(id: string, publicUrl: URL) {
  const db = yield* Database
  const connections = yield* Connections
  const store = yield* CredentialStore.CredentialStore
  const authorization = connections.authorizationOf(id)
  const plugin = connections.get(id)?.plugin.id ?? ""
  if (authorization === undefined) return yield* Effect.fail(new NothingToAuthorize({ plugin }))
  const state = randomBytes(32).toString("base64url")
  const until = (yield* Clock.currentTimeMillis) + lasts
  yield* db.transaction(Effect.andThen(
    CredentialStore.begin(db, { id, plugin }),
    db.query("update credential set state_hash = $2, state_until = $3 where connection = $1", [id, digest(state), until])
  ))
  const redirect = redirectUrl(publicUrl, id)
  const codeChallenge = Credentials.codeChallenge(store.verifierOf(id, state))
  return { url: authorization.url({ state, redirectUrl: redirect, codeChallenge }), redirectUrl: redirect, until }
})

/** Whether the state was issued, was not used before and has not expired. This call uses it up. */
const takes = Effect.fnUntraced(function*(id: string, state: string) {
  const db = yield* Database
  const now = yield* Clock.currentTimeMillis
  const row = yield* db.one("select state_hash, state_until from credential where connection = $1", [id])
  const given = digest(state)
  const expected = typeof row?.state_hash === "string" ? row.state_hash : digest("")
  const isSame = timingSafeEqual(Buffer.from(expected), Buffer.from(given))
  const left = Number(row?.state_until ?? 0) - now
  // More time left than was ever given means that the clock was set back; the clock of the node that began it may be a little ahead.
  if (!isSame || state === "" || left <= 0 || left > lasts + DueTimes.tolerance) return false
  const used = yield* db.query(
    "update credential set state_hash = null, state_until = null where connection = $1 and state_hash = $2 returning connection",
    [id, given]
  )
  return used.length === 1
})

export type Outcome =
  | { readonly is: "authorized"; readonly isResumed: boolean }
  /** The state was never issued, was used before, or has expired. */
  | { readonly is: "unknown" }
  /** The peer reports that the person did not grant access. */
  | { readonly is: "denied" }
  | { readonly is: "failed"; readonly message: string }

/** Whether the connection was paused because it lacked authorization, so that it can be resumed now. */
const isForWantOfIt = (because: string): boolean =>
  because.startsWith(`${Credentials.faultCodes.notAuthorized}:`) || because.startsWith(`${Credentials.faultCodes.refused}:`)

/** Handles the redirect from the peer; each state works once. */
export const finish = Effect.fnUntraced(function*(id: string, query: URLSearchParams, publicUrl: URL) {
  const connections = yield* Connections
  const store = yield* CredentialStore.CredentialStore
  const authorization = connections.authorizationOf(id)
  const isGiven = yield* takes(id, query.get("state") ?? "")
  if (authorization === undefined || !isGiven) return { is: "unknown" } satisfies Outcome
  if (query.has("error")) return { is: "denied" } satisfies Outcome
  const params = Object.fromEntries([...query].filter(([name]) => name !== "state").map(([name, value]) => [name, Redacted.make(value, { label: name })]))
  const codeVerifier = store.verifierOf(id, query.get("state") ?? "")
  const exit = yield* Effect.exit(Effect.timeoutOrElse(authorization.exchange({ params, redirectUrl: redirectUrl(publicUrl, id), codeVerifier }), {
    duration: exchangeLimit,
    orElse: () => Effect.fail(new AdapterError.TransportFailed({ phase: "receive", cause: "no response in time" }))
  }))
  if (Exit.isFailure(exit)) {
    const reason = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
    const hide = Redaction.hiding({ ...params, codeVerifier })
    const message = reason === undefined
      ? "the plugin failed; the log of the runner has the cause"
      : AdapterError.describe(Redaction.inReason(reason, [connections.hides(id), hide]))
    yield* reason === undefined
      ? Effect.logError("an authorization failed", Redaction.inDefect(Cause.squash(exit.cause), [connections.hides(id), hide]))
      : Effect.logWarning(`an authorization failed: ${message}`)
    return { is: "failed", message } satisfies Outcome
  }
  yield* store.put({ id, plugin: connections.get(id)?.plugin.id ?? "" }, exit.value)
  const paused = connections.pausedOf(id)
  const isResumed = paused !== undefined && isForWantOfIt(paused.because)
  if (isResumed) yield* connections.resume(id)
  yield* Effect.logInfo("connection authorized")
  return { is: "authorized", isResumed } satisfies Outcome
})

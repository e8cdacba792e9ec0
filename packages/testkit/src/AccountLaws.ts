/**
 * The laws about authorization by a person and about tokens that expire, the same for every contract.
 */
import { AdapterError, type Contract, Credentials } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"
import { inspect } from "node:util"
import type { AccountFixture } from "./AccountFixture.ts"
import { assert, equal, LawViolation } from "./Assertions.ts"
import { type Capability, having, type Laws } from "./Law.ts"
import type { Watch } from "./OutputCapture.ts"
import type { Time } from "./Time.ts"

/** The plugin's OAuth authorization for one connection. */
export interface OpenedAuthorization {
  readonly state: string
  /** The URL at which a person grants access. */
  readonly url: URL
  /** Exchanges the parameters that a person brings back from `url` for a credential. */
  readonly exchange: (params: Credentials.SecretValues) => Effect.Effect<{ readonly values: Credentials.SecretValues }, AdapterError.AdapterError, unknown>
}

interface AccountContext {
  readonly fixture: AccountFixture<unknown>
  /** The plugin's OAuth authorization, if it has one. */
  readonly authorization?: OpenedAuthorization
  readonly time: Time
  readonly watch: Watch
}

type Authorizing = NonNullable<AccountFixture<unknown>["authorization"]>
type TokenExpiry = NonNullable<AccountFixture<unknown>["tokenExpiry"]>

const authorizing: Capability<AccountFixture<unknown>, Authorizing> = { name: "authorization", of: (fixture) => fixture.authorization }
const expiring: Capability<AccountFixture<unknown>, TokenExpiry> = { name: "tokenExpiry", of: (fixture) => fixture.tokenExpiry }

/** What a runner would make for each authorization. */
const redirectUrl = new URL("https://runner.example/oauth/callback/suite")
const state = "state-of-the-suite"
const codeVerifier = Redacted.make("the-verifier-of-the-suite-has-more-than-43-characters", { label: "codeVerifier" })

interface Authorized<Settings> {
  readonly id: string
  readonly authorization?: Contract.Authorization<Settings>
}

/** The authorization of a plugin, opened for one connection. Empty if it has none. */
export const opened = <Settings extends Schema.Codec<unknown, unknown>["Type"]>(
  { authorization, id }: Authorized<Settings>,
  settings: Settings
): { readonly authorization?: OpenedAuthorization } => authorization === undefined ? {} : {
  authorization: {
    state,
    url: authorization.url(settings, { state, redirectUrl, codeChallenge: Credentials.codeChallenge(codeVerifier) }),
    exchange: (params: Credentials.SecretValues) =>
      Effect.mapError(
        authorization.exchange(settings, { params, redirectUrl, codeVerifier }),
        (reason) => new AdapterError.AdapterError({ adapter: id, operation: "authorization", reason })
      ) as Effect.Effect<Credentials.Obtained, AdapterError.AdapterError, unknown>
  }
}

/** Exchanges the parameters that a person brings back. A failure is kept for the law about personal data. */
export const exchanged = (context: AccountContext, params: Credentials.SecretValues) =>
  Effect.tapError(context.time.during(context.authorization!.exchange(params)), (error) => Effect.sync(() => context.watch.noteError(error)))

/** A person opens the authorization URL, grants access, and comes back with parameters. */
export const granted = (context: AccountContext, { grant }: Authorizing) => grant(context.authorization!.url)

export const authorizationLaws: Laws<AccountContext, AccountFixture<unknown>> = {
  "authorization/exchanges": [
    "U-130",
    "exchanges what a person brings back from the peer for a credential that the peer accepts",
    having(authorizing, Effect.fnUntraced(function*(context: AccountContext, authorization) {
      const params = yield* granted(context, authorization)
      equal(params["state"] && Redacted.value(params["state"]), context.authorization!.state, "the state parameter with which the person comes back")
      const { values } = yield* exchanged(context, params)
      assert(yield* authorization.accepts(values), "the peer does not accept the credential that the exchange returned")
    }))
  ],
  "authorization/keeps-secrets": [
    "D1-359",
    "returns the exchanged credential as redacted values, which no log or JSON shows",
    having(authorizing, Effect.fnUntraced(function*(context: AccountContext, authorization) {
      const { values } = yield* exchanged(context, yield* granted(context, authorization))
      for (const value of Object.values(values)) {
        assert(Redacted.isRedacted(value), "a value of the credential is plain text; wrap it in Redacted")
        assert(!`${inspect(values)}${JSON.stringify(values)}`.includes(Redacted.value(value)), "inspect or JSON.stringify shows a value of the credential")
      }
    }))
  ],
  "authorization/wrong": [
    "D1-376 U-130",
    "fails with Rejected or CredentialRejected when the peer refuses the code",
    having(authorizing, Effect.fnUntraced(function*(context: AccountContext, { wrong }) {
      const { reason } = yield* Effect.match(exchanged(context, wrong), {
        onSuccess: (): never => {
          throw new LawViolation("the exchange succeeded although the peer does not know the code")
        },
        onFailure: (error) => error
      })
      assert(reason._tag === "Rejected" || reason._tag === "CredentialRejected", `the exchange failed as ${reason._tag}; expected Rejected or CredentialRejected`)
    }))
  ]
}

const concurrentCalls = 12

/** A call that finds one record by its number. */
export interface Lookup {
  readonly number: string
  readonly call: Effect.Effect<ReadonlyArray<string>, AdapterError.AdapterError>
}

/** The law about concurrent calls with a token that has expired. `prepare` makes a record at the peer. */
export const lapseLaws = <Context extends AccountContext>(
  prepare: (context: Context) => Effect.Effect<Lookup, unknown, unknown>
): Laws<Context, Context["fixture"]> => ({
  "credentials/lapse": [
    "D1-359",
    "renews an expired token once for all concurrent calls, and each of them succeeds",
    {
      lacks: (fixture) => (expiring.of(fixture) === undefined ? expiring.name : undefined),
      run: Effect.fnUntraced(function*(context: Context) {
        const { call, number } = yield* prepare(context)
        const tokenExpiry = expiring.of(context.fixture)!
        const before = yield* tokenExpiry.issued
        yield* tokenExpiry.expire
        const calls = Array.from({ length: concurrentCalls }, () => call)
        const answers = yield* context.time.during(Effect.all(calls, { concurrency: "unbounded" }))
        equal(answers, calls.map(() => [number]), "orders found by each call")
        equal((yield* tokenExpiry.issued) - before, 1, "tokens that the peer issued")
      })
    }
  ]
})

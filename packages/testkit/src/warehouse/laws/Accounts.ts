/**
 * The laws about authorization by a person and about callback registrations.
 */
import { type Credentials, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { inspect } from "node:util"
import { LawViolation, equal, assert } from "../../Assertions.ts"
import { having, type Laws } from "../../Law.ts"
import { type LawContext, call } from "../LawContext.ts"
import { can, type SuiteFixture } from "../SuiteFixture.ts"

type Authorization = NonNullable<SuiteFixture<unknown>["authorization"]>
type Subscriptions = NonNullable<SuiteFixture<unknown>["subscriptions"]>

/** Exchanges the parameters that a person brings back. A failure is kept for the law about personal data. */
export const exchanged = (context: LawContext, params: Credentials.Values) =>
  Effect.tapError(context.time.during(context.authorization!.exchange(params)), (error) => Effect.sync(() => context.watch.noteError(error)))

/** A person opens the authorization URL, grants access, and comes back with parameters. */
export const granted = (context: LawContext, { grant }: Authorization) => grant(context.authorization!.url)

export const authorizationLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "authorization/exchanges": [
    "U-130",
    "exchanges what a person brings back from the peer for a credential that the peer accepts",
    having(can.authorization, Effect.fnUntraced(function*(context: LawContext, authorization) {
      const params = yield* granted(context, authorization)
      equal(params["state"] && Redacted.value(params["state"]), context.authorization!.state, "the state parameter with which the person comes back")
      const { values } = yield* exchanged(context, params)
      assert(yield* authorization.accepts(values), "the peer does not accept the credential that the exchange returned")
    }))
  ],
  "authorization/keeps-secrets": [
    "D1-359",
    "returns the exchanged credential as redacted values, which no log or JSON shows",
    having(can.authorization, Effect.fnUntraced(function*(context: LawContext, authorization) {
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
    having(can.authorization, Effect.fnUntraced(function*(context: LawContext, { wrong }) {
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

const addressOf = (context: LawContext, hint: string): URL => new URL(`https://runner.example/callbacks/${context.fresh(hint)}`)

const heldOf = (subscriptions: Subscriptions, { href }: URL) =>
  Effect.map(subscriptions.held, (held) => held.filter(({ callbackUrl }) => callbackUrl === href))

export const subscribeLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "subscribe/registers": [
    "D1-369",
    "registers the callback URL at the peer and returns the id of the registration",
    having(can.subscriptions, Effect.fnUntraced(function*(context: LawContext, subscriptions) {
      const callbackUrl = addressOf(context, "subscribe")
      const { subscriptionId } = yield* call(context, WarehouseV1.Subscribe, { callbackUrl })
      equal(yield* heldOf(subscriptions, callbackUrl), [{ id: subscriptionId, callbackUrl: callbackUrl.href }], "registrations")
    }))
  ],
  "subscribe/twice": [
    "D1-375",
    "leaves one registration when the same callback URL is registered twice",
    having(can.subscriptions, Effect.fnUntraced(function*(context: LawContext, subscriptions) {
      const callbackUrl = addressOf(context, "subscribe-twice")
      yield* call(context, WarehouseV1.Subscribe, { callbackUrl })
      yield* call(context, WarehouseV1.Subscribe, { callbackUrl })
      equal((yield* heldOf(subscriptions, callbackUrl)).length, 1, "registrations")
    }))
  ]
}

export const renewLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "renew/keeps": [
    "D1-369",
    "keeps one registration after a renewal, and does not shorten its lifetime",
    having(can.subscriptions, Effect.fnUntraced(function*(context: LawContext, subscriptions) {
      const callbackUrl = addressOf(context, "renew")
      const before = yield* call(context, WarehouseV1.Subscribe, { callbackUrl })
      yield* context.time.pass("2 seconds")
      const after = yield* call(context, WarehouseV1.Renew, { subscriptionId: before.subscriptionId, callbackUrl })
      equal((yield* heldOf(subscriptions, callbackUrl)).map(({ id }) => id), [after.subscriptionId], "registrations")
      if (before.expiresAt !== undefined && after.expiresAt !== undefined) {
        assert(DateTime.isGreaterThanOrEqualTo(after.expiresAt, before.expiresAt), "expiresAt is earlier after the renewal than before")
      }
    }))
  ]
}

export const unsubscribeLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "unsubscribe/ends": [
    "D1-369",
    "removes a registration at the peer, and succeeds when it is removed already",
    having(can.subscriptions, Effect.fnUntraced(function*(context: LawContext, subscriptions) {
      const callbackUrl = addressOf(context, "unsubscribe")
      const { subscriptionId } = yield* call(context, WarehouseV1.Subscribe, { callbackUrl })
      yield* call(context, WarehouseV1.Unsubscribe, { subscriptionId })
      equal(yield* heldOf(subscriptions, callbackUrl), [], "registrations")
      yield* call(context, WarehouseV1.Unsubscribe, { subscriptionId })
    }))
  ]
}

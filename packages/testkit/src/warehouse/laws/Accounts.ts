/**
 * What a connection has at its peer beside goods: credentials that a person asked for, and registered callbacks.
 */
import { type Credentials, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { inspect } from "node:util"
import { Broken, equal, holds } from "../../Claim.ts"
import { having, type Laws } from "../../Law.ts"
import { type Bench, call } from "../Bench.ts"
import { can, type Given } from "../Given.ts"

type Subscriptions = NonNullable<Given<unknown>["subscriptions"]>

const exchanged = (bench: Bench, values: Credentials.Values) =>
  bench.exchange === undefined
    ? call(bench, WarehouseV1.Authorize, { values })
    : Effect.tapError(bench.time.during(bench.exchange(values)), (error) => Effect.sync(() => bench.watch.noteError(error)))

export const authorizing: Laws<Bench, Given<unknown>> = {
  "authorize/exchanges": [
    "U-130",
    "what a person entered becomes a credential that the peer accepts",
    having(can.authorization, Effect.fnUntraced(function*(bench: Bench, authorization) {
      const { values } = yield* exchanged(bench, yield* authorization.entered)
      holds(yield* authorization.accepts(values), "the peer does not accept the credential")
    }))
  ],
  "authorize/keeps-secrets": [
    "D1-359",
    "what is exchanged is shown by nothing",
    having(can.authorization, Effect.fnUntraced(function*(bench: Bench, authorization) {
      const { values } = yield* exchanged(bench, yield* authorization.entered)
      for (const value of Object.values(values)) {
        holds(Redacted.isRedacted(value), "a value is plain text")
        holds(!`${inspect(values)}${JSON.stringify(values)}`.includes(Redacted.value(value)), "a value is shown")
      }
    }))
  ],
  "authorize/wrong": [
    "D1-376 U-130",
    "a code that the peer refuses is told as refused, for good",
    having(can.authorization, Effect.fnUntraced(function*(bench: Bench, { wrong }) {
      const { reason } = yield* Effect.match(exchanged(bench, wrong), {
        onSuccess: (): never => {
          throw new Broken("authorize succeeded although the peer does not know the code")
        },
        onFailure: (error) => error
      })
      holds(reason._tag === "Rejected" || reason._tag === "CredentialRejected", `it fails as ${reason._tag}`)
    }))
  ]
}

const addressOf = (bench: Bench, hint: string): URL => new URL(`https://runner.example/callbacks/${bench.fresh(hint)}`)

const heldOf = (subscriptions: Subscriptions, { href }: URL) =>
  Effect.map(subscriptions.held, (held) => held.filter(({ callbackUrl }) => callbackUrl === href))

export const subscribing: Laws<Bench, Given<unknown>> = {
  "subscribe/registers": [
    "D1-369",
    "the address is registered at the peer under the id that is answered",
    having(can.subscriptions, Effect.fnUntraced(function*(bench: Bench, subscriptions) {
      const callbackUrl = addressOf(bench, "subscribe")
      const { subscriptionId } = yield* call(bench, WarehouseV1.Subscribe, { callbackUrl })
      equal(yield* heldOf(subscriptions, callbackUrl), [{ id: subscriptionId, callbackUrl: callbackUrl.href }], "registrations")
    }))
  ],
  "subscribe/twice": [
    "D1-375",
    "registering the same address again leaves one registration",
    having(can.subscriptions, Effect.fnUntraced(function*(bench: Bench, subscriptions) {
      const callbackUrl = addressOf(bench, "subscribe-twice")
      yield* call(bench, WarehouseV1.Subscribe, { callbackUrl })
      yield* call(bench, WarehouseV1.Subscribe, { callbackUrl })
      equal((yield* heldOf(subscriptions, callbackUrl)).length, 1, "registrations")
    }))
  ]
}

export const renewing: Laws<Bench, Given<unknown>> = {
  "renew/keeps": [
    "D1-369",
    "a registration that is renewed is still the only one, and does not lapse earlier",
    having(can.subscriptions, Effect.fnUntraced(function*(bench: Bench, subscriptions) {
      const callbackUrl = addressOf(bench, "renew")
      const before = yield* call(bench, WarehouseV1.Subscribe, { callbackUrl })
      yield* bench.time.pass("2 seconds")
      const after = yield* call(bench, WarehouseV1.Renew, { subscriptionId: before.subscriptionId, callbackUrl })
      equal((yield* heldOf(subscriptions, callbackUrl)).map(({ id }) => id), [after.subscriptionId], "registrations")
      if (before.expiresAt !== undefined && after.expiresAt !== undefined) {
        holds(DateTime.isGreaterThanOrEqualTo(after.expiresAt, before.expiresAt), "it lapses earlier than before")
      }
    }))
  ]
}

export const unsubscribing: Laws<Bench, Given<unknown>> = {
  "unsubscribe/ends": [
    "D1-369",
    "a registration that is ended is gone, and ending it again is no error",
    having(can.subscriptions, Effect.fnUntraced(function*(bench: Bench, subscriptions) {
      const callbackUrl = addressOf(bench, "unsubscribe")
      const { subscriptionId } = yield* call(bench, WarehouseV1.Subscribe, { callbackUrl })
      yield* call(bench, WarehouseV1.Unsubscribe, { subscriptionId })
      equal(yield* heldOf(subscriptions, callbackUrl), [], "registrations")
      yield* call(bench, WarehouseV1.Unsubscribe, { subscriptionId })
    }))
  ]
}

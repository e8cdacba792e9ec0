/**
 * The laws about callback registrations.
 */
import { WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { equal, assert } from "../../Assertions.ts"
import { having, type Laws } from "../../Law.ts"
import { type LawContext, call } from "../LawContext.ts"
import { can, type SuiteFixture } from "../SuiteFixture.ts"

type Subscriptions = NonNullable<SuiteFixture<unknown>["subscriptions"]>

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

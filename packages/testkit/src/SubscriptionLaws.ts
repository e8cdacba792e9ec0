/**
 * The laws about registrations of callbacks, which are the same in every contract.
 */
import { type AdapterError, Subscriptions } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { assert, equal } from "./Assertions.ts"
import { type Capability, having, type Laws } from "./Law.ts"
import type { Time } from "./Time.ts"

/** The registrations that the peer has. */
export interface Registrations {
  readonly held: Effect.Effect<ReadonlyArray<{ readonly id: string; readonly callbackUrl: string }>, unknown, unknown>
}

interface LawContext {
  readonly fresh: (hint: string) => string
  readonly time: Time
}

type Registration = (typeof Subscriptions.operations)[number]

const addressOf = (context: LawContext, hint: string): URL => new URL(`https://runner.example/callbacks/${context.fresh(hint)}`)

const heldOf = (subscriptions: Registrations, { href }: URL) =>
  Effect.map(subscriptions.held, (held) => held.filter(({ callbackUrl }) => callbackUrl === href))

/** The laws of the three operations, for the part of a fixture that shows registrations and a call of the plugin. */
export const make = <F, C extends LawContext & { readonly fixture: F }>(
  part: Capability<F, Registrations>,
  call: <O extends Registration>(context: C, operation: O, payload: O["payload"]["Type"]) => Effect.Effect<O["success"]["Type"], AdapterError.AdapterError>
) => {
  const subscribeLaws: Laws<C, F> = {
    "subscribe/registers": [
      "D1-369",
      "registers the callback URL at the peer and returns the id of the registration",
      having(part, Effect.fnUntraced(function*(context: C, subscriptions) {
        const callbackUrl = addressOf(context, "subscribe")
        const { subscriptionId } = yield* call(context, Subscriptions.Subscribe, { callbackUrl })
        equal(yield* heldOf(subscriptions, callbackUrl), [{ id: subscriptionId, callbackUrl: callbackUrl.href }], "registrations")
      }))
    ],
    "subscribe/twice": [
      "D1-375",
      "leaves one registration when the same callback URL is registered twice",
      having(part, Effect.fnUntraced(function*(context: C, subscriptions) {
        const callbackUrl = addressOf(context, "subscribe-twice")
        yield* call(context, Subscriptions.Subscribe, { callbackUrl })
        yield* call(context, Subscriptions.Subscribe, { callbackUrl })
        equal((yield* heldOf(subscriptions, callbackUrl)).length, 1, "registrations")
      }))
    ]
  }

  const renewLaws: Laws<C, F> = {
    "renew/keeps": [
      "D1-369",
      "keeps one registration after a renewal, and does not shorten its lifetime",
      having(part, Effect.fnUntraced(function*(context: C, subscriptions) {
        const callbackUrl = addressOf(context, "renew")
        const before = yield* call(context, Subscriptions.Subscribe, { callbackUrl })
        yield* context.time.pass("2 seconds")
        const after = yield* call(context, Subscriptions.Renew, { subscriptionId: before.subscriptionId, callbackUrl })
        equal((yield* heldOf(subscriptions, callbackUrl)).map(({ id }) => id), [after.subscriptionId], "registrations")
        if (before.expiresAt !== undefined && after.expiresAt !== undefined) {
          assert(DateTime.isGreaterThanOrEqualTo(after.expiresAt, before.expiresAt), "expiresAt is earlier after the renewal than before")
        }
      }))
    ]
  }

  const unsubscribeLaws: Laws<C, F> = {
    "unsubscribe/ends": [
      "D1-369",
      "removes a registration at the peer, and succeeds when it is removed already",
      having(part, Effect.fnUntraced(function*(context: C, subscriptions) {
        const callbackUrl = addressOf(context, "unsubscribe")
        const { subscriptionId } = yield* call(context, Subscriptions.Subscribe, { callbackUrl })
        yield* call(context, Subscriptions.Unsubscribe, { subscriptionId })
        equal(yield* heldOf(subscriptions, callbackUrl), [], "registrations")
        yield* call(context, Subscriptions.Unsubscribe, { subscriptionId })
      }))
    ]
  }

  return { subscribe: subscribeLaws, renew: renewLaws, unsubscribe: unsubscribeLaws } as const
}

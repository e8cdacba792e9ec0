/**
 * The laws about registrations of callbacks, which are the same in every contract.
 */
import { type AdapterError, type Contract, Subscriptions, type Transport } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { assert, equal, LawViolation, notDriven } from "./Assertions.ts"
import { type Capability, having, type Laws } from "./Law.ts"
import type { Time } from "./Time.ts"

/** The registrations that the peer has. */
export interface Registrations {
  readonly held: Effect.Effect<ReadonlyArray<{ readonly id: string; readonly callbackUrl: string }>, unknown, unknown>
  /** The callbacks about some news that the peer sends to an address now, signed as for its registration; none if it is not registered. */
  readonly callbacks?: ((callbackUrl: URL) => Effect.Effect<ReadonlyArray<Transport.Request>, unknown, unknown>) | undefined
}

interface LawContext {
  readonly fresh: (hint: string) => string
  readonly time: Time
}

type Registration = (typeof Subscriptions.operations)[number]

const addressOf = (context: LawContext, hint: string): URL => new URL(`https://runner.example/callbacks/${context.fresh(hint)}`)

const heldOf = (subscriptions: Registrations, { href }: URL) =>
  Effect.map(subscriptions.held, (held) => held.filter(({ callbackUrl }) => callbackUrl === href))

/** Passes a callback to the plugin as a runner with these registrations would. Returns the status of its answer and the number of events. */
const received = Effect.fnUntraced(function*<C extends LawContext>(context: C, incoming: Contract.CallbackHandler<unknown> | undefined, request: Transport.Request, subscriptions: Contract.CallbackInfo["subscriptions"]) {
  if (incoming === undefined) throw new LawViolation("the plugin registers callbacks and has no `incoming` that takes them")
  let events = 0
  const { status } = yield* context.time.during(incoming(request, () => Effect.sync(() => void events++), { subscriptions }))
  return { isTaken: status >= 200 && status < 300, events }
})

/**
 * The laws of the three operations, for the part of a fixture that shows registrations, a call of the plugin, and its handler of
 * callbacks.
 */
export const make = <F, C extends LawContext & { readonly fixture: F }>(
  part: Capability<F, Registrations>,
  incomingOf: (context: C) => Contract.CallbackHandler<unknown> | undefined,
  call: <O extends Registration>(context: C, operation: O, payload: O["payload"]["Type"]) => Effect.Effect<O["success"]["Type"], AdapterError.AdapterError>
) => {
  const sending: Capability<F, NonNullable<Registrations["callbacks"]>> = { name: `${part.name}: callbacks`, of: (fixture) => part.of(fixture)?.callbacks }
  /** A registration, and the callback that the peer sends to it. */
  const told = Effect.fnUntraced(function*(context: C, callbacks: NonNullable<Registrations["callbacks"]>, hint: string) {
    const callbackUrl = addressOf(context, hint)
    const made = yield* call(context, Subscriptions.Subscribe, { callbackUrl })
    const [request, ...more] = yield* callbacks(callbackUrl)
    if (request === undefined) throw new LawViolation("the peer sends nothing to the address that was registered")
    equal(more.length, 0, "further callbacks to the address")
    return { made, request }
  })
  const subscribeLaws: Laws<C, F> = {
    "subscribe/signed": [
      "D1-369",
      "takes a callback that the peer signed for a registration whose answer the runner has kept",
      having(sending, Effect.fnUntraced(function*(context: C, callbacks) {
        const { made, request } = yield* told(context, callbacks, "signed")
        equal(yield* received(context, incomingOf(context), request, [made]), { isTaken: true, events: 1 }, "what became of a callback of the registration")
      }))
    ],
    "subscribe/forged": [
      "D1-369 U-148",
      "refuses a callback whose signature is that of another secret, or of no registration",
      having(sending, Effect.fnUntraced(function*(context: C, callbacks) {
        const { made, request } = yield* told(context, callbacks, "forged")
        if (made.secret === undefined) notDriven("the peer gives no secret with a registration")
        const others = [{ ...made, secret: Redacted.make("the-secret-of-another-registration") }]
        for (const subscriptions of [others, []]) {
          equal(yield* received(context, incomingOf(context), request, subscriptions), { isTaken: false, events: 0 }, "what became of a callback that this registration did not sign")
        }
      }))
    ],
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
        const after = yield* call(context, Subscriptions.RenewSubscription, { subscriptionId: before.subscriptionId, callbackUrl })
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

  const silentLaws: Laws<C, F> = {
    "unsubscribe/silent": [
      "D1-369",
      "is told nothing after a registration has ended",
      having(sending, Effect.fnUntraced(function*(context: C, callbacks) {
        const callbackUrl = addressOf(context, "silent")
        const { subscriptionId } = yield* call(context, Subscriptions.Subscribe, { callbackUrl })
        yield* call(context, Subscriptions.Unsubscribe, { subscriptionId })
        equal((yield* callbacks(callbackUrl)).length, 0, "callbacks to the address that was ended")
      }))
    ]
  }

  return { subscribe: subscribeLaws, renew: renewLaws, unsubscribe: { ...unsubscribeLaws, ...silentLaws } } as const
}

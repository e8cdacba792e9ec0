/**
 * Registrations of the address to which a peer sends its callbacks, the same in every contract. The runner registers when a connection
 * opens, renews before a registration expires, registers anew when its own address or the wanted topics change, and ends what is not
 * needed any more.
 */
import * as Schema from "effect/Schema"
import * as Operation from "./Operation.ts"

/** A registration as the peer answers it: its id, and what the peer says about it. The runner stores it. */
export const Subscription = Schema.Struct({
  /** The peer's id of this registration, needed to renew and to end it. */
  subscriptionId: Schema.NonEmptyString,
  /**
   * The secret with which the peer signs the callbacks of this registration. The runner keeps it encrypted and hands it to `incoming`. If
   * absent, there is none; in the answer of `renew`, the one of before stays.
   */
  secret: Schema.optionalKey(Schema.RedactedFromValue(Schema.NonEmptyString)),
  /** When the registration expires. If absent, it does not expire. */
  expiresAt: Schema.optionalKey(Schema.DateTimeUtcFromString)
})
export type Subscription = typeof Subscription.Type

const asked = {
  /** The address of the runner to which the peer is to send its callbacks. */
  callbackUrl: Schema.URLFromString,
  /** The events that the peer is to send, in its own words, as the operator wrote them. If absent, all that the plugin can read. */
  topics: Schema.optionalKey(Schema.NonEmptyArray(Schema.NonEmptyString))
}

/** Asks the peer to send its callbacks (webhooks) to an address. A repeat with the same address leaves one registration. */
export const Subscribe = Operation.make("subscribe", { payload: Schema.Struct(asked), success: Subscription, kind: "push" })

/** Renews a registration before it expires. An answer without a secret leaves the one of before. Its name in `offers` is `renew`. */
export const RenewSubscription = Operation.make("renew", {
  payload: Schema.Struct({
    /** The id that the peer gave to the registration. The rest is as in `subscribe`. */
    subscriptionId: Schema.NonEmptyString,
    ...asked
  }),
  success: Subscription,
  kind: "push"
})

/** Ends a registration. It succeeds if the peer does not know the registration any more. */
export const Unsubscribe = Operation.make("unsubscribe", {
  payload: Schema.Struct({ subscriptionId: Schema.NonEmptyString }),
  success: Operation.Empty,
  kind: "push"
})

/** The three operations together. Each contract has them among its optional ones; who defines a contract of their own adds them to theirs. */
export const operations: readonly [typeof Subscribe, typeof RenewSubscription, typeof Unsubscribe] = [Subscribe, RenewSubscription, Unsubscribe]

/** The type of `demands`: who offers `subscribe` must offer `unsubscribe`, and who offers `renew` must offer `subscribe`. */
export type Demands = { readonly subscribe: "unsubscribe"; readonly renew: "subscribe" }

/** Which of the three a plugin may not offer without another one, to spread into `demands` of a contract. */
export const demands: Demands = { subscribe: "unsubscribe", renew: "subscribe" }

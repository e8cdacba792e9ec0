/**
 * Registrations of the address to which a peer sends its callbacks, the same in every contract. The runner registers when a connection
 * opens, renews before a registration expires, registers anew when its own address or the wanted topics change, and ends what is not
 * needed any more.
 */
import * as Schema from "effect/Schema"
import * as Operation from "./Operation.ts"

/** What a peer answers to a registration. */
export const Subscription = Schema.Struct({
  /** The peer's id of this registration, needed to renew and to end it. */
  subscriptionId: Schema.NonEmptyString,
  /** The secret with which the peer signs the callbacks of this registration. The runner keeps it encrypted and hands it to `incoming`. */
  secret: Schema.optionalKey(Schema.RedactedFromValue(Schema.NonEmptyString)),
  /** When the registration expires. If absent, it does not expire. */
  expiresAt: Schema.optionalKey(Schema.DateTimeUtcFromString)
})
export type Subscription = typeof Subscription.Type

const asked = {
  callbackUrl: Schema.URLFromString,
  /** The events that the peer is to send, in its own words, as the operator wrote them. If absent, all that the plugin can read. */
  topics: Schema.optionalKey(Schema.NonEmptyArray(Schema.NonEmptyString))
}

/** Registers the address at the peer. A repeat with the same address leaves one registration. */
export const Subscribe = Operation.make("subscribe", { payload: Schema.Struct(asked), success: Subscription, kind: "push" })

/** Renews a registration before it expires. An answer without a secret leaves the one of before. */
export const RenewSubscription = Operation.make("renew", {
  payload: Schema.Struct({ subscriptionId: Schema.NonEmptyString, ...asked }),
  success: Subscription,
  kind: "push"
})

/** Ends a registration. It succeeds if the peer does not know the registration any more. */
export const Unsubscribe = Operation.make("unsubscribe", {
  payload: Schema.Struct({ subscriptionId: Schema.NonEmptyString }),
  success: Operation.Empty,
  kind: "push"
})

/** The operations for the list of optional ones of a contract. */
export const operations: readonly [typeof Subscribe, typeof RenewSubscription, typeof Unsubscribe] = [Subscribe, RenewSubscription, Unsubscribe]

/** What they demand of each other. */
export type Demands = { readonly subscribe: "unsubscribe"; readonly renew: "subscribe" }
export const demands: Demands = { subscribe: "unsubscribe", renew: "subscribe" }

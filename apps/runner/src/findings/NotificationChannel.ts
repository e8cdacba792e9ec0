/**
 * A way to tell a person of a finding: the webhook of `NotificationWebhook.ts` or the mail of `NotificationMail.ts`. The operator chooses them
 * in `NotifierSettings.ts`, and `Notifier.ts` makes them, sends through them and tries again.
 */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Notification } from "./NotificationText.ts"

/** The message was not taken; it is sent again. `because` has no secret and nothing that the receiver answered. */
export class NotSent extends Schema.TaggedError<NotSent>("@crossdock/runner/findings/NotSent")("NotSent", { because: Schema.String }) {}

export interface Channel {
  readonly name: "webhook" | "mail"
  readonly send: (notification: Notification) => Effect.Effect<void, NotSent>
}

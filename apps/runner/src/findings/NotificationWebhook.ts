/**
 * Posts notifications to one address, signed as the specification Standard Webhooks 1.0 says: the HMAC-SHA256 of
 * `<webhook-id>.<webhook-timestamp>.<body>` in Base64, after `v1,`.
 */
import { Transport } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createHmac } from "node:crypto"
import * as HostAllowlist from "../connection/HostAllowlist.ts"
import { type Channel, NotSent } from "./NotificationChannel.ts"
import type { Notification } from "./NotificationText.ts"
import type { NotifierSettings } from "./NotifierSettings.ts"

const timeout = "10 seconds"

/** A secret that begins with `whsec_` is Base64 after it, as the specification writes secrets. */
const keyOf = (secret: string): Uint8Array => secret.startsWith("whsec_") ? Buffer.from(secret.slice("whsec_".length), "base64") : Buffer.from(secret, "utf8")

export const signature = (secret: Redacted.Redacted, id: string, timestamp: string, body: string): string =>
  `v1,${createHmac("sha256", keyOf(Redacted.value(secret))).update(`${id}.${timestamp}.${body}`).digest("base64")}`

export const make = ({ secret, url }: NonNullable<NotifierSettings["webhook"]>): Effect.Effect<Channel, never, Transport.Transport> =>
  Effect.map(Effect.context<Transport.Transport>(), (context): Channel => ({
    name: "webhook",
    send: (notification: Notification) =>
      Effect.gen(function*() {
        const body = JSON.stringify(notification)
        const timestamp = String(Math.floor((yield* Clock.currentTimeMillis) / 1000))
        const { send } = yield* Transport.Transport
        const { status } = yield* send({
          method: "POST",
          url,
          headers: [
            ["content-type", "application/json"],
            ["webhook-id", notification.id],
            ["webhook-timestamp", timestamp],
            ["webhook-signature", signature(secret, notification.id, timestamp, body)]
          ],
          body,
          timeout
        })
        if (status < 200 || status > 299) return yield* Effect.fail(new NotSent({ because: `HTTP ${status}` }))
      }).pipe(
        Effect.catchTag("TransportFailed", ({ phase }) => Effect.fail(new NotSent({ because: `no answer (${phase})` }))),
        // No answer of the receiver leads to another host.
        Effect.provide(HostAllowlist.limited("the notifier", { own: [url.host], announced: () => [] })),
        Effect.provide(context)
      )
  }))

/**
 * Sends notifications by SMTP.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type Channel, NotSent } from "./NotificationChannel.ts"
import * as NotificationText from "./NotificationText.ts"
import type { NotifierSettings } from "./NotifierSettings.ts"

/** Milliseconds for each step of a session. */
const timeout = 10_000

/** The client is loaded when the first mail is sent. */
export const make = ({ from, server, to }: NonNullable<NotifierSettings["mail"]>): Channel => ({
  name: "mail",
  send: (notification) =>
    Effect.tryPromise({
      try: async () => {
        const { createTransport } = await import("nodemailer")
        const client = createTransport({ url: Redacted.value(server), connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout })
        try {
          const { subject, text } = NotificationText.mail(notification)
          await client.sendMail({ from, to: [...to], subject, text, messageId: `<${notification.id}@crossdock>` })
        } finally {
          client.close()
        }
      },
      catch: (cause) => {
        const { code, responseCode } = (cause ?? {}) as { readonly code?: unknown; readonly responseCode?: unknown }
        return new NotSent({ because: `the mail server did not take it (${[code, responseCode].filter((part) => part !== undefined).join(" ") || "unknown"})` })
      }
    })
})

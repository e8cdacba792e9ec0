/**
 * The laws about secrets and personal data, the same for every contract.
 */
import * as Effect from "effect/Effect"
import { assert } from "./Assertions.ts"
import { always, type Laws } from "./Law.ts"
import { assertRedacted } from "./SecretSettings.ts"
import { secretsOf, type Watch } from "./OutputCapture.ts"

interface Watched {
  readonly settings: unknown
  readonly watch: Watch
}

/** The law about the settings. */
export const settingsLaws: Laws<Watched, unknown> = {
  "plugin/settings-secret": [
    "D1-359",
    "redacts every setting that is named like a secret, and has secrets of at least 8 characters",
    always(({ settings }) => Effect.sync(() => assertRedacted(settings)))
  ]
}

/**
 * The law that runs last: it searches everything that the plugin wrote during the other laws. `show` proves that the plugin had the
 * personal data, without which nothing would be found; it ends the law as not driven.
 */
export const outputLaws = <Context extends Watched>(
  planted: Readonly<Record<string, string>>,
  show: (context: Context) => Effect.Effect<void, unknown, unknown> = () => Effect.void
): Laws<Context, unknown> => ({
  "plugin/personal-data": [
    "D1-359",
    "writes no personal data and no secret to an error, a log line, a span, a finding or the console",
    always(Effect.fnUntraced(function*(context: Context) {
      const { settings, watch } = context
      const find = Effect.sync(() => {
        const found = watch.find({ ...planted, ...secretsOf(settings) })
        assert(found === undefined, found ?? "")
      })
      yield* find
      yield* show(context)
      yield* find
    }))
  ]
})

/**
 * What a plugin of any contract never lets out, as laws.
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

/** Of the settings alone. */
export const settingsLaws: Laws<Watched, unknown> = {
  "plugin/settings-secret": [
    "D1-359",
    "a setting that is named like a secret is redacted, and long enough to be looked for",
    always(({ settings }) => Effect.sync(() => assertRedacted(settings)))
  ]
}

/** Runs last: it looks at everything that came out during the other laws, for what was planted in them. */
export const outputLaws = (planted: Readonly<Record<string, string>>): Laws<Watched, unknown> => ({
  "plugin/personal-data": [
    "D1-359",
    "lets no personal data and no secret into an error, a log line, a span, a finding or the console",
    always(({ settings, watch }) =>
      Effect.sync(() => {
        const found = watch.find({ ...planted, ...secretsOf(settings) })
        assert(found === undefined, found ?? "")
      }))
  ]
})

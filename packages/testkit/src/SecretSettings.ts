/**
 * Checks that settings which are named like a secret are redacted, and long enough to be found in other text.
 */
import * as Redacted from "effect/Redacted"
import { assert } from "./Assertions.ts"
import { secretsOf } from "./OutputCapture.ts"

const named = /secret|password|passwd|token|private_?key|api_?key/i

/** The path of a setting that is named like a secret and is not redacted. */
const plain = (value: unknown, path = ""): string | undefined => {
  if (typeof value !== "object" || value === null || Redacted.isRedacted(value)) return undefined
  for (const [name, member] of Object.entries(value)) {
    const place = path === "" ? name : `${path}.${name}`
    const found = typeof member === "string" && named.test(name) ? place : plain(member, place)
    if (found !== undefined) return found
  }
  return undefined
}

export const assertRedacted = (settings: unknown): void => {
  const shown = plain(settings)
  assert(shown === undefined, `the setting ${shown} is plain text; declare it as Schema.RedactedFromValue(Schema.NonEmptyString)`)
  for (const [name, secret] of Object.entries(secretsOf(settings))) {
    assert(secret.length >= 8, `${name} has ${secret.length} characters; give a secret of at least 8, so that the suite can search its output for it`)
  }
}

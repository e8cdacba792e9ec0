/**
 * The part of a peer that issues tokens and checks them.
 */
import { AdapterError, Credentials } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** A gate that accepts the tokens it has issued since it last expired them. Each renewal takes a second. */
export const gate = () => {
  let fixture = 1
  let oldest = 1
  const obtained = (): Credentials.Obtained => ({ values: { token: Redacted.make(`token-${fixture}`) } })
  return {
    first: obtained(),
    renew: Effect.delay(
      Effect.sync(() => {
        fixture++
        return obtained()
      }),
      "1 second"
    ),
    checks: ({ values }: Credentials.Obtained): Effect.Effect<void, AdapterError.Reason> =>
      Effect.suspend(() =>
        Number(Redacted.value(values["token"]!).slice("token-".length)) >= oldest
          ? Effect.void
          : Effect.fail(new AdapterError.CredentialRejected({ fault: { code: "401", message: "the token has lapsed" } }))),
    expiry: {
      expire: Effect.sync(() => {
        oldest = fixture + 1
      }),
      issued: Effect.sync(() => fixture)
    }
  }
}

export type Gate = ReturnType<typeof gate>

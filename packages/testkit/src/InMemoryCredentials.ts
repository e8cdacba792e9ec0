/**
 * Core's `Credentials` port in memory, for suites. As in the runner, one exchange runs at a time; nothing is encrypted.
 */
import { AdapterError, Credentials } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"

const refusal = (reason: AdapterError.Reason): Credentials.RenewalRefused | Credentials.CredentialsUnavailable =>
  reason._tag === "CredentialRejected" || reason._tag === "Rejected"
    ? new Credentials.RenewalRefused({ message: AdapterError.describe(reason) })
    : new Credentials.CredentialsUnavailable({ message: AdapterError.describe(reason) })

/** `first` is the credential that a person's authorization obtained. If absent, nobody has authorized the connection yet. */
export const make = (first?: Credentials.Obtained): Credentials.Credentials["Service"] => {
  const turn = Semaphore.makeUnsafe(1)
  let held: Credentials.Credential | undefined = first && { ...first, version: 1 }
  return {
    get: Effect.suspend(() => held === undefined ? Effect.fail(new Credentials.NotAuthorized()) : Effect.succeed(held)),
    refresh: (before, exchange) =>
      turn.withPermit(Effect.suspend((): Effect.Effect<Credentials.Credential, Credentials.CredentialsError> => {
        if (held === undefined && before !== undefined) return Effect.fail(new Credentials.NotAuthorized())
        if (held !== undefined && held.version !== before?.version) return Effect.succeed(held)
        const version = (held?.version ?? 0) + 1
        return Effect.mapBoth(exchange, {
          onFailure: refusal,
          onSuccess: (obtained) => held = { ...obtained, version }
        })
      }))
  }
}

/** A layer of the port. Each build starts with `first` again. */
export const layer = (first?: Credentials.Obtained): Layer.Layer<Credentials.Credentials> =>
  Layer.sync(Credentials.Credentials, () => Credentials.Credentials.of(make(first)))

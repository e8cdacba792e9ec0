import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { CredentialRejected, PeerUnavailable } from "../src/AdapterError.ts"
import * as Credentials from "../src/Credentials.ts"

const lasting = (token: string, millis: number): Credentials.Obtained => ({
  values: { token: Redacted.make(token) },
  expiresAt: DateTime.makeUnsafe(millis)
})

/** A port that holds one credential, and keeps a list of what was exchanged. */
const portOf = (first: Credentials.Obtained | undefined) => {
  const exchanged: Array<number> = []
  let held: Credentials.Credential | undefined = first && { ...first, version: 1 }
  const port: Credentials.Credentials["Service"] = {
    get: Effect.suspend(() => held === undefined ? Effect.fail(new Credentials.NotAuthorized()) : Effect.succeed(held)),
    refresh: (before, exchange) =>
      Effect.suspend(() => {
        exchanged.push(before?.version ?? 0)
        return Effect.matchEffect(exchange, {
          onFailure: (reason) =>
            Effect.fail(
              reason._tag === "CredentialRejected"
                ? new Credentials.RenewalRefused({ message: "no" })
                : new Credentials.CredentialsUnavailable({ message: reason._tag })
            ),
          onSuccess: (obtained) => Effect.succeed(held = { ...obtained, version: (held?.version ?? 0) + 1 })
        })
      })
  }
  return { port, exchanged }
}

const tokenOf = ({ values }: Credentials.Credential) => Effect.succeed(Redacted.value(values["token"]!))
const renew = () => Effect.succeed(lasting("second", 600_000))
const fault = { code: "401", message: "unknown token" }

describe("a call with a credential", () => {
  it.effect("takes what is held, and renews it a minute before it lapses", () =>
    Effect.gen(function*() {
      const { exchanged, port } = portOf(lasting("first", 120_000))
      const using = Credentials.makeCredentialedCall(port, { renew })
      assert.strictEqual(yield* using(tokenOf), "first")
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual(yield* using(tokenOf), "first")
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* using(tokenOf), "second")
      assert.deepStrictEqual(exchanged, [1])
    }))

  it.effect("goes on with what is held when it cannot be renewed ahead of time, and fails unsent once it lapsed", () =>
    Effect.gen(function*() {
      const using = Credentials.makeCredentialedCall(portOf(lasting("first", 30_000)).port, { renew: () => Effect.fail(new PeerUnavailable({ status: 503 })) })
      assert.strictEqual(yield* using(tokenOf), "first")
      yield* TestClock.adjust("30 seconds")
      const reason = yield* Effect.flip(using(() => Effect.die("called")))
      assert.isFalse(reason.mayHaveApplied)
      assert.isTrue(reason.isRetryable)
    }))

  it.effect("is tried once more with a new one after the peer refused it, and not again", () =>
    Effect.gen(function*() {
      const { exchanged, port } = portOf(lasting("first", 600_000))
      const using = Credentials.makeCredentialedCall(port, { renew })
      const seen: Array<string> = []
      const reason = yield* Effect.flip(using((held) =>
        Effect.flatMap(tokenOf(held), (token) => {
          seen.push(token)
          return Effect.fail(new CredentialRejected({ fault }))
        })))
      assert.strictEqual(reason._tag, "CredentialRejected")
      assert.deepStrictEqual(seen, ["first", "second"])
      assert.deepStrictEqual(exchanged, [1])
    }))

  it.effect("exchanges nothing more for refusals while the peer refuses what it gave, and does again once it took it", () =>
    Effect.gen(function*() {
      const { exchanged, port } = portOf(lasting("first", 600_000))
      const using = Credentials.makeCredentialedCall(port, { renew })
      const refused = using(() => Effect.fail(new CredentialRejected({ fault })))
      for (let times = 0; times < 3; times++) yield* Effect.flip(refused)
      assert.deepStrictEqual(exchanged, [1])
      yield* using(tokenOf)
      yield* Effect.flip(refused)
      assert.deepStrictEqual(exchanged, [1, 2])
    }))

  it.effect("obtains the first one where no person is needed, and fails where one is", () =>
    Effect.gen(function*() {
      const begun = portOf(undefined)
      const using = Credentials.makeCredentialedCall(begun.port, { renew, begin: Effect.succeed(lasting("first", 600_000)) })
      assert.strictEqual(yield* using(tokenOf), "first")
      assert.deepStrictEqual(begun.exchanged, [0])
      const reason = yield* Effect.flip(Credentials.makeCredentialedCall(portOf(undefined).port, { renew })(tokenOf))
      assert.include(JSON.stringify(reason), Credentials.faultCodes.notAuthorized)
      assert.strictEqual(reason._tag, "CredentialRejected")
    }))

  it.effect("that is refused for good tells that a person must authorize again", () =>
    Effect.gen(function*() {
      const using = Credentials.makeCredentialedCall(portOf(lasting("first", 0)).port, { renew: () => Effect.fail(new CredentialRejected({ fault })) })
      assert.include(JSON.stringify(yield* Effect.flip(using(tokenOf))), Credentials.faultCodes.refused)
    }))
})

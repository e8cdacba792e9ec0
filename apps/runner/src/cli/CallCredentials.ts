/**
 * Finds the credentials that a request is signed with. The secret key comes from its flag, stdin or the environment;
 * for the access id of the sandbox there is a well-known default. The key is never printed.
 */
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { usage } from "./CommandErrors.ts"
import { clientConfig } from "./Flags.ts"
import * as Input from "./Input.ts"

export const sandboxId = "sandbox"
const sandboxSecret = "sandbox-secret"

export const accessId = Flag.String("access-id").pipe(
  Flag.withDescription("Access id of the caller"),
  Flag.withDefault(sandboxId)
)

export const secret = Flag.Redacted("secret").pipe(
  Flag.withDescription("Secret key, or - to read it from stdin (default: CROSSDOCK_CALL_SECRET, else the well-known key of the sandbox)"),
  Flag.optional
)

/** The secret of the sandbox, which everybody knows; undefined for the id of anybody else. */
const wellKnownOf = (id: string): Redacted.Redacted | undefined => id === sandboxId ? Redacted.make(sandboxSecret) : undefined

/** Finds the secret of each id: that of the flag or the environment for all ids, otherwise that of the sandbox for its id. */
export const secretsOf = (given: Option.Option<Redacted.Redacted>) =>
  Effect.gen(function*() {
    const { callSecret } = yield* clientConfig
    const ofAll = Option.isSome(given) ? yield* secretOf(given, "") : Option.getOrUndefined(callSecret)
    return (id: string): Redacted.Redacted | undefined => ofAll ?? wellKnownOf(id)
  })

export const secretOf = (given: Option.Option<Redacted.Redacted>, id: string) =>
  Effect.gen(function*() {
    if (Option.isSome(given)) {
      return Redacted.value(given.value) === "-" ? Redacted.make((yield* Input.read("-")).replace(/\r?\n$/, "")) : given.value
    }
    const { callSecret } = yield* clientConfig
    if (Option.isSome(callSecret)) return callSecret.value
    const wellKnown = wellKnownOf(id)
    if (wellKnown !== undefined) return wellKnown
    return yield* Effect.fail(usage(`there is no secret key for ${id}; set CROSSDOCK_CALL_SECRET, or pipe the key in with --secret -`))
  })

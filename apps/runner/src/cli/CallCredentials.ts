/**
 * The secret key of a signature: from its flag, the environment or stdin; the well-known one of the sandbox last. It is
 * never printed.
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
  Flag.withDescription("Who calls"),
  Flag.withDefault(sandboxId)
)

export const secret = Flag.Redacted("secret").pipe(
  Flag.withDescription("Secret key, or - to read it from stdin (default: CROSSDOCK_CALL_SECRET, else that of the sandbox)"),
  Flag.optional
)

export const secretOf = (given: Option.Option<Redacted.Redacted>, id: string) =>
  Effect.gen(function*() {
    if (Option.isSome(given)) {
      return Redacted.value(given.value) === "-" ? Redacted.make((yield* Input.read("-")).replace(/\r?\n$/, "")) : given.value
    }
    const { callSecret } = yield* clientConfig
    if (Option.isSome(callSecret)) return callSecret.value
    if (id === sandboxId) return Redacted.make(sandboxSecret)
    return yield* Effect.fail(usage(`the secret key of ${id} is not known; set CROSSDOCK_CALL_SECRET, or pipe it in with --secret -`))
  })

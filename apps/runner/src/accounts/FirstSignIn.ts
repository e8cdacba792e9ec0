/**
 * The code by which the first administrator signs in, while nobody has an account. It is only in the memory of this process and in the
 * terminal that started it.
 */
import { timingSafeEqualSecret } from "@crossdock/core/signing"
import * as Redacted from "effect/Redacted"
import * as Secrets from "./Secrets.ts"

export const longest = 1_800_000

export interface FirstSignIn {
  readonly code: string
  /** Whether this is the code and it is still good. It is good once. */
  readonly take: (presented: string, now: number) => boolean
}

export const make = (madeAt: number): FirstSignIn => {
  const code = Secrets.newSecret()
  let isUsed = false
  return {
    code,
    take: (presented, now) => {
      if (isUsed || now - madeAt >= longest || !timingSafeEqualSecret(Redacted.make(code), presented)) return false
      isUsed = true
      return true
    }
  }
}

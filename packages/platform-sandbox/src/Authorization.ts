/**
 * The OAuth authorization of the sandbox. It grants access at once: its URL redirects back with the code `sandbox-code`, which
 * is exchanged for tokens. Any other code is refused.
 */
import type { Contract } from "@crossdock/core"
import { GrantedTokens } from "@crossdock/protocols/kit"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Faults from "./Faults.ts"
import { hasRightKey, type Settings } from "./Settings.ts"
import * as Tokens from "./Tokens.ts"

const rightCode = "sandbox-code"

export const authorization: Contract.Authorization<Settings> = {
  url: (_, { redirectUrl, state }) => {
    const url = new URL(redirectUrl)
    url.searchParams.set("code", rightCode)
    url.searchParams.set("state", state)
    return url
  },
  exchange: Effect.fnUntraced(function*(settings, { params: { code } }) {
    if (!hasRightKey(settings)) return yield* Effect.fail(Faults.wrongKey())
    if (code === undefined || Redacted.value(code) !== rightCode) return yield* Effect.fail(Faults.wrongCode())
    return yield* GrantedTokens.obtained(yield* Tokens.granted(settings))
  })
}

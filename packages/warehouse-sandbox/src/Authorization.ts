/**
 * The OAuth authorization of the sandbox. It grants access at once: its URL redirects back with the code `sandbox`, which
 * is exchanged for a token. Any other code is refused.
 */
import { AdapterError, type Contract } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Settings } from "./Settings.ts"

const { Rejected } = AdapterError

export const authorization: Contract.Authorization<Settings> = {
  url: (_, { redirectUrl, state }) => {
    const url = new URL(redirectUrl)
    url.searchParams.set("code", "sandbox")
    url.searchParams.set("state", state)
    return url
  },
  exchange: (_, { params: { code } }) =>
    code !== undefined && Redacted.value(code) === "sandbox"
      ? Effect.succeed({ values: { token: Redacted.make("sandbox-token") } })
      : Effect.fail(new Rejected({ fault: { code: "CODE_UNKNOWN", message: "the sandbox accepts only the code sandbox" } }))
}

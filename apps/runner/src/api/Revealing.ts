/**
 * Who is shown personal data, and why: said in the payload of a POST, so that the audit has it before anything is shown.
 */
import { Caller } from "@crossdock/admin-api"
import * as Effect from "effect/Effect"
import { invalid } from "./Responses.ts"
import { whoIs } from "./Who.ts"

export interface Given {
  readonly reason: string
  readonly who?: string | undefined
}

/** The name of whoever is shown it. Several people may have the admin token, so with it they say who they are. */
export const revealer = Effect.fnUntraced(function*({ who }: Given) {
  const account = yield* Caller
  return account.via === "token" && account.role === undefined && who === undefined
    ? yield* Effect.fail(invalid("/payload/who", "say who you are; whoever sees personal data is recorded"))
    : whoIs(account, who)
})

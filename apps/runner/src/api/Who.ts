/**
 * The name of whoever makes a call, for the history and the audit. It comes from the session or the token; only the admin token, which several
 * people may have, takes the name that is given, and the name says so.
 */
import { type Account, Caller } from "@crossdock/admin-api"
import * as Effect from "effect/Effect"
import { adminTokenName } from "../accounts/Accounts.ts"

export const whoIs = ({ name, role }: Pick<Account, "name" | "role">, given: string | undefined): string =>
  role !== undefined || given === undefined || given.trim() === "" ? name : `${given.trim()} (${adminTokenName})`

/** The name for the history of this call. `given` is what its payload says. */
export const who = (given: string | undefined): Effect.Effect<string, never, Caller> => Effect.map(Caller, (account) => whoIs(account, given))

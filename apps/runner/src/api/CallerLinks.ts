/**
 * What the account of a call may see of the runner. To an account that is limited to links, the others do not exist: their names are
 * unknown, they stand in no list and no message, and their records are found by no number.
 */
import { Caller } from "@crossdock/admin-api"
import * as Effect from "effect/Effect"
import type { Connections } from "../connection/Connections.ts"
import { type Seen, seenBy } from "../connection/VisibleLinks.ts"

export { scopeIn, type Seen, seenBy } from "../connection/VisibleLinks.ts"

/** What the account of this call sees now. Read for each call, because links change at run time. */
export const seen = (connections: Connections["Service"]): Effect.Effect<Seen, never, Caller> =>
  Effect.map(Caller, (account) => seenBy(account, connections))

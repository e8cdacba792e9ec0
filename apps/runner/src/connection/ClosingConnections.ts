/**
 * What contracts do before a stored connection is removed, while its plugin still has its settings.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Database, DatabaseFailed } from "../store/Database.ts"
import type { Connections } from "./Connections.ts"

export type Closing = (connection: string) => Effect.Effect<void, DatabaseFailed, Connections | Database>

/** What every contract does. Default: nothing. */
export const ClosingConnections = Context.Reference<ReadonlyArray<Closing>>("@crossdock/runner/connection/ClosingConnections", { defaultValue: () => [] })

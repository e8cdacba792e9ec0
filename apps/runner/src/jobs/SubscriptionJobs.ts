/**
 * The jobs that keep registrations of callbacks, one for each connection of any contract whose plugin offers them.
 */
import { Subscriptions as Operations } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Connections } from "../connection/Connections.ts"
import * as Subscriptions from "../connection/Subscriptions.ts"
import type { Database, DatabaseFailed } from "../store/Database.ts"
import type { Vault } from "../store/Vault.ts"
import type { Job } from "./Jobs.ts"

/** Milliseconds between two checks of a subscription. */
const checkedEvery = 30_000

type SubscriptionJob = Job<DatabaseFailed, Connections | Database | Vault>

/** Tells peers where to send their callbacks. Without a public address there is nothing to register. */
export const jobs = (publicUrl: URL | undefined): Effect.Effect<ReadonlyArray<SubscriptionJob>, never, Connections> =>
  Effect.map(Connections, ({ all, offers }) => 
    publicUrl === undefined ? [] : all.flatMap(({ id }): ReadonlyArray<SubscriptionJob> =>
      offers(id).includes(Operations.Subscribe.name) ? [{ name: "subscription", connection: id, every: checkedEvery, work: Subscriptions.keep(id, publicUrl) }] : []))

/**
 * The jobs of the platform contract: each link to a shop reads what changed there, and what an operator asked for.
 */
import { PlatformV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Connections } from "../../connection/Connections.ts"
import * as JobRows from "../../jobs/JobRows.ts"
import type { Reactions } from "../../outbox/Reactions.ts"
import type { Database } from "../../store/Database.ts"
import type { Vault } from "../../store/Vault.ts"
import * as OrderSync from "./OrderSync.ts"
import * as OrderReceivers from "./OrderReceivers.ts"
import type { ShopStates } from "./ShopStates.ts"

/** What the jobs need. */
export type Services = Connections | Database | Reactions | ShopStates | Vault

/** A link is read only if an ERP or the runner takes the orders. Any other ERP reads them itself, by calls. */
const ofLink = <E, R>(work: (link: Connections["Service"]["links"][number]) => Effect.Effect<void, E, R>) => (_: unknown, scope: string) =>
  Effect.gen(function*() {
    const connections = yield* Connections
    const link = connections.linkOf(scope)
    if (link !== undefined && OrderReceivers.takesOrders(connections, yield* OrderReceivers.TakenByRunner, link)) yield* work(link)
  })

const row = <E, R>(name: string, work: (link: Connections["Service"]["links"][number]) => Effect.Effect<void, E, R>) =>
  ({
    name,
    contract: PlatformV1.contract.id,
    per: "link",
    every: ({ pollInterval }) => pollInterval,
    work: ofLink(work)
  }) satisfies JobRows.JobRow<E, R | Connections>

/** The jobs of all links to shops. */
export const jobs = Effect.zipWith(
  JobRows.jobsOf([row("orders", OrderSync.round)]),
  JobRows.jobsOf([row("backfill", OrderSync.backfillRound)]),
  (...lists) => lists.flat()
)

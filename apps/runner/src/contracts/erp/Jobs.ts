/**
 * The jobs of the ERP contract: an ERP that reports nothing by itself is asked what changed there.
 */
import { ErpV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { Connections } from "../../connection/Connections.ts"
import * as JobRows from "../../jobs/JobRows.ts"
import type { Job } from "../../jobs/Jobs.ts"
import type { Database, DatabaseFailed } from "../../store/Database.ts"
import type { Vault } from "../../store/Vault.ts"
import * as InboundSync from "./InboundSync.ts"
import { isAsked, OrderSource } from "./OrderSource.ts"
import { linksOf } from "./ReadyOrders.ts"

const isPolled = ({ pollInterval }: ErpV1.Facts): boolean => pollInterval !== undefined

/** Milliseconds between two looks for orders that an ERP does not want any more. */
const withdrawsEvery = 5000

const inbound = JobRows.jobsOf([{
  name: "erp-inbound",
  contract: ErpV1.contract.id,
  isWanted: ({ facts, id }, connections) =>
    isPolled(facts as ErpV1.Facts) && connections.offers(id).includes(ErpV1.ListInboundOrders.name) && InboundSync.linkTo(connections, id) !== undefined,
  every: ({ pollInterval }) => pollInterval,
  work: ({ id }) => InboundSync.round(id)
}])

const outbound = JobRows.jobsOf([
  {
    name: "erp-outbound",
    contract: ErpV1.contract.id,
    isWanted: ({ id }, connections) => isAsked(connections, id),
    every: ({ pollInterval }) => pollInterval,
    work: ({ id }) => Effect.flatMap(OrderSource, ({ round }) => round(id))
  },
  {
    name: "erp-withdrawals",
    contract: ErpV1.contract.id,
    isWanted: ({ id, plugin }, connections) => (plugin.receives || isAsked(connections, id)) && linksOf(connections, id).length > 0,
    every: () => withdrawsEvery,
    work: ({ id }) => Effect.flatMap(OrderSource, ({ withdraw }) => withdraw(id))
  }
])

/** The jobs of all connections to ERPs. */
export const jobs = Effect.zipWith(inbound, outbound, (...lists): ReadonlyArray<Job<DatabaseFailed, Connections | Database | OrderSource | Vault>> => lists.flat())

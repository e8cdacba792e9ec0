/**
 * The jobs of the ERP contract: an ERP that reports nothing by itself is asked what changed there.
 */
import { ErpV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as JobRows from "../../jobs/JobRows.ts"
import { isAsked, OrderSource } from "./OrderSource.ts"
import { linksOf } from "./ReadyOrders.ts"

/** Milliseconds between two looks for orders that an ERP does not want any more. */
const withdrawsEvery = 5000

/** The jobs of all connections to ERPs, with or without books. */
export const jobs = JobRows.jobsOf([
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

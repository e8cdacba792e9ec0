/**
 * The jobs of the ERP contract: an ERP that reports nothing by itself is asked what changed there.
 */
import { ErpV1 } from "@crossdock/core"
import * as JobRows from "../../jobs/JobRows.ts"
import * as InboundSync from "./InboundSync.ts"

const isPolled = ({ pollInterval }: ErpV1.Facts): boolean => pollInterval !== undefined

/** The jobs of all connections to ERPs. */
export const jobs = JobRows.jobsOf([{
  name: "erp-inbound",
  contract: ErpV1.contract.id,
  isWanted: ({ facts, id }, connections) =>
    isPolled(facts as ErpV1.Facts) && connections.offers(id).includes(ErpV1.ListInboundOrders.name) && InboundSync.linkTo(connections, id) !== undefined,
  every: ({ pollInterval }) => pollInterval,
  work: ({ id }) => InboundSync.round(id)
}])

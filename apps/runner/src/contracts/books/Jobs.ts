/**
 * The jobs of the contract of books: an ERP that reports nothing by itself is asked what changed there.
 */
import { BooksV1 } from "@crossdock/books"
import * as JobRows from "../../jobs/JobRows.ts"
import * as InboundSync from "./InboundSync.ts"

const isPolled = ({ pollInterval }: BooksV1.Facts): boolean => pollInterval !== undefined

/** The jobs of all connections to ERPs with books. */
export const jobs = JobRows.jobsOf([{
  name: "erp-inbound",
  contract: BooksV1.contract.id,
  isWanted: ({ facts, id }, connections) =>
    isPolled(facts as BooksV1.Facts) && connections.offers(id).includes(BooksV1.ListInboundOrders.name) && InboundSync.linkTo(connections, id) !== undefined,
  every: ({ pollInterval }) => pollInterval,
  work: ({ id }) => InboundSync.round(id)
}])

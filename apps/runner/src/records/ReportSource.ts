/**
 * The origin of a report about an order.
 */
import type { ConnectedLink } from "../Composition.ts"
import type { Row } from "../store/Database.ts"

export interface Source {
  /** The key under which the rows of the order are stored. */
  readonly scope: string
  /** The link to which the report is sent on. If absent, the runner stores the report and sends nothing, which avoids loops. */
  readonly link?: ConnectedLink
  readonly who: "peer" | "runner" | "erp"
  /** The exact message. It is stored encrypted. */
  readonly raw?: string
  /** For a response to a query: the last change of the order before the query. A change since then is newer than the response. */
  readonly asOf?: number
  /** For a response to a query: when the peer was asked. */
  readonly askedAt?: number
  /** True if the runner itself chose the status text, so that only the phase has a meaning. */
  readonly isOwnWord?: boolean
  /** The generation of the order, if the caller knows it. It wins over the numbers in the report. */
  readonly generation?: number
}

/** The order to which a report belongs. */
export interface Owner {
  readonly source: Source
  /** The ERP's number for the order. */
  readonly own: string
  /** The stored row of the order. If absent, it was not looked up with that number. */
  readonly row?: Row
}

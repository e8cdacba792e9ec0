/**
 * Which ERP connections receive what a link reports: its ERP, and each of its copies. Each has deliveries of its own, so one that fails
 * keeps no other back.
 */
import { BooksV1 } from "@crossdock/books"
import { ErpV1 } from "@crossdock/core"
import type { ConnectedLink } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import type { AnyOwed } from "../outbox/Outbox.ts"
import { entityOf, type Kind } from "../records/Kinds.ts"

type Offering = Pick<Connections["Service"], "offers">
type Erps = Pick<ConnectedLink, "copyTo" | "erp">

/** All receivers of a link, its ERP first. */
export const all = ({ copyTo, erp }: Erps): ReadonlyArray<string> => [erp, ...copyTo]

/** Whether an ERP offers an optional operation. */
export const offers = (connections: Offering, erp: string, operation: BooksV1.OptionalName): boolean => connections.offers(erp).includes(operation)

/** The receivers of a link that take orders of shops. An ERP that does not reads them itself. */
export const ofShopOrders = (connections: Offering, link: Erps): ReadonlyArray<string> =>
  all(link).filter((erp) => offers(connections, erp, ErpV1.ReceivePlatformOrder.name))

/** Says that a message is about a record of a link: those of one record are sent in order. */
export const about = ({ scope }: Pick<ConnectedLink, "scope">, kind: Kind, number: string): Pick<AnyOwed, "entity" | "scope"> =>
  ({ scope, entity: `${scope} ${entityOf(kind, number)}` })

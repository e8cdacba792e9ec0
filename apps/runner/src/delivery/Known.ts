/**
 * Looks up the stored row of an order for a report, by the ERP's number or by the number that was sent to the peer.
 */
import type { Database } from "../store/Database.ts"

/** SQL for the newest generation that may be at the peer. It is ahead of the row until its create is settled. */
const newest = (operation: string, entity: string, row: string): string =>
  `(select max(i.generation) from intent i where i.scope = ${row}.scope and i.operation = '${operation}' and i.entity = ${entity}
     and not (i.state = 'Pending' and i.attempt = 0) and i.state <> 'Cancelled'
     and not (i.state = 'Dead' and i.error is not null)) as newest_generation`

/** The newest generation, for a select from `outbound`. */
export const newestOutbound = newest("createOutboundOrder", "'outbound:' || outbound.order_number", "outbound")
/** The newest generation, for a select from `inbound`. */
export const newestInbound = newest("createInboundOrder", "'inbound:' || inbound.asn_number", "inbound")

const outbound = `scope, order_number, connection, generation, number_sent, warehouse_code, peer_warehouse_code, warehouse_order_number, phase,
  peer_status, tracking_number, updated_at, ${newestOutbound}`
const inbound = `scope, asn_number, connection, generation, number_sent, warehouse_code, peer_warehouse_code, reference_number, phase,
  peer_status, finished_at, reported_at, updated_at, batches, ${newestInbound}`

/** Makes the lookups. They lock the rows for the current transaction, which will change them. */
export const make = (db: Database["Service"]) => ({
  outbound: (scope: string, orderNumber: string) =>
    db.one(`select ${outbound} from outbound where scope = $1 and order_number = $2${db.forUpdate}`, [scope, orderNumber]),
  inbound: (scope: string, asnNumber: string) =>
    db.one(`select ${inbound} from inbound where scope = $1 and asn_number = $2${db.forUpdate}`, [scope, asnNumber]),
  /** Finds an order by the number that was sent to the peer, which stays valid if the prefixes of the links change. */
  outboundSent: (connection: string, number: string) =>
    db.one(`select ${outbound} from outbound where connection = $1 and number_sent = $2${db.forUpdate}`, [connection, number]),
  inboundSent: (connection: string, number: string) =>
    db.one(`select ${inbound} from inbound where connection = $1 and number_sent = $2${db.forUpdate}`, [connection, number])
})

/**
 * What is known of an order when something is reported of it, by the number of the ERP or by the number that was sent.
 */
import type { Database } from "../store/Database.ts"

/** The newest issue that may be at the peer, which is ahead of the row until its create is settled. */
const newest = (operation: string, entity: string, row: string): string =>
  `(select max(i.generation) from intent i where i.scope = ${row}.scope and i.operation = '${operation}' and i.entity = ${entity}
     and not (i.state = 'Pending' and i.attempt = 0) and i.state <> 'Cancelled'
     and not (i.state = 'Dead' and i.error is not null)) as newest_generation`

/** For a select from `outbound`. */
export const newestOutbound = newest("createOutboundOrder", "'outbound:' || outbound.order_number", "outbound")
/** For a select from `inbound`. */
export const newestInbound = newest("createInboundOrder", "'inbound:' || inbound.asn_number", "inbound")

const outbound = `scope, order_number, connection, generation, number_sent, warehouse_code, peer_warehouse_code, warehouse_order_number, phase,
  peer_status, tracking_number, updated_at, ${newestOutbound}`
const inbound = `scope, asn_number, connection, generation, number_sent, warehouse_code, peer_warehouse_code, reference_number, phase,
  peer_status, finished_at, reported_at, updated_at, batches, ${newestInbound}`

/** Rows are taken for the transaction that will change them. */
export const make = (db: Database["Service"]) => ({
  outbound: (scope: string, orderNumber: string) =>
    db.one(`select ${outbound} from outbound where scope = $1 and order_number = $2${db.forUpdate}`, [scope, orderNumber]),
  inbound: (scope: string, asnNumber: string) =>
    db.one(`select ${inbound} from inbound where scope = $1 and asn_number = $2${db.forUpdate}`, [scope, asnNumber]),
  /** What was created through us is known by the number that was sent, whatever the prefixes are now. */
  outboundSent: (connection: string, number: string) =>
    db.one(`select ${outbound} from outbound where connection = $1 and number_sent = $2${db.forUpdate}`, [connection, number]),
  inboundSent: (connection: string, number: string) =>
    db.one(`select ${inbound} from inbound where connection = $1 and number_sent = $2${db.forUpdate}`, [connection, number])
})

/**
 * What is known of an order when something is reported of it, by the number of the ERP or by the number that was sent.
 */
import type { Database } from "../store/Database.ts"

const outbound = "scope, order_number, generation, warehouse_code, warehouse_order_number, status, peer_status, tracking_number, updated_at"
const inbound = "scope, asn_number, generation, warehouse_code, status, peer_status, finished_at, reported_at, batches"

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

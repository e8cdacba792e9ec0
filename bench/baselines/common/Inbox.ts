/** Accepts each report of a warehouse once: one transaction stores the inbox row, the new state and the delivery to the ERP. */
import { hash, randomUUID } from "node:crypto"
import { tables as outboxTables } from "./Outbox.ts"
import type { Store } from "./Store.ts"

/** Null if the message does not have it. */
export interface OrderReport {
  readonly orderNumber: string
  readonly status: string
  readonly wmsStatus: string
  readonly carrier: string | null
  readonly trackingNumber: string
  readonly warehouseOrderNumber: string | null
}

export interface AsnReport {
  readonly asnNumber: string
  readonly wmsStatus: string
  /** Identifies a batch. */
  readonly batch: string
  readonly received: number
  readonly good: number
  readonly bad: number
}

/** The number of orders and ASNs that exist at start. */
export interface Seed {
  readonly seed: number
  readonly prefix: string
}

const sow = ({ db }: Store, { prefix, seed }: Seed): void => {
  const order = db.prepare("insert or ignore into orders (order_number, status, updated_at) values (?, 'SENDING', 0)")
  const asn = db.prepare("insert or ignore into asns (asn_number, wms_status, received, good, bad, updated_at) values (?, 'NEW', 0, 0, 0, 0)")
  db.exec("BEGIN")
  for (let at = 0; at < seed; at++) {
    order.run(`${prefix}O${at}`)
    asn.run(`${prefix}A${at}`)
  }
  db.exec("COMMIT")
}

export const inbox = (store: Store, seed: Seed) => {
  const { db } = store
  db.exec(`
    create table if not exists inbox (entity text not null, dedup_key text not null, first_at integer not null, primary key (entity, dedup_key));
    create table if not exists orders (
      order_number text primary key, status text, wms_status text, carrier text, tracking_number text, warehouse_order_number text,
      updated_at integer not null);
    create table if not exists asns (
      asn_number text primary key, wms_status text, received integer not null, good integer not null, bad integer not null,
      updated_at integer not null);
    ${outboxTables}`)
  sow(store, seed)

  const arrived = db.prepare("insert into inbox (entity, dedup_key, first_at) values (?, ?, ?) on conflict do nothing")
  const setOrder = db.prepare(`insert into orders (order_number, status, wms_status, carrier, tracking_number, warehouse_order_number, updated_at)
    values (?, ?, ?, ?, ?, ?, ?)
    on conflict (order_number) do update set status = excluded.status, wms_status = excluded.wms_status, carrier = excluded.carrier,
      tracking_number = excluded.tracking_number, warehouse_order_number = excluded.warehouse_order_number, updated_at = excluded.updated_at`)
  const addToAsn = db.prepare(`insert into asns (asn_number, wms_status, received, good, bad, updated_at) values (?, ?, ?, ?, ?, ?)
    on conflict (asn_number) do update set wms_status = excluded.wms_status, received = received + excluded.received,
      good = good + excluded.good, bad = bad + excluded.bad, updated_at = excluded.updated_at`)
  const owe = db.prepare(`insert into outbox (id, entity, method, content, state, due_at, created_at, updated_at)
    values (?, ?, ?, ?, 'pending', ?, ?, ?)`)
  const counts = db.prepare("select state, count(*) as count from outbox group by state")

  /** Applies the change only if the report is new; `owed` is the content of the delivery to the ERP. */
  const once = (entity: string, dedup: string, method: string, owed: string, change: (now: number) => void): Promise<void> => {
    const now = Date.now()
    return store.commit(() => {
      if (arrived.run(entity, dedup, now).changes === 0) return
      change(now)
      owe.run(randomUUID(), entity, method, owed, now, now, now)
    })
  }

  return {
    takeOrder: ({ carrier, orderNumber, status, trackingNumber, warehouseOrderNumber, wmsStatus }: OrderReport, owed: string) =>
      once(`order ${orderNumber}`, hash("sha256", [status, wmsStatus, trackingNumber, warehouseOrderNumber].join("\n")), "pushOrderInfo", owed, (now) =>
        setOrder.run(orderNumber, status, wmsStatus, carrier, trackingNumber, warehouseOrderNumber, now)),
    takeAsn: ({ asnNumber, bad, batch, good, received, wmsStatus }: AsnReport, owed: string) =>
      once(`asn ${asnNumber}`, batch, "pushAsnInfo", owed, (now) => addToAsn.run(asnNumber, wmsStatus, received, good, bad, now)),
    /** The number of deliveries by state. */
    counts: () => counts.all()
  }
}

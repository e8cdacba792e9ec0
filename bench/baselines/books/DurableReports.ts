/** Reports with the promises of Crossdock: the raw message is kept, states move forward only, parcels and pieces per SKU are kept. */
import { randomUUID } from "node:crypto"
import type { DeliveryStore, Method, Owed, ReportBook, Seed } from "../common/Books.ts"
import { type AsnReport, orderKey, type OrderReport } from "../common/Reports.ts"
import { wholeOf } from "../common/Values.ts"
import { isNewest, nextEpoch } from "./Epoch.ts"
import { keeper, link } from "./Messages.ts"
import { names } from "./Names.ts"
import type { Store } from "./Store.ts"
import { seal, unseal } from "./Vault.ts"

/** A report of an earlier phase does not take an order back; other words are open. */
const phases: Readonly<Record<string, number>> = { SUCCESS: 1, DELIVERED: 2, FAIL: 3, FAILED: 3, CANCEL: 3, CANCELLED: 3 }
const phaseOf = (status: string): number => phases[status] ?? 0

const tables = `
create table if not exists inbox (
  link text not null, entity text not null, dedup_key text not null, first_at integer not null, primary key (link, entity, dedup_key)) without rowid;
create table if not exists orders (
  id integer primary key, link text not null, order_number text not null, phase integer not null, status text, wms_status text, carrier text,
  tracking_number text, warehouse_order_number text, updated_at integer not null, unique (link, order_number));
create table if not exists parcel (
  order_id integer not null, tracking_number text not null, carrier text, seen_at integer not null, primary key (order_id, tracking_number)) without rowid;
create table if not exists asns (
  id integer primary key, link text not null, asn_number text not null, wms_status text, updated_at integer not null, unique (link, asn_number));
create table if not exists piece (
  asn_id integer not null, sku text not null, received integer not null, good integer not null, bad integer not null,
  primary key (asn_id, sku)) without rowid;
create table if not exists outbox (
  seq integer primary key autoincrement, id text not null, entity text not null, method text not null, sealed blob not null,
  state text not null, attempt integer not null default 0, due_at integer not null, epoch integer, leased_until integer,
  created_at integer not null, updated_at integer not null);
create index if not exists outbox_due on outbox (due_at, seq) where state = 'pending';
create index if not exists outbox_unfinished on outbox (entity, seq) where state in ('pending', 'sending', 'dead');
create index if not exists outbox_sending on outbox (leased_until) where state = 'sending';
create table if not exists delivery_attempt (
  id integer primary key, seq integer not null, number integer not null, at integer not null, took integer not null,
  outcome text not null, detail text);`

const sow = ({ db }: Store, { prefix, seed }: Seed): void => {
  const order = db.prepare("insert or ignore into orders (link, order_number, phase, status, updated_at) values (?, ?, 0, 'SENDING', 0)")
  const asn = db.prepare("insert or ignore into asns (link, asn_number, wms_status, updated_at) values (?, ?, 'NEW', 0)")
  db.exec("BEGIN")
  for (let at = 0; at < seed; at++) {
    order.run(link, `${prefix}O${at}`)
    asn.run(link, `${prefix}A${at}`)
  }
  db.exec("COMMIT")
}

const leaseMs = 60_000

const deliveries = ({ commit, db }: Store, epoch: number): DeliveryStore => {
  const claim = db.prepare(`update outbox set state = 'sending', attempt = attempt + 1, epoch = ?, leased_until = ?, updated_at = ?
    where ${isNewest} and seq in (select seq from outbox o where o.state = 'pending' and o.due_at <= ? and not exists (
      select 1 from outbox e where e.entity = o.entity and e.seq < o.seq and e.state in ('pending', 'sending', 'dead'))
      order by o.due_at, o.seq limit ?)
    returning seq, id, method, sealed, attempt`)
  const expired = db.prepare("update outbox set state = 'pending' where state = 'sending' and (leased_until <= ? or epoch < ?)")
  const attempted = db.prepare("insert into delivery_attempt (seq, number, at, took, outcome, detail) values (?, ?, ?, ?, ?, ?)")
  const settle = db.prepare(`update outbox set state = ?, due_at = ?, leased_until = null, updated_at = ?
    where seq = ? and state = 'sending' and epoch = ? and attempt = ?`)
  return {
    hasWireId: true,
    claim: async (most) => {
      const now = Date.now()
      const rows = await commit(() => claim.all(epoch, now + leaseMs, now, epoch, now, most))
      return rows.map(({ sealed, ...row }) => ({ ...row, content: unseal(`outbox ${String(row.id)}`, sealed as Uint8Array) }) as unknown as Owed)
    },
    settle: (owed, { dueAt, endedAt, failure, startedAt, state }) =>
      commit(() => {
        attempted.run(owed.seq, owed.attempt, startedAt, endedAt - startedAt, failure === undefined ? "delivered" : "failed", failure ?? null)
        settle.run(state, dueAt, endedAt, owed.seq, epoch, owed.attempt)
      }),
    release: async () => void expired.run(Date.now(), epoch)
  }
}

export const reports = (store: Store, seed: Seed): ReportBook & { readonly deliveries: DeliveryStore } => {
  const { db } = store
  const epoch = nextEpoch(db)
  db.exec(tables)
  sow(store, seed)
  const keep = keeper(store)
  const translated = names(db, link)

  const arrived = db.prepare("insert into inbox (link, entity, dedup_key, first_at) values (?, ?, ?, ?) on conflict do nothing")
  const setOrder = db.prepare(`insert into orders (link, order_number, phase, status, wms_status, carrier, tracking_number, warehouse_order_number, updated_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (link, order_number) do update set phase = max(phase, excluded.phase),
      status = iif(excluded.phase >= phase, excluded.status, status), wms_status = iif(excluded.phase >= phase, excluded.wms_status, wms_status),
      carrier = coalesce(excluded.carrier, carrier), tracking_number = excluded.tracking_number,
      warehouse_order_number = coalesce(excluded.warehouse_order_number, warehouse_order_number), updated_at = excluded.updated_at
    returning id`)
  const addParcel = db.prepare("insert into parcel (order_id, tracking_number, carrier, seen_at) values (?, ?, ?, ?) on conflict do nothing")
  const setAsn = db.prepare(`insert into asns (link, asn_number, wms_status, updated_at) values (?, ?, ?, ?)
    on conflict (link, asn_number) do update set wms_status = excluded.wms_status, updated_at = excluded.updated_at returning id`)
  const addPieces = db.prepare(`insert into piece (asn_id, sku, received, good, bad) values (?, ?, ?, ?, ?)
    on conflict (asn_id, sku) do update set received = received + excluded.received, good = good + excluded.good, bad = bad + excluded.bad`)
  const owe = db.prepare(`insert into outbox (id, entity, method, sealed, state, due_at, created_at, updated_at)
    values (?, ?, ?, ?, 'pending', ?, ?, ?)`)
  const counts = db.prepare("select state, count(*) as count from outbox group by state")

  const idOf = (row: unknown): number => (row as { readonly id: number }).id

  /** Applies the change only if the report is new. */
  const once = (entity: string, dedup: string, method: Method, content: Record<string, any>, raw: string, change: (now: number) => void) => {
    const now = Date.now()
    const id = randomUUID()
    const sealedRaw = seal(`${link} ${entity} reported`, raw)
    const sealedOwed = seal(`outbox ${id}`, JSON.stringify(translated.report(content)))
    return store.commit(() => {
      if (arrived.run(link, entity, dedup, now).changes === 0) return
      change(now)
      keep(entity, "reported", now, sealedRaw)
      owe.run(id, entity, method, sealedOwed, now, now, now)
    })
  }

  return {
    takeOrder: (report: OrderReport, content, raw) => {
      const { carrier, orderNumber, status, trackingNumber, warehouseOrderNumber, wmsStatus } = report
      return once(`order ${orderNumber}`, orderKey(report), "pushOrderInfo", content, raw, (now) => {
        const id = idOf(setOrder.get(link, orderNumber, phaseOf(status), status, wmsStatus, carrier, trackingNumber, warehouseOrderNumber, now))
        if (trackingNumber !== "") addParcel.run(id, trackingNumber, carrier, now)
      })
    },
    takeAsn: ({ asnNumber, batch, wmsStatus }: AsnReport, content, raw) =>
      once(`asn ${asnNumber}`, batch, "pushAsnInfo", content, raw, (now) => {
        const id = idOf(setAsn.get(link, asnNumber, wmsStatus, now))
        for (const { badQuantity, goodQuantity, receivedQuantity, sku } of content.skuList) {
          addPieces.run(id, sku, wholeOf(receivedQuantity) ?? 0, wholeOf(goodQuantity ?? 0) ?? 0, wholeOf(badQuantity ?? 0) ?? 0)
        }
      }),
    counts: async () => counts.all() as never,
    deliveries: deliveries(store, epoch)
  }
}

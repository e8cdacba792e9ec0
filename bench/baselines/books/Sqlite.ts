/** Books on SQLite as a service has them that promises no more than it is asked for: contents are stored as they are. */
import { randomUUID } from "node:crypto"
import type { Books, DeliveryStore, Earlier, IntentStore, Method, Owed, ReportBook, Seed } from "../common/Books.ts"
import { type AsnReport, orderKey, type OrderReport } from "../common/Reports.ts"
import type { Store } from "./Store.ts"

const leaseMs = 60_000

const intents = ({ commit, db }: Store): IntentStore => {
  db.exec(`create table if not exists intent (
    order_number text primary key, digest text not null, content text not null, state text not null, attempt integer not null,
    result text, error text, created_at integer not null, updated_at integer not null)`)
  const insert = db.prepare(`insert into intent (order_number, digest, content, state, attempt, created_at, updated_at)
    values (?, ?, ?, 'in-flight', 1, ?, ?) on conflict do nothing`)
  const known = db.prepare("select digest, state, result from intent where order_number = ?")
  const settle = db.prepare("update intent set state = ?, result = ?, error = ?, updated_at = ? where order_number = ?")
  return {
    open: async ({ content, digest, order: { orderNumber } }) => {
      const now = Date.now()
      const isNew = await commit(() => insert.run(orderNumber, digest, content, now, now).changes === 1)
      return isNew ? { content } : { earlier: known.get(orderNumber) as unknown as Earlier }
    },
    settle: (orderNumber, state, result, error) => commit(() => void settle.run(state, result, error, Date.now(), orderNumber))
  }
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

const deliveries = ({ commit, db }: Store): DeliveryStore => {
  const claim = db.prepare(`update outbox set state = 'sending', attempt = attempt + 1, leased_until = ?, updated_at = ?
    where seq in (select seq from outbox o where o.state = 'pending' and o.due_at <= ? and not exists (
      select 1 from outbox e where e.entity = o.entity and e.seq < o.seq and e.state in ('pending', 'sending', 'dead'))
      order by o.due_at, o.seq limit ?)
    returning seq, id, method, content, attempt`)
  const expired = db.prepare("update outbox set state = 'pending' where state = 'sending' and leased_until <= ?")
  const attempted = db.prepare("insert into attempt (delivery, number, at, took, outcome, detail) values (?, ?, ?, ?, ?, ?)")
  const settle = db.prepare("update outbox set state = ?, due_at = ?, leased_until = null, updated_at = ? where seq = ?")
  return {
    hasWireId: false,
    claim: (most) => {
      const now = Date.now()
      return commit(() => claim.all(now + leaseMs, now, now, most) as unknown as ReadonlyArray<Owed>)
    },
    settle: (owed, { dueAt, endedAt, failure, startedAt, state }) =>
      commit(() => {
        attempted.run(owed.id, owed.attempt, startedAt, endedAt - startedAt, failure === undefined ? "delivered" : "failed", failure ?? null)
        settle.run(state, dueAt, endedAt, owed.seq)
      }),
    release: async () => void expired.run(Date.now())
  }
}

const reports = (store: Store, seed: Seed): ReportBook & { readonly deliveries: DeliveryStore } => {
  const { db } = store
  db.exec(`
    create table if not exists inbox (entity text not null, dedup_key text not null, first_at integer not null, primary key (entity, dedup_key));
    create table if not exists orders (
      order_number text primary key, status text, wms_status text, carrier text, tracking_number text, warehouse_order_number text,
      updated_at integer not null);
    create table if not exists asns (
      asn_number text primary key, wms_status text, received integer not null, good integer not null, bad integer not null,
      updated_at integer not null);
    create table if not exists outbox (
      seq integer primary key autoincrement, id text not null unique, entity text not null, method text not null, content text not null,
      state text not null, attempt integer not null default 0, due_at integer not null, leased_until integer, created_at integer not null,
      updated_at integer not null);
    create index if not exists outbox_due on outbox (state, due_at, seq);
    create index if not exists outbox_entity on outbox (entity, seq);
    create table if not exists attempt (
      id integer primary key, delivery text not null, number integer not null, at integer not null, took integer not null,
      outcome text not null, detail text)`)
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

  /** Applies the change only if the report is new. */
  const once = (entity: string, dedup: string, method: Method, content: object, change: (now: number) => void): Promise<void> => {
    const now = Date.now()
    const owed = JSON.stringify(content)
    return store.commit(() => {
      if (arrived.run(entity, dedup, now).changes === 0) return
      change(now)
      owe.run(randomUUID(), entity, method, owed, now, now, now)
    })
  }

  return {
    takeOrder: (report: OrderReport, content) => {
      const { carrier, orderNumber, status, trackingNumber, warehouseOrderNumber, wmsStatus } = report
      return once(`order ${orderNumber}`, orderKey(report), "pushOrderInfo", content, (now) =>
        setOrder.run(orderNumber, status, wmsStatus, carrier, trackingNumber, warehouseOrderNumber, now))
    },
    takeAsn: ({ asnNumber, bad, batch, good, received, wmsStatus }: AsnReport, content) =>
      once(`asn ${asnNumber}`, batch, "pushAsnInfo", content, (now) => addToAsn.run(asnNumber, wmsStatus, received, good, bad, now)),
    counts: async () => counts.all() as never,
    deliveries: deliveries(store)
  }
}

export const books = (store: Store, seed: Seed): Books => ({ intents: async () => intents(store), reports: async () => reports(store, seed) })

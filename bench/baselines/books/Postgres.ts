/** The same books on PostgreSQL as `Sqlite.ts`, with a transaction per request and prepared statements. */
import { randomUUID } from "node:crypto"
import pg from "pg"
import type { Books, DeliveryStore, Earlier, IntentStore, Method, Owed, ReportBook, Seed } from "../common/Books.ts"
import { type AsnReport, orderKey, type OrderReport } from "../common/Reports.ts"

const leaseMs = 60_000
/** As many as the runner uses. */
const mostConnections = 16

/** int8 arrives as text; all of ours fit into a number. */
pg.types.setTypeParser(20, Number)

type Client = Pick<pg.Pool, "query">
type Run = (client: Client, ...values: ReadonlyArray<unknown>) => Promise<pg.QueryResult>

const names = new Map<string, string>()
/** A statement that each connection prepares once. */
const prepared = (text: string): Run => {
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return (client, ...values) => client.query({ name, text, values: [...values] })
}

const open = (url: string): pg.Pool => {
  const pool = new pg.Pool({ connectionString: url, max: mostConnections })
  pool.on("error", () => {})
  return pool
}

const transaction = async <A>(pool: pg.Pool, work: (client: Client) => Promise<A>): Promise<A> => {
  const client = await pool.connect()
  try {
    await client.query("begin")
    const value = await work(client)
    await client.query("commit")
    return value
  } catch (error) {
    await client.query("rollback")
    throw error
  } finally {
    client.release()
  }
}

const intents = async (pool: pg.Pool): Promise<IntentStore> => {
  await pool.query(`create table if not exists intent (
    order_number text primary key, digest text not null, content text not null, state text not null, attempt integer not null,
    result text, error text, created_at bigint not null, updated_at bigint not null)`)
  const insert = prepared(`insert into intent (order_number, digest, content, state, attempt, created_at, updated_at)
    values ($1, $2, $3, 'in-flight', 1, $4, $4) on conflict do nothing`)
  const known = prepared("select digest, state, result from intent where order_number = $1")
  const settle = prepared("update intent set state = $1, result = $2, error = $3, updated_at = $4 where order_number = $5")
  return {
    open: async ({ content, digest, order: { orderNumber } }) => {
      const { rowCount } = await insert(pool, orderNumber, digest, content, Date.now())
      return rowCount === 1 ? { content } : { earlier: (await known(pool, orderNumber)).rows[0] as Earlier }
    },
    settle: async (orderNumber, state, result, error) => void await settle(pool, state, result, error, Date.now(), orderNumber)
  }
}

const deliveries = (pool: pg.Pool): DeliveryStore => {
  const claim = prepared(`update outbox set state = 'sending', attempt = attempt + 1, leased_until = $1, updated_at = $2
    where seq in (select seq from outbox o where o.state = 'pending' and o.due_at <= $2 and not exists (
      select 1 from outbox e where e.entity = o.entity and e.seq < o.seq and e.state in ('pending', 'sending', 'dead'))
      order by o.due_at, o.seq limit $3 for update skip locked)
    returning seq, id, method, content, attempt`)
  const expired = prepared("update outbox set state = 'pending' where state = 'sending' and leased_until <= $1")
  const attempted = prepared("insert into attempt (delivery, number, at, took, outcome, detail) values ($1, $2, $3, $4, $5, $6)")
  const settle = prepared("update outbox set state = $1, due_at = $2, leased_until = null, updated_at = $3 where seq = $4")
  return {
    hasWireId: false,
    claim: async (most) => {
      const now = Date.now()
      return (await claim(pool, now + leaseMs, now, most)).rows as ReadonlyArray<Owed>
    },
    settle: (owed, { dueAt, endedAt, failure, startedAt, state }) =>
      transaction(pool, async (client) => {
        await attempted(client, owed.id, owed.attempt, startedAt, endedAt - startedAt, failure === undefined ? "delivered" : "failed", failure ?? null)
        await settle(client, state, dueAt, endedAt, owed.seq)
      }),
    release: async () => void await expired(pool, Date.now())
  }
}

const reports = async (pool: pg.Pool, { prefix, seed }: Seed): Promise<ReportBook & { readonly deliveries: DeliveryStore }> => {
  await pool.query(`
    create table if not exists inbox (entity text not null, dedup_key text not null, first_at bigint not null, primary key (entity, dedup_key));
    create table if not exists orders (
      order_number text primary key, status text, wms_status text, carrier text, tracking_number text, warehouse_order_number text,
      updated_at bigint not null);
    create table if not exists asns (
      asn_number text primary key, wms_status text, received integer not null, good integer not null, bad integer not null,
      updated_at bigint not null);
    create table if not exists outbox (
      seq bigserial primary key, id text not null unique, entity text not null, method text not null, content text not null,
      state text not null, attempt integer not null default 0, due_at bigint not null, leased_until bigint, created_at bigint not null,
      updated_at bigint not null);
    create index if not exists outbox_due on outbox (due_at, seq) where state = 'pending';
    create index if not exists outbox_entity on outbox (entity, seq) where state in ('pending', 'sending', 'dead');
    create table if not exists attempt (
      id bigserial primary key, delivery text not null, number integer not null, at bigint not null, took integer not null,
      outcome text not null, detail text)`)
  await pool.query("insert into orders (order_number, status, updated_at) select $1 || 'O' || i, 'SENDING', 0 from generate_series(0, $2::int - 1) i on conflict do nothing", [prefix, seed])
  await pool.query("insert into asns (asn_number, wms_status, received, good, bad, updated_at) select $1 || 'A' || i, 'NEW', 0, 0, 0, 0 from generate_series(0, $2::int - 1) i on conflict do nothing", [prefix, seed])

  const arrived = prepared("insert into inbox (entity, dedup_key, first_at) values ($1, $2, $3) on conflict do nothing")
  const setOrder = prepared(`insert into orders (order_number, status, wms_status, carrier, tracking_number, warehouse_order_number, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (order_number) do update set status = excluded.status, wms_status = excluded.wms_status, carrier = excluded.carrier,
      tracking_number = excluded.tracking_number, warehouse_order_number = excluded.warehouse_order_number, updated_at = excluded.updated_at`)
  const addToAsn = prepared(`insert into asns (asn_number, wms_status, received, good, bad, updated_at) values ($1, $2, $3, $4, $5, $6)
    on conflict (asn_number) do update set wms_status = excluded.wms_status, received = asns.received + excluded.received,
      good = asns.good + excluded.good, bad = asns.bad + excluded.bad, updated_at = excluded.updated_at`)
  const owe = prepared(`insert into outbox (id, entity, method, content, state, due_at, created_at, updated_at)
    values ($1, $2, $3, $4, 'pending', $5, $5, $5)`)
  const counts = prepared("select state, count(*) as count from outbox group by state")

  /** Applies the change only if the report is new. */
  const once = (entity: string, dedup: string, method: Method, content: object, change: (client: Client, now: number) => Promise<unknown>) =>
    transaction(pool, async (client) => {
      const now = Date.now()
      if ((await arrived(client, entity, dedup, now)).rowCount === 0) return
      await change(client, now)
      await owe(client, randomUUID(), entity, method, JSON.stringify(content), now)
    })

  return {
    takeOrder: (report: OrderReport, content) => {
      const { carrier, orderNumber, status, trackingNumber, warehouseOrderNumber, wmsStatus } = report
      return once(`order ${orderNumber}`, orderKey(report), "pushOrderInfo", content, (client, now) =>
        setOrder(client, orderNumber, status, wmsStatus, carrier, trackingNumber, warehouseOrderNumber, now))
    },
    takeAsn: ({ asnNumber, bad, batch, good, received, wmsStatus }: AsnReport, content) =>
      once(`asn ${asnNumber}`, batch, "pushAsnInfo", content, (client, now) => addToAsn(client, asnNumber, wmsStatus, received, good, bad, now)),
    counts: async () => (await counts(pool)).rows,
    deliveries: deliveries(pool)
  }
}

export const books = (url: string, seed: Seed): Books => {
  const pool = open(url)
  return { intents: () => intents(pool), reports: () => reports(pool, seed) }
}

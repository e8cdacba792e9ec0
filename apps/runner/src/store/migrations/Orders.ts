/**
 * Changes of the tables of orders, up to the one table for orders of every kind.
 */
import * as StoredPhases from "../StoredPhases.ts"
import { type Dialect, type Types, types } from "./ColumnTypes.ts"

/** Indexes of open orders, as polls read them. The index of history by text is removed, because nothing uses it. */
export const openOrders: ReadonlyArray<string> = [
  "drop index outbound_open",
  "drop index inbound_open",
  "create index outbound_open on outbound (scope, checked_at, order_number) where is_open = 1",
  "create index inbound_open on inbound (scope, checked_at, asn_number) where is_open = 1",
  "drop index history_what"
]

/**
 * The peer's number of an order, if a report gave it and not the response to the create; and which order a peer's
 * number belongs to.
 */
export const peerNumbers: ReadonlyArray<string> = [
  "alter table intent add column peer_number text",
  "create index outbound_peer_number on outbound (connection, warehouse_order_number)"
]

const whenWord = [...StoredPhases.phases].map(([word, phase]) => `when '${word}' then '${phase}'`).join(" ")

/** Stores phases instead of the status words of document 1, the tracking page of a parcel, and when it arrived. */
export const phases = ({ long }: Types): ReadonlyArray<string> => [
  ...(["outbound", "inbound"] as const).flatMap((table) => [
    `alter table ${table} rename column status to phase`,
    `update ${table} set phase = case phase ${whenWord} else phase end where phase is not null`
  ]),
  ...(["outbound", "parcel"] as const).flatMap((table) => [
    `alter table ${table} add column tracking_url text`,
    `alter table ${table} add column delivered_at ${long}`
  ])
]

/** Counts of received goods are exact decimals as text; those of before are whole numbers. */
export const decimalCounts = (dialect: Dialect): ReadonlyArray<string> => {
  const counts = ["estimated", "received", "good", "bad", "ahead"]
  const keys = "scope, asn_number, generation, sku, name"
  if (dialect === "postgres") {
    return [
      "alter table inbound_line alter column ahead drop default",
      `alter table inbound_line ${counts.map((count) => `alter column ${count} type text using ${count}::text`).join(", ")}`,
      "alter table inbound_line alter column ahead set default '0'"
    ]
  }
  return [
    "alter table inbound_line rename to inbound_line_whole",
    `create table inbound_line (
      scope text not null, asn_number text not null, generation integer not null, sku text not null, name text,
      estimated text, received text not null, good text not null, bad text not null, ahead text not null default '0',
      primary key (scope, asn_number, generation, sku))`,
    `insert into inbound_line (${keys}, ${counts.join(", ")})
      select ${keys}, ${counts.map((count) => `cast(${count} as text)`).join(", ")} from inbound_line_whole`,
    "drop table inbound_line_whole"
  ]
}

/**
 * One table for orders of every kind, with a row for each generation of a number; parcels and lines refer to it by id. A generation
 * before the newest gets a row if the peer accepted its create, or if it has parcels or lines.
 */
export const entities = (dialect: Dialect): ReadonlyArray<string> => {
  const { long } = types[dialect]
  const id = dialect === "sqlite" ? "integer primary key" : "bigint generated always as identity primary key"
  const key = "scope, kind, number, generation"
  const shared = `connection, number_sent, warehouse_code, peer_warehouse_code, phase, peer_status, is_open, checked_at, absent_since,
    created_at, updated_at`
  const ofOutbound = "carrier_name, tracking_number, tracking_url, failed_reason, shipped_at, delivered_at"
  const ofInbound = "type, batches, finished_at, reported_at"
  const earlier = `insert into entity (${key}, connection, number_sent, peer_number, is_open, checked_at, created_at, updated_at)`
  const earlierOf = (kind: string, part: string, order: string, number: string) =>
    `${earlier} select distinct p.scope, '${kind}', p.${number}, p.generation, o.connection, o.number_sent, null, 0, o.created_at, o.created_at, o.updated_at
     from ${part} p join ${order} o on o.scope = p.scope and o.${number} = p.${number} where p.generation < o.generation
     on conflict (${key}) do nothing`
  const ofEntity = (kind: string, number: string) => `e.scope = p.scope and e.kind = '${kind}' and e.number = p.${number} and e.generation = p.generation`
  return [
    `create table entity (
      id ${id}, scope text not null, kind text not null, number text not null, generation integer not null, connection text not null,
      number_sent text not null, warehouse_code text, peer_warehouse_code text, peer_number text, phase text, peer_status text,
      carrier_name text, tracking_number text, tracking_url text, failed_reason text, shipped_at ${long}, delivered_at ${long},
      type text, batches integer not null default 0, finished_at ${long}, reported_at ${long},
      is_open integer not null, checked_at ${long} not null, absent_since ${long}, created_at ${long} not null, updated_at ${long} not null,
      unique (${key}))`,
    `insert into entity (${key}, ${shared}, peer_number, ${ofOutbound})
     select scope, 'outbound', order_number, generation, ${shared}, warehouse_order_number, ${ofOutbound} from outbound order by created_at`,
    `insert into entity (${key}, ${shared}, peer_number, ${ofInbound})
     select scope, 'inbound', asn_number, generation, ${shared}, reference_number, ${ofInbound} from inbound order by created_at`,
    `${earlier} select e.scope, e.kind, e.number, i.generation, i.connection, i.number_sent, i.peer_number, 0, i.updated_at, i.created_at, i.updated_at
     from entity e join intent i on i.scope = e.scope and i.operation = case e.kind when 'outbound' then 'createOutboundOrder' else 'createInboundOrder' end
       and i.entity = e.kind || ':' || e.number
     where e.generation > 1 and i.generation < e.generation and (i.state = 'Delivered' or i.peer_number is not null)`,
    earlierOf("outbound", "parcel", "outbound", "order_number"),
    earlierOf("inbound", "inbound_line", "inbound", "asn_number"),
    "alter table parcel rename to parcel_by_number",
    "alter table inbound_line rename to inbound_line_by_number",
    `create table parcel (
      entity ${long} not null, tracking_number text not null, carrier_name text, tracking_url text, shipped_at ${long}, delivered_at ${long},
      seen_at ${long} not null, primary key (entity, tracking_number))`,
    `insert into parcel (entity, tracking_number, carrier_name, tracking_url, shipped_at, delivered_at, seen_at)
     select e.id, p.tracking_number, p.carrier_name, p.tracking_url, p.shipped_at, p.delivered_at, p.seen_at
     from parcel_by_number p join entity e on ${ofEntity("outbound", "order_number")}`,
    `create table inbound_line (
      entity ${long} not null, sku text not null, name text, estimated text, received text not null, good text not null, bad text not null,
      ahead text not null default '0', primary key (entity, sku))`,
    `insert into inbound_line (entity, sku, name, estimated, received, good, bad, ahead)
     select e.id, p.sku, p.name, p.estimated, p.received, p.good, p.bad, p.ahead
     from inbound_line_by_number p join entity e on ${ofEntity("inbound", "asn_number")}`,
    ...["parcel_by_number", "inbound_line_by_number", "outbound", "inbound"].map((table) => `drop table ${table}`),
    "create index entity_sent on entity (connection, kind, number_sent)",
    "create index entity_peer_number on entity (connection, kind, peer_number) where peer_number is not null",
    "create index entity_created on entity (created_at, kind, scope, number)",
    "create index entity_open on entity (scope, kind, checked_at, id) where is_open = 1",
    "create index entity_news on entity (connection, kind, updated_at) where is_open = 1",
    "create index entity_absent on entity (connection, absent_since) where is_open = 1 and absent_since is not null",
    "create index entity_over on entity (updated_at, id) where is_open = 0"
  ]
}

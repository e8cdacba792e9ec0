/**
 * Fills a database with orders and all that lists show beside them, as it is after three weeks of a busy runner. The statements are the same
 * for SQLite and PostgreSQL but for the series of numbers. The rare things are the oldest, so that a walk from the newest passes all others.
 */
import * as LedgerRows from "../growth/LedgerRows.ts"

const day = 86_400_000
const minute = 60_000
const days = 20

/** The scopes of the links in `subjects/crossdock/lists.config.ts`. */
export const links = { north: "warehouse:north", south: "warehouse:south", shop: "platform:shop:bench:1", other: "platform:other:bench:2" } as const

/** How many different articles are ordered. */
export const skus = 500

/** Orders of a shop and of a warehouse take turns. The oldest are of other kinds, phases and links. */
export const rare = { inbound: 600, failed: 400, ofSmallLink: 3000 } as const

/** Orders that are not over. */
const live = { placed: 20_000, held: 300, waiting: 100, deciding: 50, inDoubt: 60, refused: 200 } as const

export interface Counted {
  readonly orders: number
  readonly now: number
  readonly isPostgres: boolean
}

/** The statements in the order in which they are carried out. */
export const statementsOf = ({ isPostgres, now, orders }: Counted): ReadonlyArray<string> => {
  const series = (count: number) =>
    isPostgres ? `generate_series(1, ${count}) s(i)` : `(with recursive s(i) as (select 1 union all select i + 1 from s where i < ${count}) select i from s) s`
  const few = (count: number) => Math.min(count, Math.floor(orders / 20))
  const at = `(${now - days * day} + cast(i as bigint) * ${Math.floor((days * day) / orders)})`
  const isShop = `(i % 2 = 0 and i > ${rare.inbound})`
  /** A condition for orders of the desk that are not among the newest ones. */
  const isLive = `i > ${orders - 2 * few(live.placed)}`
  const ofShop = "from entity e where e.kind = 'platform_order'"
  const i = "e.id"
  const oldest = (from: number, count: number) => `e.id in (select id from entity where kind = 'platform_order' order by id limit ${few(count)} offset ${from})`
  const isOutbound = "e.kind = 'outbound'"
  return [
    `insert into entity (id, scope, kind, number, connection, generation, number_sent, warehouse_code, peer_number, phase, peer_status, tracking_number, is_open, checked_at,
       created_at, updated_at, online_number, display_number)
     ${isPostgres ? "overriding system value " : ""}select i,
       case when i <= ${rare.inbound} then '${links.south}' when ${isShop} then case when i <= ${2 * few(rare.ofSmallLink)} then '${links.other}' else '${links.shop}' end
         when i % 10 = 1 then '${links.south}' else '${links.north}' end,
       case when i <= ${rare.inbound} then 'inbound' when ${isShop} then 'platform_order' else 'outbound' end,
       case when ${isShop} then 'S' || i else 'P' || i end,
       case when i <= ${rare.inbound} then 'south' when ${isShop} then case when i <= ${2 * few(rare.ofSmallLink)} then 'other' else 'shop' end when i % 10 = 1 then 'south' else 'north' end,
       1, case when ${isShop} then 'S' || i else 'P' || i end, case when ${isShop} then null else 'WH-N' end, case when ${isShop} then null else 'W-' || i end,
       case when i <= ${rare.inbound} then 'finished' when i <= ${rare.inbound + rare.failed} then 'failed' when ${isLive} then case when ${isShop} then 'paid' else 'accepted' end else 'shipped' end,
       case when ${isShop} then 'PAID' else 'SHIPPED' end, case when ${isShop} then null else 'T-' || i end, case when ${isLive} then 1 else 0 end,
       ${at}, ${at}, ${at}, case when ${isShop} then 'ON-' || i end, case when ${isShop} then '#' || i end
     from ${series(orders)}`,
    `insert into intent (entity, id, scope, connection, operation, digest, state, attempt, due_at, created_at, updated_at)
     select id, 'intent-' || id, scope, connection, 'createOutboundOrder', number, 'Delivered', 1, created_at, created_at, created_at from entity e where ${isOutbound}`,
    `update intent set state = 'Dead', error = 'REFUSED' where entity in (select id from entity e where ${isOutbound} order by id limit ${live.refused})`,
    `update intent set state = 'Doubtful', due_at = ${now + 60 * minute} where entity in (select id from entity e where ${isOutbound} order by id limit ${live.inDoubt} offset 1000)`,
    "insert into intent_content (entity, asked_sealed) select entity, 'v1.' || id from intent",
    `insert into parcel (entity, tracking_number, seen_at) select id, 'T-' || id, updated_at from entity e where ${isOutbound}`,
    `insert into desk_order (entity, scope, state, since, created_at, updated_at, rule)
     select id, scope, case when ${isLive.replaceAll("i >", `${i} >`)} then 'placed' else 'done' end, created_at, created_at, updated_at, 'everything from the north' ${ofShop}`,
    ...([["held", 0, live.held, "stock"], ["waiting", 1000, live.waiting, "unpaid"], ["due", 2000, live.deciding, "stock"]] as const).map(([state, from, count, cause]) =>
      `update desk_order set state = '${state}', cause = '${cause}', because = 'an article is missing' where entity in (select e.id from entity e where ${oldest(from, count)})`),
    `insert into desk_part (number, entity, link, warehouse, warehouse_code, state, lines, created_at, updated_at, record)
     select 'P' || (e.id + 1), e.id, '${links.north}', 'One', 'WH-N', case when ${isLive.replaceAll("i >", `${i} >`)} then 'accepted' else 'shipped' end,
       '[{"line":"1","sku":"' || 'SKU-' || (100000 + e.id / 2 % ${skus}) || '","pieces":2}]', e.created_at, e.updated_at, e.id + 1 ${ofShop}`,
    `insert into desk_parcel (part, tracking_number, entity, lines, state, created_at, updated_at)
     select p.number, 'T-' || p.entity, p.entity, '[]', 'told', p.created_at, p.updated_at from desk_part p where p.state = 'shipped'`,
    `insert into desk_need (entity, sku, pieces, warehouses) select entity, 'SKU-' || (100000 + entity / 2 % ${skus}), 2, '["One"]' from desk_order where state = 'held'`,
    "insert into history (first_id, at, who, what) select id, created_at, 'peer', 'accepted' from entity",
    `insert into delivery (id, connection, scope, entity, operation, is_state, state, attempt, due_at, took, created_at, updated_at)
     select 'd-' || id, 'erp', scope, scope || ' outbound:' || number, 'receiveOutboundStatus', 1, 'Delivered', 1, created_at, 3, created_at, updated_at from entity e where ${isOutbound}`,
    `update delivery set state = 'Dead', attempt = 12, cause = case when seq % 3 = 0 then 'TransportFailed' else 'Rejected' end where seq <= ${few(500)}`,
    `insert into delivery_content (seq, content_sealed) select seq, 'v1.' || id from delivery where seq <= ${few(500)}`,
    `insert into audit (at, who, via, operation, subject, reason, outcome, request_id)
     select ${at}, 'person ' || (i % 7), 'session', case when i % 3 = 0 then 'desk.hold' else 'deliveries.resend' end, 'S' || i, 'asked by the buyer', 'done', 'r-' || i from ${series(few(200_000))}`,
    `insert into call (id, at, direction, scope, on_behalf_of, protocol, operation, number, code, status, millis, request_id, size)
     select (${now} - cast(i as bigint) * 400) * 4096 + i % 4096, ${now} - cast(i as bigint) * 400, case when i % 3 = 0 then 'in' else 'out' end, case when i % 3 = 0 then '${links.south}' else 'north' end, null,
       'warehouse', 'createOutboundOrder', 'P' || i, case when i % 50 = 0 then 'TransportFailed' else 'OK' end, 200, 12, 'req-' || i, 200 from ${series(few(300_000) * 5)}`,
    "insert into call_number (number, call_id) select number, id from call where number is not null",
    `insert into call_size (hour, bytes) select at / 3600000, sum(size) from call group by 1 on conflict (hour) do nothing`,
    `insert into call_count (minute, scope, direction, operation, code, calls, millis)
     select ${Math.floor(now / minute)} - i / 30, case when i % 6 = 0 then '${links.south}' else 'peer-' || (i % 10) end, case when i % 6 = 0 then 'in' else 'out' end, 'operation-' || (i % 15),
       case when i % 30 = 0 then 'TIMEOUT' else 'OK' end, 3, 900 from ${series(7 * 1440 * 30)}`,
    `insert into published_stock (scope, product_id, variant_id, sku, confirmed, confirmed_at, tried, tried_at, because, is_refused)
     select case when i % 2 = 0 then '${links.shop}' else '${links.other}' end, 'I-' || i, '', 'SKU-' || (100000 + i % 10000), '[["One","5"]]', ${now}, '[["One","5"]]', ${now}, case when i % 400 = 0 then 'unknown article' end,
       case when i % 400 = 0 then 1 else 0 end from ${series(20_000)}`,
    // As a comparison stores it: of each SKU, two pieces are reserved for each of as many orders as are under way.
    `insert into stock_drift (scope, warehouse, sku, figure, books, theirs, since, checked_at, shortage)
     select '${links.north}', 'One', 'SKU-' || (100000 + i), 'total', '9', '7', ${now}, ${now}, '${JSON.stringify({ at: now, reserved: 80, lacking: Array.from({ length: 37 }, (_, at) => [`P${orders - 1000 * at}`, 2]) })}' from ${series(skus)}`,
    `insert into mapping (scope, kind, ours, theirs, source, updated_at) select '${links.north}', 'sku', 'SKU-' || (100000 + i), 'N-' || i, 'person', ${now} from ${series(20_000)}`,
    `insert into unmatched (scope, kind, name, times, first_at, last_at) select '${links.north}', 'sku', 'UNKNOWN-' || i, 4, ${now}, ${now} from ${series(500)}`,
    ...LedgerRows.statementsOf(5000, now),
    // Nothing is removed while the lists are asked for.
    ...["retention", "call log"].map((name) => `insert into job (name, connection, due_at) values ('${name}', '', ${now + 60 * minute}) on conflict (name, connection) do update set due_at = ${now + 60 * minute}`),
    "analyze"
  ]
}

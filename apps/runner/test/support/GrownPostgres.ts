/**
 * A database of PostgreSQL as a runner of years has it: many rows that are over, few that are not, and statistics. Its
 * planner looks at those; the one of SQLite looks at the schema alone.
 */
import pg from "pg"

const orders = 20_000
/** The newest of them are not over. */
const open = 50

const series = `generate_series(1, ${orders}) i`
const isOpen = `i > ${orders - open}`
/** Two warehouses with a link each, and two ERPs. */
const peer = "(case when i % 2 = 0 then 'wh' else 'acme' end)"
const scope = `('warehouse:' || ${peer})`
const entity = "('outbound:SO-' || i)"

const statements = [
  `insert into entity (scope, kind, number, connection, generation, number_sent, phase, is_open, checked_at, created_at, updated_at)
   select ${scope}, 'outbound', 'SO-' || i, ${peer}, 1, 'SO-' || i, 'shipped', case when ${isOpen} then 1 else 0 end, i, i, i from ${series}`,
  `insert into entity (scope, kind, number, connection, generation, number_sent, phase, batches, is_open, checked_at, created_at, updated_at)
   select ${scope}, 'inbound', 'ASN-' || i, ${peer}, 1, 'ASN-' || i, 'received', 1, case when ${isOpen} then 1 else 0 end, i, i, i from ${series}`,
  `insert into entity (scope, kind, number, connection, generation, number_sent, phase, is_open, checked_at, created_at, updated_at)
   select 'platform:shop', 'platform_order', 'A-' || i, 'shop', 1, 'A-' || i, 'closed', case when ${isOpen} then 1 else 0 end, i, i, i from ${series}`,
  "insert into platform_order (entity, changed_at, digest, content_sealed) select id, id, md5(id::text), repeat('x', 300) from entity where kind = 'platform_order'",
  "insert into inbound_line (entity, sku, received, good, bad) select id, 'SKU-1', 1, 1, 0 from entity where kind = 'inbound'",
  "insert into parcel (entity, tracking_number, seen_at) select id, 'T-' || id, id from entity where kind = 'outbound'",
  `insert into intent (entity, id, scope, connection, operation, digest, state, held_because, attempt, due_at, owner, created_at, updated_at)
   select e.id, gen_random_uuid(), ${scope}, ${peer}, 'createOutboundOrder', 'd',
     case when not (${isOpen}) then 'Delivered' when i % 5 = 0 then 'InFlight' when i % 5 = 1 then 'Doubtful' else 'Pending' end,
     case when i % 5 = 2 then 'no row' end, 1, i, 'n', i, i from ${series} join entity e on e.kind = 'outbound' and e.number = 'SO-' || i`,
  "insert into intent_content (entity, asked_sealed) select entity, repeat('x', 300) from intent",
  `insert into delivery (id, connection, scope, entity, operation, is_state, state, attempt, due_at, is_held, owner, created_at, updated_at)
   select gen_random_uuid(), case when i % 3 = 0 then 'books' else 'books2' end, ${scope}, ${scope} || ' ' || ${entity}, 'receiveOutboundStatus', 0,
     case when not (${isOpen}) then 'Delivered' when i % 5 = 0 then 'InFlight' when i % 5 = 1 then 'Dead' else 'Pending' end, 1, i,
     case when ${isOpen} and i % 5 = 2 then 1 else 0 end, 'n', i, i from ${series}`,
  "insert into delivery_content (seq, content_sealed) select seq, repeat('x', 300) from delivery",
  "insert into attempt (subject, number, kind, at, took, outcome) select id, 1, 'push', seq, 3, 'PeerUnavailable' from delivery",
  "insert into history (first_id, at, who, what, raw_sealed) select id, created_at, 'erp', 'asked', repeat('x', 300) from entity where kind = 'outbound'",
  "insert into inbox (first_id, dedup_key, digest, times, first_at, last_at) select id, 'status:' || md5(id::text), '', 1, created_at, created_at from entity where kind = 'outbound'",
  `insert into call (id, at, direction, scope, protocol, operation, number, code, millis, content_sealed, size)
   select i, i, 'in', ${scope}, 'warehouse', 'createOutboundOrder', 'SO-' || i, 'OK', 3, repeat('x', 300), 500 from ${series}`,
  "insert into call_number (number, call_id) select number, id from call",
  `insert into desk_order (entity, scope, state, cause, since, due_at, created_at, updated_at)
   select id, scope, case when is_open = 0 then 'done' when id % 4 = 0 then 'due' when id % 4 = 1 then 'held' when id % 4 = 2 then 'waiting' else 'placed' end,
     case when is_open = 1 and id % 4 = 1 then 'stock' end, created_at, case when is_open = 1 then created_at end, created_at, created_at from entity where kind = 'platform_order'`,
  `insert into desk_part (number, entity, link, warehouse, warehouse_code, state, lines, record, created_at, updated_at)
   select 'SO-' || o.created_at, o.id, r.scope, 'North', 'WH', case when o.is_open = 1 then 'accepted' else 'shipped' end, '[]', r.id, o.created_at, o.created_at
   from entity o join entity r on r.kind = 'outbound' and r.created_at = o.created_at where o.kind = 'platform_order'`,
  `insert into desk_parcel (part, tracking_number, entity, lines, state, created_at, updated_at)
   select number, 'L-' || entity, entity, '[]', 'told', created_at, created_at from desk_part where state = 'shipped'`,
  `insert into audit (at, who, via, operation, subject, account, outcome, request_id, scope, number)
   select i, 'person ' || i % 7, 'session', 'desk.hold', 'A-' || i, 'a-' || i % 7, 'done', 'r-' || i, 'platform:shop', 'A-' || i from ${series}`,
  "analyze"
]

export const fill = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

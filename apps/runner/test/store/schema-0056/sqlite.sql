-- The schema of SQLite as the migrations 0001 to 0056 made it; written by them, and not changed by hand.
CREATE TABLE attempt (
    id integer primary key autoincrement, subject text not null, number integer not null, kind text not null, at integer not null,
    took integer not null, outcome text not null, detail text);
CREATE INDEX attempt_subject on attempt (subject, id);
CREATE TABLE blind_decision (
    entity integer primary key, intent text not null, connection text not null, decision text not null, who text not null, at integer not null,
    due_at integer, queries integer not null default 0, answered_at integer, ended text);
CREATE INDEX blind_decision_due on blind_decision (connection, due_at) where due_at is not null;
CREATE TABLE connection (
    id text primary key, plugin text not null, settings_sealed text not null, options text not null,
    created_at integer not null, updated_at integer not null);
CREATE TABLE connection_state (
    id text primary key, paused integer not null default 0, paused_because text, paused_at integer, failing_since integer, polled_at integer, poll_failing_since integer, poll_failure text);
CREATE TABLE credential (
    connection text primary key, plugin text not null, version integer not null, values_sealed text, expires_at integer, obtained_at integer,
    owner text, epoch integer not null default 0, begun_at integer, unfinished integer not null default 0,
    refused_because text, failures integer not null default 0, failing_since integer, failure text, retry_at integer,
    state_hash text, state_until integer);
CREATE TABLE delivery (
    seq integer primary key autoincrement, id text not null unique, connection text not null, scope text not null, entity text not null,
    operation text not null, is_state integer not null, state text not null,
    attempt integer not null, due_at integer not null, owner text, epoch integer not null default 0, leased_until integer,
    cause text, created_at integer not null, updated_at integer not null, is_held integer not null default 0, took integer);
CREATE INDEX delivery_dead on delivery (connection) where state = 'Dead';
CREATE INDEX delivery_entity on delivery (connection, entity, seq);
CREATE INDEX delivery_held on delivery (connection, seq) where state = 'Pending' and is_held = 1;
CREATE INDEX delivery_in_flight on delivery (seq) where state = 'InFlight';
CREATE INDEX delivery_over on delivery (updated_at) where state in ('Delivered', 'Cancelled', 'Dead');
CREATE INDEX delivery_ready on delivery (connection, due_at, seq) where state = 'Pending' and is_held = 0;
CREATE INDEX delivery_unfinished on delivery (connection, entity, seq) where state in ('Pending', 'InFlight', 'Dead');
CREATE TABLE delivery_content (seq integer primary key, content_sealed text not null, payload_sealed text);
CREATE TABLE desk_need (
    entity integer not null, sku text not null, pieces integer not null, warehouses text not null, primary key (entity, sku));
CREATE INDEX desk_need_sku on desk_need (sku, entity);
CREATE TABLE desk_order (
    entity integer primary key, state text not null, version integer not null default 1, placed_content text, rule text, cause text,
    because text, explanation text, is_released integer not null default 0, attempt integer not null default 0, due_at integer,
    since integer not null, created_at integer not null, updated_at integer not null, person text, cleared_at integer, is_end_accepted integer not null default 0, scope text, is_repeat integer not null default 0);
CREATE INDEX desk_order_due on desk_order (scope, is_repeat, due_at, entity) where due_at is not null;
CREATE INDEX desk_order_state on desk_order (state, since, entity);
CREATE TABLE desk_parcel (
    part text not null, tracking_number text not null, entity integer not null, carrier_name text, lines text not null, state text not null,
    intent text, because text, created_at integer not null, updated_at integer not null, primary key (part, tracking_number));
CREATE INDEX desk_parcel_intent on desk_parcel (intent);
CREATE INDEX desk_parcel_order on desk_parcel (entity, created_at, tracking_number);
CREATE INDEX desk_parcel_tracking on desk_parcel (tracking_number);
CREATE TABLE desk_part (
    number text primary key, entity integer not null, link text not null, warehouse text not null, warehouse_code text not null,
    state text not null, is_reserved integer not null default 1, lines text not null, because text, shipping text,
    shipment text, shipment_state text, tracking_number text, created_at integer not null, updated_at integer not null, is_refused integer not null default 0, record integer, given_up text, issue text not null default 'desk', allotted_version integer not null default 1, owns_number integer not null default 0, charges text);
CREATE INDEX desk_part_given_up on desk_part (updated_at) where state = 'unsent' and is_reserved = 1;
CREATE INDEX desk_part_live on desk_part (warehouse, created_at, number) where state not in ('unsent', 'shipped', 'void');
CREATE INDEX desk_part_order on desk_part (entity, created_at, number);
CREATE INDEX desk_part_record on desk_part (record) where record is not null;
CREATE INDEX desk_part_shipment on desk_part (shipment) where shipment is not null;
CREATE INDEX desk_part_tracking on desk_part (tracking_number) where tracking_number is not null;
CREATE TABLE drift (
    scope text not null, place text not null, path text not null, message text not null, times integer not null,
    first_at integer not null, last_at integer not null, primary key (scope, place, path, message));
CREATE TABLE ended_subscription (
    connection text not null, subscription_id text not null, secret_sealed text, ended_at integer not null, due_at integer not null, tries integer not null default 0,
    primary key (connection, subscription_id));
CREATE TABLE entity (
      id integer primary key, scope text not null, kind text not null, number text not null, generation integer not null, connection text not null,
      number_sent text not null, warehouse_code text, peer_warehouse_code text, peer_number text, phase text, peer_status text,
      carrier_name text, tracking_number text, tracking_url text, failed_reason text, shipped_at integer, delivered_at integer,
      type text, batches integer not null default 0, finished_at integer, reported_at integer,
      is_open integer not null, checked_at integer not null, absent_since integer, created_at integer not null, updated_at integer not null, first_id integer, is_known integer not null default 1, pieces text, pieces_version integer, books_issue text, owns_number integer not null default 0, told text,
      unique (scope, kind, number, generation));
CREATE INDEX entity_absent on entity (connection, absent_since) where is_open = 1 and absent_since is not null;
CREATE INDEX entity_created on entity (created_at, kind, scope, number);
CREATE INDEX entity_news on entity (connection, kind, updated_at) where is_open = 1;
CREATE INDEX entity_open on entity (scope, kind, checked_at, id) where is_open = 1;
CREATE INDEX entity_over on entity (updated_at, id) where is_open = 0 and is_known = 1;
CREATE INDEX entity_peer_number on entity (connection, kind, peer_number) where peer_number is not null;
CREATE INDEX entity_sent on entity (connection, kind, number_sent);
CREATE TABLE erp_inbound_order (entity integer primary key, changed_at integer not null, digest text not null);
CREATE TABLE erp_number (connection text not null, kind text not null, number text not null, scope text not null, primary key (connection, kind, number));
CREATE TABLE erp_warehouse (connection text not null, id text not null, name text not null, newest_name text not null, primary key (connection, id));
CREATE TABLE history (
      id integer primary key, first_id integer, subject text, at integer not null, who text not null, what text not null, detail text, raw_sealed text);
CREATE INDEX history_apart on history (at, id) where first_id is null;
CREATE INDEX history_first on history (first_id, id) where first_id is not null;
CREATE INDEX history_subject on history (subject, id) where subject is not null;
CREATE TABLE inbound_line (
      entity integer not null, sku text not null, name text, estimated text, received text not null, good text not null, bad text not null,
      ahead text not null default '0', primary key (entity, sku));
CREATE TABLE inbox (
      first_id integer not null, dedup_key text not null, digest text not null, reported_at integer, times integer not null,
      first_at integer not null, last_at integer not null, primary key (first_id, dedup_key)) without rowid;
CREATE INDEX inbox_last on inbox (last_at);
CREATE INDEX inbox_told on inbox (dedup_key) where substr(dedup_key, 1, 5) = 'told:';
CREATE TABLE intent (
      entity integer primary key, id text not null unique, scope text not null, connection text not null, operation text not null,
      digest text not null, state text not null, held_because text, attempt integer not null, queries integer not null default 0,
      absences integer not null default 0, last_absent_at integer, due_at integer not null, is_asked integer not null default 0,
      is_cancel_wanted integer not null default 0, owner text, epoch integer not null default 0, leased_until integer, result text, error text,
      is_to_refuse integer not null default 0, cancel_at integer, cancel_tries integer not null default 0, must_ask integer not null default 0,
      created_at integer not null, updated_at integer not null, put_by text, refused_until integer, look_at integer);
CREATE INDEX intent_cancels on intent (connection, cancel_at) where cancel_at is not null;
CREATE INDEX intent_created on intent (created_at, entity);
CREATE INDEX intent_held on intent (scope, entity) where state = 'Pending' and held_because is not null;
CREATE INDEX intent_in_flight on intent (entity) where state = 'InFlight';
CREATE INDEX intent_late_looks on intent (connection, look_at) where look_at is not null;
CREATE INDEX intent_over on intent (updated_at, entity) where state in ('Delivered', 'Dead', 'Cancelled');
CREATE INDEX intent_ready on intent (connection, due_at) where state in ('Pending', 'Doubtful') and held_because is null;
CREATE INDEX intent_refused_done on intent (connection, updated_at) where state = 'Delivered' and refused_until is not null;
CREATE INDEX intent_unsettled on intent (connection, state, updated_at) where state in ('Pending', 'InFlight', 'Doubtful');
CREATE TABLE intent_content (entity integer primary key, asked_sealed text not null, sent_sealed text);
CREATE TABLE issued_token (
    hash text primary key, scope text not null, kind text not null, expires_at integer not null);
CREATE INDEX issued_token_expired on issued_token (scope, expires_at);
CREATE TABLE job (
    name text not null, connection text not null, due_at integer not null, owner text, epoch integer not null default 0,
    primary key (name, connection));
CREATE TABLE link (
    scope text primary key, peer text not null, body_sealed text not null, created_at integer not null, updated_at integer not null);
CREATE TABLE listing (
    connection text not null, kind text not null, body text not null, fetched_at integer not null,
    primary key (connection, kind));
CREATE TABLE mapping (
    scope text not null, kind text not null, ours text not null, theirs text not null, source text not null,
    updated_at integer not null, primary key (scope, kind, ours));
CREATE INDEX mapping_theirs on mapping (scope, kind, theirs);
CREATE TABLE node (id text primary key, epoch integer not null, leased_until integer not null, started_at integer not null);
CREATE TABLE order_reread (
    scope text not null, number text not null, tries integer not null default 0, due_at integer not null, since integer not null,
    primary key (scope, number));
CREATE INDEX order_reread_due on order_reread (scope, due_at, number);
CREATE TABLE order_sync (
    scope text not null, track text not null, begins_at integer not null, read_until integer not null, window_from integer, window_to integer,
    part_from integer, span integer not null, cursor_sealed text, newest_at integer, orders integer not null default 0,
    ends_at integer, ended_at integer, updated_at integer not null, version integer not null default 0, primary key (scope, track));
CREATE TABLE owner (connection text primary key, node text not null, epoch integer not null);
CREATE TABLE parcel (
      entity integer not null, tracking_number text not null, carrier_name text, tracking_url text, shipped_at integer, delivered_at integer,
      seen_at integer not null, primary key (entity, tracking_number));
CREATE INDEX parcel_tracking on parcel (tracking_number);
CREATE TABLE platform_order (
    entity integer primary key, changed_at integer not null, digest text not null, content_sealed text not null);
CREATE TABLE poll_failure (
    connection text not null, scope text not null, track text not null, message text not null, since integer not null,
    primary key (connection, scope, track));
CREATE TABLE published_stock (
    scope text not null, product_id text not null, variant_id text not null, sku text not null, confirmed text, confirmed_at integer,
    tried text, tried_at integer, because text, is_refused integer not null default 0, read_at integer not null default 0,
    primary key (scope, product_id, variant_id));
CREATE INDEX published_stock_refused on published_stock (scope, product_id, variant_id) where is_refused = 1;
CREATE INDEX published_stock_sku on published_stock (sku, scope, product_id, variant_id);
CREATE TABLE rate (
    connection text primary key, full_at double precision not null, written_at double precision not null, granted double precision not null, wanted_by text, wanted_rank double precision, wanted_at double precision);
CREATE TABLE ready_order (
    connection text not null, number text not null, scope text, warehouse_code text, entity integer, digest text not null, changed_at integer not null,
    state text not null, message text, since integer not null, due_at integer, tries integer not null default 0, updated_at integer not null,
    primary key (connection, number));
CREATE INDEX ready_order_due on ready_order (connection, due_at, number);
CREATE INDEX ready_order_entity on ready_order (entity);
CREATE INDEX ready_order_old on ready_order (updated_at, connection, number);
CREATE INDEX ready_order_told on ready_order (connection, state, since) where message is not null;
CREATE TABLE setting (name text primary key, content text not null);
CREATE TABLE shop_state (
    scope text primary key, is_locked integer not null, callback_sealed text, customer_id text, announced_at integer not null);
CREATE TABLE stock_drift (
    scope text not null, warehouse text not null, sku text not null, figure text not null, books text not null, theirs text not null,
    since integer not null, checked_at integer not null, primary key (scope, warehouse, sku));
CREATE TABLE stock_failure (
    job text not null, scope text not null, message text not null, since integer not null, primary key (job, scope));
CREATE TABLE subscription (
    connection text primary key, subscription_id text not null, callback_url text not null, expires_at integer,
    updated_at integer not null, secret_sealed text, topics text);
CREATE TABLE subscription_failure (
    connection text primary key, since integer not null, message text not null, due_at integer not null, tries integer not null);
CREATE TABLE unmatched (
    scope text not null, kind text not null, name text not null, times integer not null, first_at integer not null,
    last_at integer not null, side text not null default 'erp', primary key (scope, kind, name));
CREATE TABLE untaken_order (
    scope text not null, kind text not null, number text not null, times integer not null, first_at integer not null, last_at integer not null,
    primary key (scope, kind, number));
CREATE INDEX untaken_order_old on untaken_order (last_at);
CREATE TABLE version (part text primary key, n integer not null);

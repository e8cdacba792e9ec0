-- The schema of PostgreSQL as the migrations 0001 to 0056 made it; written by pg_dump, and not changed by hand.
CREATE TABLE attempt (
    id bigint NOT NULL,
    subject text NOT NULL,
    number integer NOT NULL,
    kind text NOT NULL,
    at bigint NOT NULL,
    took bigint NOT NULL,
    outcome text NOT NULL,
    detail text
);
ALTER TABLE attempt ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME attempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE blind_decision (
    entity bigint NOT NULL,
    intent text NOT NULL,
    connection text NOT NULL,
    decision text NOT NULL,
    who text NOT NULL,
    at bigint NOT NULL,
    due_at bigint,
    queries integer DEFAULT 0 NOT NULL,
    answered_at bigint,
    ended text
);
CREATE TABLE connection (
    id text NOT NULL,
    plugin text NOT NULL,
    settings_sealed text NOT NULL,
    options text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE connection_state (
    id text NOT NULL,
    paused integer DEFAULT 0 NOT NULL,
    paused_because text,
    paused_at bigint,
    failing_since bigint,
    polled_at bigint,
    poll_failing_since bigint,
    poll_failure text
);
CREATE TABLE credential (
    connection text NOT NULL,
    plugin text NOT NULL,
    version bigint NOT NULL,
    values_sealed text,
    expires_at bigint,
    obtained_at bigint,
    owner text,
    epoch bigint DEFAULT 0 NOT NULL,
    begun_at bigint,
    unfinished integer DEFAULT 0 NOT NULL,
    refused_because text,
    failures integer DEFAULT 0 NOT NULL,
    failing_since bigint,
    failure text,
    retry_at bigint,
    state_hash text,
    state_until bigint
);
CREATE TABLE delivery (
    seq bigint NOT NULL,
    id text NOT NULL,
    connection text NOT NULL,
    scope text NOT NULL,
    entity text NOT NULL,
    operation text NOT NULL,
    is_state integer NOT NULL,
    state text NOT NULL,
    attempt integer NOT NULL,
    due_at bigint NOT NULL,
    owner text,
    epoch bigint DEFAULT 0 NOT NULL,
    leased_until bigint,
    cause text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    is_held integer DEFAULT 0 NOT NULL,
    took bigint
);
CREATE TABLE delivery_content (
    seq bigint NOT NULL,
    content_sealed text NOT NULL,
    payload_sealed text
);
ALTER TABLE delivery ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME delivery_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE desk_need (
    entity bigint NOT NULL,
    sku text NOT NULL,
    pieces bigint NOT NULL,
    warehouses text NOT NULL
);
CREATE TABLE desk_order (
    entity bigint NOT NULL,
    state text NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    placed_content text,
    rule text,
    cause text,
    because text,
    explanation text,
    is_released integer DEFAULT 0 NOT NULL,
    attempt integer DEFAULT 0 NOT NULL,
    due_at bigint,
    since bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    person text,
    cleared_at bigint,
    is_end_accepted integer DEFAULT 0 NOT NULL,
    scope text,
    is_repeat integer DEFAULT 0 NOT NULL
);
CREATE TABLE desk_parcel (
    part text NOT NULL,
    tracking_number text NOT NULL,
    entity bigint NOT NULL,
    carrier_name text,
    lines text NOT NULL,
    state text NOT NULL,
    intent text,
    because text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE desk_part (
    number text NOT NULL,
    entity bigint NOT NULL,
    link text NOT NULL,
    warehouse text NOT NULL,
    warehouse_code text NOT NULL,
    state text NOT NULL,
    is_reserved integer DEFAULT 1 NOT NULL,
    lines text NOT NULL,
    because text,
    shipping text,
    shipment text,
    shipment_state text,
    tracking_number text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    is_refused integer DEFAULT 0 NOT NULL,
    record bigint,
    given_up text,
    issue text DEFAULT 'desk'::text NOT NULL,
    allotted_version bigint DEFAULT 1 NOT NULL,
    owns_number integer DEFAULT 0 NOT NULL,
    charges text
);
CREATE TABLE drift (
    scope text NOT NULL,
    place text NOT NULL,
    path text NOT NULL,
    message text NOT NULL,
    times integer NOT NULL,
    first_at bigint NOT NULL,
    last_at bigint NOT NULL
);
CREATE TABLE ended_subscription (
    connection text NOT NULL,
    subscription_id text NOT NULL,
    secret_sealed text,
    ended_at bigint NOT NULL,
    due_at bigint NOT NULL,
    tries bigint DEFAULT 0 NOT NULL
);
CREATE TABLE entity (
    id bigint NOT NULL,
    scope text NOT NULL,
    kind text NOT NULL,
    number text NOT NULL,
    generation integer NOT NULL,
    connection text NOT NULL,
    number_sent text NOT NULL,
    warehouse_code text,
    peer_warehouse_code text,
    peer_number text,
    phase text,
    peer_status text,
    carrier_name text,
    tracking_number text,
    tracking_url text,
    failed_reason text,
    shipped_at bigint,
    delivered_at bigint,
    type text,
    batches integer DEFAULT 0 NOT NULL,
    finished_at bigint,
    reported_at bigint,
    is_open integer NOT NULL,
    checked_at bigint NOT NULL,
    absent_since bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    first_id bigint,
    is_known integer DEFAULT 1 NOT NULL,
    pieces text,
    pieces_version bigint,
    books_issue text,
    owns_number integer DEFAULT 0 NOT NULL,
    told text
);
ALTER TABLE entity ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME entity_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE erp_inbound_order (
    entity bigint NOT NULL,
    changed_at bigint NOT NULL,
    digest text NOT NULL
);
CREATE TABLE erp_number (
    connection text NOT NULL,
    kind text NOT NULL,
    number text NOT NULL,
    scope text NOT NULL
);
CREATE TABLE erp_warehouse (
    connection text NOT NULL,
    id text NOT NULL,
    name text NOT NULL,
    newest_name text NOT NULL
);
CREATE TABLE history (
    id bigint NOT NULL,
    first_id bigint,
    subject text,
    at bigint NOT NULL,
    who text NOT NULL,
    what text NOT NULL,
    detail text,
    raw_sealed text
);
ALTER TABLE history ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME history_id_seq1
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE inbound_line (
    entity bigint NOT NULL,
    sku text NOT NULL,
    name text,
    estimated text,
    received text NOT NULL,
    good text NOT NULL,
    bad text NOT NULL,
    ahead text DEFAULT '0'::text NOT NULL
);
CREATE TABLE inbox (
    first_id bigint NOT NULL,
    dedup_key text NOT NULL,
    digest text NOT NULL,
    reported_at bigint,
    times integer NOT NULL,
    first_at bigint NOT NULL,
    last_at bigint NOT NULL
);
CREATE TABLE intent (
    entity bigint NOT NULL,
    id text NOT NULL,
    scope text NOT NULL,
    connection text NOT NULL,
    operation text NOT NULL,
    digest text NOT NULL,
    state text NOT NULL,
    held_because text,
    attempt integer NOT NULL,
    queries integer DEFAULT 0 NOT NULL,
    absences integer DEFAULT 0 NOT NULL,
    last_absent_at bigint,
    due_at bigint NOT NULL,
    is_asked integer DEFAULT 0 NOT NULL,
    is_cancel_wanted integer DEFAULT 0 NOT NULL,
    owner text,
    epoch bigint DEFAULT 0 NOT NULL,
    leased_until bigint,
    result text,
    error text,
    is_to_refuse integer DEFAULT 0 NOT NULL,
    cancel_at bigint,
    cancel_tries integer DEFAULT 0 NOT NULL,
    must_ask integer DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    put_by text,
    refused_until bigint,
    look_at bigint
);
CREATE TABLE intent_content (
    entity bigint NOT NULL,
    asked_sealed text NOT NULL,
    sent_sealed text
);
CREATE TABLE issued_token (
    hash text NOT NULL,
    scope text NOT NULL,
    kind text NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE job (
    name text NOT NULL,
    connection text NOT NULL,
    due_at bigint NOT NULL,
    owner text,
    epoch bigint DEFAULT 0 NOT NULL
);
CREATE TABLE link (
    scope text NOT NULL,
    peer text NOT NULL,
    body_sealed text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE listing (
    connection text NOT NULL,
    kind text NOT NULL,
    body text NOT NULL,
    fetched_at bigint NOT NULL
);
CREATE TABLE mapping (
    scope text NOT NULL,
    kind text NOT NULL,
    ours text NOT NULL,
    theirs text NOT NULL,
    source text NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE node (
    id text NOT NULL,
    epoch bigint NOT NULL,
    leased_until bigint NOT NULL,
    started_at bigint NOT NULL
);
CREATE TABLE order_reread (
    scope text NOT NULL,
    number text NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    due_at bigint NOT NULL,
    since bigint NOT NULL
);
CREATE TABLE order_sync (
    scope text NOT NULL,
    track text NOT NULL,
    begins_at bigint NOT NULL,
    read_until bigint NOT NULL,
    window_from bigint,
    window_to bigint,
    part_from bigint,
    span bigint NOT NULL,
    cursor_sealed text,
    newest_at bigint,
    orders bigint DEFAULT 0 NOT NULL,
    ends_at bigint,
    ended_at bigint,
    updated_at bigint NOT NULL,
    version bigint DEFAULT 0 NOT NULL
);
CREATE TABLE owner (
    connection text NOT NULL,
    node text NOT NULL,
    epoch bigint NOT NULL
);
CREATE TABLE parcel (
    entity bigint NOT NULL,
    tracking_number text NOT NULL,
    carrier_name text,
    tracking_url text,
    shipped_at bigint,
    delivered_at bigint,
    seen_at bigint NOT NULL
);
CREATE TABLE platform_order (
    entity bigint NOT NULL,
    changed_at bigint NOT NULL,
    digest text NOT NULL,
    content_sealed text NOT NULL
);
CREATE TABLE poll_failure (
    connection text NOT NULL,
    scope text NOT NULL,
    track text NOT NULL,
    message text NOT NULL,
    since bigint NOT NULL
);
CREATE TABLE published_stock (
    scope text NOT NULL,
    product_id text NOT NULL,
    variant_id text NOT NULL,
    sku text NOT NULL,
    confirmed text,
    confirmed_at bigint,
    tried text,
    tried_at bigint,
    because text,
    is_refused integer DEFAULT 0 NOT NULL,
    read_at bigint DEFAULT 0 NOT NULL
);
CREATE UNLOGGED TABLE rate (
    connection text NOT NULL,
    full_at double precision NOT NULL,
    written_at double precision NOT NULL,
    granted double precision NOT NULL,
    wanted_by text,
    wanted_rank double precision,
    wanted_at double precision
);
CREATE TABLE ready_order (
    connection text NOT NULL,
    number text NOT NULL,
    scope text,
    warehouse_code text,
    entity bigint,
    digest text NOT NULL,
    changed_at bigint NOT NULL,
    state text NOT NULL,
    message text,
    since bigint NOT NULL,
    due_at bigint,
    tries bigint DEFAULT 0 NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE setting (
    name text NOT NULL,
    content text NOT NULL
);
CREATE TABLE shop_state (
    scope text NOT NULL,
    is_locked integer NOT NULL,
    callback_sealed text,
    customer_id text,
    announced_at bigint NOT NULL
);
CREATE TABLE stock_drift (
    scope text NOT NULL,
    warehouse text NOT NULL,
    sku text NOT NULL,
    figure text NOT NULL,
    books text NOT NULL,
    theirs text NOT NULL,
    since bigint NOT NULL,
    checked_at bigint NOT NULL
);
CREATE TABLE stock_failure (
    job text NOT NULL,
    scope text NOT NULL,
    message text NOT NULL,
    since bigint NOT NULL
);
CREATE TABLE subscription (
    connection text NOT NULL,
    subscription_id text NOT NULL,
    callback_url text NOT NULL,
    expires_at bigint,
    updated_at bigint NOT NULL,
    secret_sealed text,
    topics text
);
CREATE TABLE subscription_failure (
    connection text NOT NULL,
    since bigint NOT NULL,
    message text NOT NULL,
    due_at bigint NOT NULL,
    tries bigint NOT NULL
);
CREATE TABLE unmatched (
    scope text NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    times integer NOT NULL,
    first_at bigint NOT NULL,
    last_at bigint NOT NULL,
    side text DEFAULT 'erp'::text NOT NULL
);
CREATE TABLE untaken_order (
    scope text NOT NULL,
    kind text NOT NULL,
    number text NOT NULL,
    times bigint NOT NULL,
    first_at bigint NOT NULL,
    last_at bigint NOT NULL
);
CREATE TABLE version (
    part text NOT NULL,
    n bigint NOT NULL
);
ALTER TABLE ONLY attempt
    ADD CONSTRAINT attempt_pkey PRIMARY KEY (id);
ALTER TABLE ONLY blind_decision
    ADD CONSTRAINT blind_decision_pkey PRIMARY KEY (entity);
ALTER TABLE ONLY connection
    ADD CONSTRAINT connection_pkey PRIMARY KEY (id);
ALTER TABLE ONLY connection_state
    ADD CONSTRAINT connection_state_pkey PRIMARY KEY (id);
ALTER TABLE ONLY credential
    ADD CONSTRAINT credential_pkey PRIMARY KEY (connection);
ALTER TABLE ONLY delivery_content
    ADD CONSTRAINT delivery_content_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY delivery
    ADD CONSTRAINT delivery_id_key UNIQUE (id);
ALTER TABLE ONLY delivery
    ADD CONSTRAINT delivery_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY desk_need
    ADD CONSTRAINT desk_need_pkey PRIMARY KEY (entity, sku);
ALTER TABLE ONLY desk_order
    ADD CONSTRAINT desk_order_pkey PRIMARY KEY (entity);
ALTER TABLE ONLY desk_parcel
    ADD CONSTRAINT desk_parcel_pkey PRIMARY KEY (part, tracking_number);
ALTER TABLE ONLY desk_part
    ADD CONSTRAINT desk_part_pkey PRIMARY KEY (number);
ALTER TABLE ONLY drift
    ADD CONSTRAINT drift_pkey PRIMARY KEY (scope, place, path, message);
ALTER TABLE ONLY ended_subscription
    ADD CONSTRAINT ended_subscription_pkey PRIMARY KEY (connection, subscription_id);
ALTER TABLE ONLY entity
    ADD CONSTRAINT entity_pkey PRIMARY KEY (id);
ALTER TABLE ONLY entity
    ADD CONSTRAINT entity_scope_kind_number_generation_key UNIQUE (scope, kind, number, generation);
ALTER TABLE ONLY erp_inbound_order
    ADD CONSTRAINT erp_inbound_order_pkey PRIMARY KEY (entity);
ALTER TABLE ONLY erp_number
    ADD CONSTRAINT erp_number_pkey PRIMARY KEY (connection, kind, number);
ALTER TABLE ONLY erp_warehouse
    ADD CONSTRAINT erp_warehouse_pkey PRIMARY KEY (connection, id);
ALTER TABLE ONLY history
    ADD CONSTRAINT history_pkey1 PRIMARY KEY (id);
ALTER TABLE ONLY inbound_line
    ADD CONSTRAINT inbound_line_pkey1 PRIMARY KEY (entity, sku);
ALTER TABLE ONLY inbox
    ADD CONSTRAINT inbox_pkey1 PRIMARY KEY (first_id, dedup_key);
ALTER TABLE ONLY intent_content
    ADD CONSTRAINT intent_content_pkey PRIMARY KEY (entity);
ALTER TABLE ONLY intent
    ADD CONSTRAINT intent_id_key UNIQUE (id);
ALTER TABLE ONLY intent
    ADD CONSTRAINT intent_pkey1 PRIMARY KEY (entity);
ALTER TABLE ONLY issued_token
    ADD CONSTRAINT issued_token_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY job
    ADD CONSTRAINT job_pkey PRIMARY KEY (name, connection);
ALTER TABLE ONLY link
    ADD CONSTRAINT link_pkey PRIMARY KEY (scope);
ALTER TABLE ONLY listing
    ADD CONSTRAINT listing_pkey PRIMARY KEY (connection, kind);
ALTER TABLE ONLY mapping
    ADD CONSTRAINT mapping_pkey PRIMARY KEY (scope, kind, ours);
ALTER TABLE ONLY node
    ADD CONSTRAINT node_pkey PRIMARY KEY (id);
ALTER TABLE ONLY order_reread
    ADD CONSTRAINT order_reread_pkey PRIMARY KEY (scope, number);
ALTER TABLE ONLY order_sync
    ADD CONSTRAINT order_sync_pkey PRIMARY KEY (scope, track);
ALTER TABLE ONLY owner
    ADD CONSTRAINT owner_pkey PRIMARY KEY (connection);
ALTER TABLE ONLY parcel
    ADD CONSTRAINT parcel_pkey1 PRIMARY KEY (entity, tracking_number);
ALTER TABLE ONLY platform_order
    ADD CONSTRAINT platform_order_pkey PRIMARY KEY (entity);
ALTER TABLE ONLY poll_failure
    ADD CONSTRAINT poll_failure_pkey PRIMARY KEY (connection, scope, track);
ALTER TABLE ONLY published_stock
    ADD CONSTRAINT published_stock_pkey PRIMARY KEY (scope, product_id, variant_id);
ALTER TABLE ONLY rate
    ADD CONSTRAINT rate_pkey PRIMARY KEY (connection);
ALTER TABLE ONLY ready_order
    ADD CONSTRAINT ready_order_pkey PRIMARY KEY (connection, number);
ALTER TABLE ONLY setting
    ADD CONSTRAINT setting_pkey PRIMARY KEY (name);
ALTER TABLE ONLY shop_state
    ADD CONSTRAINT shop_state_pkey PRIMARY KEY (scope);
ALTER TABLE ONLY stock_drift
    ADD CONSTRAINT stock_drift_pkey PRIMARY KEY (scope, warehouse, sku);
ALTER TABLE ONLY stock_failure
    ADD CONSTRAINT stock_failure_pkey PRIMARY KEY (job, scope);
ALTER TABLE ONLY subscription_failure
    ADD CONSTRAINT subscription_failure_pkey PRIMARY KEY (connection);
ALTER TABLE ONLY subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (connection);
ALTER TABLE ONLY unmatched
    ADD CONSTRAINT unmatched_pkey PRIMARY KEY (scope, kind, name);
ALTER TABLE ONLY untaken_order
    ADD CONSTRAINT untaken_order_pkey PRIMARY KEY (scope, kind, number);
ALTER TABLE ONLY version
    ADD CONSTRAINT version_pkey PRIMARY KEY (part);
CREATE INDEX attempt_subject ON attempt USING btree (subject, id);
CREATE INDEX blind_decision_due ON blind_decision USING btree (connection, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX delivery_dead ON delivery USING btree (connection) WHERE (state = 'Dead'::text);
CREATE INDEX delivery_entity ON delivery USING btree (connection, entity, seq);
CREATE INDEX delivery_held ON delivery USING btree (connection, seq) WHERE ((state = 'Pending'::text) AND (is_held = 1));
CREATE INDEX delivery_in_flight ON delivery USING btree (seq) WHERE (state = 'InFlight'::text);
CREATE INDEX delivery_over ON delivery USING btree (updated_at) WHERE (state = ANY (ARRAY['Delivered'::text, 'Cancelled'::text, 'Dead'::text]));
CREATE INDEX delivery_ready ON delivery USING btree (connection, due_at, seq) WHERE ((state = 'Pending'::text) AND (is_held = 0));
CREATE INDEX delivery_unfinished ON delivery USING btree (connection, entity, seq) WHERE (state = ANY (ARRAY['Pending'::text, 'InFlight'::text, 'Dead'::text]));
CREATE INDEX desk_need_sku ON desk_need USING btree (sku, entity);
CREATE INDEX desk_order_due ON desk_order USING btree (scope, is_repeat, due_at, entity) WHERE (due_at IS NOT NULL);
CREATE INDEX desk_order_state ON desk_order USING btree (state, since, entity);
CREATE INDEX desk_parcel_intent ON desk_parcel USING btree (intent);
CREATE INDEX desk_parcel_order ON desk_parcel USING btree (entity, created_at, tracking_number);
CREATE INDEX desk_parcel_tracking ON desk_parcel USING btree (tracking_number);
CREATE INDEX desk_part_given_up ON desk_part USING btree (updated_at) WHERE ((state = 'unsent'::text) AND (is_reserved = 1));
CREATE INDEX desk_part_live ON desk_part USING btree (warehouse, created_at, number) WHERE (state <> ALL (ARRAY['unsent'::text, 'shipped'::text, 'void'::text]));
CREATE INDEX desk_part_order ON desk_part USING btree (entity, created_at, number);
CREATE INDEX desk_part_record ON desk_part USING btree (record) WHERE (record IS NOT NULL);
CREATE INDEX desk_part_shipment ON desk_part USING btree (shipment) WHERE (shipment IS NOT NULL);
CREATE INDEX desk_part_tracking ON desk_part USING btree (tracking_number) WHERE (tracking_number IS NOT NULL);
CREATE INDEX entity_absent ON entity USING btree (connection, absent_since) WHERE ((is_open = 1) AND (absent_since IS NOT NULL));
CREATE INDEX entity_created ON entity USING btree (created_at, kind, scope, number);
CREATE INDEX entity_news ON entity USING btree (connection, kind, updated_at) WHERE (is_open = 1);
CREATE INDEX entity_open ON entity USING btree (scope, kind, checked_at, id) WHERE (is_open = 1);
CREATE INDEX entity_over ON entity USING btree (updated_at, id) WHERE ((is_open = 0) AND (is_known = 1));
CREATE INDEX entity_peer_number ON entity USING btree (connection, kind, peer_number) WHERE (peer_number IS NOT NULL);
CREATE INDEX entity_sent ON entity USING btree (connection, kind, number_sent);
CREATE INDEX history_apart ON history USING btree (at, id) WHERE (first_id IS NULL);
CREATE INDEX history_first ON history USING btree (first_id, id) WHERE (first_id IS NOT NULL);
CREATE INDEX history_subject ON history USING btree (subject, id) WHERE (subject IS NOT NULL);
CREATE INDEX inbox_last ON inbox USING btree (last_at);
CREATE INDEX inbox_told ON inbox USING btree (dedup_key) WHERE (substr(dedup_key, 1, 5) = 'told:'::text);
CREATE INDEX intent_cancels ON intent USING btree (connection, cancel_at) WHERE (cancel_at IS NOT NULL);
CREATE INDEX intent_created ON intent USING btree (created_at, entity);
CREATE INDEX intent_held ON intent USING btree (scope, entity) WHERE ((state = 'Pending'::text) AND (held_because IS NOT NULL));
CREATE INDEX intent_in_flight ON intent USING btree (entity) WHERE (state = 'InFlight'::text);
CREATE INDEX intent_late_looks ON intent USING btree (connection, look_at) WHERE (look_at IS NOT NULL);
CREATE INDEX intent_over ON intent USING btree (updated_at, entity) WHERE (state = ANY (ARRAY['Delivered'::text, 'Dead'::text, 'Cancelled'::text]));
CREATE INDEX intent_ready ON intent USING btree (connection, due_at) WHERE ((state = ANY (ARRAY['Pending'::text, 'Doubtful'::text])) AND (held_because IS NULL));
CREATE INDEX intent_refused_done ON intent USING btree (connection, updated_at) WHERE ((state = 'Delivered'::text) AND (refused_until IS NOT NULL));
CREATE INDEX intent_unsettled ON intent USING btree (connection, state, updated_at) WHERE (state = ANY (ARRAY['Pending'::text, 'InFlight'::text, 'Doubtful'::text]));
CREATE INDEX issued_token_expired ON issued_token USING btree (scope, expires_at);
CREATE INDEX mapping_theirs ON mapping USING btree (scope, kind, theirs);
CREATE INDEX order_reread_due ON order_reread USING btree (scope, due_at, number);
CREATE INDEX parcel_tracking ON parcel USING btree (tracking_number);
CREATE INDEX published_stock_refused ON published_stock USING btree (scope, product_id, variant_id) WHERE (is_refused = 1);
CREATE INDEX published_stock_sku ON published_stock USING btree (sku, scope, product_id, variant_id);
CREATE INDEX ready_order_due ON ready_order USING btree (connection, due_at, number);
CREATE INDEX ready_order_entity ON ready_order USING btree (entity);
CREATE INDEX ready_order_old ON ready_order USING btree (updated_at, connection, number);
CREATE INDEX ready_order_told ON ready_order USING btree (connection, state, since) WHERE (message IS NOT NULL);
CREATE INDEX untaken_order_old ON untaken_order USING btree (last_at);

/**
 * Numbered migrations, forward only, each in a transaction. A change is made in two releases (first expand, then
 * contract), so that the previous version can still read the database. Migrations 0023 to 0026 do it in one: they
 * rebuild the tables of orders and creates, so all nodes are stopped for the upgrade to the release that has them. For
 * 300,000 orders 0025 and 0026 took 80 s on SQLite and 130 s on PostgreSQL (decision 0020).
 */
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import { Migrator, SqlClient } from "effect/sql"
import type { Row } from "./DatabaseDriver.ts"
import * as BlindDecisions from "./migrations/BlindDecisions.ts"
import * as BooksDocuments from "./migrations/BooksDocuments.ts"
import * as BuyerNumbers from "./migrations/BuyerNumbers.ts"
import * as Calls from "./migrations/Calls.ts"
import * as Connections from "./migrations/Connections.ts"
import * as DeskStock from "./migrations/DeskStock.ts"
import * as DueOrders from "./migrations/DueOrders.ts"
import * as Erasures from "./migrations/Erasures.ts"
import * as FirstTables from "./migrations/FirstTables.ts"
import * as NumbersAndNeeds from "./migrations/NumbersAndNeeds.ts"
import * as OrderDesk from "./migrations/OrderDesk.ts"
import * as Fulfilments from "./migrations/Fulfilments.ts"
import * as OrderEnds from "./migrations/OrderEnds.ts"
import * as Orders from "./migrations/Orders.ts"
import * as PartRecords from "./migrations/PartRecords.ts"
import * as PlatformOrders from "./migrations/PlatformOrders.ts"
import * as Queues from "./migrations/Queues.ts"
import * as ReadyOrders from "./migrations/ReadyOrders.ts"
import * as RecordSpine from "./migrations/RecordSpine.ts"
import * as RefusedCreates from "./migrations/RefusedCreates.ts"
import * as Shops from "./migrations/Shops.ts"
import * as Subscriptions from "./migrations/Subscriptions.ts"
import * as ToldParcels from "./migrations/ToldParcels.ts"
import * as UntakenOrders from "./migrations/UntakenOrders.ts"
import { type Dialect, types } from "./migrations/ColumnTypes.ts"

const applied = (texts: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.forEach(texts, (statement) => sql.unsafe(statement), { discard: true })
  })

const migrate = Migrator.make({})

/** The statements of every migration by its name, oldest first. */
export const statements = (dialect: Dialect): Readonly<Record<string, ReadonlyArray<string>>> => ({
  "0001_first": FirstTables.first(types[dialect]),
  "0002_links": FirstTables.second(types[dialect]),
  "0003_received_ahead": FirstTables.receivedAhead(types[dialect]),
  "0004_newest_first": Queues.newestFirst,
  "0005_held_behind": Queues.heldBehind(types[dialect]),
  "0006_over_first": Queues.overFirst,
  "0007_kept_to_prepare": Queues.keptToPrepare,
  "0008_open_orders": Orders.openOrders,
  "0009_versions": FirstTables.versions(types[dialect]),
  "0010_decided": Queues.decided(types[dialect]),
  "0011_unmatched_side": FirstTables.unmatchedSide,
  "0012_peer_numbers": Orders.peerNumbers,
  "0013_in_flight": Queues.inFlight,
  "0014_waiting_cancels": Queues.waitingCancels(types[dialect]),
  "0015_restored": Queues.restored,
  "0016_polls": Connections.polls(types[dialect]),
  "0017_credentials": Connections.credentials(types[dialect]),
  "0018_drift_message": FirstTables.driftMessage,
  "0019_phases": Orders.phases(types[dialect]),
  "0020_decimal_counts": Orders.decimalCounts(dialect),
  "0021_jobs": Connections.jobs(types[dialect]),
  "0022_rates": Connections.rates(dialect),
  "0023_entities": Orders.entities(dialect),
  "0024_content_apart": Queues.contentApart(types[dialect]),
  "0025_create_rows": RecordSpine.createRows(dialect),
  "0026_history_by_row": RecordSpine.historyByRow(dialect),
  "0027_served_shops": Shops.servedShops(types[dialect]),
  "0028_platform_orders": PlatformOrders.platformOrders(types[dialect]),
  "0029_desk_stock": DeskStock.deskStock(types[dialect]),
  "0030_order_desk": OrderDesk.orderDesk(types[dialect]),
  "0031_numbers_and_needs": NumbersAndNeeds.numbersAndNeeds(types[dialect]),
  "0032_numbers_used_before": NumbersAndNeeds.numbersUsedBefore,
  "0033_refused_creates": RefusedCreates.refusedCreates(types[dialect]),
  "0034_untaken_orders": UntakenOrders.untakenOrders(types[dialect]),
  "0036_waiting_for_rates": Connections.waitingForRates,
  "0037_blind_decisions": BlindDecisions.blindDecisions(types[dialect]),
  "0040_part_records": PartRecords.partRecords(types[dialect]),
  "0041_order_ends": OrderEnds.orderEnds,
  "0042_fulfilments": Fulfilments.fulfilments(dialect, types[dialect]),
  "0044_books_documents": BooksDocuments.booksDocuments(types[dialect]),
  "0047_due_orders": DueOrders.dueOrders,
  "0050_part_charges": PartRecords.partCharges,
  "0054_told_parcels": ToldParcels.toldParcels,
  "0055_ready_orders": ReadyOrders.readyOrders(types[dialect]),
  "0056_subscriptions": Subscriptions.subscriptions(types[dialect]),
  "0059_parcel_numbers": ToldParcels.parcelNumbers(types[dialect]),
  "0062_calls": Calls.calls(dialect, types[dialect]),
  "0063_call_counts": Calls.callCounts(types[dialect]),
  "0064_wanted_cancels": Queues.wantedCancels,
  "0065_erasures": Erasures.erasures(types[dialect]),
  "0066_buyer_numbers": BuyerNumbers.buyerNumbers
})

/** Names of all migrations in this build, oldest first. */
export const names: ReadonlyArray<string> = Object.keys(statements("sqlite"))

const table = "crossdock_migrations"

/** Names of the migrations that were applied to a database. */
export const carriedOut = <E>(query: (text: string) => Effect.Effect<ReadonlyArray<Row>, E>) =>
  Effect.map(
    query(`select migration_id, name from ${table} order by migration_id`),
    (rows) => rows.map((row) => `${String(row.migration_id).padStart(4, "0")}_${row.name}`)
  )

/** The database was changed by a newer release. Nothing was done to it. */
export class SchemaNewer extends Schema.TaggedError<SchemaNewer>("@crossdock/runner/SchemaNewer")("SchemaNewer", {
  unknown: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return `a newer release has changed the database (${this.unknown.join(", ")}). This release knows only ${names.at(-1)} ` +
      "and could store data that the newer one does not expect; start the newer release, or restore the backup from before the upgrade"
  }
}

/** Refuses a newer schema. A database that no runner has opened yet has no table of migrations. */
const refuseNewer = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const done = yield* Effect.orElseSucceed(carriedOut((text) => sql.unsafe(text)), () => [])
  const unknown = done.filter((name) => !names.includes(name))
  if (unknown.length > 0) return yield* Effect.fail(new SchemaNewer({ unknown }))
})

/** Applies all migrations that the database does not have yet. */
export const run = (dialect: Dialect) =>
  Effect.andThen(refuseNewer, migrate({ table, loader: Migrator.fromRecord(Record.map(statements(dialect), applied)) }))

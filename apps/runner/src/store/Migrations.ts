/**
 * Numbered migrations, forward only. A new database gets the whole schema of the baseline in one step, and the migrations after it. A
 * database of an earlier release gets the steps that it lacks, if it has at least `oldest`; a release that knows the older steps goes before.
 *
 * All steps of a start are one transaction, during which the runner accepts nothing: with 1,000,000 orders a migration may take 1 s (decision
 * 0064; `test/store/upgrade-time.long.test.ts` measures it). What takes longer is done in slices after the start (`BackgroundMigrations.ts`). A change is made in two
 * releases (first expand, then contract), so that the release before can still read the database. The baseline does not change any more.
 */
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import { Migrator, SqlClient } from "effect/sql"
import type { Row } from "./DatabaseDriver.ts"
import { accounts } from "./migrations/Accounts.ts"
import { acts } from "./migrations/Acts.ts"
import { audit } from "./migrations/Audit.ts"
import * as BackgroundMigrations from "./migrations/BackgroundMigrations.ts"
import { baseline } from "./migrations/Baseline.ts"
import { beforeBaseline } from "./migrations/BeforeBaseline.ts"
import { callPoints } from "./migrations/CallPoints.ts"
import { chosenPlaces } from "./migrations/ChosenPlaces.ts"
import { quickLists } from "./migrations/QuickLists.ts"
import { rarePhases } from "./migrations/RarePhases.ts"
import { rareStates } from "./migrations/RareStates.ts"
import { type Dialect, types } from "./migrations/ColumnTypes.ts"
import { erasures } from "./migrations/Erasures.ts"
import { findings } from "./migrations/Findings.ts"
import { oidcSignIn } from "./migrations/OidcSignIn.ts"
import { resentDeliveries } from "./migrations/ResentDeliveries.ts"
import { rotatedSecrets } from "./migrations/RotatedSecrets.ts"
import { shopAccess } from "./migrations/ShopAccess.ts"
import { traces } from "./migrations/Traces.ts"

const applied = (texts: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.forEach(texts, (statement) => sql.unsafe(statement), { discard: true })
  })

const migrate = Migrator.make({})

export type Statements = Readonly<Record<string, ReadonlyArray<string>>>

/** The first migration that this release can upgrade from, and the number of the baseline. */
export const oldest = "0056_subscriptions"
const baselineName = "0066_baseline"

const numberOf = (name: string): number => Number.parseInt(name, 10)
const lastOf = (done: ReadonlyArray<string>): number => Math.max(0, ...done.map(numberOf))

/** The migrations after the baseline, by their names, oldest first. */
const later = (dialect: Dialect): Statements => ({
  "0068_rotated_secrets": rotatedSecrets(types[dialect]),
  "0069_findings": findings(types[dialect]),
  "0070_resent_deliveries": resentDeliveries(types[dialect]),
  "0071_traces": traces,
  "0072_rare_phases": rarePhases,
  [BackgroundMigrations.migration]: BackgroundMigrations.backgroundMigrations(types[dialect].long),
  "0079_erasures": erasures(types[dialect].long),
  "0081_shop_access": shopAccess(types[dialect]),
  "0082_accounts": accounts(types[dialect]),
  "0083_audit": audit(dialect),
  "0084_fast_lists": [...callPoints(types[dialect]), ...rareStates],
  "0085_acts": acts(types[dialect]),
  "0086_oidc_sign_in": oidcSignIn(types[dialect]),
  "0087_chosen_places": chosenPlaces,
  "0088_quick_lists": quickLists
})

/** The statements of a new database by the name of their migration, oldest first. */
export const statements = (dialect: Dialect): Statements => ({ [baselineName]: baseline(dialect), ...later(dialect) })

/** The statements that a database still lacks which has the migrations `done`. */
export const lacking = (dialect: Dialect, done: ReadonlyArray<string>): Statements => {
  const all = done.length === 0 ? statements(dialect) : { ...beforeBaseline(dialect), ...later(dialect) }
  return Record.filter(all, (_, name) => numberOf(name) > lastOf(done))
}

/** Names of the migrations of a new database, oldest first. */
export const names: ReadonlyArray<string> = Object.keys(statements("sqlite"))

/** Migrations of a database that this release does not know, because a newer one has applied them. */
export const newer = (done: ReadonlyArray<string>): ReadonlyArray<string> => done.filter((name) => numberOf(name) > numberOf(baselineName) && !names.includes(name))

/** Whether a database is older than what this release can upgrade. */
export const isTooOld = (done: ReadonlyArray<string>): boolean => done.length > 0 && lastOf(done) < numberOf(oldest)

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

/** What to do with a database that is too old. */
export const throughRelease = `start a release once whose last migration is between ${oldest} and 0066_buyer_numbers (the sources of 26 and 27 November 2026 have it), then this one`

/** The database is older than what this release can upgrade. Nothing was done to it. */
export class SchemaOlder extends Schema.TaggedError<SchemaOlder>("@crossdock/runner/SchemaOlder")("SchemaOlder", {
  last: Schema.String
}) {
  override get message(): string {
    return `the database was made by an early release: its last migration is ${this.last}, and this release upgrades from ${oldest} on. Nothing was changed; ${throughRelease}`
  }
}

/** Fails for a database that this release must not change. */
export const refuse = (done: ReadonlyArray<string>): Effect.Effect<void, SchemaNewer | SchemaOlder> => {
  const unknown = newer(done)
  if (unknown.length > 0) return Effect.fail(new SchemaNewer({ unknown }))
  return isTooOld(done) ? Effect.fail(new SchemaOlder({ last: done.at(-1)! })) : Effect.void
}

/** Applies all migrations that the database does not have yet. */
export const run = (dialect: Dialect) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    // A database that no runner has opened yet has no table of migrations.
    const done = yield* Effect.orElseSucceed(carriedOut((text) => sql.unsafe(text)), (): ReadonlyArray<string> => [])
    yield* refuse(done)
    return yield* migrate({ table, loader: Migrator.fromRecord(Record.map(lacking(dialect, done), applied)) })
  })

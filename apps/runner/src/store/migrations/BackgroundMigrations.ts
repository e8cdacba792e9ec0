/**
 * The changes of stored rows that take too long for a start. They are made in slices while the runner works, and all code reads both
 * forms of a row, because a slice may come late, and a node of the release before may still write the earlier form.
 */

/** The migration that makes the table. */
export const migration = "0078_background_migrations"

/** Where a change of rows stands. `position` is the last id of the slices that are done, `rows` how many rows they had. */
export const backgroundMigrations = (long: string): ReadonlyArray<string> => [
  `create table background_migration (
    name text primary key, position ${long} not null, rows ${long} not null, started_at ${long} not null, finished_at ${long})`
]

export interface BackgroundMigration {
  /** Stable: the key of its row. */
  readonly name: string
  /** The migration of the schema that it follows. */
  readonly after: string
  /** The table that it goes through. */
  readonly table: string
}

/** In the order in which they are carried out. */
export const all = [
  { name: "parcel numbers", after: "0059_parcel_numbers", table: "desk_parcel" }
] as const satisfies ReadonlyArray<BackgroundMigration>

export type Name = (typeof all)[number]["name"]

/** The statement that reads what was begun. */
export const states = "select name, position, rows, started_at, finished_at from background_migration"

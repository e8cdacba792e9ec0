/**
 * The steps from the schema of 0056 to that of the baseline, for databases that were made before it. They do not change any more.
 */
import { callCounts, calls } from "./baseline/Calls.ts"
import { type Dialect, types } from "./ColumnTypes.ts"

/** The parcels of an order have the numbers in which the shop was told of them. Earlier parcels get theirs after the start (`BackgroundMigrations.ts`). */
const parcelNumbers = (long: string): ReadonlyArray<string> => [`alter table desk_parcel add column number ${long}`]

const wantedCancels: ReadonlyArray<string> = [
  `create index intent_wanted_cancels on intent (connection, updated_at)
   where state in ('Pending', 'InFlight', 'Doubtful') and is_cancel_wanted = 1 and cancel_at is null`
]

/** Null for orders that were stored before. */
const buyerNumbers: ReadonlyArray<string> = [
  "alter table entity add column online_number text",
  "alter table entity add column display_number text",
  "create index entity_online_number on entity (online_number) where online_number is not null",
  "create index entity_display_number on entity (display_number) where display_number is not null"
]

/** By their names, oldest first. */
export const beforeBaseline = (dialect: Dialect): Readonly<Record<string, ReadonlyArray<string>>> => {
  const { long } = types[dialect]
  return {
    "0059_parcel_numbers": parcelNumbers(long),
    "0062_calls": calls(dialect, types[dialect]),
    "0063_call_counts": callCounts(types[dialect]),
    "0064_wanted_cancels": wantedCancels,
    "0065_erasures": [`create table erased_record (entity ${long} primary key, erased_at ${long} not null)`],
    "0066_buyer_numbers": buyerNumbers
  }
}

/**
 * The counts of calls by half hour and by three hours, which are the points of the longer pictures of the flow: the counts by minute of a
 * week are hundreds of thousands of rows.
 */
import type { Types } from "./ColumnTypes.ts"

/** Minutes of a point. */
export const lengths = [30, 180] as const

/**
 * `point` counts points since 1970. `failed` are the calls with another code than OK, and `millis` is the sum of the durations. Rows are added
 * by the statements that add those of `call_count`. What was counted before the upgrade is missing: a migration that sums it up would take as
 * long as there are rows, so the longer pictures are whole a week after it.
 */
export const callPoints = ({ long }: Types): ReadonlyArray<string> => [
  `create table call_point (
    minutes ${long} not null, point ${long} not null, scope text not null, direction text not null,
    calls ${long} not null, failed ${long} not null, millis ${long} not null, primary key (minutes, point, scope, direction))`
]

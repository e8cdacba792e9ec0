/**
 * The counts of calls by half hour and by three hours, which are the points of the longer pictures of the flow: the counts by minute of a
 * week are hundreds of thousands of rows.
 */
import type { Types } from "./ColumnTypes.ts"

/** Minutes of a point. */
export const lengths = [30, 180] as const

/** The longest picture, and a day, in minutes. Older points are not made from what exists. */
const most = 8 * 24 * 60

const added = "insert into call_point (minutes, point, scope, direction, calls, failed, millis)"

/**
 * `point` counts points since 1970. `failed` are the calls with another code than OK, and `millis` is the sum of the durations. Rows are added
 * by the statements that add those of `call_count`. What a node of the release before counts during an upgrade is missing.
 */
export const callPoints = ({ long }: Types): ReadonlyArray<string> => [
  `create table call_point (
    minutes ${long} not null, point ${long} not null, scope text not null, direction text not null,
    calls ${long} not null, failed ${long} not null, millis ${long} not null, primary key (minutes, point, scope, direction))`,
  `${added} select ${lengths[0]}, minute / ${lengths[0]}, scope, direction, sum(calls), sum(case when code = 'OK' then 0 else calls end), sum(millis)
   from call_count where minute >= (select coalesce(max(minute), 0) - ${most} from call_count) group by 2, 3, 4`,
  `${added} select ${lengths[1]}, point / ${lengths[1] / lengths[0]}, scope, direction, sum(calls), sum(failed), sum(millis)
   from call_point where minutes = ${lengths[0]} group by 2, 3, 4`
]

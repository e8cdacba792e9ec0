/**
 * The orders whose personal data was erased.
 */
import type { Types } from "./ColumnTypes.ts"

/** `entity` is the first row of a number. What is stored of it after `erased_at` is erased again by a job. */
export const erasures = ({ long }: Types): ReadonlyArray<string> => [
  `create table erased_record (entity ${long} primary key, erased_at ${long} not null)`
]

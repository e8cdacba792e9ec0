/**
 * Whose personal data persons have erased.
 */

/** One row for each record, also if the record itself is gone: a backup may have it. */
export const erasures = (long: string): ReadonlyArray<string> => [
  `create table erasure (
    scope text not null, kind text not null, number text not null, at ${long} not null, who text not null, reason text not null,
    primary key (scope, kind, number))`
]

/**
 * Which record of a link is what the desk has placed there, and what its warehouse was told of the amounts of the order.
 */
import type { Types } from "./ColumnTypes.ts"

/**
 * `record` of a part is the row of the order that its create made at its link; null before that, and if the create was not stored. A part
 * that was placed before has the row of the create that the desk stored under its number. Where the retention has removed that create,
 * `record` stays null, and reports find the part by link and number as before.
 */
export const partRecords = ({ long }: Types): ReadonlyArray<string> => [
  `alter table desk_part add column record ${long}`,
  `update desk_part set record = (
    select e.id from entity e join intent i on i.entity = e.id
    where e.scope = desk_part.link and e.kind = 'outbound' and e.number = desk_part.number and i.put_by = 'desk' order by e.generation desc limit 1)`
]

/** `charges` are, as JSON, what a part was told of the freight and of what carriers collect; null for parts that an earlier release has placed. */
export const partCharges: ReadonlyArray<string> = ["alter table desk_part add column charges text"]

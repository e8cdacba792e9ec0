/**
 * What reports say of the goods of outbound orders.
 */
import type { Types } from "./ColumnTypes.ts"

/**
 * `pieces` of an order is what reports say of its goods, as JSON; `pieces_version` counts its changes. Both are null before the first report,
 * and of orders of earlier releases until their next one. `given_up` of a part has the lines of which a person has decided that they do not
 * come any more.
 */
export const fulfilments = ({ long }: Types): ReadonlyArray<string> => [
  "alter table entity add column pieces text",
  `alter table entity add column pieces_version ${long}`,
  "alter table desk_part add column given_up text"
]

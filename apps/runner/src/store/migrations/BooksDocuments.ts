/**
 * What the books call the orders of warehouses.
 */
import type { Types } from "./ColumnTypes.ts"

/** The numbers that several orders of warehouses have, at one link or at several. */
const shared = "select number from entity where kind = 'outbound' group by number having count(*) > 1"

/**
 * `issue` of a part tells it apart in the books from others that use its number; `allotted_version` counts what they were told of it. The row of
 * the order that its create made has the issue in `books_issue`; null: the generation of the number is the issue. `owns_number`: what earlier
 * releases have told the books under the number alone is of this order, because nobody else has used the number.
 */
export const booksDocuments = ({ long }: Types): ReadonlyArray<string> => [
  "alter table desk_part add column issue text not null default 'desk'",
  `alter table desk_part add column allotted_version ${long} not null default 1`,
  "alter table desk_part add column owns_number integer not null default 0",
  "alter table entity add column books_issue text",
  "alter table entity add column owns_number integer not null default 0",
  "update entity set books_issue = 'desk' where id in (select record from desk_part where record is not null)",
  `update entity set owns_number = 1 where kind = 'outbound' and number not in (${shared})
     and not exists (select 1 from desk_part p where p.number = entity.number and (p.record is null or p.record <> entity.id))`,
  `update desk_part set owns_number = 1 where number not in (${shared})
     and number not in (select e.number from entity e left join desk_part p on p.record = e.id where e.kind = 'outbound' and p.number is null)`
]

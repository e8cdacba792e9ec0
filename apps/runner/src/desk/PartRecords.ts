/**
 * Which part of an order of a shop a row at a link is.
 */
import type { Unit } from "../store/UnitOfWork.ts"
import { putBy } from "./Parcels.ts"

/** A row of an order at a link: the generation of a number that a report is about, or that a create made. */
export interface PartRecord {
  readonly number: string
  /** The scope of the link. */
  readonly link: string
  readonly record: number
}

/**
 * SQL for whether the part `p` is this record. A number says little, because others may use it at the same link before the desk or after it.
 * Parts that have no record although they were sent were placed by an earlier release; they are not those that others have created.
 */
const isPart = ({ link, number, record }: { readonly [K in keyof PartRecord]: string }): string =>
  `p.number = ${number} and p.link = ${link} and (p.record = ${record} or (p.record is null and p.state not in ('reserving', 'unsent', 'labelling')
    and not exists (select 1 from intent c where c.entity = ${record} and coalesce(c.put_by, '') <> '${putBy}')))`

/** SQL for whether the part `p` is the record with the number `$1` at the link `$2`, in the row `$3`. */
export const thisPart = isPart({ number: "$1", link: "$2", record: "$3" })
const findPart = `select p.number, p.entity from desk_part p where ${thisPart}`

/** Whether a record of a link is a part. PostgreSQL answers for many reports at once. */
export const hasPart: Unit<PartRecord, boolean> = {
  name: "look for a part of the desk",
  key: ({ number }) => number,
  sqlite: (run, { link, number, record }) => run(findPart, [number, link, record]).length > 0,
  postgres: (inputs) => ({
    statements: [{
      text: `select cast(i.at as integer) as at from unnest($1::text[], $2::text[], $3::bigint[]) with ordinality as i (number, link, record, at)
        where exists (select 1 from desk_part p where ${isPart({ number: "i.number", link: "i.link", record: "i.record" })})`,
      values: [inputs.map(({ number }) => number), inputs.map(({ link }) => link), inputs.map(({ record }) => record)]
    }],
    outs: ([rows]) => {
      const found = new Set(rows!.map(({ at }) => Number(at) - 1))
      return inputs.map((_, at) => found.has(at))
    }
  })
}

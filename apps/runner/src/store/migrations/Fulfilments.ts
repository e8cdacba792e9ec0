/**
 * What reports say of the goods of outbound orders.
 */
import type { Dialect, Types } from "./ColumnTypes.ts"

/** How the databases write JSON. `list` makes an array of the rows of a query with one column. */
const json = {
  sqlite: {
    object: "json_object",
    list: (rows: string, order: string) => `(select coalesce(json_group_array(json(x.item)), json('[]')) from (select * from (${rows}) order by ${order}) x)`,
    texts: (rows: string, order: string) => `(select coalesce(json_group_array(x.item), json('[]')) from (select * from (${rows}) order by ${order}) x)`,
    lines: (lines: string) => `(select json_extract(value, '$.sku') as sku, sum(json_extract(value, '$.pieces')) as pieces from json_each(${lines}) group by 1)`,
    none: "json('[]')",
    one: (text: string) => `json_array(${text})`,
    bySku: "sku"
  },
  postgres: {
    object: "json_build_object",
    list: (rows: string, order: string) => `(select coalesce(json_agg(x.item order by ${order}), '[]') from (${rows}) x)`,
    texts: (rows: string, order: string) => `(select coalesce(json_agg(x.item order by ${order}), '[]') from (${rows}) x)`,
    lines: (lines: string) => `(select value ->> 'sku' as sku, sum(cast(value ->> 'pieces' as bigint)) as pieces from json_array_elements(cast(${lines} as json)) group by 1)`,
    none: "cast('[]' as json)",
    one: (text: string) => `json_build_array(${text})`,
    bySku: 'sku collate "C"'
  }
} as const

/**
 * The record of an order of which the desk has parcels, with the contents that the desk has found out. Only of orders that are still worked
 * on, and of others whose parts do not have all that they were to ship; of the rest, what is known of their parcels is enough.
 */
const recordOfPart = (dialect: Dialect): string => {
  const { bySku, lines, list, none, object, one, texts } = json[dialect]
  const parcels = "from desk_parcel q where q.part = p.number"
  const contents = list(`select ${object}('sku', l.sku, 'quantity', l.pieces) as item, l.sku as sku from ${lines("q.lines")} l where l.pieces > 0`, bySku)
  const statement = `${object}('key', q.tracking_number, 'kind', case when q.lines = '[]' then 'silent' else 'contents' end, 'contents', ${contents}, 'trackingNumber', q.tracking_number)`
  const keys = texts(`select q.tracking_number as item, q.created_at as at ${parcels}`, "at, item")
  return `${object}('format', 1, 'version', 1, 'phases', ${one("e.phase")}, 'statements',
    ${list(`select ${statement} as item, q.created_at as at, q.tracking_number as number ${parcels}`, "at, number")},
    'keys', ${keys}, 'together', ${none}, 'inspections', ${none})`
}

/** Gives a part of which the create is gone the row under its number, unless somebody else has created that. */
const recordsOfGoneCreates = `update desk_part set record = (
    select max(n.id) from entity n where n.scope = desk_part.link and n.kind = 'outbound' and n.number = desk_part.number and n.is_known = 1
      and not exists (select 1 from intent c where c.entity = n.id and coalesce(c.put_by, '') <> 'desk'))
  where record is null and state not in ('reserving', 'unsent', 'labelling')`

/**
 * `pieces` of an order is what reports say of its goods, as JSON; `pieces_version` counts its changes. Both are null before the first report,
 * and of orders of earlier releases until their next one. `given_up` of a part has the lines of which a person has decided that they do not
 * come any more. A parcel has a row at the desk only once its shop is told of it.
 */
export const fulfilments = (dialect: Dialect, { long }: Types): ReadonlyArray<string> => [
  "alter table entity add column pieces text",
  `alter table entity add column pieces_version ${long}`,
  "alter table desk_part add column given_up text",
  "create index desk_part_record on desk_part (record) where record is not null",
  recordsOfGoneCreates,
  `update entity set pieces_version = 1, pieces = (select cast(${recordOfPart(dialect)} as text) from desk_part p join entity e on e.id = p.record where e.id = entity.id limit 1)
   where phase is not null and id in (
     select p.record from desk_part p join desk_order o on o.entity = p.entity
     where exists (select 1 from desk_parcel q where q.part = p.number)
       and (o.state not in ('done', 'closed') or p.state = 'void' or exists (select 1 from desk_part s where s.entity = p.entity and s.number <> p.number)))`,
  "delete from desk_parcel where state in ('unknown', 'new')"
]

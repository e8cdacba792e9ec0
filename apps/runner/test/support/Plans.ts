/**
 * How a database would carry out a statement, judged for a runner of years: nothing may walk through or sort a table
 * that grows with every order. An index leads to few rows by a column that tells orders apart, or holds nothing but
 * what is not over.
 */

/** Tables with rows for each order there ever was. */
const growing: ReadonlySet<string> = new Set([
  "attempt", "audit", "call", "call_number", "delivery", "delivery_content", "desk_order", "desk_parcel", "desk_part", "entity", "history", "inbound_line", "inbox", "intent", "intent_content", "parcel", "platform_order"
])

/** Indexes of what is not over, or happens to very few orders. */
const backlogs: ReadonlySet<string> = new Set([
  "delivery_ready", "delivery_unfinished", "delivery_in_flight", "delivery_held", "delivery_dead", "intent_ready",
  "intent_in_flight", "intent_held", "intent_unsettled", "intent_cancels", "intent_wanted_cancels", "intent_late_looks", "intent_refused_done", "intent_ended", "delivery_cause", "desk_order_due", "desk_order_state", "desk_part_live", "desk_part_given_up", "entity_open", "entity_oldest_open", "entity_news", "entity_absent", "entity_rare_phase"
])

/** Columns with few values, so that one of them stands in a great part of all rows. */
const common: ReadonlySet<string> = new Set([
  "account", "connection", "generation", "is_held", "is_open", "is_state", "kind", "operation", "scope", "state", "what", "who"
])

/** Indexes by age, which retention walks from the oldest a little at a time. */
const byAge = /^(?:delivery|intent|entity)_over$|^(?:inbox|history)_|^audit_age$/

/** Table by the name that a statement gives it. */
const namesIn = (text: string): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  const words = /\b(?:from|join|update|into)\s+(\w+)(?:\s+(?:as\s+)?(?!where\b|set\b|order\b|group\b|limit\b|on\b|indexed\b|values\b)(\w+))?/gi
  for (const [, table, alias] of text.matchAll(words)) {
    names.set(table!.toLowerCase(), table!.toLowerCase())
    if (alias !== undefined) names.set(alias.toLowerCase(), table!.toLowerCase())
  }
  return names
}

const isBounded = (text: string): boolean => /\blimit\b/i.test(text)

/** The first rows of a table, whichever they are. */
const isAnyFew = (text: string): boolean => /\bfrom \w+ limit \d+\s*$/i.test(text)

/** What is wrong with one access; absent: nothing. */
const judged = (table: string, index: string | undefined, equal: ReadonlyArray<string>, range: ReadonlyArray<string>, text: string): string | undefined => {
  if (!growing.has(table) || isAnyFew(text)) return undefined
  if (index !== undefined && backlogs.has(index)) return undefined
  if (equal.some((column) => !common.has(column))) return undefined
  if (index !== undefined && byAge.test(index) && range.length > 0 && isBounded(text)) return undefined
  const way = index === undefined ? "all its rows" : `the index ${index}${[...equal, ...range].length > 0 ? ` by ${[...equal, ...range].join(", ")} alone` : ""}`
  return `walks through ${table}: ${way}`
}

/** Of the lines of SQLite's `explain query plan`. */
export const faultsOfSqlite = (text: string, lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const names = namesIn(text)
  const found: Array<string> = []
  let isWide = false
  for (const line of lines) {
    const [, how, name, rest = ""] = /^(SCAN|SEARCH) (\w+)(.*)$/.exec(line) ?? []
    if (how === undefined) continue
    const table = names.get(name!.toLowerCase()) ?? name!
    const index = /USING (?:COVERING )?INDEX (\w+)/.exec(rest)?.[1]
    const told = /\((.*)\)\s*(?:LEFT-JOIN)?$/.exec(rest)?.[1] ?? ""
    const columns = (sign: RegExp) => told.split(" AND ").flatMap((part) => sign.exec(part)?.[1] ?? [])
    const equal = columns(/^(\w+)=\?$/)
    const fault = judged(table, index, equal, columns(/^\(?(\w+)(?:,[^)]*\))?[<>]\(?\?/), text)
    if (fault !== undefined) found.push(fault)
    if (growing.has(table) && !backlogs.has(index ?? "") && !equal.some((column) => !common.has(column))) isWide = true
  }
  // Rows of one moment are sorted among themselves, which is no more than they are.
  if (isWide && lines.some((line) => line.startsWith("USE TEMP B-TREE") && !line.includes(" LAST "))) found.push("sorts what it walks through")
  return found
}

/** A node of PostgreSQL's `explain (format json)`. */
interface Node {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Name"?: string
  readonly "Index Cond"?: string
  readonly "Plan Rows": number
  readonly Plans?: ReadonlyArray<Node>
}

const tableOf = (index: string): string => [...growing].toSorted((a, b) => b.length - a.length).find((table) => index.startsWith(table)) ?? index

export const faultsOfPostgres = (text: string, plan: Node): ReadonlyArray<string> => {
  const found: Array<string> = []
  const walk = (node: Node): void => {
    const type = node["Node Type"]
    if (type === "Seq Scan" || /^(?:Bitmap )?Index (?:Only )?Scan$/.test(type)) {
      const index = node["Index Name"]
      const condition = node["Index Cond"] ?? ""
      const equal = [...condition.matchAll(/(\w+)\)?(?:::\w+)? = /g)].map(([, column]) => column!)
      const range = [...condition.matchAll(/(\w+)\)?(?:::\w+)? [<>]=? /g)].map(([, column]) => column!)
      const fault = judged(node["Relation Name"] ?? tableOf(index ?? ""), index, equal, range, text)
      if (fault !== undefined) found.push(fault)
    }
    if (type === "Sort" && (node.Plans?.[0]?.["Plan Rows"] ?? 0) > 2000) found.push(`sorts ${node.Plans?.[0]?.["Plan Rows"]} rows`)
    for (const inner of node.Plans ?? []) walk(inner)
  }
  walk(plan)
  return found
}

/** Statements that may walk, and why; by the text that they begin with, or a part of it. */
export const exceptions: ReadonlyArray<{ readonly text: string; readonly because: string }> = [
  { text: "/* of a merchant */", because: "a test reads and removes all that a merchant has" },
  { text: "from call c where c.id < $1", because: "the newest calls stand first in the key and in the index of each filter, and their number is bounded" },
  { text: "select id, at, size from call order by id limit", because: "the oldest calls stand first in the key" },
  { text: "select count(*) as n from \"", because: "a backup counts what it has copied, and what the copy has" },
  ...["p.content_sealed", "c.asked_sealed", "c.content_sealed", "h.raw_sealed", "content_sealed, at"].map((column) =>
    ({ text: ` as key, ${column}`, because: "a change of the secret key reads everything, a slice of the primary key at a time" })),
  { text: "select count(*) as n from (select 1 as is_one from entity where scope", because: "it stops at the limit, and tells links with few orders from others" },
  ...["where e.scope = $", "where e.scope in ($"].map((text) => ({ text, because: "only for links with few orders, which are counted before" })),
  { text: "select count(*) as n from (select kind from entity order by created_at desc", because: "it stops at the limit" },
  { text: "with recursive s (scope) as", because: "it jumps from one link to the next by the index, and stops at the limit in each" },
  { text: "select count(*) as n from (select 1 as is_one from entity where is_open = 1 limit", because: "it stops at the limit" },
  { text: "select 1 as is_moving", because: "it stops at the first end of the last minute, and looks at no more than that minute" },
  { text: "select state, cause from delivery where connection = $1 and attempt > 0", because: "a person tests a connection to an ERP, once in a while" },
  { text: "from delivery d where d.", because: "a person asks for deliveries by cause, time or state, or does something with many of them" },
  { text: "select * from (select cast(", because: "a person asks for the newest orders, which stand first in their index" },
  { text: "select kind, scope, created_at from entity where created_at >= $1 order by created_at desc limit", because: "the flow counts the newest orders, which stand first in their index, and their number is bounded" },
  { text: "select 1 as is_one from entity where created_at <= $1 limit", because: "it stops at the limit" },
  { text: "from entity where created_at <= $1 and (created_at < $2 or (kind", because: "a person walks through the newest orders, which stand first in their index, a bounded number at a time" },
  { text: "(e.kind, e.scope, e.number) < ($3, $4, $5)) and e.scope ", because: "only for links with few orders, which are counted before" },
  { text: "as found_by,", because: "a search reads the first rows of an index from what was typed on" },
  { text: "where (i.created_at, i.entity) < ($1, $2)", because: "a person asks for the newest intents, which stand first in their index" },
  { text: "select max(at) as at from (select max(created_at) as at from intent", because: "the last row of three indexes, one each" },
  { text: "select * from audit where", because: "a person asks for the newest acts, which stand first in the key; acts are those of people, and fewer than orders" },
  { text: "entity from desk_parcel where entity > $1 order by entity limit", because: "rows of an earlier release are changed in slices, one after the other" },
  { text: "update desk_parcel set number = (select", because: "rows of an earlier release are changed in slices, one after the other" },
  { text: "select at from history order by id desc limit 1", because: "the last row of the key, once when a restored mode begins" },
  { text: "select id from history order by id desc limit 1", because: "the last row of the key, once" },
  { text: "select e.*, i.state as intent from entity e left join intent i on i.entity = e.id where e.created_at >=", because: "a person compares orders with their peers from a time on, a page at a time" },
  { text: "select h.id, h.at, h.first_id, r.erased_at from history h", because: "it begins at the line that the last run ended with, an hour before, and looks at 1,000 at a time" }
]

export const exceptionOf = (text: string): string | undefined => {
  const flat = text.replaceAll(/\s+/g, " ").trim()
  return exceptions.find((one) => flat.includes(one.text))?.because
}

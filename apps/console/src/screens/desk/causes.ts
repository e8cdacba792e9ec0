/** The causes of the desk: those with one name are one, whatever their words say of each order. */
import { q } from "../../texts/queues.ts"

interface Cause {
  readonly state: string
  readonly cause: string
  readonly count: number
  readonly oldestAt: string
}

export const causeName = (cause: string): string => (Object.hasOwn(q.desk.causes, cause) ? q.desk.causes[cause] : undefined) ?? cause

/** The causes of orders in a state, the most frequent first. */
export const grouped = (items: ReadonlyArray<Cause>, state: string): ReadonlyArray<{ readonly cause: string; readonly count: number; readonly oldestAt: string }> => {
  const found = new Map<string, { readonly cause: string; readonly count: number; readonly oldestAt: string }>()
  for (const each of items) {
    if (each.state !== state) continue
    const other = found.get(each.cause)
    found.set(each.cause, {
      cause: each.cause,
      count: each.count + (other?.count ?? 0),
      oldestAt: other !== undefined && other.oldestAt < each.oldestAt ? other.oldestAt : each.oldestAt
    })
  }
  return [...found.values()].toSorted((one, other) => other.count - one.count || (one.cause < other.cause ? -1 : 1))
}

/** What an order lacks, and where: the pieces first, which the runner's sentence says last. Other reasons stay as they are. */
export const lacking = (because: string): { readonly what: string; readonly where: string | undefined } => {
  const [, places = "", pieces] = /^[^:]*do not have the stock: (.*?)(?:; )?all places together lack (.*)$/.exec(because) ?? []
  return pieces === undefined ? { what: because, where: undefined } : { what: q.desk.lacksPieces(unquoted(pieces)), where: unquoted(places) }
}

const unquoted = (text: string): string => text.replaceAll("\"", "")

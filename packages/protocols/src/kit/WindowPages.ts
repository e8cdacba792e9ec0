/**
 * Pages of records that are selected by the time of their last change. A window that is longer than one query may cover is
 * asked in slices, each of which begins before the end of the one before (spec 2 §4B, U-22, U-43).
 */
import * as DateTime from "effect/DateTime"
import { createHash } from "node:crypto"
import { type Context, omitUndefined, Table } from "../wire/index.ts"
import { Invalid } from "./Exchange.ts"
import * as Forms from "./Messages/Forms.ts"
import * as PageCursors from "./PageCursors.ts"

interface Asked {
  readonly updatedFrom?: DateTime.Utc
  readonly updatedTo?: DateTime.Utc
  readonly cursor?: string
  readonly limit: number
}

export const defaultLimit = 100

const size = { kind: "whole", min: 1, limit: "maxPageSize", texts: true } as const satisfies Table.WholeType

export const pageNo = Table.optional("pageNo", { kind: "whole", min: 1, max: PageCursors.maxPages, texts: true }, { is: "cursor", byHand: [], also: ["page"], absent: 1 })
/** The number of records, under the name that each request declares (variants.md row 08). */
export const orderPageSize = Table.optional("PageSize", size, {
  is: "limit",
  also: ["pageSize"],
  absent: defaultLimit,
  named: { name: "orderPageSizeMember", forms: { pageSize: "pageSize" } }
})
export const pageSize = Table.optional("pageSize", size, { is: "limit", also: ["PageSize"], absent: defaultLimit })

/** The members of an answer after `isLastPage`. */
export const counts = [
  Table.optional("currentPageNo", Table.whole, { is: null, also: ["currentPage"] }),
  Table.optional("pageCount", Table.whole)
] as const

const overlap = 10 * 60_000

/** The part of a window that a slice covers, and whether another slice follows. */
const sliceOf = ({ updatedFrom, updatedTo }: Asked, slice: number, { updateWindowHours }: Context.Profile) => {
  if (updatedFrom === undefined || updatedTo === undefined) {
    return omitUndefined({ updateTimeStart: updatedFrom, updateTimeEnd: updatedTo, isLast: true })
  }
  const length = Number(updateWindowHours) * 3_600_000
  const from = DateTime.toEpochMillis(updatedFrom) + slice * (length - overlap)
  const to = Math.min(from + length, DateTime.toEpochMillis(updatedTo))
  return { updateTimeStart: DateTime.makeUnsafe(from), updateTimeEnd: DateTime.makeUnsafe(to), isLast: to >= DateTime.toEpochMillis(updatedTo) }
}

/** Client: a cursor is the slice, the page in it, and a digest of the page before, separated by points. */
const positionOf = ({ cursor = "0.1" }: Asked) => {
  const [slice = "0", page = "1", digest] = cursor.split(".")
  return { slice: Number(slice), page: Number(page), digest }
}

/** Client: the members that select a page. */
export const toWire = (asked: Asked, profile: Context.Profile) => {
  const { page, slice } = positionOf(asked)
  const { isLast: _, ...window } = sliceOf(asked, slice, profile)
  return { ...window, pageNo: page }
}

interface Answered {
  readonly isLastPage: boolean
  readonly currentPageNo?: number
  readonly pageCount?: number
}

const digestOf = (items: ReadonlyArray<unknown>): string => createHash("sha1").update(JSON.stringify(items)).digest("base64url").slice(0, 16)

/**
 * Client: converts an answer to a page. `skipped` is the number of records that could not be read. A page that is not the one
 * asked for, or repeats the one before, is an error, and so is a list of more than 10,000 pages (U-84).
 */
export const fromWire = <Item>(
  answer: Answered,
  items: ReadonlyArray<Item>,
  identityOf: (item: Item) => unknown,
  asked: Asked,
  skipped: number,
  profile: Context.Profile
) => {
  const { digest: before, page, slice } = positionOf(asked)
  if (answer.currentPageNo !== undefined && answer.currentPageNo !== page) return new Invalid("/currentPageNo is not the page asked for")
  const digest = digestOf(items.map(identityOf))
  // Two pages of which no record could be read may differ, so they are not taken for equal.
  const isRepeated = digest === before && (items.length > 0 || skipped === 0)
  if (!answer.isLastPage && isRepeated) return new Invalid(`page ${page} repeats the previous page`)
  if (!answer.isLastPage && page >= PageCursors.maxPages) return new Invalid(`the list does not end after ${PageCursors.maxPages} pages`)
  const nextCursor = !answer.isLastPage ? `${slice}.${page + 1}.${digest}` : sliceOf(asked, slice, profile).isLast ? undefined : `${slice + 1}.1`
  return omitUndefined({ items, nextCursor, pageCount: answer.pageCount })
}

/** Server: the cursor that stands for a page number. */
export const cursorOf = (page: number | undefined): string | undefined => (page === undefined || page === 1 ? undefined : String(page))

interface Page {
  readonly nextCursor?: string
  readonly pageCount?: number
}

/** Server: the members of an answer that number its page. */
export const countsOf = ({ nextCursor, pageCount }: Page, asked: Asked) =>
  omitUndefined({ isLastPage: nextCursor === undefined, currentPageNo: PageCursors.pageOf(asked), pageCount })

export const updateTimes = [
  Table.optional("updateTimeStart", Forms.timestamp, { is: "updatedFrom", byHand: [] }),
  Table.optional("updateTimeEnd", Forms.timestamp, { is: "updatedTo", byHand: [] })
] as const

export interface Times {
  readonly updateTimeStart?: unknown
  readonly updateTimeEnd?: unknown
}

/**
 * The rules of a selection by time: both times are needed if nothing else selects (spec 2 §4B rules 1 and 2). `others` says
 * what the other selectors do. "alone": they select alone, so that the order of the times does not matter beside them, but one
 * time alone is refused (U-99). "with times": each time is an option of its own beside them.
 */
export const timeRules = <T extends Times>(
  isSelected: (asked: T) => boolean,
  selectors: string,
  others: "alone" | "with times"
): ReadonlyArray<Table.Rule<T>> => {
  const lacks = (name: keyof Times, other: keyof Times) => ({
    name: `${other} has ${name} beside it${others === "alone" ? "" : `, unless ${selectors} selects`}`,
    on: "both" as const,
    verdict: "refuse" as const,
    check: (asked: T) =>
      asked[name] === undefined && asked[other] !== undefined && (others === "alone" || !isSelected(asked))
        ? { path: `/${name}`, message: `is missing beside ${other}; send both or none` }
        : undefined
  })
  return [
    lacks("updateTimeStart", "updateTimeEnd"),
    lacks("updateTimeEnd", "updateTimeStart"),
    {
      name: `a window does not end before it begins${others === "alone" ? `, unless ${selectors} selects` : ""}`,
      on: "both",
      verdict: "refuse",
      check: (asked) => {
        const { updateTimeEnd, updateTimeStart } = asked
        const isSwapped = updateTimeStart !== undefined && updateTimeEnd !== undefined && millisOf(updateTimeStart) > millisOf(updateTimeEnd)
        return isSwapped && (others === "with times" || !isSelected(asked))
          ? { path: "/updateTimeStart", message: "is later than updateTimeEnd; send the earlier time first" }
          : undefined
      }
    },
    {
      name: `${selectors} or both times select`,
      on: "both",
      verdict: "refuse",
      check: (asked) =>
        asked.updateTimeStart === undefined && asked.updateTimeEnd === undefined && !isSelected(asked)
          ? { path: "/updateTimeStart", message: `is missing; send ${selectors}, or updateTimeStart and updateTimeEnd` }
          : undefined
    }
  ]
}

const millisOf = (time: unknown): number => (time as { readonly epochMilliseconds: number }).epochMilliseconds

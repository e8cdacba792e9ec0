/**
 * How far the orders of a shop were read, and what is read next. Orders are read by the time of their last change, in windows that
 * overlap (U-43). A window is read in parts that fit on one page each, so that no order can move from one page to another while they are
 * read. A part that has few orders on several pages, because the shop leaves some out of its pages, is read by cursor. Pure functions;
 * all times are milliseconds since 1970.
 */

export interface Window {
  readonly from: number
  readonly to: number
  /** The start of the part that is read next. What changed in the window before it has been read. */
  readonly partFrom: number
  /** Where the next page of this part starts. */
  readonly cursor: string | undefined
  /** The latest time of a change that was seen in the window. */
  readonly newest: number | undefined
}

export interface Progress {
  /** The start of the first window. */
  readonly beginsAt: number
  /** The time up to which everything is read. If absent, reading goes on with what changes in the future. */
  readonly endsAt: number | undefined
  /** Every change before this time has been read. */
  readonly readUntil: number
  /** The length of the parts, which adapts to how many orders change. */
  readonly span: number
  /** The window that is being read. */
  readonly window: Window | undefined
  readonly isEnded: boolean
}

/** How windows are cut for one shop, in milliseconds. */
export interface Cut {
  /** The longest window. */
  readonly window: number
  /** How much earlier than the end of the last window the next one starts. */
  readonly overlap: number
  /** How much later than the time of its change an order may appear, because the clock of the shop is behind. */
  readonly tolerance: number
}

/** A page of a part. */
export interface Page {
  /** When the shop was asked. */
  readonly askedAt: number
  /** Whether the pages of the part have so many orders together that parts of half its length are read on fewer pages. */
  readonly isLarge: boolean
  /** Whether they have so few that a part of twice the length has room for them. */
  readonly isSmall: boolean
  readonly newest: number | undefined
  readonly nextCursor: string | undefined
  /**
   * What is known after the last page of the part. `complete`: every order of the part was read. `again`: its pages may have shifted,
   * so they are read once more. `shifting`: they were read as often as they may be, and shifted each time.
   */
  readonly proof: "complete" | "again" | "shifting"
}

const minute = 60_000
export const usualWindow = 24 * 60 * minute
export const usualOverlap = 10 * minute
export const usualTolerance = 60 * minute
/** The shortest part. One that has more orders than a page is read by cursor. */
export const shortestPart = 4000
/** How much parts overlap: platforms that round times to seconds, and those that leave out an end of a window, lose nothing. */
export const partOverlap = 1000

/** A change may be invisible to queries for a while, so windows overlap by at least that time. */
export const cutOf = ({ updateWindow = usualWindow, visibilityDelay }: { readonly updateWindow?: number; readonly visibilityDelay: number }): Cut => {
  const window = Math.max(updateWindow, 4 * shortestPart)
  const overlap = Math.min(Math.max(usualOverlap, visibilityDelay), window / 2)
  return { window, overlap, tolerance: Math.min(usualTolerance, (window - overlap) / 2) }
}

export const begin = (beginsAt: number, cut: Cut, endsAt?: number): Progress => ({
  beginsAt,
  endsAt,
  readUntil: beginsAt,
  span: cut.window,
  window: undefined,
  isEnded: endsAt !== undefined && endsAt <= beginsAt
})

/**
 * Whether a clock that was ahead and was set back since has said that this was read. Nobody knows for how long it was ahead, so the
 * longest window is read once more.
 */
const isAhead = (readUntil: number, cut: Cut, now: number): boolean => readUntil - cut.overlap >= now

/** The window that is read now: the one in progress, or the next. Undefined if there is nothing to read at this time. */
export const windowOf = ({ beginsAt, endsAt, isEnded, readUntil, window }: Progress, cut: Cut, now: number): Window | undefined => {
  if (window !== undefined) return window
  const from = Math.max(Math.min(beginsAt, now - cut.overlap), isAhead(readUntil, cut, now) ? now - cut.window : readUntil - cut.overlap)
  const to = Math.min(from + cut.window, now, endsAt ?? now)
  return isEnded || to <= from ? undefined : { from, to, partFrom: from, cursor: undefined, newest: undefined }
}

export const partOf = ({ partFrom, to }: Window, span: number): { readonly from: number; readonly to: number } => ({ from: partFrom, to: Math.min(partFrom + span, to) })

const latest = (...times: ReadonlyArray<number | undefined>): number | undefined =>
  times.reduce((a, b) => a === undefined || (b !== undefined && b > a) ? b : a, undefined)

/** What was read until when, after the last part of a window. The clock of the shop may be behind, so what it showed last counts. */
const closed = (progress: Progress, { newest, to }: Window, cut: Cut, askedAt: number): Progress => ({
  ...progress,
  readUntil: Math.max(isAhead(progress.readUntil, cut, askedAt) ? Number.NEGATIVE_INFINITY : progress.readUntil, Math.min(newest ?? Number.NEGATIVE_INFINITY, to), Math.min(to, askedAt - cut.tolerance)),
  window: undefined,
  isEnded: progress.endsAt !== undefined && to >= progress.endsAt
})

/** The progress after a page of `window` was stored. */
export const after = (progress: Progress, window: Window, cut: Cut, page: Page): Progress => {
  const { span } = progress
  const part = partOf(window, span)
  const seen = { ...window, newest: latest(window.newest, page.newest), cursor: undefined }
  const length = part.to - part.from
  const halved = length <= shortestPart ? undefined : { ...progress, span: Math.max(shortestPart, Math.floor(length / 2)), window: seen }
  // A part with few orders stays whole, however many pages it has: parts of half its length might have as many.
  if (page.nextCursor !== undefined) return (page.isLarge ? halved : undefined) ?? { ...progress, window: { ...seen, cursor: page.nextCursor } }
  if (page.proof === "again") return { ...progress, window: seen }
  if (page.proof === "shifting" && halved !== undefined) return halved
  const next = { ...progress, span: page.isSmall ? Math.min(cut.window, span * 2) : span }
  if (part.to >= window.to) return closed(next, seen, cut, page.askedAt)
  return { ...next, window: { ...seen, partFrom: Math.max(part.to - partOverlap, part.from + 1) } }
}

/** The progress without a cursor that the shop does not accept any more. */
export const withoutCursor = (progress: Progress): Progress => progress.window === undefined ? progress : { ...progress, window: { ...progress.window, cursor: undefined } }

/** The most pages of a part that are read in one pass (U-84). */
export const mostPages = 10_000

/** Whether the pages of a part do not end: the cursor of the next page is that of this one, or so many pages were read. */
export const isEndless = (window: Window, nextCursor: string | undefined, pages: number): boolean =>
  nextCursor !== undefined && (nextCursor === window.cursor || pages >= mostPages)

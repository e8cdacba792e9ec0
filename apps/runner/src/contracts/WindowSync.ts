/**
 * Reads what changed at a peer, window by window and page by page. What a page has is stored in one transaction with how far was read,
 * so a process that ends at any point goes on where it was and misses nothing; a record that is read twice is a repeat.
 */
import type { AdapterError } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { DatabaseFailed } from "../store/Database.ts"
import type * as SyncStore from "./platform/SyncStore.ts"
import * as SyncWindows from "./platform/SyncWindows.ts"

/** Another node has stored progress meanwhile; nothing of the page was stored. */
export class Outdated {
  readonly _tag = "Outdated"
}

/** One answer of a peer. */
export interface Page {
  /** When the peer was asked, in milliseconds since 1970. */
  readonly askedAt: number
  /** The numbers of all records on the page. */
  readonly told: ReadonlyArray<string>
  readonly nextCursor: string | undefined
  /** The latest time of a change, in milliseconds since 1970. */
  readonly newest: number | undefined
}

/** What is read, and where it is stored. */
export interface Source<P extends Page, R> {
  readonly scope: string
  readonly track: SyncStore.Track
  readonly cut: SyncWindows.Cut
  /**
   * A part of a window with so many records on its pages is cut, if it has more pages. If absent, parts stay whole, because the peer
   * knows days alone and would return the same records for each part of a day.
   */
  readonly largePart?: number
  /** Whether cursors lead to every record although records change meanwhile. A part is then read once and not cut. Default: false. */
  readonly hasStableCursor?: boolean
  /** Whether the peer may be asked now. */
  readonly mayAsk: Effect.Effect<boolean, DatabaseFailed, R>
  readonly read: (asked: { readonly from: number; readonly to: number; readonly cursor?: string }) => Effect.Effect<P, AdapterError.AdapterError, R>
  /** Stores a page in one transaction, together with what `more` writes; if `more` returns false, nothing is stored. */
  readonly store: (page: P, more: (stored: number) => Effect.Effect<boolean, DatabaseFailed>) => Effect.Effect<unknown, DatabaseFailed | Outdated, R>
  /** The failure of a window whose pages do not end. */
  readonly endless: () => AdapterError.AdapterError
}

/** How often the pages of a part are read before the part is cut. The shortest part is then taken as read. */
const mostPasses = 5

/**
 * What is known of the pages of a part that has several. A record that changes while they are read leaves its page, and the ones
 * behind it move up. Only two equal passes, the second of which finds nothing new, prove that none was passed over.
 */
interface Pass {
  readonly number: number
  readonly pages: number
  readonly seen: number
  readonly hasNews: boolean
  /** How many records the pass before had. */
  readonly before: number | undefined
}

const firstPass: Pass = { number: 1, pages: 0, seen: 0, hasNews: false, before: undefined }

/** What the pages of a part prove after the last one of a pass. The next window overlaps one that is not cut. */
const proofOf = ({ before, hasNews, number, seen }: Pass, isCut: boolean): SyncWindows.Page["proof"] => {
  if (!hasNews && before === seen) return "complete"
  return number < mostPasses ? "again" : isCut ? "shifting" : "complete"
}

interface Outcome {
  readonly next: SyncWindows.Progress
  readonly pass: Pass
}

/** What follows from a page of which so many records were stored. */
const outcomeOf = ({ cut, hasStableCursor, largePart, page, pass, progress, stored, window }: {
  readonly progress: SyncWindows.Progress
  readonly window: SyncWindows.Window
  readonly cut: SyncWindows.Cut
  readonly hasStableCursor: boolean
  readonly largePart: number | undefined
  readonly page: Page
  readonly pass: Pass
  readonly stored: number
}): Outcome => {
  const current = { ...pass, pages: pass.pages + 1, seen: pass.seen + page.told.length, hasNews: pass.hasNews || stored > 0 }
  const hasSeveralPages = window.cursor !== undefined
  const proof = hasSeveralPages && !hasStableCursor ? proofOf(current, largePart !== undefined) : "complete"
  const next = SyncWindows.after(progress, window, cut, {
    ...page,
    isLarge: !hasStableCursor && largePart !== undefined && current.seen >= largePart,
    isSmall: largePart === undefined || current.seen < largePart / (hasSeveralPages ? 2 : 1),
    proof
  })
  if (page.nextCursor === undefined && proof === "again") return { next, pass: { ...firstPass, number: current.number + 1, before: current.seen } }
  return { next, pass: next.window?.cursor === undefined ? firstPass : current }
}

/** Reads a source until it has caught up with the time at which the reading began. */
export const throughWindows = Effect.fnUntraced(function*<P extends Page, R>(
  store: SyncStore.SyncStore,
  { cut, endless, hasStableCursor = false, largePart, mayAsk, read, scope, store: storePage, track }: Source<P, R>
) {
  const startedAt = yield* Clock.currentTimeMillis
  let pass = firstPass
  while (yield* mayAsk) {
    const before = yield* store.read(scope, track)
    const window = before && SyncWindows.windowOf(before.progress, cut, startedAt)
    if (before === undefined || window === undefined) return
    const { progress } = before
    const { cursor } = window
    const page = yield* read({ ...SyncWindows.partOf(window, progress.span), ...(cursor !== undefined && { cursor }) }).pipe(
      Effect.filterOrFail(({ nextCursor }) => !SyncWindows.isEndless(window, nextCursor, pass.pages), endless),
      // A cursor that the peer does not take any more would be refused for ever.
      Effect.tapError((error) =>
        cursor === undefined || error.reason.isRetryable ? Effect.void : store.advance(scope, track, before, SyncWindows.withoutCursor(progress), 0))
    )
    let outcome: Outcome | undefined
    yield* storePage(page, (stored) => {
      outcome = outcomeOf({ progress, window, cut, hasStableCursor, largePart, page, pass, stored })
      return store.advance(scope, track, before, outcome.next, stored)
    })
    pass = outcome?.pass ?? firstPass
    if (outcome?.next.window === undefined && window.to >= startedAt) return
  }
})

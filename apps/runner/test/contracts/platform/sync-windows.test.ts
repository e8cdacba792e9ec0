/**
 * Which windows of time a shop is asked about.
 */
import { assert, describe, it } from "@effect/vitest"
import * as SyncWindows from "../../../src/contracts/platform/SyncWindows.ts"

const hour = 3_600_000
const minute = 60_000
const start = 1000 * hour
const usual = SyncWindows.cutOf({ visibilityDelay: 1000 })

/** A page that is the last one of its part. */
const page = (askedAt: number, more: Partial<SyncWindows.Page> = {}): SyncWindows.Page => ({ askedAt, isLarge: false, isSmall: true, newest: undefined, nextCursor: undefined, proof: "complete", ...more })

/** Reads until everything up to `now` is read; answers the windows. */
const windowsUntil = (from: SyncWindows.Progress, cut: SyncWindows.Cut, now: number): { readonly progress: SyncWindows.Progress; readonly windows: ReadonlyArray<readonly [number, number]> } => {
  const windows: Array<readonly [number, number]> = []
  let progress = from
  for (let count = 0; count < 10_000; count++) {
    const window = SyncWindows.windowOf(progress, cut, now)
    if (window === undefined) break
    windows.push([window.from, window.to])
    progress = SyncWindows.after(progress, window, cut, page(now))
    if (window.to >= now || progress.isEnded) return { progress, windows }
  }
  throw new Error("it does not come to an end")
}

describe("the windows of a shop's orders", () => {
  it("are 24 hours long, and each starts 10 minutes before the end of the last (P-219)", () => {
    const { windows } = windowsUntil(SyncWindows.begin(start, usual), usual, start + 60 * hour)
    assert.deepStrictEqual(windows.map(([from, to]) => [(from - start) / minute, (to - start) / minute]), [[0, 1440], [1430, 2870], [2860, 3600]])
  })

  it("start again at the latest change that was seen, because the clock of the shop may be behind (P-219)", () => {
    const window = SyncWindows.windowOf(SyncWindows.begin(start, usual), usual, start + hour)!
    const { readUntil } = SyncWindows.after(SyncWindows.begin(start, usual), window, usual, page(start + hour, { newest: start + 20 * minute }))
    assert.strictEqual(readUntil, start + 20 * minute)
  })

  it("never start after a change that the shop dates into the future", () => {
    const window = SyncWindows.windowOf(SyncWindows.begin(start, usual), usual, start + hour)!
    const { readUntil } = SyncWindows.after(SyncWindows.begin(start, usual), window, usual, page(start + hour, { newest: start + 900 * hour }))
    assert.strictEqual(readUntil, start + hour)
  })

  it("overlap by the time for which a change may be invisible, if that is longer", () => {
    assert.strictEqual(SyncWindows.cutOf({ visibilityDelay: 25 * minute }).overlap, 25 * minute)
  })

  it.each([1, 16_000, minute, 15 * minute, 21 * minute, hour, 24 * hour])("come to an end if the platform allows %i ms at once", (updateWindow) => {
    const cut = SyncWindows.cutOf({ updateWindow, visibilityDelay: minute })
    const { progress, windows } = windowsUntil(SyncWindows.begin(start, cut), cut, start + 5 * hour)
    assert.isTrue(windows.every(([from, to]) => to - from <= Math.max(updateWindow, 16_000)))
    assert.isTrue(windows.every(([from], index) => index === 0 || from < windows[index - 1]![1]))
    assert.isAtLeast(progress.readUntil, start + 4 * hour)
  })

  it("are read in parts that overlap by a second, so that shops that leave out both ends of a window and round to seconds show every change (P3)", () => {
    const to = start + hour
    const parts: Array<{ readonly from: number; readonly to: number }> = []
    let progress: SyncWindows.Progress = { ...SyncWindows.begin(start, usual), span: 7 * minute + 300 }
    for (let count = 0; count < 100; count++) {
      const window = SyncWindows.windowOf(progress, usual, to)
      if (window === undefined || window.from > start) break
      parts.push(SyncWindows.partOf(window, progress.span))
      progress = SyncWindows.after(progress, window, usual, page(to, { isSmall: false }))
    }
    assert.isAbove(parts.length, 5)
    /** What the shop shows of a part: by whole seconds, without its ends. */
    const shows = ({ from, to: end }: { readonly from: number; readonly to: number }, at: number) => {
      const second = Math.floor(at / 1000)
      return second > Math.floor(from / 1000) && second < Math.ceil(end / 1000)
    }
    const lost: Array<number> = []
    for (let at = start + 1000; at < to - 1000; at += 100) if (!parts.some((part) => shows(part, at))) lost.push(at - start)
    assert.deepStrictEqual(lost, [])
    for (const [at, part] of parts.entries()) if (at > 0) assert.isAtLeast(parts[at - 1]!.to - part.from, 1000)
  })

  it("of a backfill end where it was asked for", () => {
    const { progress, windows } = windowsUntil(SyncWindows.begin(start, usual, start + 30 * hour), usual, start + 500 * hour)
    assert.deepStrictEqual([progress.isEnded, windows.at(-1)?.[1]], [true, start + 30 * hour])
    assert.isUndefined(SyncWindows.windowOf(progress, usual, start + 900 * hour))
  })

  it("are read in parts that become shorter until one page has each, and longer again", () => {
    const begun = SyncWindows.begin(start, usual)
    const window = SyncWindows.windowOf(begun, usual, start + 24 * hour)!
    const halved = SyncWindows.after(begun, window, usual, page(start, { nextCursor: "2", isLarge: true, isSmall: false }))
    assert.deepStrictEqual([halved.span, halved.window?.partFrom, halved.window?.cursor], [12 * hour, start, undefined])
    const read = SyncWindows.after(halved, halved.window!, usual, page(start, { isSmall: false }))
    assert.deepStrictEqual([read.span, read.window?.partFrom], [12 * hour, start + 12 * hour - SyncWindows.partOverlap])
    assert.strictEqual(SyncWindows.after(halved, halved.window!, usual, page(start)).span, 24 * hour)
  })

  it("are read by cursor where a few seconds have more than a page", () => {
    const begun = { ...SyncWindows.begin(start, usual), span: SyncWindows.shortestPart }
    const window = SyncWindows.windowOf(begun, usual, start + 24 * hour)!
    const large = { isLarge: true, isSmall: false }
    const paged = SyncWindows.after(begun, window, usual, page(start, { ...large, nextCursor: "2" }))
    assert.deepStrictEqual([paged.window?.cursor, paged.window?.partFrom, paged.span], ["2", start, SyncWindows.shortestPart])
    const again = SyncWindows.after(paged, paged.window!, usual, page(start, { ...large, proof: "again" }))
    assert.deepStrictEqual([again.window?.cursor, again.window?.partFrom], [undefined, start])
    assert.isAbove(SyncWindows.after(paged, paged.window!, usual, page(start, { ...large, proof: "shifting" })).window!.partFrom, start)
  })

  it("are read whole by cursor where pages with few orders follow each other, and grow longer after that", () => {
    const begun = { ...SyncWindows.begin(start, usual), span: hour }
    const window = SyncWindows.windowOf(begun, usual, start + 24 * hour)!
    const paged = SyncWindows.after(begun, window, usual, page(start, { nextCursor: "2" }))
    assert.deepStrictEqual([paged.window?.cursor, paged.window?.partFrom, paged.span], ["2", start, hour])
    assert.strictEqual(SyncWindows.after(paged, paged.window!, usual, page(start)).span, 2 * hour)
  })

  it("are cut where pages with few orders add up to many, and where pages shift each time they are read", () => {
    const begun = { ...SyncWindows.begin(start, usual), span: hour }
    const window = { ...SyncWindows.windowOf(begun, usual, start + 24 * hour)!, cursor: "5" }
    for (const reason of [{ nextCursor: "6", isLarge: true }, { proof: "shifting" }] as const) {
      const halved = SyncWindows.after(begun, window, usual, page(start, { ...reason, isSmall: false }))
      assert.deepStrictEqual([halved.span, halved.window?.partFrom, halved.window?.cursor], [hour / 2, start, undefined])
    }
  })

  it("have pages that end: no cursor is repeated, and there are 10,000 at most (U-84)", () => {
    const window = { ...SyncWindows.windowOf(SyncWindows.begin(start, usual), usual, start + hour)!, cursor: "5" }
    assert.deepStrictEqual([["6", 10], ["5", 10], ["6", 10_000], [undefined, 10_000]].map(([next, pages]) => SyncWindows.isEndless(window, next as string | undefined, pages as number)), [false, true, true, false])
  })
})

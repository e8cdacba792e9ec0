/**
 * What a handler knows of an act that its request does not say, for the audit: the order that it was about, what came of it, and a setting
 * before and after. The middleware that writes the audit gives each act a place for it.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

export interface Notes {
  /** The one order that it was about. */
  readonly order?: { readonly scope?: string; readonly number: string }
  /** What became of it, such as how many of how many were done. */
  readonly effect?: string
  /** Not all of what was selected was done, and how much was. */
  readonly isPartial?: boolean
  readonly count?: number
  readonly from?: string
  readonly to?: string
}

/** Outside of an act, notes are dropped. */
const Place = Context.Reference<((more: Notes) => void) | undefined>("@crossdock/runner/api/ActNotes", { defaultValue: () => undefined })

const note = (more: Notes): Effect.Effect<void> => Effect.map(Effect.service(Place), (add) => add?.(more))

/** The act was about this order. Absent scope: its link is not known. */
export const order = (scope: string | undefined, number: string): Effect.Effect<void> => note({ order: { ...(scope !== undefined && { scope }), number } })

/**
 * The act was about one order if all of these are. Otherwise the text names the first of them. What has no scope is taken for the same order as
 * what has its number.
 */
export const orders = (all: ReadonlyArray<{ readonly scope?: string | undefined; readonly number: string }>): Effect.Effect<string> => {
  const known = new Set(all.flatMap(({ number, scope }) => scope === undefined ? [] : [number]))
  const found = new Map(all.flatMap((one) => one.scope === undefined && known.has(one.number) ? [] : [[`${one.scope} ${one.number}`, one] as const]))
  const [only, ...others] = found.values()
  if (only === undefined) return Effect.succeed("")
  if (others.length === 0) return Effect.as(order(only.scope, only.number), "")
  const named = [only, ...others].slice(0, 20).map(({ number }) => number).join(", ")
  return Effect.succeed(` of ${found.size} orders: ${named}${found.size > 20 ? " and others" : ""}`)
}

/** What came of an act. */
export const effect = (text: string): Effect.Effect<void> => note({ effect: text })

/** How many of those that were selected were done. An act of which some were not done does not count as done. */
export const counted = (done: number, of: number, what: string): Effect.Effect<void> => note({ effect: `${done} of ${of} ${what}`, isPartial: done < of, count: done })

/** What a setting was before, and is now. */
export const changed = (from: string | undefined, to: string | undefined): Effect.Effect<void> =>
  note({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) })

/** Runs an act, and hands over what was noted. */
export const noting = <A, E, R>(work: Effect.Effect<A, E, R>): { readonly work: Effect.Effect<A, E, R>; readonly read: () => Notes } => {
  let notes: Notes = {}
  return {
    work: Effect.provideService(work, Place, (more) => {
      notes = { ...notes, ...more }
    }),
    read: () => notes
  }
}

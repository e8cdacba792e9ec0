/**
 * Decides to which generation of an order a report of a peer belongs. An order number may be used again after its order has
 * ended, and each use is a generation. A peer may still report an earlier generation, because the report is late or because
 * the peer does not show the newest one yet (U-142). The functions are pure; nothing else makes this decision.
 */
import type { Row } from "../store/Database.ts"
import * as KeyLength from "./KeyLength.ts"

/**
 * - `newest`: the report is about the newest generation
 * - `earlier`: the report is about an earlier generation and says nothing about the newest one
 * - `too early`: it is unknown, and the peer may not show the newest generation yet; such a report ends no order
 * - `cannot tell`: it is unknown, although the peer has had enough time to show the newest generation
 */
export type Generation = "newest" | "earlier" | "too early" | "cannot tell"

export interface Issues {
  /** The newest generation that may be at the peer. */
  readonly generation: number
  /** The peer's own number of the newest generation; `undefined` if it is not known. */
  readonly number: string | undefined
  /** The peer's own number of each earlier generation that it may have; `undefined` if it is not known. */
  readonly earlier: ReadonlyArray<string | undefined>
  /** When the runner learned that the newest generation is at the peer, in milliseconds since 1970; `undefined` before that. */
  readonly takenAt: number | undefined
}

export interface Told {
  /** The peer's own number in the report, beside the ERP's number. */
  readonly number: string | undefined
  /** When the runner asked the peer, or when the report arrived. */
  readonly at: number
}

/** Decides the generation of a report. All times come from the runner's clock; `now` may lie before a stored time if the clock was set back. */
export const generationOf = (issues: Issues, told: Told, now: number, visibilityDelay: number): Generation => {
  const { earlier, number, takenAt } = issues
  if (earlier.length === 0) return "newest"
  if (told.number !== undefined) {
    const wasEarlier = earlier.includes(told.number)
    if (told.number === number && !wasEarlier) return "newest"
    if (told.number !== number && (wasEarlier || number !== undefined)) return "earlier"
    if (!wasEarlier && !earlier.includes(undefined)) return "newest"
  }
  if (takenAt === undefined) return "too early"
  const isPutBack = now < takenAt - visibilityDelay
  return !isPutBack && Math.min(told.at, now) - takenAt < visibilityDelay ? "too early" : "cannot tell"
}

/** Returns the peer's own number, or `undefined` if the field holds the number that the runner sent (U-90). */
export const peerNumber = (number: unknown, numberSent: unknown): string | undefined =>
  typeof number === "string" && number !== "" && number !== numberSent && !KeyLength.isLong(number) ? number : undefined

/**
 * Returns false for a create that was refused or never sent, so that the peer cannot have the order. In a restored backup, a
 * create that looks unsent is Doubtful, and the peer may have it.
 */
const mayBeAtPeer = ({ attempt, is_refused, state }: Row): boolean =>
  !(state === "Pending" && attempt === 0) && state !== "Cancelled" && !(state === "Dead" && is_refused === 1)

const isUnsettled = ({ state }: Row): boolean => state === "Pending" || state === "InFlight" || state === "Doubtful"

/**
 * Reads the generations from the intents of an order, oldest first, each with the peer's number in its row as `peer_number` and the
 * one in the response to its create as `number_in_result`.
 * `known` is the order as it was read.
 */
export const issuesOf = (
  intents: ReadonlyArray<Row>,
  known: { readonly generation: number; readonly number: string | undefined }
): Issues => {
  const sent = intents.filter(mayBeAtPeer)
  const newest = sent.at(-1)
  if (newest === undefined || newest.generation < known.generation) {
    return { generation: known.generation, number: known.number, earlier: [], takenAt: undefined }
  }
  const numberOf = (intent: Row) =>
    (intent.generation === known.generation ? known.number : undefined) ?? peerNumber(intent.peer_number, intent.number_sent) ??
    peerNumber(intent.number_in_result, intent.number_sent)
  return {
    generation: newest.generation,
    number: numberOf(newest),
    earlier: sent.slice(0, -1).map(numberOf),
    takenAt: isUnsettled(newest) ? undefined : newest.updated_at
  }
}

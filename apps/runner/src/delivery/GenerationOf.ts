/**
 * Which issue of an order a peer speaks of. Under a number that was used before, a peer may still tell of an earlier
 * issue, late or because it does not yet show the newest one (U-142). Pure, and the one place where this is decided.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Row } from "../store/Database.ts"
import * as LongKeys from "./LongKeys.ts"

/**
 * - `newest`: of the newest issue
 * - `earlier`: of an issue before it; it says nothing of the newest one
 * - `too early`: it cannot be told yet, for the peer may not show the newest issue so soon; it ends nothing
 * - `cannot tell`: it cannot be told, and the peer has had the time to show the newest issue
 */
export type Generation = "newest" | "earlier" | "too early" | "cannot tell"

export interface Issues {
  /** The newest that may be at the peer. */
  readonly generation: number
  /** What the peer calls the newest issue; undefined: not known. */
  readonly number: string | undefined
  /** What it calls each earlier issue that it may have; undefined: not known. */
  readonly earlier: ReadonlyArray<string | undefined>
  /** When the newest was known to be at the peer, in milliseconds since 1970; undefined: that is not known yet. */
  readonly takenAt: number | undefined
}

export interface Told {
  /** The number that the peer tells beside the ERP's. */
  readonly number: string | undefined
  /** When the peer was asked, or told it. */
  readonly at: number
}

/** Times are of this runner's clock; `now` may be earlier than what was stored by a clock that was put back. */
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

/** A number that we gave is none of the peer's, also where it stands in the place of one (U-90). */
export const peerNumber = (number: unknown, numberSent: unknown): string | undefined =>
  typeof number === "string" && number !== "" && number !== numberSent && !LongKeys.isLong(number) ? number : undefined

const Numbered = Schema.fromJsonString(Schema.Struct({
  warehouseOrderNumber: Schema.optionalKey(Schema.String),
  referenceNumber: Schema.optionalKey(Schema.String)
}))
const numberedOf = Schema.decodeUnknownOption(Numbered)

/** What the peer calls the order of an intent, as far as it told. */
export const numberOfIntent = (intent: Row): string | undefined => {
  const told = peerNumber(intent.peer_number, intent.number_sent)
  if (told !== undefined) return told
  const result = numberedOf(intent.result)
  return Option.isSome(result) ? peerNumber(result.value.warehouseOrderNumber ?? result.value.referenceNumber, intent.number_sent) : undefined
}

/**
 * Refused, or never sent: the peer has nothing of it. What a restored backup holds as never sent is doubtful, and may be
 * there.
 */
const mayBeAtPeer = ({ attempt, is_refused, state }: Row): boolean =>
  !(state === "Pending" && attempt === 0) && state !== "Cancelled" && !(state === "Dead" && is_refused === 1)

const isUnsettled = ({ state }: Row): boolean => state === "Pending" || state === "InFlight" || state === "Doubtful"

/** Of the intents of an order, oldest first. `known`: the number that reports brought for the generation of its row. */
export const issuesOf = (
  intents: ReadonlyArray<Row>,
  known: { readonly generation: number; readonly number: string | undefined }
): Issues => {
  const sent = intents.filter(mayBeAtPeer)
  const newest = sent.at(-1)
  if (newest === undefined || newest.generation < known.generation) {
    return { generation: known.generation, number: known.number, earlier: [], takenAt: undefined }
  }
  const numberOf = (intent: Row) => (intent.generation === known.generation ? known.number : undefined) ?? numberOfIntent(intent)
  return {
    generation: newest.generation,
    number: numberOf(newest),
    earlier: sent.slice(0, -1).map(numberOf),
    takenAt: isUnsettled(newest) ? undefined : newest.updated_at
  }
}

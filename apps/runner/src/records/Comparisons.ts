/**
 * Comparisons of what is stored with what peers answer: what each contract can compare, and what a comparison finds, as data. The peer has
 * the last word about what it tells, so a difference is mended by storing its answer, as a poll does.
 */
import { AdapterError } from "@crossdock/core"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ConnectedLink } from "../Composition.ts"
import type { DatabaseFailed } from "../store/Database.ts"

export interface Difference {
  /**
   * - `not-shown`: the peer does not show an order that is open here
   * - `phase`: the peer shows it in another phase
   * - `parcel`: a tracking number is known on one side alone
   * - `not-here`: the peer has an order that was never stored
   * - `content`: the peer has other contents of it
   * - `figure`: a warehouse and the books have different numbers of a SKU
   */
  readonly is: "not-shown" | "phase" | "parcel" | "not-here" | "content" | "figure"
  /** The number of the order, or the SKU. */
  readonly name: string
  readonly ours: string
  readonly theirs: string
}

/** What one page of a comparison has found. */
export interface ComparedPage {
  /** How many records were compared. */
  readonly records: number
  /** How many times the peer was asked. */
  readonly calls: number
  readonly differences: ReadonlyArray<Difference>
  /** How many records were brought to what the peer has. They are not among the differences. */
  readonly mended: number
  /** Records that could not be compared, because their create is not settled or the peer could not tell them. */
  readonly skipped: number
  /** Why the peer was not asked about the rest. */
  readonly failure?: string
  /** Where the next page begins. */
  readonly next?: readonly [at: number, cursor: string]
}

export const nothing: ComparedPage = { records: 0, calls: 0, differences: [], mended: 0, skipped: 0 }

/** What a page is about. Times are milliseconds since 1970. */
export interface Asked {
  readonly since: number
  readonly after: readonly [at: number, cursor: string] | undefined
  /** Store what the peer answers about records that differ. */
  readonly isMending: boolean
}

/** How records of one kind are compared. */
export interface Comparison {
  readonly kind: string
  readonly mayBeCompared: (link: ConnectedLink) => Effect.Effect<boolean>
  /** Compares a page; it asks the peer a bounded number of times. */
  readonly page: (link: ConnectedLink, asked: Asked) => Effect.Effect<ComparedPage, DatabaseFailed>
}

/** All comparisons that this runner can make. */
export class Comparisons extends Context.Service<Comparisons, ReadonlyArray<Comparison>>()("@crossdock/runner/records/Comparisons") {}

/** What an error of a peer or of the database says. */
export const messageOf = (error: AdapterError.AdapterError | { readonly message: string }): string =>
  error instanceof AdapterError.AdapterError ? AdapterError.describe(error.reason) : error.message

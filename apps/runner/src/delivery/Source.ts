/**
 * Where a report comes from and what it leads to.
 */
import type { ConnectedLink } from "../Composition.ts"
import type { Row } from "../store/Database.ts"

export interface Source {
  /** Rows are kept under it. */
  readonly scope: string
  /** Absent at a receiver of ours: it stores and emits nothing, so that nothing turns in a circle. */
  readonly link?: ConnectedLink
  readonly who: "peer" | "runner" | "erp"
  /** The exact message, kept sealed. */
  readonly raw?: string
  /** Set where the peer was asked: when the order had last changed by then. News since then is newer than the answer. */
  readonly asOf?: number
  /** Set where the peer was asked: when. */
  readonly askedAt?: number
  /** The status is a word of the runner, which says nothing beside its phase. */
  readonly isOwnWord?: boolean
  /** The issue of the order that it is known to be about, whatever the numbers in it say. */
  readonly generation?: number
}

/** Whose a report is. */
export interface Owner {
  readonly source: Source
  /** The ERP's number for the order. */
  readonly own: string
  /** What is known of the order; absent: not looked for under that number. */
  readonly row?: Row
}

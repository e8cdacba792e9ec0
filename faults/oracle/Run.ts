/** All that is known of one run when it is over: what a rule looks at. */
import type { Histories } from "./History.ts"
import type { Ledger } from "./Ledger.ts"

/** Something that a create made at a peer, by the peer's own books. */
export interface PeerObject {
  readonly entity: string
  readonly phase: string
  /** The number that the peer gave it; what is issued again gets another. */
  readonly issue?: string
  /** Pieces that came in. */
  readonly pieces?: number
}

export interface Run {
  readonly histories: Histories
  /** At quiescence. */
  readonly ledger: Ledger
  /** Everything ever made by creates; empty where none were asked for. */
  readonly objects: ReadonlyArray<PeerObject>
  /**
   * What callers know in the end of each number that they asked for: it stands, or it was cancelled. Absent: the callers
   * are judged by other means. Where it is given, every end and every piece at the peer must have reached the ERP.
   */
  readonly wanted?: ReadonlyMap<string, "stands" | "cancelled">
  /** Deliveries by state as the metrics tell; absent where they were not asked. */
  readonly depth: Readonly<Record<string, number>> | undefined
  /** Each delivery stands for one message of the producer, as where nothing polls and nothing is created. */
  readonly isOnlyPushes: boolean
  /** The producer kept the order of each entity, so that the sink must see it too. */
  readonly isOrdered: boolean
  /** Milliseconds that may pass without an attempt while something is due. */
  readonly patience: number
  readonly mostAttempts: number
  /** An operator put dead letters back in line, which begins their count anew. */
  readonly isReplayed?: boolean
}

/** What breaks the rule, one sentence each; none: it holds. */
export type Check = (run: Run) => ReadonlyArray<string>

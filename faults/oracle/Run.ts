/** The result of a run, which the rules examine. */
import type { Histories, Written } from "./History.ts"
import type { Ledger } from "./Ledger.ts"

/** An object that a create made at a peer, from the peer's own records. */
export interface PeerObject {
  readonly entity: string
  readonly phase: string
  /** The number that the peer gave it; a new issue gets another number. */
  readonly issue?: string
  /** Received pieces. */
  readonly pieces?: number
}

/** A call that the provider received. */
export interface Call {
  readonly at: number
  /** The node that called. */
  readonly node: string
  readonly isPoll: boolean
}

/** A create that the provider refused with a text. */
export interface Refused {
  readonly entity: string
  readonly heardAt: number
  readonly answeredAt: number
  readonly text: string
  /** Whether the provider has carried it out nevertheless. */
  readonly isDone: boolean
}

/** A create of a caller, with its answer; without one the connection broke. */
export interface Asked {
  readonly entity: string
  readonly sentAt: number
  readonly endedAt: number
  readonly answer?: { readonly isSuccess: boolean; readonly message: string }
}

/** What was refused, who was told, and what the provider heard before and after it. */
export interface Refusals {
  readonly refused: ReadonlyArray<Refused>
  readonly asked: ReadonlyArray<Asked>
  /** When the provider heard of an order: its creates, and the questions for it. */
  readonly heard: ReadonlyArray<{ readonly entity: string; readonly at: number; readonly isCreate: boolean }>
  /** The orders about which the runner raised an alarm. */
  readonly alarms: ReadonlySet<string>
  /** The orders about whose create a person has decided. */
  readonly decided: ReadonlySet<string>
  /** Milliseconds. */
  readonly visibilityDelay: number
  readonly isMute: boolean
  /** Milliseconds in which something had to be done that so many are enough for on a machine of its own. */
  readonly allowed: (millis: number, from: number, to?: number) => number
}

export interface Run {
  readonly histories: Histories
  /** The runner's database after the run. */
  readonly ledger: Ledger
  /** All objects that creates made; empty if the run has no creates. */
  readonly objects: ReadonlyArray<PeerObject>
  /**
   * What callers know at the end about each number: it exists, or it was cancelled. If given, every final state and every
   * received piece at the peer must have reached the ERP. If absent, the run checks the callers in another way.
   */
  readonly wanted?: ReadonlyMap<string, "stands" | "cancelled">
  /**
   * All calls that the provider received, oldest first, with the number of times that the owner of a job may have changed, and the
   * rate of the connection. Absent if the run has one node.
   */
  readonly calls?: { readonly heard: ReadonlyArray<Call>; readonly handovers: number; readonly callsPerSecond?: number }
  /** Absent if the provider refuses nothing in words of its own. */
  readonly refusals?: Refusals
  /** The messages on the wire. Absent in the simulation, which has none. */
  readonly written?: ReadonlyArray<Written>
  /** Deliveries by state from the metrics; absent if the metrics were not read. */
  readonly depth: Readonly<Record<string, number>> | undefined
  /** Whether each delivery belongs to one message of the producer, because the run neither polls nor creates. */
  readonly isOnlyPushes: boolean
  /** Whether the producer sent the messages of each entity in order, so that the sink must receive them in order. */
  readonly isOrdered: boolean
  /** Milliseconds that may pass without an attempt while a delivery is due, on a machine of its own. */
  readonly patience: number
  /** How many milliseconds this machine needed between two times of the clock for what takes `millis` on a machine of its own. */
  readonly allowed: (millis: number, from: number, to: number) => number
  readonly mostAttempts: number
  /** Whether an operator replayed dead letters, which restarts their count of attempts. */
  readonly isReplayed?: boolean
}

/** Returns one message per violation of the rule. */
export type Check = (run: Run) => ReadonlyArray<string>

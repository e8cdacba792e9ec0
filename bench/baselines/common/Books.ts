/** What a baseline stores, independent of the database and of what it promises. */
import type { AsnReport, OrderReport } from "./Reports.ts"
import type { Order } from "./Order.ts"

/** What is known of an order whose number was used before. */
export interface Earlier {
  readonly digest: string
  readonly state: string
  readonly result: string | null
}

/** A new order with the content to send, or what is known of an earlier one with its number. */
export type Opened = { readonly content: string } | { readonly earlier: Earlier }

export interface IntentStore {
  /** Stores the intent before the order is sent. `content` is what the caller asked for, `raw` its exact text. */
  readonly open: (asked: { readonly order: Order; readonly content: string; readonly digest: string; readonly raw: string }) => Promise<Opened>
  readonly settle: (orderNumber: string, state: "done" | "doubtful", result: string | null, error: string | null) => Promise<void>
  /**
   * The orders of which the outcome is unknown, with their content: those of an earlier process, and those whose call
   * failed. A book without this promise leaves them as they are.
   */
  readonly unsettled?: () => Promise<ReadonlyArray<{ readonly orderNumber: string; readonly content: string }>>
}

/** The number of deliveries by state. */
export interface Count {
  readonly state: string
  readonly count: number
}

export interface ReportBook {
  /** Each report is stored once, with the new state and the delivery to the ERP; the promise resolves after the commit. */
  readonly takeOrder: (report: OrderReport, content: Record<string, any>, raw: string) => Promise<void>
  readonly takeAsn: (report: AsnReport, content: Record<string, any>, raw: string) => Promise<void>
  readonly counts: () => Promise<ReadonlyArray<Count>>
}

export type Method = "pushOrderInfo" | "pushAsnInfo"

export interface Owed {
  readonly seq: number
  readonly id: string
  readonly method: Method
  readonly content: string
  readonly attempt: number
}

export interface Attempt {
  readonly startedAt: number
  readonly endedAt: number
  /** Undefined if the ERP took it. */
  readonly failure: string | undefined
  readonly state: "delivered" | "pending" | "dead"
  readonly dueAt: number
}

export interface DeliveryStore {
  /** Marks up to this many due deliveries as being sent, the first of each entity only. */
  readonly claim: (most: number) => Promise<ReadonlyArray<Owed>>
  readonly settle: (owed: Owed, attempt: Attempt) => Promise<void>
  /** Returns what was claimed and never settled. */
  readonly release: () => Promise<void>
  /** Whether each delivery has its id on the wire. */
  readonly hasWireId: boolean
}

export interface Books {
  readonly intents: () => Promise<IntentStore>
  readonly reports: () => Promise<ReportBook & { readonly deliveries: DeliveryStore }>
}

/** The number of orders and ASNs that exist at start. */
export interface Seed {
  readonly seed: number
  readonly prefix: string
}

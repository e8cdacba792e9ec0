/** What both baselines keep of a report of a warehouse. Null if the message does not have it. */
import { hash } from "node:crypto"

export interface OrderReport {
  readonly orderNumber: string
  readonly status: string
  readonly wmsStatus: string
  readonly carrier: string | null
  readonly trackingNumber: string
  readonly warehouseOrderNumber: string | null
}

export interface AsnReport {
  readonly asnNumber: string
  readonly wmsStatus: string
  /** Identifies a batch. */
  readonly batch: string
  readonly received: number
  readonly good: number
  readonly bad: number
}

/** Two reports of an order with the same key say the same. */
export const orderKey = ({ status, trackingNumber, warehouseOrderNumber, wmsStatus }: OrderReport): string =>
  hash("sha256", [status, wmsStatus, trackingNumber, warehouseOrderNumber].join("\n"))

/** Sends deliveries to the ERP at this address, and validates its answers by hand. */
import type { DeliveryStore } from "../common/Books.ts"
import { caller } from "../common/Caller.ts"
import { type Outbox, outbox } from "../common/Outbox.ts"

const isTaken = (told: any): boolean => told?.success === true || told?.success === "true"

export const drain = (book: DeliveryStore, erpUrl: string): Outbox => outbox(book, caller(new URL(erpUrl).origin, 15_000), isTaken)

/** Sends deliveries to the ERP at this address, and validates its answers by hand. */
import { caller } from "../common/Caller.ts"
import { type Outbox, outbox } from "../common/Outbox.ts"
import type { Store } from "../common/Store.ts"

const isTaken = (told: any): boolean => told?.success === true || told?.success === "true"

export const drain = (store: Store, erpUrl: string): Outbox => outbox(store, caller(new URL(erpUrl).origin, 15_000), isTaken)

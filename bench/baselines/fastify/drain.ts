/** Sends deliveries to the ERP at this address, and validates its answers with ajv. */
import type { DeliveryStore } from "../common/Books.ts"
import { caller } from "../common/Caller.ts"
import { type Outbox, outbox } from "../common/Outbox.ts"
import { isCallbackAnswer } from "./Schemas.ts"

const isTaken = (told: any): boolean => isCallbackAnswer(told) && String((told as any).success) === "true"

export const drain = (book: DeliveryStore, erpUrl: string): Outbox => outbox(book, caller(new URL(erpUrl).origin, 15_000), isTaken)

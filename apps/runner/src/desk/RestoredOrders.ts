/**
 * Orders that may have been placed after the backup was made on which the runner works, or worked until the restored mode ended. They are
 * held until a person releases them, and the warehouse is asked before one is sent. The functions are pure.
 */
import type { PlatformOrder } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import type { RestoredSpan } from "../engine/RestoreMode.ts"
import type { DeskOrder } from "./DeskRows.ts"

export const cause = "restored"

export const because = "the order may have been placed after the backup was made that the runner works on; " +
  "look for it at the warehouses, take it over from the one that has it, or release it if none has it"

type Times = Pick<DeskOrder, "clearedAt" | "storedAt">
type Created = Pick<PlatformOrder.PlatformOrder, "createdAt">

/** Whether an order was known, or created at the shop, before the end of the restored mode and after about the time of the backup. */
const isOf = ({ from, until }: RestoredSpan, { storedAt }: Times, { createdAt }: Created): boolean => {
  const at = DateTime.toEpochMillis(createdAt)
  return storedAt <= until || (at >= from && at <= until)
}

/** Whether an order may be at a warehouse although the runner does not know it, so that the warehouse is asked before it is sent. */
export const isSuspect = (spans: ReadonlyArray<RestoredSpan>, order: Times, shown: Created): boolean => spans.some((span) => isOf(span, order, shown))

/** Whether it is held for that. It is not any more once a person has released it, or nothing was left to place of it after the mode had ended. */
export const isHeld = (spans: ReadonlyArray<RestoredSpan>, order: Times, shown: Created): boolean =>
  spans.some((span) => isOf(span, order, shown) && (order.clearedAt === undefined || order.clearedAt < span.until))

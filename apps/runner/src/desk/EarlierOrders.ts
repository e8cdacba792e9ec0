/**
 * Orders from before the desk took the orders of their shop. Somebody else may ship them, so they are held until a person releases them.
 */
import type { PlatformOrder } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import type { OrderDesk } from "../composition/Desk.ts"
import type { DeskOrder, Outcome } from "./DeskRows.ts"

export const cause = "earlier"

/** What becomes of the open orders that are stored when the desk first takes the orders of their shop. */
export const stored = {
  state: "held",
  cause,
  because: "it was stored before the desk took the orders of this shop, so somebody else may ship it; release it to place it"
} satisfies Outcome

/** Why an order is held, if the desk is not to place it because it is too old. */
export const holdOf = ({ since }: OrderDesk, order: DeskOrder, { createdAt }: PlatformOrder.PlatformOrder): string | undefined => {
  if (since === undefined) return order.cause === cause ? order.because : undefined
  return DateTime.toEpochMillis(createdAt) < since
    ? `the shop created it at ${DateTime.formatIso(createdAt)}, before \`since\` of the desk, so somebody else may ship it; release it to place it`
    : undefined
}

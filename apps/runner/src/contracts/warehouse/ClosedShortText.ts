/**
 * Orders that their warehouses have closed short, in words for people and for ERPs that do not know the phase.
 */
import { Decimal, type OutboundOrder } from "@crossdock/core"

type Status = Pick<OutboundOrder.OutboundReport, "failedReason" | "notShipped" | "status">

const lineText = ({ quantity, reason, sku, unit }: OutboundOrder.NotShippedLine): string =>
  `${Decimal.toText(quantity)}${unit === undefined ? "" : ` ${unit}`} of ${JSON.stringify(sku)}${reason === undefined ? "" : ` (${reason})`}`

/** Why an order was closed short, and what its warehouse never ships of it. */
export const reasonOf = ({ failedReason, notShipped = [], status }: Status): string =>
  `closed short: ${failedReason ?? `the warehouse reports ${status}`}${notShipped.length === 0 ? "" : `; not shipped: ${notShipped.map(lineText).join(", ")}`}`

/** The status for an ERP that does not know the phase: shipped, or failed if nobody knows of a parcel. The reason says the rest. */
export const withoutPhase = <Told extends OutboundOrder.OutboundStatus>(status: Told): Told => {
  const { notShipped: _, ...others } = status
  if (status.phase !== "closedShort") return others as Told
  return { ...others, phase: status.trackingNumber === undefined ? "failed" : "shipped", failedReason: reasonOf(status) } as Told
}

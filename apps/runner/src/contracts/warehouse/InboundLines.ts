/**
 * The lines of an inbound order as they are stored and as history tells them.
 */
import { type InboundOrder, Quantity } from "@crossdock/core"
import * as StoredCounts from "../../store/StoredCounts.ts"
import type * as ReceivingRules from "./ReceivingRules.ts"

/** A row of the table `inbound_line`. */
export interface Stored {
  readonly sku: string
  readonly name: string | null
  readonly estimated: string | null
  readonly received: string
  readonly good: string
  readonly bad: string
  readonly ahead: string
}

/** What an earlier release counted too high is refused by whoever counts on. */
export const lineOf = ({ ahead, bad, estimated, good, name, received, sku }: Stored): ReceivingRules.Line => ({
  sku,
  name: name ?? undefined,
  estimated: estimated === null ? undefined : Quantity.of(estimated),
  received: Quantity.of(received),
  good: Quantity.of(good),
  bad: Quantity.of(bad),
  ahead: Quantity.of(ahead)
})

/** The values of a row: sku, name, estimated, received, good, bad, ahead. */
export const valuesOf = ({ ahead = Quantity.zero, bad, estimated, good, name, received, sku }: ReceivingRules.Line): ReadonlyArray<string | null> => [
  sku,
  name ?? null,
  estimated === undefined ? null : StoredCounts.text(estimated),
  ...[received, good, bad, ahead].map(StoredCounts.text)
]

/** What history says of a batch, or of a state without one. */
export const toldOf = (
  batch: string | undefined,
  { lines, status }: { readonly status: string; readonly lines: ReadonlyArray<{ readonly sku: string; readonly received: Quantity.QuantityOrZero }> }
): string => {
  const pieces = lines.map(({ received, sku }) => `${sku} ${StoredCounts.text(received)}`).join(", ") || "no new pieces"
  return `${batch === undefined ? "" : `${batch}: `}${status}, ${pieces}`
}

/** Of a push, what is told on beside its lines. */
export const tellingOf = ({ batchNo: _batchNo, lines: _lines, asnNumber: _asnNumber, ...rest }: InboundOrder.InboundProgress) => rest

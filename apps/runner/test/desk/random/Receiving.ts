/**
 * What a warehouse receives: inbound orders that are announced to it, and their goods in batches.
 */
import type { AdapterError, InboundOrder, WarehouseV1 } from "@crossdock/core"
import { Quantity, Sku } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"

type Reason = AdapterError.Reason

interface Pieces {
  readonly sku: string
  readonly pieces: number
}

export interface Announced {
  readonly number: InboundOrder.AsnNumber
  readonly reference: string
  readonly expected: ReadonlyArray<Pieces>
  readonly received: Map<string, number>
  batches: number
  isOver: boolean
}

interface Options {
  readonly connection: string
  readonly code: string
  readonly now: () => number
  readonly calling: <A>(act: Effect.Effect<A, Reason>) => Effect.Effect<A, Reason>
  /** Puts received pieces on the shelf. */
  readonly stock: (sku: string, pieces: number) => void
}

const linesOf = (lines: ReadonlyArray<Pieces>) =>
  lines.map(({ pieces, sku }) => ({ sku: Sku.Sku.make(sku), received: Quantity.fromIntegerUnchecked(pieces), good: Quantity.fromIntegerUnchecked(pieces), bad: Quantity.zero }))

export const make = ({ calling, code, connection, now, stock }: Options) => {
  const asns: Array<Announced> = []
  const phaseOf = ({ batches, isOver }: Announced) => isOver ? "received" : batches > 0 ? "receiving" : "announced"

  return {
    asns,
    handlers: {
      createInboundOrder: ({ asnNumber, lines }: InboundOrder.InboundOrder) =>
        calling(Effect.sync(() => {
          const reference = `${connection}-R${asns.length + 1}`
          const expected = lines.map(({ quantity, sku }) => ({ sku, pieces: Quantity.toNumber(quantity) ?? 0 }))
          asns.push({ number: asnNumber, reference, expected, received: new Map(), batches: 0, isOver: false })
          return { referenceNumber: reference }
        })),
      getInboundOrders: ({ inboundOrders }: typeof WarehouseV1.GetInboundOrders.payload.Type) =>
        calling(Effect.sync(() => ({
          items: asns.filter(({ number }) => inboundOrders.some(({ asnNumber }) => asnNumber === number)).map((asn): InboundOrder.InboundStatus => ({
            asnNumber: asn.number,
            phase: phaseOf(asn),
            status: phaseOf(asn),
            referenceNumber: asn.reference,
            lines: linesOf(asn.expected.map(({ sku }) => ({ sku, pieces: asn.received.get(sku) ?? 0 })))
          }))
        })))
    },
    /** Receives some pieces as a batch, and returns the report of it. */
    receive: (asn: Announced, lines: ReadonlyArray<Pieces>, isLast: boolean): InboundOrder.InboundProgress => {
      asn.batches++
      asn.isOver = isLast
      for (const { pieces, sku } of lines) {
        asn.received.set(sku, (asn.received.get(sku) ?? 0) + pieces)
        stock(sku, pieces)
      }
      return {
        asnNumber: asn.number,
        warehouseCode: code,
        referenceNumber: asn.reference,
        phase: phaseOf(asn),
        status: phaseOf(asn),
        updatedAt: DateTime.makeUnsafe(now()),
        batchNo: `B-${asn.number}-${asn.batches}`,
        lines: linesOf(lines)
      }
    }
  }
}

/**
 * `receiveShipments`: books what has left of an order up to now, as the difference from what it was told before.
 */
import { ErpV1, type Operation } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { BooksSession } from "../BooksSession.ts"
import * as Bookings from "../outbound/Bookings.ts"
import * as CarryOver from "../outbound/CarryOver.ts"
import * as OutboundDocument from "../outbound/OutboundDocument.ts"
import * as Pieces from "../Pieces.ts"
import { push } from "./Push.ts"

type Shipments = typeof ErpV1.ReceiveShipments.payload.Type

/** When the last of the goods left. */
const lastTime = ({ parcels = [] }: Shipments): number | undefined => {
  const times = parcels.flatMap(({ shippedAt }) => shippedAt === undefined ? [] : [DateTime.toEpochMillis(shippedAt)])
  return times.length === 0 ? undefined : Math.max(...times)
}

export const receiveShipments = (session: BooksSession): Operation.PreparedHandler<typeof ErpV1.ReceiveShipments> =>
  push(ErpV1.ReceiveShipments, {
    check: ({ lines, surplus = [] }) => Pieces.wrongLine(lines, "quantity") ?? Pieces.wrongLine(surplus, "quantity", "/surplus"),
    book: (shipments) =>
      session.inTransaction(Effect.fnUntraced(function*(transaction) {
        const { document: id, isEnded, lines, ownsNumber, surplus = [], version, warehouseCode } = shipments
        const held = yield* CarryOver.read(session, transaction, id, ownsNumber)
        if (version <= held.document.shippedVersion) return
        const [shipped, beyond] = [lines, surplus].map((all) => OutboundDocument.bySku(all.map(({ quantity, sku }) => ({ sku, pieces: Pieces.of(quantity) }))))
        const told = OutboundDocument.withPieces(held.document, shipped!, (figures, pieces) => ({ ...figures, shipped: pieces }))
        const named = warehouseCode === undefined ? undefined : session.warehouseByCode.get(warehouseCode)?.id
        yield* Bookings.settle(session, transaction, {
          held,
          after: {
            ...held.document,
            shippedFrom: named ?? held.document.shippedFrom,
            shippedVersion: version,
            isEnded,
            figures: OutboundDocument.withPieces({ ...held.document, figures: told }, beyond!, (figures, pieces) => ({ ...figures, beyond: pieces }))
          },
          shippedAt: lastTime(shipments),
          subtype: "SALE_RELEASE"
        })
      }))
  })

/**
 * `receiveReturn`: books goods that came back without an announcement as an inbound order of their own, of the type of sales returns. It is
 * told what came back in all, so what is more than before is booked. Pieces that are not sellable are damaged ones of the books.
 */
import { ErpV1, type UnannouncedReturn, InboundOrder, type Operation, Quantity } from "@crossdock/core"
import type { BooksSession } from "../BooksSession.ts"
import * as Pieces from "../Pieces.ts"
import { once, push } from "./Push.ts"
import { bookReceived } from "./ReceiveInboundProgress.ts"

/** The number of the inbound order that the books keep for a return. */
const asnNumberOf = ({ orderNumber, returnId }: UnannouncedReturn.UnannouncedReturn) => InboundOrder.AsnNumber.make(`${orderNumber} ${returnId}`)

type Line = InboundOrder.InboundProgress["lines"][number]

/** One line for each SKU. Pieces whose condition nobody tells count as good. */
const linesOf = ({ lines }: UnannouncedReturn.UnannouncedReturn): ReadonlyArray<Line> => {
  const bySku = new Map<string, Line>()
  for (const { condition = "sellable", expiresOn, lot, quantity, sku } of lines) {
    const before = bySku.get(sku)
    const [good, bad] = condition === "sellable" ? [quantity, Quantity.zero] : [Quantity.zero, quantity]
    bySku.set(sku, {
      ...(lot !== undefined && { lot }),
      ...(expiresOn !== undefined && { expiresOn }),
      ...before,
      sku,
      received: Quantity.sum([before?.received ?? Quantity.zero, quantity]),
      good: Quantity.sum([before?.good ?? Quantity.zero, good]),
      bad: Quantity.sum([before?.bad ?? Quantity.zero, bad])
    })
  }
  return [...bySku.values()]
}

export const receiveReturn = (session: BooksSession): Operation.PreparedHandler<typeof ErpV1.ReceiveReturn> =>
  push(ErpV1.ReceiveReturn, {
    check: ({ lines }) => Pieces.wrongLine(lines, "quantity"),
    book: once(session, (returned, transaction) =>
      bookReceived(session)({
        asnNumber: asnNumberOf(returned),
        ...(returned.warehouseCode !== undefined && { warehouseCode: returned.warehouseCode }),
        type: InboundOrder.knownAsnTypes.saleReturn,
        phase: "receiving",
        status: "RETURNED",
        updatedAt: returned.updatedAt,
        lines: linesOf(returned)
      }, transaction))
  })

/**
 * The announcement of an inbound order to a warehouse, made from what was asked of the ERP and what the ERP answered.
 */
import { type BooksV1 } from "@crossdock/books"
import { type InboundOrder, Quantity } from "@crossdock/core"
import * as Arr from "effect/Array"

type Draft = typeof BooksV1.SubmitInboundOrder.payload.Type
type Submitted = typeof BooksV1.SubmitInboundOrder.success.Type
type Line = InboundOrder.InboundOrder["lines"][number]

/** The goods as the ERP has them, which may have merged lines. A lot is told only for goods of one line of the draft. */
const linesOf = (draft: Draft, { lines }: Submitted): Arr.NonEmptyReadonlyArray<Line> => {
  const asked = Arr.map(draft.lines, ({ expected, expiresOn, lot, sku, unit }): Line => ({
    sku,
    quantity: expected,
    ...(unit !== undefined && { unit }),
    ...(lot !== undefined && { lot }),
    ...(expiresOn !== undefined && { expiresOn })
  }))
  const held = lines.filter(({ expected }) => Quantity.compare(expected, Quantity.zero) > 0)
  if (!Arr.isReadonlyArrayNonEmpty(held)) return asked
  const isLineByLine = held.length === asked.length && held.every(({ sku }, at) => asked[at]?.sku === sku)
  return Arr.map(held, ({ expected, name, sku, unit }, at): Line => {
    const its = isLineByLine ? [asked[at]] : asked.filter((line) => line.sku === sku)
    return {
      ...(its.length === 1 && its[0]),
      sku,
      quantity: expected,
      ...(unit !== undefined && { unit }),
      ...(name !== undefined && { name })
    }
  })
}

const packingOf = ({ boxes = [] }: Draft): InboundOrder.InboundOrder["packing"] =>
  boxes.flatMap(({ boxNumber, height, items, length, width }) =>
    items.map(({ quantity, sku }) => ({ boxNumber, quantity, sku, length, width, height, lengthUnit: "cm" })))

/** The order for the warehouse with this code. */
export const announced = (draft: Draft, submitted: Submitted, warehouseCode: string): InboundOrder.InboundOrder => {
  const packing = packingOf(draft)
  const { containerModel, customNumber, estimatedArrivalAt, trackingNumber } = draft
  return {
    asnNumber: submitted.asnNumber,
    warehouseCode,
    ...(submitted.type !== undefined && { type: submitted.type }),
    ...(customNumber !== undefined && { customNumber }),
    ...(estimatedArrivalAt !== undefined && { estimatedArrivalAt }),
    ...(trackingNumber !== undefined && { trackingNumber }),
    ...(containerModel !== undefined && { containerModel }),
    lines: linesOf(draft, submitted),
    ...(packing !== undefined && packing.length > 0 && { packing })
  }
}

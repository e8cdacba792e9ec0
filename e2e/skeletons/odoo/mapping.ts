/** A delivery of Odoo as an order that is ready for a warehouse. */
import { Money, OutboundOrder, type ReadyOrder, Sku } from "@crossdock/core"
import * as Arr from "effect/Array"
import { isTold, personal, pieces, required, utc } from "../values.ts"
import type { Move, Partner, Received, Sale } from "./peer.ts"
import * as Words from "./words.ts"

/** What the settings of a connection say: the unit of measure that counts pieces, by its id. */
export interface Company {
  readonly pieceUnit: number
}

const receiverOf = (partner: Partner): OutboundOrder.Receiver => ({
  name: personal(required(Words.partnerMembers.name, partner.name)),
  ...(isTold(partner.parent_name) && { company: personal(partner.parent_name) }),
  ...(isTold(partner.phone) && { phone: personal(partner.phone) }),
  ...(isTold(partner.email) && { email: personal(partner.email) }),
  country: required(Words.partnerMembers.country_code, partner.country_code),
  ...(isTold(partner.state_id) && { state: relationName(partner.state_id) }),
  city: required(Words.partnerMembers.city, partner.city),
  address1: personal(required(Words.partnerMembers.street, partner.street)),
  ...(isTold(partner.street2) && { address2: personal(partner.street2) }),
  ...(isTold(partner.zip) && { postalCode: personal(partner.zip) }),
  addressType: Words.addressType(partner)
})

const relationName = ([, name]: readonly [id: number, name: string]): string => name
const relationId = ([id]: readonly [id: number, name: string]): number => id

const lineOf = (sale: Sale, { pieceUnit }: Company) => (move: Move): OutboundOrder.OutboundLine => ({
  sku: Sku.Sku.make(required(move.product.name, move.product.default_code)),
  name: move.product.name,
  quantity: pieces(move.product_uom_qty),
  ...(relationId(move.product_uom) !== pieceUnit && { unit: relationName(move.product_uom) }),
  lineId: String(move.id),
  ...(isTold(move.product.hs_code) && { hsCode: move.product.hs_code }),
  ...(isTold(move.sale_line) && { price: Money.priceOf(move.sale_line.price_reduce_taxinc, Words.perUnit, relationName(sale.currency_id)) })
})

/** Undefined: the delivery waits for goods or for a person, so no warehouse has it yet. */
export const readyOrderOf = (company: Company, { moves, partner, picking, sale, warehouse }: Received): ReadyOrder.ReadyOrder | undefined => {
  const state = Words.states[picking.state]
  const lines = moves.map(lineOf(sale, company))
  if (state === undefined || !Arr.isReadonlyArrayNonEmpty(lines)) return undefined
  return {
    state,
    updatedAt: utc(picking.write_date),
    warehouseName: warehouse.name,
    order: {
      orderNumber: OutboundOrder.OrderNumber.make(picking.name),
      warehouseCode: warehouse.code,
      receiver: receiverOf(partner),
      lines,
      onlineOrderId: isTold(sale.client_order_ref) ? sale.client_order_ref : sale.name,
      displayNumber: sale.name,
      orderedAt: utc(sale.date_order),
      ...(isTold(picking.scheduled_date) && { shipAfter: utc(picking.scheduled_date) }),
      ...(isTold(picking.date_deadline) && { shipBefore: utc(picking.date_deadline) }),
      ...(isTold(sale.commitment_date) && { promisedAt: utc(sale.commitment_date) }),
      totalPrice: Money.of(sale.amount_total, relationName(sale.currency_id)),
      pricesIncludeTax: Words.pricesIncludeTax.price_reduce_taxinc,
      ...(isTold(partner.vat) && { taxIds: [{ ...Words.vat, value: personal(partner.vat) }] }),
      ...(isTold(picking.carrier_id) && { channelCode: relationName(picking.carrier_id) }),
      ...(isTold(picking.note) && { remark: personal(picking.note) })
    }
  }
}

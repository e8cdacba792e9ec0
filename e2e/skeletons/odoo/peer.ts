/** The members of Odoo Community 18 that a plugin reads over JSON-RPC. A member without a value is `false`, and a relation is an id with a name. */
export type Relation = readonly [id: number, name: string]

export type PickingState = "assigned" | "cancel" | "confirmed" | "done" | "draft" | "waiting"

/** `stock.picking`: a delivery, which is one warehouse's part of a sale. */
export interface Picking {
  readonly id: number
  readonly name: string
  readonly state: PickingState
  readonly scheduled_date: string | false
  readonly date_deadline: string | false
  readonly write_date: string
  readonly carrier_id: Relation | false
  readonly note: string | false
}

/** `sale.order`: what was sold, which has the money and the channel. */
export interface Sale {
  readonly name: string
  readonly client_order_ref: string | false
  readonly date_order: string
  readonly commitment_date: string | false
  readonly currency_id: Relation
  readonly amount_total: number
}

/** `res.partner`: to whom the goods go. */
export interface Partner {
  readonly name: string | false
  readonly parent_name: string | false
  readonly is_company: boolean
  readonly street: string | false
  readonly street2: string | false
  readonly city: string | false
  readonly state_id: Relation | false
  readonly zip: string | false
  readonly country_code: string | false
  readonly phone: string | false
  readonly email: string | false
  readonly vat: string | false
}

/** `stock.move` with its product and the line of the sale behind it. */
export interface Move {
  readonly id: number
  readonly product_uom: Relation
  readonly product_uom_qty: number
  readonly product: { readonly default_code: string | false; readonly name: string; readonly hs_code: string | false }
  /** Per unit, with tax. */
  readonly sale_line: { readonly price_reduce_taxinc: number } | false
}

/** A delivery with what belongs to it. */
export interface Received {
  readonly picking: Picking
  readonly sale: Sale
  readonly partner: Partner
  readonly moves: ReadonlyArray<Move>
  readonly warehouse: { readonly code: string; readonly name: string }
}

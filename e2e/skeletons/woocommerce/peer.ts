/** The members of orders, refunds and products, with the types of the REST API version 3. Times are in UTC and have no zone. */
export interface Billing {
  readonly first_name: string
  readonly last_name: string
  readonly company: string
  readonly address_1: string
  readonly address_2: string
  readonly city: string
  readonly state: string
  readonly postcode: string
  readonly country: string
  readonly phone: string
}

export interface MetaData {
  readonly key: string
  readonly display_key: string
  readonly display_value: string
}

export interface LineItem {
  readonly id: number
  readonly name: string
  /** 0 where there is none. */
  readonly product_id: number
  /** 0 for a product without variations. */
  readonly variation_id: number
  readonly quantity: number
  readonly subtotal: string
  readonly total: string
  readonly total_tax: string
  readonly price: number
  readonly sku: string | null
  readonly meta_data: ReadonlyArray<MetaData>
}

export interface Order {
  readonly id: number
  readonly number: string
  /** Plugins add words of their own. */
  readonly status: string
  readonly currency: string
  readonly prices_include_tax: boolean
  readonly date_created_gmt: string
  readonly date_modified_gmt: string
  readonly date_paid_gmt: string | null
  readonly discount_total: string
  readonly shipping_total: string
  readonly shipping_tax: string
  readonly total: string
  readonly total_tax: string
  /** 0 for a guest. */
  readonly customer_id: number
  readonly customer_note: string
  readonly billing: Billing & { readonly email: string }
  readonly shipping: Billing
  readonly payment_method: string
  readonly line_items: ReadonlyArray<LineItem>
  readonly shipping_lines: ReadonlyArray<{ readonly method_id: string; readonly method_title: string }>
  readonly fee_lines: ReadonlyArray<{ readonly name: string; readonly total: string; readonly total_tax: string }>
}

/** A refund of an order. Its quantities are negative. */
export interface Refund {
  readonly line_items: ReadonlyArray<{ readonly quantity: number; readonly refunded_item_id: number }>
}

/** What the plugin reads of the products of an order. */
export interface Product {
  readonly id: number
  readonly virtual: boolean
}

/** An order with the text in which it came, its refunds, and its products as far as they still exist. */
export interface Received {
  readonly order: Order
  readonly text: string
  readonly refunds: ReadonlyArray<Refund>
  readonly products: ReadonlyArray<Product>
}

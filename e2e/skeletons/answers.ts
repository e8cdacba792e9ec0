/** Answers of the three peers, written by their documentation: every member is there, with a value or with what stands for none. */
import type { Received as Delivery } from "./odoo/peer.ts"
import type { MoneyBag, Received as ShopifyOrder } from "./shopify/peer.ts"
import type { Received as WooOrder } from "./woocommerce/peer.ts"

const euros = (amount: string): MoneyBag => ({ shopMoney: { amount, currencyCode: "EUR" } })
const nobody = { name: null, company: null, address1: null, address2: null, city: null, province: null, countryCodeV2: null, zip: null, phone: null }

export const shopify: ShopifyOrder = {
  text: "{\"id\":\"gid://shopify/Order/1\"}",
  order: {
    id: "gid://shopify/Order/1", name: "#1001", createdAt: "2026-11-01T10:00:00Z", processedAt: "2026-11-01T10:00:00Z", updatedAt: "2026-11-02T10:00:00Z",
    cancelledAt: null, cancelReason: null, closedAt: null, currencyCode: "EUR", displayFinancialStatus: "PARTIALLY_REFUNDED", displayFulfillmentStatus: "ON_HOLD",
    email: "ada@example.org", note: null, poNumber: "PO-7", tags: ["wholesale"], taxesIncluded: true, dutiesIncluded: true, paymentGatewayNames: ["cards"],
    customer: { id: "gid://shopify/Customer/5", displayName: "Ada Example" },
    billingAddress: { ...nobody, name: "Ada Example", company: "Example B.V.", countryCodeV2: "NL" },
    shippingAddress: { ...nobody, name: "Ada Example", company: "Example B.V.", address1: "Singel 1", city: "Amsterdam", countryCodeV2: "NL", zip: "1012 AA" },
    shippingLine: { title: "Standard" },
    currentTotalPriceSet: euros("30.00"), currentShippingPriceSet: euros("4.50"), currentTotalDiscountsSet: euros("0.00"), currentTotalTaxSet: euros("5.21"), totalOutstandingSet: euros("0.00"),
    additionalFees: [{ name: "packaging", price: euros("0.50") }],
    localizedFields: { nodes: [{ key: "TAX_EMAIL_IT", value: "a@example.org", countryCode: "IT", purpose: "SHIPPING" }, { key: "TAX_CREDENTIAL_IT", value: "IT1", countryCode: "IT", purpose: "TAX" }] },
    lineItems: {
      nodes: [
        {
          id: "gid://shopify/LineItem/1", title: "Mug", sku: "MUG-1", quantity: 3, currentQuantity: 2, requiresShipping: true, product: { id: "gid://shopify/Product/1" }, variant: { id: "gid://shopify/ProductVariant/1" },
          originalUnitPriceSet: euros("12.50"), discountedUnitPriceAfterAllDiscountsSet: euros("12.50"), discountedTotalSet: euros("37.50"), totalDiscountSet: euros("0.00"),
          customAttributes: [{ key: "engraving", value: "for Ada" }, { key: "empty", value: null }]
        },
        {
          id: "gid://shopify/LineItem/2", title: "Typed by hand", sku: null, quantity: 1, currentQuantity: 1, requiresShipping: false, product: null, variant: null,
          originalUnitPriceSet: euros("5.00"), discountedUnitPriceAfterAllDiscountsSet: euros("5.00"), discountedTotalSet: euros("5.00"), totalDiscountSet: euros("0.00"), customAttributes: []
        }
      ]
    },
    fulfillments: [{
      id: "gid://shopify/Fulfillment/1", createdAt: "2026-11-02T09:00:00Z", location: { id: "gid://shopify/Location/1" }, trackingInfo: [{ company: "Post", number: "T-1", url: "https://post.example/T-1" }],
      fulfillmentLineItems: { nodes: [{ quantity: 1, lineItem: { id: "gid://shopify/LineItem/1" } }] }
    }],
    fulfillmentOrders: {
      nodes: [{
        fulfillAt: "2026-11-03T00:00:00Z", fulfillBy: "2026-11-05T00:00:00Z", assignedLocation: { name: "Store", location: { id: "gid://shopify/Location/1" } },
        deliveryMethod: { methodType: "SHIPPING", maxDeliveryDateTime: "2026-11-08T00:00:00Z", additionalInformation: { instructions: "ring twice" } },
        fulfillmentHolds: [{ displayReason: "Address", reasonNotes: "is checked" }]
      }]
    }
  }
}

const woman = { first_name: "Ada", last_name: "Example", company: "Example B.V.", address_1: "Singel 1", address_2: "", city: "Amsterdam", state: "", postcode: "1012 AA", country: "NL", phone: "" }

export const woocommerce: WooOrder = {
  text: "{\"id\":727}",
  order: {
    id: 727, number: "727-A", status: "processing", currency: "EUR", prices_include_tax: false, date_created_gmt: "2026-11-01T10:00:00", date_modified_gmt: "2026-11-02T10:00:00", date_paid_gmt: null,
    discount_total: "0.00", shipping_total: "4.50", shipping_tax: "0.95", total: "35.45", total_tax: "6.15", customer_id: 0, customer_note: "ring twice",
    billing: { ...woman, email: "ada@example.org" }, shipping: woman, payment_method: "cod",
    line_items: [
      {
        id: 315, name: "Mug", product_id: 93, variation_id: 0, quantity: 2, subtotal: "25.00", total: "25.00", total_tax: "5.20", price: 12.5, sku: "MUG-1",
        meta_data: [{ key: "pa_engraving", display_key: "Engraving", display_value: "for Ada" }, { key: "_hidden", display_key: "_hidden", display_value: "1" }]
      },
      { id: 316, name: "Deleted product", product_id: 0, variation_id: 0, quantity: 1, subtotal: "0.00", total: "0.00", total_tax: "0.00", price: 0, sku: null, meta_data: [] },
      { id: 317, name: "Manual", product_id: 94, variation_id: 0, quantity: 1, subtotal: "0.00", total: "0.00", total_tax: "0.00", price: 0, sku: "PDF-1", meta_data: [] }
    ],
    shipping_lines: [{ method_id: "local_pickup", method_title: "Fetch it" }],
    fee_lines: [{ name: "cash on delivery", total: "1.00", total_tax: "0.00" }]
  },
  refunds: [{ line_items: [{ quantity: -1, refunded_item_id: 315 }] }],
  products: [{ id: 93, virtual: false }, { id: 94, virtual: true }]
}

export const odoo: Delivery = {
  picking: { id: 9, name: "WH/OUT/00009", state: "assigned", scheduled_date: "2026-11-03 08:00:00", date_deadline: "2026-11-05 00:00:00", write_date: "2026-11-02 10:00:00", carrier_id: [2, "Standard"], note: false },
  sale: { name: "S00021", client_order_ref: false, date_order: "2026-11-01 10:00:00", commitment_date: "2026-11-08 00:00:00", currency_id: [1, "EUR"], amount_total: 30 },
  partner: {
    name: "Ada Example", parent_name: "Example B.V.", is_company: false, street: "Singel 1", street2: false, city: "Amsterdam", state_id: false, zip: "1012 AA", country_code: "NL",
    phone: false, email: "ada@example.org", vat: "NL000"
  },
  moves: [
    { id: 31, product_uom: [1, "Units"], product_uom_qty: 2, product: { default_code: "MUG-1", name: "Mug", hs_code: "6912" }, sale_line: { price_reduce_taxinc: 12.5 } },
    { id: 32, product_uom: [12, "kg"], product_uom_qty: 1.5, product: { default_code: "CLAY", name: "Clay", hs_code: false }, sale_line: false }
  ],
  warehouse: { code: "WH", name: "San Francisco" }
}

/**
 * A valid request for every method of the warehouse envelope protocol (document 1), for the sandbox.
 */

/** The values that differ between two requests. */
export interface Fresh {
  /** Number of the order or ASN: a new one for a create, an existing one otherwise. */
  readonly number: string
}

export const order = ({ number }: Fresh) => ({
  orderNumber: number,
  onlineOrderId: `WEB-${number}`,
  shopName: "Demo shop",
  warehouseCode: "SBX-1",
  logisticsCode: "SBX-STD",
  platform: "web",
  freight: 4.5,
  codEnabled: 0,
  receiver: {
    name: "Ada Example",
    phone: "+31 20 000 0000",
    email: "ada@example.com",
    country: "NL",
    state: "NH",
    city: "Amsterdam",
    address1: "Dam 1",
    postalCode: "1012 JS"
  },
  skuList: [{ sku: "SKU-1001", erpSku: "MUG-BLUE", name: "Blue mug", quantity: "2", amount: 19.9 }]
})

export const asn = ({ number }: Fresh) => ({
  asnNumber: number,
  warehouseCode: "SBX-1",
  type: "PURCHASE",
  skuList: [{ sku: "SKU-1001", name: "Blue mug", quantity: 10 }, { sku: "SKU-1002", name: "Red mug", quantity: 4 }]
})

/**
 * `newNumber`: the request creates something and gets a new number. `needsNumber`: it refers to something that exists.
 */
export interface Example {
  readonly newNumber?: "SO" | "ASN" | "PO"
  readonly needsNumber?: true
  /** Default: the request has no content. */
  readonly content?: (fresh: Fresh) => unknown
}

export const examples: Readonly<Record<string, Example>> = {
  warehouses: {},
  channels: { content: () => ({ warehouseCode: "SBX-1" }) },
  createOrder: { newNumber: "SO", content: order },
  cancelOrder: { needsNumber: true, content: ({ number }) => ({ orderNumber: number, warehouseCode: "SBX-1" }) },
  getOrder: { needsNumber: true, content: ({ number }) => ({ orderNumber: number, warehouseCode: "SBX-1" }) },
  getOrderList: { needsNumber: true, content: ({ number }) => ({ orderNumberList: [number], warehouseCode: "SBX-1" }) },
  syncInventory: { content: () => ({ page: 1, pageSize: 100, warehouseCode: "SBX-1" }) },
  createAsnOrder: { newNumber: "ASN", content: asn },
  getAsnList: { needsNumber: true, content: ({ number }) => ({ asnNumbers: [number], warehouseCode: "SBX-1" }) },
  cancelAsnOrder: { needsNumber: true, content: ({ number }) => ({ asnNumbers: [number], warehouseCode: "SBX-1" }) },
  insert_sku_info: { content: () => ({ sku: "SKU-1001", erpSku: "MUG-BLUE", title: "Blue mug", weight: 0.35, weightUnit: "kg" }) }
}

/** The content of an example as JSON text. */
export const contentOf = (example: Example, fresh: Fresh): string =>
  example.content === undefined ? "" : JSON.stringify(example.content(fresh))

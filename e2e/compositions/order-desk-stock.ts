/** The stock with which the peers and the books of `order-desk.config.ts` begin: pieces by SKU. */

const sandboxSkus = Array.from({ length: 50 }, (_, index) => `SKU-${1001 + index}`)

/** The two warehouses by their names in the books. `Sandbox One` has what a new account of the sandbox has. */
export const openingStock = {
  Tryton: { "DESK-MUG": 40, "SKU-1002": 50, "DESK-ONE": 1, "DESK-TEA": 20 },
  "Sandbox One": Object.fromEntries(sandboxSkus.map((sku) => [sku, 100]))
} as const satisfies Readonly<Record<string, Readonly<Record<string, number>>>>

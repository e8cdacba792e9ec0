/**
 * Fills the books of an ERP as they are after years: balances of which a third is empty, and ten entries for each. The statements are
 * the same for SQLite and PostgreSQL.
 */

export const books = "books"
export const warehouses = [{ id: "1", name: "One", code: "W-1" }, { id: "2", name: "Two", code: "W-2" }] as const

export const skuOf = (product: number): string => `SKU-${100_000 + product}`
export const batchOf = (product: number): string => `R-${100_000 + product}`

const day = 86_400_000
const entriesEach = 10

/** How many entries there are for this many products in each warehouse. */
export const entriesOf = (products: number): number => products * warehouses.length * entriesEach

/** The statements that fill the tables, whose names begin with `erp_ledger_`. */
export const statementsOf = (products: number, now: number): ReadonlyArray<string> => {
  const table = (name: string) => `erp_ledger_${name}`
  const rows = `WITH RECURSIVE product(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM product WHERE i < ${products - 1}),
    warehouse(id) AS (VALUES ${warehouses.map(({ id }) => `('${id}')`).join(", ")}),
    part(k) AS (VALUES ${Array.from({ length: entriesEach }, (_, k) => `(${k})`).join(", ")})`
  const sku = "'SKU-' || (100000 + i)"
  const batch = "'R-' || (100000 + i)"
  const isFilled = "i % 3 > 0"
  /** What each entry moves. The entries of an empty product cancel each other out. */
  const pieces = "(1 + i % 5)"
  const total = `(CASE WHEN ${isFilled} THEN ${entriesEach} * ${pieces} ELSE 0 END)`
  const reserved = `(CASE WHEN ${isFilled} THEN i % 4 ELSE 0 END)`
  const transit = `(CASE WHEN ${isFilled} THEN i % 7 ELSE 0 END)`
  const money = (count: string, price: number) => `CAST(${count} * ${price} AS TEXT) || '.50'`
  const value = (currency: string, price: number, where: string) =>
    `INSERT INTO ${table("balance_value")} (books, warehouse, sku, currency, total_cost, unavailable_cost, reserved_cost, transit_cost, total_goods, unavailable_goods, reserved_goods, transit_goods)
     ${rows} SELECT '${books}', id, ${sku}, '${currency}', ${money(total, price + 2)}, '0', ${money(reserved, price + 2)}, ${money(transit, price + 2)},
       ${money(total, price)}, '0', ${money(reserved, price)}, ${money(transit, price)} FROM product, warehouse WHERE ${where}`
  return [
    `INSERT INTO ${table("product")} (books, sku, name, created_at) ${rows} SELECT '${books}', ${sku}, 'Product ' || i, ${now - 900 * day} FROM product`,
    `INSERT INTO ${table("balance")} (books, warehouse, sku, position, total, reserved_order, transit_purchase)
     ${rows} SELECT '${books}', id, ${sku}, i, ${total}, ${reserved}, ${transit} FROM product, warehouse`,
    value("CNY", 10, isFilled),
    value("USD", 1, `${isFilled} AND i % 2 = 0`),
    `INSERT INTO ${table("batch")} (books, batch_no, sku, asn_number, received_at, purchase_price, purchase_currency)
     ${rows} SELECT '${books}', ${batch}, ${sku}, 'ASN-' || i, ${now - 90 * day}, '12.5', 'CNY' FROM product`,
    `INSERT INTO ${table("cell")} (books, warehouse, sku, location, batch_no, on_hand, reserved, stocked_at)
     ${rows} SELECT '${books}', id, ${sku}, 'SYS LOC', ${batch}, ${total}, ${reserved}, ${now - 90 * day} FROM product, warehouse`,
    `INSERT INTO ${table("entry")} (books, posting, at, type, subtype, record_type, document, warehouse, sku, location, batch_no, operator, cause, before, change, unit_cost, currency)
     ${rows} SELECT '${books}', 'seed', ${now - 90 * day} + k * ${products} + i, 'INBOUND', 'ASN_RECEIVE', CASE WHEN ${isFilled} OR k % 2 = 0 THEN 'INCREASE' ELSE 'DECREASE' END,
       'ASN-' || i, id, ${sku}, 'SYS LOC', ${batch}, 'crossdock', '', CASE WHEN ${isFilled} THEN k * ${pieces} ELSE (k % 2) * ${pieces} END,
       CASE WHEN ${isFilled} OR k % 2 = 0 THEN ${pieces} ELSE -${pieces} END, '12.5', 'CNY' FROM part, product, warehouse`,
    `INSERT INTO ${table("sale")} (books, warehouse, sku, day, quantity)
     ${rows} SELECT '${books}', id, ${sku}, ${Math.floor(now / day)} - k * 29 - i % 29, 1 + i % 3 FROM product, warehouse, part WHERE ${isFilled} AND k < 3`,
    `INSERT INTO ${table("document")} (books, kind, number, warehouse, status, created_at, content) VALUES ('${books}', 'rate', 'USD', '', '', ${now}, '{"kind":"exchangeRate","currency":"USD","rate":"7.25"}')`
  ]
}

/** How many of the acknowledged writes the books have: orders by their number, and moves by their reason. */
export const storedOf = (prefix: string): string =>
  `SELECT (SELECT COUNT(*) FROM erp_ledger_inbound_order WHERE custom_number LIKE '${prefix}%') AS orders,
    (SELECT COUNT(*) FROM erp_ledger_entry WHERE type = 'MOVE' AND change > 0) AS moves`

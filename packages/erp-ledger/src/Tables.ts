/**
 * The tables of the books, the same for SQLite and PostgreSQL. Times are milliseconds since 1970, quantities whole pieces, and
 * prices and costs exact decimals as text. `warehouse` is the id of a warehouse in the settings.
 */
import { type SqlStorage, StorageTables } from "@crossdock/core"
import * as Effect from "effect/Effect"

export type Port = (typeof SqlStorage.SqlStorage)["Service"]

const names = [
  "sequence",
  "product",
  "balance",
  "balance_value",
  "cell",
  "batch",
  "entry",
  "posting",
  "inbound_order",
  "inbound_line",
  "received_batch",
  "received_line",
  "transfer_order",
  "transfer_line",
  "reservation",
  "shipped",
  "outbound_document",
  "outbound_pieces",
  "outbound_left",
  "sale",
  "document"
] as const

export type Tables = { readonly [Name in (typeof names)[number]]: string }

/** The quoted full names of the tables. */
export const of = (prefix: string): Tables => StorageTables.names(prefix, names)

const books = "books TEXT NOT NULL"
const count = (...columns: ReadonlyArray<string>) => columns.map((column) => `${column} BIGINT NOT NULL DEFAULT 0`).join(", ")
const text = (...columns: ReadonlyArray<string>) => columns.map((column) => `${column} TEXT NOT NULL`).join(", ")
const optional = (type: "TEXT" | "BIGINT", ...columns: ReadonlyArray<string>) => columns.map((column) => `${column} ${type}`).join(", ")

/** The figures of a balance. */
const figures = [
  "total",
  "unavailable",
  "reserved_order",
  "reserved_first_leg",
  "reserved_transfer",
  "reserved_assembly",
  "transit_purchase",
  "transit_first_leg",
  "transit_transfer",
  "transit_assembly",
  "transit_return",
  "transit_manual"
] as const

/** The columns of the tables. A column `content` holds the encoded form of a record as JSON. */
const columns = (dialect: Port["dialect"]): Tables => ({
  sequence: "books TEXT PRIMARY KEY, next BIGINT NOT NULL, last_at BIGINT NOT NULL DEFAULT 0",
  product: `${books}, ${text("sku")}, ${optional("TEXT", "name", "image_url")}, ${count("created_at")}, PRIMARY KEY (books, sku)`,
  // `total` is what is in the building; available = total - unavailable - everything reserved. In transit counts in no other figure.
  // `position` counts the rows of a warehouse from 0; `books/BalanceRows.ts` adds rows.
  balance: `${books}, ${text("warehouse", "sku")}, position BIGINT NOT NULL, ${count(...figures)},
    is_filled BIGINT NOT NULL GENERATED ALWAYS AS (CASE WHEN ${figures.map((figure) => `${figure} <> 0`).join(" OR ")} THEN 1 ELSE 0 END) STORED,
    PRIMARY KEY (books, warehouse, sku)`,
  // A cost has all prices of a piece; goods are what was paid for the goods alone.
  balance_value: `${books}, ${
    text(
      "warehouse",
      "sku",
      "currency",
      "total_cost",
      "unavailable_cost",
      "reserved_cost",
      "transit_cost",
      "total_goods",
      "unavailable_goods",
      "reserved_goods",
      "transit_goods"
    )
  }, PRIMARY KEY (books, warehouse, sku, currency)`,
  cell: `${books}, ${text("warehouse", "sku", "location", "batch_no")}, ${count("on_hand", "unavailable", "reserved", "stocked_at")},
    PRIMARY KEY (books, warehouse, sku, location, batch_no)`,
  batch: `${books}, ${text("batch_no", "sku")}, ${
    optional(
      "TEXT",
      "asn_number",
      "business_number",
      "custom_number",
      "purchase_price",
      "purchase_currency",
      "first_leg_price",
      "first_leg_currency",
      "transfer_price",
      "transfer_currency",
      "lot",
      "produced_on",
      "expires_on",
      "origin_country"
    )
  }, received_at BIGINT NOT NULL, PRIMARY KEY (books, batch_no, sku)`,
  entry: `id ${dialect === "sqlite" ? "INTEGER PRIMARY KEY AUTOINCREMENT" : "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"},
    ${books}, ${text("posting")}, at BIGINT NOT NULL,
    ${text("type", "subtype", "record_type", "document", "warehouse", "sku", "location", "batch_no", "operator", "cause")},
    ${count("in_transit_before", "in_transit_change", "before", "change", "unavailable_change", "reserved_change")},
    ${optional("TEXT", "unit_cost", "currency")}`,
  posting: `${books}, ${text("key")}, at BIGINT NOT NULL, ${text("result")}, PRIMARY KEY (books, key)`,
  inbound_order: `${books}, ${text("asn_number")}, sequence BIGINT NOT NULL,
    ${optional("TEXT", "business_number", "custom_number", "tracking_number", "remark", "send_reason")},
    ${text("warehouse", "type", "status", "phase", "sent", "content")}, ${count("created_at", "updated_at", "has_exception")},
    ${optional("BIGINT", "stocked_at", "finished_at")}, PRIMARY KEY (books, asn_number)`,
  inbound_line: `${books}, ${text("asn_number")}, line BIGINT NOT NULL, ${text("sku", "content")}, ${count("expected", "received", "good", "bad")},
    PRIMARY KEY (books, asn_number, line)`,
  received_batch: `${books}, ${text("batch_no", "asn_number", "warehouse", "type")}, ${optional("TEXT", "business_number", "custom_number")},
    received_at BIGINT NOT NULL, PRIMARY KEY (books, batch_no, asn_number)`,
  received_line: `${books}, ${text("batch_no", "asn_number", "sku", "location", "lots")}, ${count("received", "delivered")},
    PRIMARY KEY (books, batch_no, asn_number, sku, location)`,
  transfer_order: `${books}, ${text("transfer_number")}, sequence BIGINT NOT NULL, ${optional("TEXT", "custom_number", "tracking_number")},
    ${text("type", "status", "warehouse", "to_warehouse", "content")}, ${count("created_at", "updated_at")}, PRIMARY KEY (books, transfer_number)`,
  // `in_transit` is the batches that are on their way, with their pieces.
  transfer_line: `${books}, ${text("transfer_number")}, line BIGINT NOT NULL, ${text("sku", "asn_number", "content")}, in_transit TEXT NOT NULL DEFAULT '[]',
    ${count("expected", "received")},
    PRIMARY KEY (books, transfer_number, line)`,
  reservation: `${books}, ${text("document")}, line BIGINT NOT NULL, ${text("warehouse", "sku", "location", "batch_no", "cause")}, ${count("quantity")},
    PRIMARY KEY (books, document, line, warehouse, sku, location, batch_no)`,
  // An order of a warehouse: what it is to have in all, and what has left of it. `document` is its name as `OutboundDocument.nameOf` makes it.
  outbound_document: `${books}, ${text("document", "link", "number", "issue", "warehouse", "shipped_from")},
    ${count("allotted_version", "shipped_version", "is_ended")}, PRIMARY KEY (books, document)`,
  // `most` is the most that was ever allotted, `beyond` what was reported beyond the order. `carried` is what an earlier release had booked; less than that is not booked without a person.
  outbound_pieces: `${books}, ${text("document", "sku")}, ${count("allotted", "most", "shipped", "beyond", "carried")}, PRIMARY KEY (books, document, sku)`,
  // The cells from which pieces of a document have left, by posting and `place` in it; without a batch, what the books did not have.
  outbound_left: `${books}, ${text("document")}, posting BIGINT NOT NULL, ${text("warehouse", "sku", "location", "batch_no")}, ${count("place", "day", "quantity")},
    PRIMARY KEY (books, document, posting, warehouse, sku, location, batch_no)`,
  // What earlier releases booked of orders that left, by the tracking number of the parcel; empty without one.
  shipped: `${books}, ${text("order_number", "tracking_number", "sku")}, ${count("quantity")}, PRIMARY KEY (books, order_number, tracking_number, sku)`,
  sale: `${books}, ${text("warehouse", "sku")}, day BIGINT NOT NULL, ${count("quantity")}, PRIMARY KEY (books, warehouse, sku, day)`,
  document: `${books}, ${text("kind", "number", "warehouse", "status", "content")}, ${count("created_at")}, PRIMARY KEY (books, kind, number)`
})

const indexes: ReadonlyArray<StorageTables.Index<keyof Tables>> = [
  { table: "balance", name: "position", on: "books, warehouse, position", unique: true },
  { table: "balance", name: "filled", on: "books, warehouse, is_filled, position" },
  { table: "entry", name: "at", on: "books, at, id" },
  { table: "entry", name: "sku", on: "books, sku, at, id" },
  { table: "entry", name: "document", on: "books, document, id" },
  { table: "inbound_order", name: "custom", on: "books, custom_number", unique: true },
  { table: "inbound_order", name: "sequence", on: "books, sequence" },
  { table: "inbound_order", name: "updated", on: "books, updated_at" },
  { table: "received_batch", name: "asn", on: "books, asn_number" },
  { table: "received_batch", name: "at", on: "books, received_at, batch_no" },
  { table: "cell", name: "batch", on: "books, batch_no" },
  { table: "batch", name: "asn", on: "books, asn_number, sku" },
  { table: "transfer_order", name: "custom", on: "books, custom_number", unique: true },
  { table: "transfer_order", name: "sequence", on: "books, sequence" },
  { table: "document", name: "created", on: "books, kind, created_at, number" }
]

/** Creates the tables and the row of the books. A repeat changes nothing. */
export const open = Effect.fnUntraced(function*(storage: Port, name: string): Effect.fn.Return<Tables, SqlStorage.StorageFailed> {
  const tables = of(storage.prefix)
  yield* StorageTables.create(storage, { tables: columns(storage.dialect), indexes })
  // On PostgreSQL the insert waits for a transaction that has taken the row, although it then does nothing.
  const known = yield* storage.query(`SELECT books FROM ${tables.sequence} WHERE books = $1`, [name])
  if (known.length === 0) yield* storage.query(`INSERT INTO ${tables.sequence} (books, next) VALUES ($1, 0) ON CONFLICT (books) DO NOTHING`, [name])
  return tables
})

/**
 * The texts of the screens about stock and the books. They are loaded with these screens.
 */
import { counted } from "../texts.ts"

export const s = {
  stock: {
    title: "Stock",
    about: "What the books say, what each warehouse says, and what shops were told.",
    list: "SKUs", filter: "SKU", differ: (count: number, all: string) => `${counted(count, "SKU differs", "SKUs differ")}, of ${all}`,
    none: "The books have no stock yet. Enter what is there with `crossdock books enter`.", noMatch: "No SKU of these begins so. Enter opens it nevertheless.",
    choose: "Choose a SKU.",
    warehouse: "Warehouse", inBooks: "In books", reserved: "Reserved", free: "Free", says: "It says", differs: "Differs", all: "All",
    since: (age: string) => `differs since ${age}`,
    fewer: (count: string, place: string) => `${count} fewer at ${place}`, more: (count: string, place: string) => `${count} more at ${place}`,
    agrees: "No difference is known",
    lacking: (count: number) => `${counted(count, "order", "orders")} cannot leave there`,
    unknown: "The books do not know this SKU.",
    noBooks: "No books are connected.",
    reservedFor: "Reserved for", reservedNone: "Nothing is reserved.", neededBy: "Needed by", neededNone: "No order waits for it.",
    told: "Told to shops", toldNone: "No shop was told.",
    history: "Pieces at each warehouse", entries: "Entries", entriesNone: "Nothing moved.", entry: "Entry", document: "Document", change: "Pieces", after: "After it", time: "Time", allEntries: "All entries", lately: "the last 30 days",
    entriesMany: (count: number) => `There are more than ${counted(count, "entry", "entries")} of it. Choose the days in the books.`
  },
  books: {
    title: "Books",
    about: "What moved in the books of an ERP, and what is in them.",
    connection: "Books", view: "View", views: { entries: "Entries", balances: "Balances" },
    sku: "SKU", warehouse: "Warehouse", document: "Document", since: "From", until: "Until",
    time: "Time", entry: "Entry", change: "Pieces", after: "After it",
    total: "In books", reserved: "Reserved", free: "Free", inTransit: "On the way",
    empty: "Nothing is in the books yet.", emptyFiltered: "No entry matches.", none: "No books are connected. Add a connection with an ERP that keeps books, such as `erp-ledger`.",
    count: (count: number) => counted(count, "row", "rows"), later: "Later", first: "First"
  }
}

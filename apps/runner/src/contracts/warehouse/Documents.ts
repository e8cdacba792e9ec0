/**
 * What the books call an order of a warehouse: its link, its number, and the issue of the number.
 */
import type { Row } from "../../store/Database.ts"

/** The issue of the row of an order: that of the part for which the desk has created it, otherwise the generation of the number. */
export const issueOf = (row: Row): string => row.books_issue ?? String(row.generation)

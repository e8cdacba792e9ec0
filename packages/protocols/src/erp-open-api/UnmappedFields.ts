/**
 * The data of `BooksV1` operations that the open API has no member for. The client and the server report each of them whenever it is left
 * out.
 */
import { UnmappedFields } from "../wire/index.ts"
import { all } from "./Messages/All.ts"

export type Row = UnmappedFields.Row

export const rows: ReadonlyArray<Row> = UnmappedFields.rowsOf(all)

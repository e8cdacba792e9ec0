/**
 * What document 1 has no place for, of everything that the operations of `WarehouseV1` ask and answer: the one table
 * of it. Each row is reported when it happens.
 */
import { UnmappedFields } from "../wire/index.ts"
import { all } from "./Messages/All.ts"

export type Row = UnmappedFields.Row

export const rows: ReadonlyArray<Row> = UnmappedFields.rowsOf(all)

/**
 * The data of `WarehouseV1` operations that the gateway protocol has no member for. The client and the server report
 * each of them whenever it is left out.
 */
import type { PassedMembers } from "@crossdock/core"
import { CarriedMembers } from "../kit/index.ts"
import { UnmappedFields } from "../wire/index.ts"
import { all } from "./Messages/All.ts"

export type Row = UnmappedFields.Row

export const rows: ReadonlyArray<Row> = UnmappedFields.rowsOf(all)

/** The optional members of an outbound order that the protocol carries. */
export const passedOn: ReadonlyArray<PassedMembers.PassedMember> = CarriedMembers.of(rows)

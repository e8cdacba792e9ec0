/**
 * The data of `PlatformV1` operations and of pushed orders that the platform interface has no member for. The client and the
 * server report each of them whenever it is left out.
 */
import { UnmappedFields } from "../wire/index.ts"
import { all } from "./Messages/All.ts"
import { cannotCarry } from "./Messages/Order.ts"
import * as PushOrder from "./Messages/PushOrder.ts"

export type Row = UnmappedFields.Row

export const rows: ReadonlyArray<Row> = UnmappedFields.rowsOf([
  ...all,
  { operation: "receivePlatformOrder", method: PushOrder.method, cannotCarry: cannotCarry("") }
])

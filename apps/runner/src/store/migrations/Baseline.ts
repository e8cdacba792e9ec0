/**
 * The whole schema of a new database, in one step. It does not change any more; a later change is a migration of its own.
 */
import { calls, callCounts } from "./baseline/Calls.ts"
import { connections } from "./baseline/Connections.ts"
import { desk } from "./baseline/Desk.ts"
import { orders } from "./baseline/Orders.ts"
import { shopOrders } from "./baseline/ShopOrders.ts"
import { work } from "./baseline/Work.ts"
import { type Dialect, types } from "./ColumnTypes.ts"

/** Times are milliseconds since 1970; `*_sealed` columns hold text that the vault encrypted. */
export const baseline = (dialect: Dialect): ReadonlyArray<string> => {
  const names = types[dialect]
  return [
    ...connections(dialect, names),
    ...orders(dialect, names),
    ...shopOrders(names),
    ...work(names),
    ...desk(names),
    ...calls(dialect, names),
    ...callCounts(names)
  ]
}

/** Orders that have not ended, with the time when the warehouse was last asked about each. */
import type { Seed } from "../common/Books.ts"
import type { OpenOrders } from "../common/Polling.ts"
import type { Store } from "./Store.ts"

export const openOrders = ({ commit, db }: Store, { prefix, seed }: Seed): OpenOrders => {
  db.exec(`create table if not exists open_order (
    order_number text primary key, warehouse_code text not null, status text not null, wms_status text not null, is_open integer not null,
    checked_at integer not null);
    create index if not exists open_order_checked on open_order (checked_at, order_number) where is_open = 1`)
  const insert = db.prepare("insert or ignore into open_order values (?, 'WH-1', 'SENDING', 'NEW', 1, 0)")
  db.exec("BEGIN")
  for (let at = 0; at < seed; at++) insert.run(`${prefix}${at}`)
  db.exec("COMMIT")
  const due = db.prepare("select order_number from open_order where is_open = 1 and checked_at < ? order by checked_at, order_number limit ?")
  const save = db.prepare("update open_order set status = ?, wms_status = ?, is_open = ?, checked_at = ? where order_number = ?")
  return {
    due: (before, most) => due.all(before, most).map((row) => String(row["order_number"])),
    save: (statuses, at) =>
      commit(() => {
        for (const { orderNumber, status, wmsStatus } of statuses) save.run(status, wmsStatus, status === "SENDING" ? 1 : 0, at, orderNumber)
      })
  }
}

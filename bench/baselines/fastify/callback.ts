/**
 * Callbacks of a warehouse, taken once: an inbox row, the new state and what is owed to the ERP in one transaction, and
 * the answer after the commit. What is owed goes out by `drain.ts`.
 * PORT, DATA (folder), PEER_URL (the ERP), FORM (plain or grouped), PAUSED=1: nothing goes out until POST /_resume,
 * SEED: so many orders and ASNs are there from the start.
 */
import { createHash, randomUUID } from "node:crypto"
import { join } from "node:path"
import { invalid } from "../common/Refusal.ts"
import { wholeOf } from "../common/Values.ts"
import { failures, listen, make, serve } from "./App.ts"
import { drain } from "./drain.ts"
import { check, pushAsnInfo, pushOrderInfo } from "./Schemas.ts"
import { type Form, open } from "./Store.ts"

const store = open(join(process.env.DATA ?? ".", "service.sqlite"), process.env.FORM as Form)
const { db } = store
db.exec(`
create table if not exists inbox (entity text not null, dedup_key text not null, first_at integer not null, primary key (entity, dedup_key));
create table if not exists orders (
  order_number text primary key, status text, wms_status text, carrier text, tracking_number text, warehouse_order_number text,
  updated_at integer not null);
create table if not exists asns (
  asn_number text primary key, wms_status text, received integer not null, good integer not null, bad integer not null,
  updated_at integer not null);
create table if not exists outbox (
  seq integer primary key autoincrement, id text not null unique, entity text not null, method text not null, content text not null,
  state text not null, attempt integer not null default 0, due_at integer not null, leased_until integer, created_at integer not null,
  updated_at integer not null);
create index if not exists outbox_due on outbox (state, due_at, seq);
create index if not exists outbox_entity on outbox (entity, seq);
create table if not exists attempt (
  id integer primary key, delivery text not null, number integer not null, at integer not null, took integer not null,
  outcome text not null, detail text);
`)

const seed = Number(process.env.SEED ?? 0)
if (seed > 0) {
  const order = db.prepare("insert or ignore into orders (order_number, status, updated_at) values (?, 'SENDING', 0)")
  const asn = db.prepare("insert or ignore into asns (asn_number, wms_status, received, good, bad, updated_at) values (?, 'NEW', 0, 0, 0, 0)")
  db.exec("BEGIN")
  for (let at = 0; at < seed; at++) {
    order.run(`${process.env.PREFIX ?? ""}O${at}`)
    asn.run(`${process.env.PREFIX ?? ""}A${at}`)
  }
  db.exec("COMMIT")
}

const arrived = db.prepare("insert into inbox (entity, dedup_key, first_at) values (?, ?, ?) on conflict do nothing")
const setOrder = db.prepare(`insert into orders (order_number, status, wms_status, carrier, tracking_number, warehouse_order_number, updated_at)
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict (order_number) do update set status = excluded.status, wms_status = excluded.wms_status, carrier = excluded.carrier,
    tracking_number = excluded.tracking_number, warehouse_order_number = excluded.warehouse_order_number, updated_at = excluded.updated_at`)
const addToAsn = db.prepare(`insert into asns (asn_number, wms_status, received, good, bad, updated_at) values (?, ?, ?, ?, ?, ?)
  on conflict (asn_number) do update set wms_status = excluded.wms_status, received = received + excluded.received,
    good = good + excluded.good, bad = bad + excluded.bad, updated_at = excluded.updated_at`)
const owe = db.prepare(`insert into outbox (id, entity, method, content, state, due_at, created_at, updated_at)
  values (?, ?, ?, ?, 'pending', ?, ?, ?)`)

const sender = drain(store, new URL(process.env.PEER_URL ?? ""))

/** Runs the change only for what was not here before. */
const once = async (entity: string, dedup: string, method: string, content: string, change: (now: number) => void) => {
  const now = Date.now()
  await store.commit(() => {
    if (arrived.run(entity, dedup, now).changes === 0) return
    change(now)
    owe.run(randomUUID(), entity, method, content, now, now, now)
  })
  sender.wake()
  return { success: "true" }
}

const takeOrder = (content: any) => {
  check(pushOrderInfo, content)
  const { carrier, orderNumber, status, trackNumber, warehouseOrderNumber, wmsStatus } = content
  if (status === "SUCCESS" && trackNumber === "") throw invalid("/trackNumber", "is empty although the status is SUCCESS")
  const owed = JSON.stringify(content)
  const dedup = createHash("sha256").update([status, wmsStatus, trackNumber, warehouseOrderNumber].join("\n")).digest("hex")
  return once(`order ${orderNumber}`, dedup, "pushOrderInfo", owed, (now) =>
    setOrder.run(orderNumber, status, wmsStatus, carrier ?? null, trackNumber, warehouseOrderNumber ?? null, now))
}

const sumOf = (lines: ReadonlyArray<any>, member: string): number => lines.reduce((sum, line) => sum + (wholeOf(line[member] ?? 0) ?? 0), 0)

const takeAsn = (content: any) => {
  check(pushAsnInfo, content)
  const { asnNumber, batchNo, skuList, updateTime, wmsStatus } = content
  const owed = JSON.stringify(content)
  return once(`asn ${asnNumber}`, String(batchNo ?? updateTime), "pushAsnInfo", owed, (now) =>
    addToAsn.run(asnNumber, wmsStatus, sumOf(skuList, "receivedQuantity"), sumOf(skuList, "goodQuantity"), sumOf(skuList, "badQuantity"), now))
}

const app = make()
const response = { type: "object", properties: { success: { type: "string" } } }
const door = { failure: failures.callback, response }
serve(app, { ...door, path: "/callbacks/house/sys/automatic/receiveOdo/bench", operations: { pushOrderInfo: takeOrder } })
serve(app, { ...door, path: "/callbacks/house/sys/automatic/receiveAsn/bench", operations: { pushAsnInfo: takeAsn } })
app.get("/_counts", () => db.prepare("select state, count(*) as count from outbox group by state").all())
app.get("/_resume", () => {
  sender.resume()
  return {}
})
await listen(app)
if (process.env.PAUSED !== "1") sender.resume()

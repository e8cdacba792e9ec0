/**
 * Books on SQLite with the promises of Crossdock: contents encrypted and bound to their place, the raw message kept, claims
 * by epoch with a way out of in-flight, states that only move forward, parcels, pieces per SKU, names per link, and the id of
 * a delivery on the wire. Rows that change are small; contents are in rows that are only inserted.
 */
import type { Books, Earlier, IntentStore, Seed } from "../common/Books.ts"
import { written } from "../common/Order.ts"
import { reports } from "./DurableReports.ts"
import { isNewest, nextEpoch } from "./Epoch.ts"
import { keeper, link } from "./Messages.ts"
import { names } from "./Names.ts"
import type { Store } from "./Store.ts"
import { seal, unseal } from "./Vault.ts"

const place = (what: string, orderNumber: string): string => `${link} order ${orderNumber} ${what}`

const intents = (store: Store): IntentStore => {
  const { commit, db } = store
  const epoch = nextEpoch(db)
  const translated = names(db, link)
  const keep = keeper(store)
  db.exec(`
    create table if not exists intent (
      id integer primary key, link text not null, order_number text not null, digest text not null, state text not null,
      attempt integer not null, epoch integer not null, result text, error text, created_at integer not null, updated_at integer not null,
      unique (link, order_number));
    create index if not exists intent_unsettled on intent (id) where state in ('in-flight', 'doubtful');
    create table if not exists attempt (
      id integer primary key, subject text not null, number integer not null, at integer not null, outcome text not null, detail text)`)
  const insert = db.prepare(`insert into intent (link, order_number, digest, state, attempt, epoch, created_at, updated_at)
    select ?, ?, ?, 'in-flight', 1, ?, ?, ? where ${isNewest} on conflict do nothing`)
  const known = db.prepare("select digest, state, result from intent where link = ? and order_number = ?")
  // An outcome that is known is never replaced.
  const settle = db.prepare(`update intent set state = ?, result = ?, error = ?, updated_at = ?
    where link = ? and order_number = ? and state in ('in-flight', 'doubtful') and ${isNewest}`)
  const attempted = db.prepare("insert into attempt (subject, number, at, outcome, detail) values (?, 1, ?, ?, ?)")
  const unsettled = db.prepare(`select order_number, (select sealed from message m where m.link = i.link and m.entity = 'order ' || i.order_number
      and m.what = 'sent' order by m.id desc limit 1) as sealed
    from intent i where state = 'doubtful' or (state = 'in-flight' and epoch < ?)`)
  return {
    open: async ({ content, digest, order, raw }) => {
      const { orderNumber } = order
      const mapped = translated.order(order)
      const sent = mapped === order ? content : written(mapped)
      const [sealedRaw, sealedSent] = [seal(place("asked", orderNumber), raw), seal(place("sent", orderNumber), sent)]
      const now = Date.now()
      const isNew = await commit(() => {
        if (insert.run(link, orderNumber, digest, epoch, now, now, epoch).changes === 0) return false
        keep(`order ${orderNumber}`, "asked", now, sealedRaw)
        keep(`order ${orderNumber}`, "sent", now, sealedSent)
        return true
      })
      return isNew ? { content: sent } : { earlier: known.get(link, orderNumber) as unknown as Earlier }
    },
    settle: (orderNumber, state, result, error) =>
      commit(() => {
        const now = Date.now()
        if (settle.run(state, result, error, now, link, orderNumber, epoch).changes > 0) attempted.run(orderNumber, now, state, error)
      }),
    unsettled: async () =>
      unsettled.all(epoch).map(({ order_number, sealed }) => ({
        orderNumber: String(order_number),
        content: unseal(place("sent", String(order_number)), sealed as Uint8Array)
      }))
  }
}

export const books = (store: Store, seed: Seed): Books => ({ intents: async () => intents(store), reports: async () => reports(store, seed) })

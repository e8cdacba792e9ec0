/** Sends orders to the warehouse: the intent is on disk before the call, and the outcome before the answer. */
import { hash } from "node:crypto"
import type { Caller } from "./Caller.ts"
import { sealed } from "./Envelope.ts"
import { type Order, written } from "./Order.ts"
import { Refusal } from "./Refusal.ts"
import type { Store } from "./Store.ts"

const doubtful = () => new Refusal("DOUBTFUL", "outcome not known yet; ask again with the same number")

/**
 * `numberOf` validates the warehouse's answer and returns its number of the order; undefined if the warehouse refused or the
 * answer is invalid.
 */
export const intents = (store: Store, path: string, call: Caller, numberOf: (told: unknown) => string | undefined) => {
  store.db.exec(`create table if not exists intent (
    order_number text primary key, digest text not null, content text not null, state text not null, attempt integer not null,
    result text, error text, created_at integer not null, updated_at integer not null)`)
  const insert = store.db.prepare(`insert into intent (order_number, digest, content, state, attempt, created_at, updated_at)
    values (?, ?, ?, 'in-flight', 1, ?, ?) on conflict do nothing`)
  const known = store.db.prepare("select digest, state, result from intent where order_number = ?")
  const settle = store.db.prepare("update intent set state = ?, result = ?, error = ?, updated_at = ? where order_number = ?")

  const send = async (content: string): Promise<string> => {
    const { status, text } = await call(path, sealed("createOrder", content))
    const number = status === 200 ? numberOf(JSON.parse(text)) : undefined
    if (number === undefined) throw new Error(`refused with ${status}, or not the answer of a warehouse`)
    return number
  }

  /** Returns the warehouse's number of the order. */
  return async (order: Order): Promise<string> => {
    const { orderNumber } = order
    const content = written(order)
    const digest = hash("sha256", content)
    const now = Date.now()
    const isNew = await store.commit(() => insert.run(orderNumber, digest, content, now, now).changes === 1)
    if (!isNew) {
      const before = known.get(orderNumber)
      if (before?.digest !== digest) throw new Refusal("DIFFERENT_CONTENT", "this number was used with other content", "/orderNumber")
      if (before.state === "done") return before.result as string
      throw doubtful()
    }
    const result = await send(content).catch(async (error: unknown) => {
      await store.commit(() => settle.run("doubtful", null, String(error), Date.now(), orderNumber))
      throw doubtful()
    })
    await store.commit(() => settle.run("done", result, null, Date.now(), orderNumber))
    return result
  }
}

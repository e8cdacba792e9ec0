/**
 * createOrder handed to the warehouse: an intent on disk before the call, the outcome on disk before the answer.
 * PORT, DATA (folder), PEER_URL, FORM (plain or grouped).
 */
import { createHash } from "node:crypto"
import { join } from "node:path"
import { Pool } from "undici"
import { digest } from "../common/Envelope.ts"
import { Refusal } from "../common/Refusal.ts"
import { failures, listen, make, serve } from "./App.ts"
import { contentOf, orderOf } from "./Order.ts"
import { answer, isAnswer } from "./Schemas.ts"
import { type Form, open } from "./Store.ts"

const peer = new URL(process.env.PEER_URL ?? "")
const store = open(join(process.env.DATA ?? ".", "service.sqlite"), process.env.FORM as Form)
store.db.exec(`create table if not exists intent (
  order_number text primary key, digest text not null, content text not null, state text not null, attempt integer not null,
  result text, error text, created_at integer not null, updated_at integer not null)`)
const insert = store.db.prepare(`insert into intent (order_number, digest, content, state, attempt, created_at, updated_at)
  values (?, ?, ?, 'in-flight', 1, ?, ?) on conflict do nothing`)
const known = store.db.prepare("select digest, state, result from intent where order_number = ?")
const settle = store.db.prepare("update intent set state = ?, result = ?, error = ?, updated_at = ? where order_number = ?")

const pool = new Pool(peer.origin, { connections: 64, pipelining: 1, headersTimeout: 20_000, bodyTimeout: 20_000 })

const call = async (content: string): Promise<string> => {
  const sign = digest("sandbox", content, "sandbox-secret").toString("hex")
  const { body, statusCode } = await pool.request({
    path: peer.pathname,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ accessId: "sandbox", method: "createOrder", content, sign })
  })
  const told = JSON.parse(await body.text())
  const isGood: boolean = statusCode === 200 && isAnswer(told) && told.success === true
  if (!isGood) throw new Error("refused, or not the answer of a warehouse")
  return told.data.warehouseOrderNumber as string
}

const create = async (content: Record<string, unknown>) => {
  const order = orderOf(content)
  const { orderNumber } = order
  const asked = contentOf(order)
  const hash = createHash("sha256").update(asked).digest("hex")
  const now = Date.now()
  const isNew = await store.commit(() => insert.run(orderNumber, hash, asked, now, now).changes === 1)
  if (!isNew) {
    const before = known.get(orderNumber)
    if (before?.digest !== hash) throw new Refusal("DIFFERENT_CONTENT", "this number was used with other content", "/orderNumber")
    if (before.state === "done") return before.result as string
    throw new Refusal("DOUBTFUL", "outcome not known yet; ask again with the same number")
  }
  const result = await call(asked).catch(async (error: unknown) => {
    await store.commit(() => settle.run("doubtful", null, String(error), Date.now(), orderNumber))
    throw new Refusal("DOUBTFUL", "outcome not known yet; ask again with the same number")
  })
  await store.commit(() => settle.run("done", result, null, Date.now(), orderNumber))
  return result
}

const app = make()
serve(app, {
  path: "/warehouse",
  failure: failures.warehouse,
  response: answer,
  operations: { createOrder: async (content) => ({ success: true, data: { warehouseOrderNumber: await create(content) } }) }
})
await listen(app)

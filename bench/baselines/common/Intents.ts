/** Sends orders to the warehouse: the intent is stored before the call, and the outcome before the answer. */
import { hash } from "node:crypto"
import type { IntentStore } from "./Books.ts"
import type { Caller } from "./Caller.ts"
import { sealed } from "./Envelope.ts"
import { type Order, written } from "./Order.ts"
import { Refusal } from "./Refusal.ts"

const doubtful = () => new Refusal("DOUBTFUL", "outcome not known yet; ask again with the same number")

/** How often the warehouse is asked about orders with an unknown outcome. */
const askEveryMs = 1000
/** What a warehouse says of an order that it does not have. */
const unknown = "order does not exist"

/**
 * `numberOf` validates the warehouse's answer and returns its number of the order; undefined if the warehouse refused or the
 * answer is invalid.
 */
export const intents = (book: IntentStore, path: string, call: Caller, numberOf: (told: unknown) => string | undefined) => {
  const send = async (content: string): Promise<string> => {
    const { status, text } = await call(path, sealed("createOrder", content))
    const number = status === 200 ? numberOf(JSON.parse(text)) : undefined
    if (number === undefined) throw new Error(`refused with ${status}, or not the answer of a warehouse`)
    return number
  }

  /** Sends an order again only if the warehouse says that it does not have it. */
  const ask = async (orderNumber: string, content: string): Promise<void> => {
    const { status, text } = await call(path, sealed("getOrder", JSON.stringify({ orderNumber })))
    if (status !== 200) return
    const told: unknown = JSON.parse(text)
    const isUnknown = (told as { readonly message?: unknown }).message === unknown
    const number = isUnknown ? await send(content) : numberOf(told)
    if (number !== undefined) await book.settle(orderNumber, "done", number, null)
  }
  const { unsettled } = book
  if (unsettled !== undefined) {
    const askAll = async () => {
      for (const { content, orderNumber } of await unsettled()) await ask(orderNumber, content).catch(() => {})
      setTimeout(askAll, askEveryMs).unref()
    }
    void askAll()
  }

  /** Returns the warehouse's number of the order. */
  return async (order: Order, raw: string): Promise<string> => {
    const { orderNumber } = order
    const content = written(order)
    const digest = hash("sha256", content)
    const opened = await book.open({ order, content, digest, raw })
    if ("earlier" in opened) {
      const { earlier } = opened
      if (earlier.digest !== digest) throw new Refusal("DIFFERENT_CONTENT", "this number was used with other content", "/orderNumber")
      if (earlier.state === "done") return earlier.result as string
      throw doubtful()
    }
    const result = await send(opened.content).catch(async (error: unknown) => {
      await book.settle(orderNumber, "doubtful", null, String(error))
      throw doubtful()
    })
    await book.settle(orderNumber, "done", result, null)
    return result
  }
}

/**
 * The shop of these runs, at a service that speaks the platform interface of document 2. It shows its orders by the time of their last
 * change, in pages. Each change is recorded before the shop shows it and after it does, like a message of a producer: what the shop
 * shows must reach the ERP.
 */
import { contentText, type Credential, sign } from "@crossdock/e2e/support/envelope.ts"
import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as wait } from "node:timers/promises"
import type * as History from "../oracle/History.ts"
import { inShop, type ShopState } from "./Messages.ts"
import { article, chosen, pageOf, type Shown } from "./ShopPages.ts"
import type { WireLog } from "./WireLog.ts"

/** How a call is answered: after so many milliseconds, or not at all because the connection breaks. */
export interface Manner {
  readonly after?: number
  readonly isLost?: boolean
}

export interface Shop {
  readonly url: string
  /** Changes an order. `at`: when it changed by the shop's clock, in milliseconds since 1970; default: now. */
  readonly change: (state: ShopState, at?: number) => Promise<void>
  /** The time of the latest change in the shop of a merchant, by the prefix of its numbers. */
  readonly changedAt: (prefix: string) => number
  /** The pages that were asked for: when, and by which of several nodes. */
  readonly pages: () => ReadonlyArray<{ readonly at: number; readonly node: string }>
  /** Sets how it answers from now on. */
  readonly behaves: (manner: () => Manner) => void
  readonly close: () => Promise<void>
}

interface Order extends Shown {
  readonly shop: string | undefined
  readonly content: object
}

const buyer = ["buyerName", "receiverName", "country", "province", "city", "district", "postCode", "address", "phone", "email"]

/** A complete order of document 2. */
export const contentOf = ({ entity, isLast, sequence }: ShopState, at: number) => ({
  shopId: 1,
  onlineShopId: inShop(entity).shop,
  onlineOrderId: inShop(entity).number,
  createTime: 1_772_330_584_000,
  onlineOrderStatus: `STEP-${sequence}`,
  erpOrderStatus: isLast ? "CLOSED" : "WAIT_AUDIT",
  currency: "EUR",
  paymentMethod: "PAY_ONLINE",
  freight: "1.50",
  totalAmount: "21.50",
  orderTags: {},
  buyerInfo: Object.fromEntries(buyer.map((name) => [name, name])),
  onlineOrderInfo: { lastModifyTime: at, orderJson: JSON.stringify({ number: entity, changes: sequence }) },
  orderSkuList: [article({ lineId: `${entity}-1`, sku: "SKU-1", pieces: 2, title: "Mug" })]
})

interface Options {
  readonly credential: Credential
  readonly history: History.Journal<History.Sent | History.Ended>
  /** Whether it shows the orders of all shops, whichever it is asked for. */
  readonly showsAllShops: boolean
  readonly log: WireLog
}

export const start = async (
  { credential, history, log, showsAllShops }: Options
): Promise<Shop> => {
  const orders = new Map<string, Order>()
  let manner: () => Manner = () => ({})
  const pages: Array<{ readonly at: number; readonly node: string }> = []

  const answer = (path: string, body: string): object => {
    const fields = new URLSearchParams(body)
    const content = contentText(fields.get("content") ?? "")
    if (fields.get("sign") !== sign(credential, content)) return { success: false, message: "the signature does not match" }
    if (fields.get("method") !== "getOrder") return { success: false, message: "this shop only shows its orders" }
    pages.push({ at: Date.now(), node: path.split("/")[1] ?? "" })
    const { PageSize, onlineShopId, pageNo, ...asked } = JSON.parse(content)
    const shown = chosen(asked, [...orders.values()].filter(({ shop }) => showsAllShops || shop === onlineShopId))
    return { success: true, ...pageOf({ PageSize, pageNo }, shown, (order) => order.content) }
  }

  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("error", () => {})
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { after = 0, isLost = false } = manner()
      const body = Buffer.concat(chunks).toString("utf8")
      const about = { protocol: "platform-envelope", method: new URLSearchParams(body).get("method") ?? "" } as const
      log.keep({ is: "request", by: "runner", ...about, contentType: request.headers["content-type"] ?? "", body })
      void wait(after).then(() => {
        if (isLost) return request.socket.destroy()
        const answered = JSON.stringify(answer(request.url ?? "", body))
        log.keep({ is: "answer", by: "peer", ...about, status: 200, body: answered })
        response.writeHead(200, { "content-type": "application/json" })
        return response.end(answered)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    change: async (state, given) => {
      const { isLast: _, ...message } = state
      const id = randomUUID()
      await history.append({ is: "sent", id, at: Date.now(), ...message })
      const at = given ?? Date.now()
      orders.set(state.entity, { ...inShop(state.entity), shop: inShop(state.entity).shop, changedAt: at, content: contentOf(state, at) })
      await history.append({ is: "ended", id, at: Date.now(), outcome: "ok" })
    },
    changedAt: (prefix) => Math.max(0, ...[...orders].map(([entity, { changedAt }]) => (entity.startsWith(prefix) ? changedAt : 0))),
    pages: () => pages,
    behaves: (next) => {
      manner = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

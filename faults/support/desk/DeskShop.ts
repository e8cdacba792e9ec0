/**
 * The shop of the runs of the order desk, of document 2. It shows its orders by the time of their last change and pushes some of them as
 * well, so the runner hears of an order once or several times. It writes down what was ordered and what it was told of parcels.
 */
import * as History from "../../oracle/History.ts"
import type { Notice, Ordered, Pieces } from "../../oracle/Desk.ts"
import { article, type Asked, page } from "../ShopPages.ts"
import type { WireLog } from "../WireLog.ts"
import { type Manner, Refused, type Service, start as startService } from "./EnvelopeService.ts"
import type { Reporter } from "./Reporter.ts"

/** One line of an order. */
export interface Line {
  readonly sku: string
  readonly pieces: number
}

type Entry =
  | { readonly is: "ordered"; readonly at: number; readonly number: string; readonly lines: ReadonlyArray<Line> }
  | { readonly is: "cancelled"; readonly at: number; readonly number: string }
  | { readonly is: "told"; readonly at: number; readonly number: string; readonly trackingNumber: string; readonly pieces: Pieces; readonly isRepeated: boolean }

interface Order {
  readonly number: string
  readonly createdAt: number
  readonly lines: ReadonlyArray<Line>
  changedAt: number
  isCancelled: boolean
  trackingNumber: string | undefined
}

export interface Shop extends Service {
  /** Resolves when the shop shows the order; `isPushed` pushes it to the runner as well. */
  readonly order: (number: string, lines: ReadonlyArray<Line>, isPushed: boolean) => Promise<void>
  readonly cancel: (number: string, isPushed: boolean) => Promise<void>
  readonly ordered: () => ReadonlyArray<Ordered>
  readonly notices: () => ReadonlyArray<Notice>
  /** How many parcels it was told of more than once. */
  readonly repeated: () => number
  /** Whether it was told of a parcel of an order. */
  readonly knows: (number: string, trackingNumber: string) => boolean
  /** Waits until no push is under way. */
  readonly idle: () => Promise<void>
}

const sums = (lines: ReadonlyArray<Line>): Pieces => {
  const pieces: Record<string, number> = {}
  for (const { pieces: some, sku } of lines) pieces[sku] = (pieces[sku] ?? 0) + some
  return pieces
}

const buyer = {
  buyerName: "Ada Example",
  receiverName: "Ada Example",
  country: "NL",
  province: "NH",
  city: "Amsterdam",
  district: "",
  postCode: "1012 AA",
  address: "Singel 1",
  phone: "0201234567",
  email: "ada@example.org"
}

const lineId = (number: string, at: number): string => `${number}-L${at + 1}`

const contentOf = ({ changedAt, createdAt, isCancelled, lines, number, trackingNumber }: Order) => ({
  shopId: 1,
  onlineOrderId: number,
  createTime: createdAt,
  payTime: createdAt,
  onlineOrderStatus: isCancelled ? "CANCELLED" : trackingNumber === undefined ? "PAID" : "SHIPPED",
  erpOrderStatus: isCancelled ? "CLOSED" : "WAIT_AUDIT",
  ...(trackingNumber !== undefined && { trackingNumber }),
  currency: "EUR",
  paymentMethod: "PAY_ONLINE",
  freight: "1.50",
  totalAmount: "21.50",
  orderTags: {},
  buyerInfo: buyer,
  onlineOrderInfo: { lastModifyTime: changedAt, orderJson: "{}" },
  orderSkuList: lines.map(({ pieces, sku }, at) => article({ lineId: lineId(number, at), sku, pieces, title: `Article ${sku}` }))
})

interface Told {
  readonly onlineOrderId: string
  readonly trackingNumber: string
  readonly onlineOrderItemList?: ReadonlyArray<{ readonly onlineOrderItemId: string; readonly quantity: number }>
}

interface Options {
  readonly folder: string
  readonly reporter: Reporter
  readonly manner: (method: string) => Manner
  readonly log: WireLog
}

export const start = async ({ folder, log, manner, reporter }: Options): Promise<Shop> => {
  const journal = await History.open<Entry>(`${folder}/shop.ndjson`)
  const orders = new Map<string, Order>()
  const told = new Map<string, Notice>()
  const pushes = new Set<Promise<void>>()
  let repeated = 0
  const notices: Array<Notice> = []

  /** Without lines, everything of the order is in the parcel. */
  const shipped = async ({ onlineOrderId, onlineOrderItemList, trackingNumber }: Told) => {
    const order = orders.get(onlineOrderId)
    if (order === undefined) throw new Refused("no such order")
    const lines = onlineOrderItemList?.map(({ onlineOrderItemId, quantity }) => {
      const line = order.lines.find((_, at) => lineId(onlineOrderId, at) === onlineOrderItemId)
      if (line === undefined) throw new Refused(`no line ${onlineOrderItemId}`)
      return { sku: line.sku, pieces: quantity }
    })
    const notice: Notice = { order: onlineOrderId, trackingNumber, pieces: sums(lines ?? order.lines) }
    const key = `${onlineOrderId} ${trackingNumber}`
    const isRepeated = told.has(key)
    await journal.append({ is: "told", at: Date.now(), number: onlineOrderId, trackingNumber, pieces: notice.pieces, isRepeated })
    notices.push(notice)
    if (isRepeated) repeated += 1
    else told.set(key, notice)
    order.trackingNumber = trackingNumber
    order.changedAt = Date.now()
    return { onlineOrderId }
  }

  const methods = {
    getOrder: (asked: Asked) => page(asked, orders, contentOf),
    readyToShip: shipped,
    initLogistics: () => ({ shopId: 1, logisticsList: [{ logisticsCode: "CAR", logisticsName: "Carrier" }] })
  }
  const service = await startService({ protocol: "platform-envelope", methods, manner, log })

  const push = (order: Order) => {
    const pushing = reporter.insist({ path: "shop/extApi/platform/pushOrder", method: "pushOrder", as: "form", content: { platform: "faults", ...contentOf(order) } })
    pushes.add(pushing)
    void pushing.finally(() => pushes.delete(pushing))
  }

  return {
    url: service.url,
    order: async (number, lines, isPushed) => {
      const at = Date.now()
      await journal.append({ is: "ordered", at, number, lines })
      const order: Order = { number, lines, createdAt: at, changedAt: Date.now(), isCancelled: false, trackingNumber: undefined }
      orders.set(number, order)
      if (isPushed) push(order)
    },
    cancel: async (number, isPushed) => {
      const order = orders.get(number)
      if (order === undefined) throw new Error(`nobody has ordered ${number}`)
      await journal.append({ is: "cancelled", at: Date.now(), number })
      order.isCancelled = true
      order.changedAt = Date.now()
      if (isPushed) push(order)
    },
    ordered: () => [...orders.values()].map(({ isCancelled, lines, number }) => ({ number, isCancelled, pieces: sums(lines) })),
    notices: () => notices,
    repeated: () => repeated,
    knows: (number, trackingNumber) => told.has(`${number} ${trackingNumber}`),
    idle: async () => {
      while (pushes.size > 0) await Promise.all(pushes)
    },
    close: async () => {
      await service.close()
      await journal.close()
    }
  }
}

/**
 * Simulates a shop of document 2 and a warehouse of document 1 on loopback in one separate process, for the case desk. The shop shows its
 * orders by the time of their last change; the warehouse ships each after SHIP_AFTER_MS (100) and reports the parcel until the runner has
 * accepted it. Reads PORT.
 *
 *   POST /shop/…, /warehouse   the operations that an order desk uses
 *   POST /_nodes               the addresses of the runners that get the reports
 *   POST /_orders              { count }: the shop gets this many more orders at once
 *   GET  /_report              { ordered, placed, placedTwice, told, doubled, wrong, unverified, refused, toldAt }
 */
import { createServer, request } from "node:http"
import { articles } from "./articles.ts"
import { answer, bodyOf, isSigned, type Outer, outerOf, sealed } from "./envelope.ts"

const shipAfterMs = Number(process.env.SHIP_AFTER_MS ?? 100)
const againAfterMs = 250
const linesPerOrder = 3

interface Line {
  readonly sku: string
  readonly quantity: number
}

interface Order {
  readonly number: string
  readonly createdAt: number
  readonly lines: ReadonlyArray<Line>
  changedAt: number
  /** Of the parcel that the shop was told of. */
  trackingNumber?: string
}

interface Issue {
  readonly number: string
  readonly issue: string
  readonly lines: ReadonlyArray<Line>
  trackingNumber?: string
}

const orders = new Map<string, Order>()
const issues: Array<Issue> = []
const parcels = new Set<string>()
let nodes: ReadonlyArray<string> = []
let figures = { told: 0, doubled: 0, unverified: 0, refused: 0, toldAt: 0 }
const wrong: Array<string> = []

const now = () => performance.timeOrigin + performance.now()

const lineId = (number: string, at: number): string => `${number}-L${at + 1}`

/** The members of an article in an order that hold amounts. */
const amounts = Object.fromEntries(
  ["itemPrice", "totalTax", "shippingPrice", "originalPrice", "paymentPrice", "payAmount", "itemTax", "shippingTax", "discountPrice", "totalDiscountedPrice", "discountFromPlatform", "discountFromSeller"].map((name) => [name, "0"])
)

const buyerInfo = {
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

const shownOf = ({ changedAt, createdAt, lines, number, trackingNumber }: Order) => ({
  shopId: 1,
  onlineOrderId: number,
  createTime: createdAt,
  payTime: createdAt,
  onlineOrderStatus: trackingNumber === undefined ? "PAID" : "SHIPPED",
  erpOrderStatus: "WAIT_AUDIT",
  ...(trackingNumber !== undefined && { trackingNumber }),
  currency: "EUR",
  paymentMethod: "PAY_ONLINE",
  freight: "1.50",
  totalAmount: "21.50",
  orderTags: {},
  buyerInfo,
  onlineOrderInfo: { lastModifyTime: changedAt, orderJson: "{}" },
  orderSkuList: lines.map(({ quantity, sku }, at) => ({
    onlineTransactionId: lineId(number, at),
    onlineSkuTitle: `Article ${sku}`,
    onlineSkuCode: sku,
    onlineItemId: `I-${sku}`,
    currency: "EUR",
    onlineSkuQuantity: quantity,
    ...amounts
  }))
})

const getOrder = ({ PageSize = 100, onlineOrderIdList, pageNo = 1, updateTimeEnd = 0, updateTimeStart = 0 }: any) => {
  const chosen = onlineOrderIdList === undefined
    ? [...orders.values()].filter(({ changedAt }) => changedAt >= updateTimeStart && changedAt <= updateTimeEnd).toSorted((one, other) => one.changedAt - other.changedAt)
    : [...new Set<string>(onlineOrderIdList)].flatMap((number) => orders.get(number) ?? [])
  return {
    success: true,
    isLastPage: chosen.length <= pageNo * PageSize,
    currentPageNo: pageNo,
    platform: "bench",
    orderInfoList: chosen.slice((pageNo - 1) * PageSize, pageNo * PageSize).map(shownOf)
  }
}

const readyToShip = ({ onlineOrderId, onlineOrderItemList, trackingNumber }: any) => {
  const order = orders.get(onlineOrderId)
  if (order === undefined) {
    wrong.push(`the shop was told of ${onlineOrderId}, which nobody has ordered`)
    return { success: false, message: "no such order" }
  }
  if (!parcels.has(`${onlineOrderId} ${trackingNumber}`)) wrong.push(`the shop was told of the parcel ${trackingNumber} of ${onlineOrderId}, which never left`)
  const pieces = (onlineOrderItemList ?? []).reduce((sum: number, { quantity }: { readonly quantity: number }) => sum + Number(quantity), 0)
  const ordered = order.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  if (onlineOrderItemList !== undefined && pieces !== ordered) wrong.push(`the shop was told of ${pieces} pieces of ${onlineOrderId}, which has ${ordered}`)
  if (order.trackingNumber === undefined) figures.told++
  else figures.doubled++
  order.trackingNumber = trackingNumber
  order.changedAt = Date.now()
  figures.toldAt = now()
  return { success: true, onlineOrderId }
}

let turn = 0
/** Whether a runner has accepted a report. */
const post = (path: string, body: string): Promise<boolean> =>
  new Promise((resolve) => {
    const outgoing = request(`${nodes[turn++ % nodes.length]}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
      signal: AbortSignal.timeout(30_000)
    })
    outgoing.on("error", () => resolve(false))
    outgoing.on("response", (incoming) => bodyOf(incoming, (text) => resolve(incoming.statusCode === 200 && text.includes("\"success\":\"true\""))))
    outgoing.end(body)
  })

const report = async (issue: Issue): Promise<void> => {
  const orderNumber = issue.number
  issue.trackingNumber = `TRK-${issue.issue}`
  const body = sealed("pushOrderInfo", JSON.stringify({
    orderNumber,
    warehouseOrderNumber: issue.issue,
    warehouseCode: "WH-N",
    wmsStatus: "SHIPPED",
    status: "SUCCESS",
    carrier: "Carrier",
    trackNumber: issue.trackingNumber,
    shippingTime: Date.now(),
    skuList: issue.lines
  }))
  while (!await post("/callbacks/north/sys/automatic/receiveOdo/bench", body)) {
    figures.refused++
    await new Promise((resolve) => setTimeout(resolve, againAfterMs))
  }
}

const createOrder = ({ onlineOrderId, orderNumber, skuList }: any) => {
  const lines = skuList.map(({ quantity, sku }: any) => ({ sku, quantity: Number(quantity) }))
  const issue: Issue = { number: orderNumber, issue: `N-${issues.length + 1}`, lines }
  issues.push(issue)
  parcels.add(`${onlineOrderId ?? orderNumber} TRK-${issue.issue}`)
  setTimeout(() => void report(issue), shipAfterMs)
  return { success: true, data: { warehouseOrderNumber: issue.issue } }
}

const recordOf = ({ issue, number, trackingNumber }: Issue) => ({
  orderNumber: number,
  warehouseOrderNumber: issue,
  wmsStatus: trackingNumber === undefined ? "ACCEPTED" : "SHIPPED",
  status: trackingNumber === undefined ? "SENDING" : "SUCCESS",
  ...(trackingNumber !== undefined && { trackingNumber, carrierName: "Carrier" })
})

const named = (number: string) => issues.filter((issue) => issue.number === number)

const operations: Readonly<Record<string, (content: any) => unknown>> = {
  "/shop getOrder": getOrder,
  "/shop readyToShip": readyToShip,
  "/shop initLogistics": () => ({ success: true, shopId: 1, logisticsList: [{ logisticsCode: "CAR", logisticsName: "Carrier" }] }),
  "/warehouse createOrder": createOrder,
  "/warehouse getOrder": ({ orderNumber }) => {
    const found = named(orderNumber).at(-1)
    return found === undefined ? { success: false, message: "order does not exist" } : { success: true, data: recordOf(found) }
  },
  "/warehouse getOrderList": ({ orderNumberList }) => {
    const wanted = new Set(orderNumberList)
    return { success: true, data: issues.filter(({ number }) => wanted.has(number)).map(recordOf) }
  },
  "/warehouse warehouses": () => ({ success: true, warehouseList: [{ warehouseCode: "WH-N", warehouseName: "North" }] })
}

const take = (path: string, outer: Outer): unknown => {
  if (!isSigned(outer)) {
    figures.unverified++
    return { success: false, message: "not authenticated" }
  }
  const operation = operations[`${path} ${outer.method}`]
  if (operation === undefined) wrong.push(`${path} has no method ${outer.method}`)
  return operation?.(outer.content === "" ? {} : JSON.parse(outer.content)) ?? { success: false, message: `no method ${outer.method}` }
}

/** Two or three pieces of three articles. */
const order = (count: number): unknown => {
  const first = orders.size
  const at = Date.now()
  for (let n = first; n < first + count; n++) {
    const lines = Array.from({ length: linesPerOrder }, (_, line) => ({ sku: articles[(n + 7 * line) % articles.length]!, quantity: 2 + (n + line) % 2 }))
    orders.set(`D${n}`, { number: `D${n}`, createdAt: at, changedAt: at, lines })
  }
  return { ordered: orders.size }
}

const control: Readonly<Record<string, (body: string) => unknown>> = {
  "/readyz": () => ({}),
  "/_nodes": (body) => {
    nodes = JSON.parse(body)
    return {}
  },
  "/_orders": (body) => order(JSON.parse(body).count),
  "/_report": () => ({ ...figures, ordered: orders.size, placed: issues.length, placedTwice: issues.length - new Set(issues.map(({ number }) => number)).size, wrong: wrong.slice(0, 5) })
}

const server = createServer((incoming, response) => {
  bodyOf(incoming, (body) => {
    const path = incoming.url ?? ""
    const controlled = control[path]
    answer(response, controlled === undefined ? take(/^\/\w+/.exec(path)?.[0] ?? "", outerOf(incoming.headers["content-type"] ?? "", body)) : controlled(body))
  })
})
server.keepAliveTimeout = 120_000
server.listen(Number(process.env.PORT), "127.0.0.1")
process.on("SIGTERM", () => process.exit(0))

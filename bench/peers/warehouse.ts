/**
 * Simulates a warehouse of document 1 on loopback in a separate process. It is not idempotent, and counts repeated orders.
 * Reads PORT, and DELAY_MS, the time for each answer.
 *
 *   POST /            createOrder, createAsnOrder, getOrder, getOrderList, syncInventory
 *   POST /_check      a list of numbers; answers how many of them never arrived
 *   GET  /_report     { calls, distinct, doubled, unverified, polled, polledDistinct }
 */
import { createServer } from "node:http"
import { answer, bodyOf, isSigned, outerOf } from "./envelope.ts"

const delayMs = Number(process.env.DELAY_MS ?? 0)
const taken = new Map<string, number>()
const operations = new Set(["createOrder", "createAsnOrder", "getOrder", "getOrderList", "syncInventory"])
const polled = new Set<string>()
let polls = 0
let calls = 0
let unverified = 0

/** The same few pages again and again, so that the warehouse itself costs little. */
const [differentPages, pages] = [50, 5000]
const stockPages = new Map<string, ReadonlyArray<unknown>>()
const stockPage = (page: number, pageSize: number): unknown => {
  const at = (page - 1) % differentPages
  const key = `${at} ${pageSize}`
  const data = stockPages.get(key) ?? Array.from({ length: pageSize }, (_, n) => ({
    warehouseCode: "WH-1",
    warehouseSku: `SKU-${at}-${n}`,
    onwayQuantity: 3,
    pendingQuantity: 0,
    sellableQuantity: 100 + n,
    unsellableQuantity: 1,
    reservedQuantity: 2,
    useQuantity: 0,
    totalQuantity: 103 + n
  }))
  stockPages.set(key, data)
  return { success: true, isLastPage: page >= pages, currentPage: page, pageCount: pages, data }
}

const statusOf = (orderNumber: string) => {
  polls++
  polled.add(orderNumber)
  return { orderNumber, warehouseOrderNumber: `W-${orderNumber}`, status: "SENDING", wmsStatus: "PICKING" }
}

const take = (method: string, content: string): unknown => {
  const { asnNumber, orderNumber, orderNumberList, page, pageSize } = JSON.parse(content)
  if (method === "syncInventory") return stockPage(page, pageSize)
  if (method === "getOrderList") return { success: true, data: orderNumberList.map(statusOf) }
  if (method === "getOrder") {
    return taken.has(orderNumber)
      ? { success: true, data: { orderNumber, warehouseOrderNumber: `W-${orderNumber}` } }
      : { success: false, message: "order does not exist" }
  }
  const number = method === "createAsnOrder" ? asnNumber : orderNumber
  taken.set(number, (taken.get(number) ?? 0) + 1)
  return method === "createAsnOrder"
    ? { success: true, results: [{ asnNumber: number, operation: "CREATE" }] }
    : { success: true, data: { warehouseOrderNumber: `W-${number}` } }
}

const server = createServer((request, response) => {
  bodyOf(request, (body) => {
    if (request.url === "/_report") {
      const doubled = [...taken.values()].filter((times) => times > 1).length
      return answer(response, { calls, distinct: taken.size, doubled, unverified, polled: polls, polledDistinct: polled.size })
    }
    if (request.url === "/_check") {
      return answer(response, { missing: (JSON.parse(body) as ReadonlyArray<string>).filter((number) => !taken.has(number)).length })
    }
    if (request.url === "/readyz") return answer(response, {})
    const outer = outerOf(request.headers["content-type"] ?? "", body)
    calls++
    if (!isSigned(outer)) {
      unverified++
      return answer(response, { success: false, message: "not authenticated" })
    }
    if (!operations.has(outer.method)) return answer(response, { success: false, message: `no method ${outer.method}` })
    const made = take(outer.method, outer.content)
    if (delayMs === 0) return answer(response, made)
    setTimeout(() => answer(response, made), delayMs)
  })
})
server.keepAliveTimeout = 120_000
server.listen(Number(process.env.PORT), "127.0.0.1")
process.on("SIGTERM", () => process.exit(0))

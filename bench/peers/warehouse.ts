/**
 * Simulates a warehouse of document 1 on loopback in a separate process. It is not idempotent, and counts repeated orders.
 * Reads PORT, and DELAY_MS, the time for each answer.
 *
 *   POST /            createOrder, createAsnOrder
 *   POST /_check      a list of numbers; answers how many of them never arrived
 *   GET  /_report     { calls, distinct, doubled, unverified }
 */
import { createServer } from "node:http"
import { answer, bodyOf, isSigned, outerOf } from "./envelope.ts"

const delayMs = Number(process.env.DELAY_MS ?? 0)
const taken = new Map<string, number>()
let calls = 0
let unverified = 0

const take = (method: string, content: string): unknown => {
  const { asnNumber, orderNumber } = JSON.parse(content)
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
      return answer(response, { calls, distinct: taken.size, doubled, unverified })
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
    if (outer.method !== "createOrder" && outer.method !== "createAsnOrder") return answer(response, { success: false, message: `no method ${outer.method}` })
    const made = take(outer.method, outer.content)
    if (delayMs === 0) return answer(response, made)
    setTimeout(() => answer(response, made), delayMs)
  })
})
server.keepAliveTimeout = 120_000
server.listen(Number(process.env.PORT), "127.0.0.1")
process.on("SIGTERM", () => process.exit(0))

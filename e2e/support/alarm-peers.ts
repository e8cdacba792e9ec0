/**
 * ERPs and providers of document 1, one of each for every row of a table, whose answers a test chooses by row. A provider ships at once.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { Known } from "./http.ts"

/** Answers, or does not. `undefined`: as usual. `isDone`: it refuses a create and carries it out nevertheless. */
export type Answer = "cut" | "html" | "500" | "410" | "gone" | { readonly refuses: string; readonly isDone?: boolean } | { readonly says: Known } | undefined

export interface Peers {
  readonly url: string
  /** What the provider of a row answers to a method. */
  readonly provider: Map<string, (method: string) => Answer>
  /** What the ERP of a row answers to what it is told. */
  readonly erp: Map<string, Answer>
  readonly close: () => void
}

const usual = (method: string, content: Known, known: Map<string, string>): Known => {
  const record = (orderNumber: string) => ({ orderNumber, warehouseOrderNumber: known.get(orderNumber), wmsStatus: "SHIPPED", status: "SUCCESS", carrierName: "Carrier", trackingNumber: `T-${orderNumber}` })
  if (method === "createOrder") return { success: true, data: { warehouseOrderNumber: known.get(content.orderNumber) } }
  if (method === "getOrder") return known.has(content.orderNumber) ? { success: true, data: record(content.orderNumber) } : { success: false, message: "order does not exist" }
  if (method === "getOrderList") {
    return { success: true, orderList: ((content.orderNumbers ?? content.orderList ?? []) as ReadonlyArray<Known>).map((one) => one.orderNumber ?? one).filter((number) => known.has(number)).map(record) }
  }
  if (method === "warehouses") return { success: true, warehouseList: [{ warehouseCode: "WH-1", warehouseName: "Hall 1" }] }
  if (method === "channels") return { success: true, channelList: [{ channelCode: "STD", channelName: "Standard" }] }
  if (method === "syncInventory") return { success: true, isLastPage: true, currentPage: 1, pageCount: 1, data: [] }
  return { success: true }
}

export const startPeers = (): Promise<Peers> =>
  new Promise((resolve) => {
    const provider: Peers["provider"] = new Map()
    const erp: Peers["erp"] = new Map()
    const orders = new Map<string, Map<string, string>>()
    const answer = (request: IncomingMessage, response: ServerResponse, text: string): void => {
      const [, is, row = ""] = (request.url ?? "").split("/")
      const fields: Known = request.headers["content-type"]?.includes("json") === true ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
      const content: Known = fields.content ? JSON.parse(fields.content) : {}
      const known = orders.get(row) ?? new Map<string, string>()
      orders.set(row, known)
      // A create is stored even if its answer is lost.
      const chosen = is === "erp" ? erp.get(row) : provider.get(row)?.(fields.method)
      const isDone = typeof chosen === "object" && "refuses" in chosen && chosen.isDone === true
      if (fields.method === "createOrder" && (chosen === undefined || chosen === "cut" || isDone)) known.set(content.orderNumber, `W-${content.orderNumber}`)
      const json = (value: Known): void => void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value))
      if (chosen === "cut") request.socket.resetAndDestroy()
      else if (chosen === "html") response.writeHead(200, { "content-type": "text/html" }).end("<html>maintenance</html>")
      else if (chosen === "500" || chosen === "410") response.writeHead(Number(chosen)).end("no")
      else if (chosen === "gone") json(fields.method === "getOrderList" ? { success: true, orderList: [] } : { success: false, message: "order does not exist" })
      else if (chosen !== undefined) json("says" in chosen ? chosen.says : { success: is === "erp" ? "false" : false, message: chosen.refuses, errorMsg: chosen.refuses })
      else json(is === "erp" ? { success: "true" } : usual(fields.method, content, known))
    }
    const server = createServer((request, response) => {
      let text = ""
      request.on("error", () => {})
      request.on("data", (part) => text += String(part))
      request.on("end", () => answer(request, response, text))
    })
    server.listen(0, "127.0.0.1", () =>
      resolve({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        provider,
        erp,
        close: () => {
          server.closeAllConnections()
          server.close()
        }
      }))
  })

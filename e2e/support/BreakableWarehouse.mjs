// Simulates a warehouse provider of document 1 in a separate process. It is not idempotent: every createOrder creates
// another order, even under a number that it already has. It imports no code of this project.
//
//   node BreakableWarehouse.mjs <books file> [--port 0] [--control-port 0] [--key acc-demo=demo-secret]...
//                               [--warehouse WH-1]... [--stock WH-1:SKU-1=100]...
//
// It prints `READY <service port> <control port>`; both listen on 127.0.0.1. The service answers POST on any path. The
// control port stays open while the service refuses connections:
//
//   GET  /_books     { orders, asns, products, stock, calls }; every order that was ever created, including cancelled ones
//   POST /_control   one command as JSON; answers { ok, ... }
//
// The books file is a journal: every change is fsynced before the answer, and the file is read at start, ignoring an
// incomplete last line. `calls` lists every call with a correct signature: { at, method, content, fault, booked }.
//
// Commands of /_control:
//   {"fault": {"method": "createOrder", "kind": "lose-answer", "times": 1}}   for one method, or `*` for all; without times, until
//                                      replaced. A second command for the same method replaces the first.
//   {"ship": {"orderNumber": "SO-1", "trackingNumber": "T-1", "carrierName": "C"}}  or by warehouseOrderNumber; takes the newest
//   {"move": {"warehouseOrderNumber": "BW-000001", "wmsStatus": "PICKING"}}  changes the state of an open order
//   {"fail": {"orderNumber": "SO-1", "reason": "address unknown"}}
//   {"receive": {"asnNumber": "ASN-1", "lines": [{"sku": "SKU-1", "good": 3, "bad": 1}], "finish": true}}  adds to the received quantities
//   {"stock": {"warehouseCode": "WH-1", "sku": "SKU-1", "sellable": 5}}
//   {"visibilityDelayMs": 2000}        queries do not show newer orders and ASNs
//
// Faults. `booked` says whether the call takes effect first, and can be set for each of them:
//   none
//   slow               waits delayMs, then acts and answers              (booked)
//   hang               never answers                                     (not booked)
//   500, html          an answer without the envelope                    (not booked)
//   refuse             success false with `message`                      (not booked)
//   duplicate          refuses an existing number, with `message`      (not booked; a new number is)
//   truncated          half of the answer, then closes the connection      (booked)
//   reset-before       resets the connection                             (not booked)
//   lose-answer        resets the connection                             (booked)
//   answer-twice       sends the same answer twice       (booked)
//   refuse-connection  closes the listener and every connection; another fault for the same method opens it again.
//                      It concerns all methods.
import { createHash, timingSafeEqual } from "node:crypto"
import { existsSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs"
import { createServer } from "node:http"

const [file, ...rest] = process.argv.slice(2)
if (file === undefined || file.startsWith("--")) {
  process.stderr.write("usage: node BreakableWarehouse.mjs <books file> [--port n] [--control-port n] [--key accessId=secretKey]...\n")
  process.exit(2)
}
const options = { port: 0, controlPort: 0, keys: new Map(), warehouses: [], stock: [] }
for (let at = 0; at < rest.length; at += 2) {
  const value = rest[at + 1] ?? ""
  const [left, right] = [value.slice(0, value.lastIndexOf("=")), value.slice(value.lastIndexOf("=") + 1)]
  if (rest[at] === "--port") options.port = Number(value)
  else if (rest[at] === "--control-port") options.controlPort = Number(value)
  else if (rest[at] === "--key") options.keys.set(value.slice(0, value.indexOf("=")), value.slice(value.indexOf("=") + 1))
  else if (rest[at] === "--warehouse") options.warehouses.push(value)
  else if (rest[at] === "--stock") options.stock.push({ warehouseCode: left.split(":")[0], sku: left.split(":").slice(1).join(":"), sellable: Number(right) })
  else {
    process.stderr.write(`unknown option ${rest[at]}\n`)
    process.exit(2)
  }
}
if (options.keys.size === 0) options.keys.set("acc-demo", "demo-secret")
if (options.warehouses.length === 0) options.warehouses.push("WH-1", "WH-2")
if (options.stock.length === 0) {
  for (const warehouseCode of options.warehouses) {
    for (let at = 1; at <= 5; at++) options.stock.push({ warehouseCode, sku: `SKU-${at}`, sellable: 1000 })
  }
}

const books = { orders: [], asns: [], products: new Map(), stock: new Map(), calls: [] }

/** The changes in the journal: each is applied when it happens, and again when the journal is read. */
const changes = {
  call: (call) => books.calls.push(call),
  order: (order) => books.orders.push(order),
  orderStatus: ({ warehouseOrderNumber, ...change }) =>
    Object.assign(books.orders.find((order) => order.warehouseOrderNumber === warehouseOrderNumber), change),
  asn: (asn) => books.asns.push(asn),
  asnStatus: ({ referenceNumber, ...change }) =>
    Object.assign(books.asns.find((asn) => asn.referenceNumber === referenceNumber), change),
  product: (product) => books.products.set(product.sku, product),
  stock: (level) => books.stock.set(`${level.warehouseCode} ${level.sku}`, level)
}
const linesOf = () => (existsSync(file) ? readFileSync(file, "utf8").split("\n") : []).filter((line) => line !== "")
for (const line of linesOf()) {
  try {
    const { change, value } = JSON.parse(line)
    changes[change](value)
  } catch {
    process.stderr.write("an incomplete line of the books was ignored\n")
  }
}
const journal = openSync(file, "a")
if (linesOf().length > 0 && !readFileSync(file, "utf8").endsWith("\n")) writeSync(journal, "\n")
const book = (change, value) => {
  writeSync(journal, `${JSON.stringify({ change, value })}\n`)
  fsyncSync(journal)
  changes[change](structuredClone(value))
}
if (books.stock.size === 0) for (const level of options.stock) book("stock", level)

const digest = (accessId, content, secret) => {
  const signed = content === "" ? { accessId } : { accessId, content }
  return createHash("sha1").update(`${JSON.stringify(signed)}${secret}`, "utf8").digest()
}
const isSigned = ({ accessId, content, sign }) => {
  const secret = options.keys.get(accessId)
  if (secret === undefined || !/^[0-9a-f]{40}$/i.test(sign)) return false
  return timingSafeEqual(digest(accessId, content, secret), Buffer.from(sign, "hex"))
}

const state = { visibilityDelayMs: 0, faults: new Map() }
const now = () => Date.now()
const isVisible = ({ createdAt }) => now() - createdAt >= state.visibilityDelayMs
const isEnd = ({ status }) => status === "SUCCESS" || status === "CANCEL" || status === "FAILED"

class Refusal extends Error {}
const refuse = (message) => {
  throw new Refusal(message)
}
const required = (content, ...names) => {
  for (const name of names) if (content[name] === undefined || content[name] === null || content[name] === "") refuse(`${name} is missing`)
}
const knownWarehouse = (code) => {
  if (code !== undefined && !options.warehouses.includes(code)) refuse(`no warehouse ${code}`)
}

/** The orders of one account with a number, oldest first. */
const ordersOf = (accessId, { orderNumber, warehouseOrderNumber }) =>
  books.orders.filter((order) =>
    order.accessId === accessId
    && (orderNumber === undefined || order.orderNumber === orderNumber)
    && (warehouseOrderNumber === undefined || warehouseOrderNumber === "" || order.warehouseOrderNumber === warehouseOrderNumber)
  )
const asnsOf = (accessId, asnNumber) => books.asns.filter((asn) => asn.accessId === accessId && asn.asnNumber === asnNumber)

const statusRecord = ({ carrierName, failedReason, orderNumber, status, trackingNumber, warehouseOrderNumber, wmsStatus }) => ({
  orderNumber,
  warehouseOrderNumber,
  wmsStatus,
  status,
  ...(carrierName && { carrierName }),
  ...(trackingNumber && { trackingNumber }),
  ...(failedReason && { failedReason })
})
const asnRecord = ({ asnNumber, finishTime, lines, referenceNumber, wmsStatus }) => ({
  asnNumber,
  wmsStatus,
  referenceNumber,
  finishTime: finishTime ?? "",
  skuList: lines.map(({ bad, estimated, good, sku }) => ({
    sku,
    estimatedQuantity: estimated,
    receivedQuantity: good + bad,
    goodQuantity: good,
    badQuantity: bad
  }))
})

const methods = {
  warehouses: () => ({ warehouseList: options.warehouses.map((code) => ({ warehouseCode: code, warehouseName: `Warehouse ${code}` })) }),
  channels: (content) => ({
    channelList: options.warehouses
      .filter((code) => content.warehouseCode === undefined || content.warehouseCode === code)
      .flatMap((code) => [
        { channelCode: `${code}-STD`, channelName: "Standard", warehouseCode: code, carrierName: "Carrier" },
        { channelCode: `${code}-EXP`, channelName: "Express", warehouseCode: code, carrierName: "Carrier" }
      ])
  }),
  createOrder: (content, accessId) => {
    required(content, "orderNumber", "warehouseCode", "skuList")
    knownWarehouse(content.warehouseCode)
    const warehouseOrderNumber = `BW-${String(books.orders.length + 1).padStart(6, "0")}`
    book("order", {
      warehouseOrderNumber,
      orderNumber: content.orderNumber,
      accessId,
      warehouseCode: content.warehouseCode,
      createdAt: now(),
      wmsStatus: "ACCEPTED",
      status: "SENDING",
      content
    })
    return { data: { warehouseOrderNumber } }
  },
  cancelOrder: (content, accessId) => {
    required(content, "orderNumber")
    const found = ordersOf(accessId, content)
    const open = found.filter((order) => !isEnd(order))
    if (found.length === 0) refuse("order does not exist")
    if (open.length === 0 && found.at(-1).status === "SUCCESS") refuse("order has been shipped")
    for (const { warehouseOrderNumber } of open) book("orderStatus", { warehouseOrderNumber, status: "CANCEL", wmsStatus: "CANCELLED" })
    return {}
  },
  getOrder: (content, accessId) => {
    required(content, "orderNumber")
    const found = ordersOf(accessId, content).filter(isVisible)
    const newest = found.findLast((order) => order.status !== "CANCEL") ?? found.at(-1)
    return newest === undefined ? refuse("order does not exist") : { data: statusRecord(newest) }
  },
  getOrderList: (content, accessId) => {
    required(content, "orderNumberList")
    return {
      data: content.orderNumberList.flatMap((orderNumber) => ordersOf(accessId, { orderNumber }).filter(isVisible).map(statusRecord))
    }
  },
  syncInventory: (content) => {
    required(content, "page", "pageSize", "warehouseCode")
    knownWarehouse(content.warehouseCode)
    const all = [...books.stock.values()].filter(({ sku, warehouseCode }) =>
      warehouseCode === content.warehouseCode && (content.warehouseSku === undefined || content.warehouseSku === "" || content.warehouseSku === sku)
    )
    const pageCount = Math.max(1, Math.ceil(all.length / content.pageSize))
    const from = (content.page - 1) * content.pageSize
    return {
      isLastPage: content.page >= pageCount,
      currentPage: content.page,
      pageCount,
      data: all.slice(from, from + content.pageSize).map(({ sellable, sku, warehouseCode }) => ({
        warehouseCode,
        warehouseSku: sku,
        onwayQuantity: "0",
        pendingQuantity: "0",
        sellableQuantity: String(sellable),
        unsellableQuantity: "0",
        reservedQuantity: "0",
        useQuantity: "0",
        totalQuantity: String(sellable)
      }))
    }
  },
  createAsnOrder: (content, accessId) => {
    required(content, "asnNumber", "warehouseCode", "skuList")
    knownWarehouse(content.warehouseCode)
    book("asn", {
      referenceNumber: `BA-${String(books.asns.length + 1).padStart(6, "0")}`,
      asnNumber: content.asnNumber,
      accessId,
      warehouseCode: content.warehouseCode,
      createdAt: now(),
      wmsStatus: "NEW",
      lines: content.skuList.map(({ quantity, sku }) => ({ sku, estimated: Number(quantity), good: 0, bad: 0 })),
      content
    })
    return { results: [{ asnNumber: content.asnNumber, operation: "CREATE", info: "" }] }
  },
  getAsnList: (content, accessId) => {
    required(content, "asnNumbers")
    return {
      asnList: content.asnNumbers.flatMap((asnNumber) => {
        const found = asnsOf(accessId, asnNumber).filter(isVisible)
        const newest = found.findLast((asn) => asn.wmsStatus !== "DELETED") ?? found.at(-1)
        return newest === undefined ? [] : [asnRecord(newest)]
      })
    }
  },
  cancelAsnOrder: (content, accessId) => {
    required(content, "asnNumbers")
    const results = content.asnNumbers.map((asnNumber) => {
      const found = asnsOf(accessId, asnNumber)
      const open = found.filter((asn) => asn.wmsStatus === "NEW")
      for (const { referenceNumber } of open) book("asnStatus", { referenceNumber, wmsStatus: "DELETED" })
      const isGone = found.length > 0 && found.every((asn) => asn.wmsStatus === "DELETED" || open.includes(asn))
      return { asnNumber, operation: "CANCEL", info: isGone ? "" : found.length === 0 ? "ASN does not exist" : "ASN is being received" }
    })
    const failed = results.filter(({ info }) => info !== "")
    return { success: failed.length === 0 ? "true" : "false", message: failed.map(({ info }) => info).join("; "), results }
  },
  insert_sku_info: (content) => {
    required(content, "sku", "erpSku")
    book("product", content)
    return { success: "true", message: "" }
  }
}

const textOf = (value) => (typeof value === "string" ? value : "")
const envelope = (contentType, body) => {
  const fields = contentType.startsWith("application/json") ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))
  return { accessId: textOf(fields.accessId), method: textOf(fields.method), content: textOf(fields.content), sign: textOf(fields.sign) }
}

const bookedByDefault = new Set(["none", "slow", "truncated", "lose-answer", "answer-twice", "duplicate"])

/** The fault that applies to this call, if its `times` are not used up. */
const faultFor = (method) => {
  const name = state.faults.has(method) ? method : "*"
  const fault = state.faults.get(name) ?? { kind: "none" }
  if (fault.times !== undefined) {
    if (fault.times <= 1) state.faults.delete(name)
    else state.faults.set(name, { ...fault, times: fault.times - 1 })
  }
  return fault
}

const answerOf = (method, content, accessId) => {
  try {
    return { success: true, ...methods[method](content, accessId) }
  } catch (error) {
    if (error instanceof Refusal) return { success: false, message: error.message }
    throw error
  }
}

const send = (response, status, type, text) => {
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(text) })
  response.end(text)
}
const json = (response, value, status = 200) => send(response, status, "application/json", JSON.stringify(value))

const isHeld = (method, content, accessId) =>
  (method === "createOrder" && ordersOf(accessId, { orderNumber: content.orderNumber }).length > 0)
  || (method === "createAsnOrder" && asnsOf(accessId, content.asnNumber).length > 0)

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const serve = async (request, response, body) => {
  let message
  try {
    message = envelope(request.headers["content-type"] ?? "", body)
  } catch {
    return json(response, { success: false, message: "not an envelope" }, 400)
  }
  if (!isSigned(message)) return json(response, { success: false, message: "authentication failed" })
  const { accessId, method } = message
  if (!Object.hasOwn(methods, method)) return json(response, { success: false, message: `no method ${method}` })
  let content
  try {
    content = message.content === "" ? {} : JSON.parse(message.content)
  } catch {
    return json(response, { success: false, message: "content is no JSON" })
  }
  const fault = faultFor(method)
  if (fault.kind === "slow") await wait(fault.delayMs ?? 1000)
  const held = fault.kind === "duplicate" && isHeld(method, content, accessId)
  const booked = !held && (fault.booked ?? bookedByDefault.has(fault.kind))
  book("call", { at: new Date().toISOString(), method, content: message.content, fault: fault.kind, booked })
  const answer = booked
    ? answerOf(method, content, accessId)
    : { success: false, message: fault.message ?? (held ? `${content.orderNumber ?? content.asnNumber} already exists` : "not now") }
  const text = JSON.stringify(answer)
  switch (fault.kind) {
    case "hang":
      return undefined
    case "500":
      return send(response, 500, "text/plain", "internal error")
    case "html":
      return send(response, 200, "text/html", "<html><body>maintenance</body></html>")
    case "refuse":
      return json(response, { success: false, message: fault.message ?? "not now" })
    case "truncated":
      response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
      return response.write(text.slice(0, Math.floor(text.length / 2)), () => request.socket.end())
    case "reset-before":
    case "lose-answer":
      return request.socket.resetAndDestroy()
    case "answer-twice": {
      const once = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
      return request.socket.end(once + once)
    }
    default:
      return send(response, 200, "application/json", text)
  }
}

const bodyOf = (request, use) => {
  const chunks = []
  request.on("error", () => {})
  request.on("data", (chunk) => chunks.push(chunk))
  request.on("end", () => use(Buffer.concat(chunks).toString("utf8")))
}

const service = createServer((request, response) =>
  bodyOf(request, (body) => {
    serve(request, response, body).catch((error) => send(response, 500, "text/plain", String(error?.stack ?? error)))
  })
)
service.keepAliveTimeout = 2000

const listen = (server, port) =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject)
      resolve(server.address().port)
    })
  })
const close = () =>
  new Promise((resolve) => {
    service.close(() => resolve())
    service.closeAllConnections()
  })

const orderMeant = ({ orderNumber, warehouseOrderNumber }) =>
  books.orders.findLast((order) => (warehouseOrderNumber === undefined ? order.orderNumber === orderNumber : order.warehouseOrderNumber === warehouseOrderNumber) && !isEnd(order))
  ?? refuse("no open order of that number")

const dateTime = () => new Date().toISOString().slice(0, 19).replace("T", " ")

const commands = {
  fault: async ({ method = "*", ...fault }) => {
    if (fault.kind === "none") state.faults.delete(method)
    else state.faults.set(method, fault)
    const refuses = [...state.faults.values()].some(({ kind }) => kind === "refuse-connection")
    if (refuses && service.listening) await close()
    if (!refuses && !service.listening) await listen(service, servicePort)
    return { faults: Object.fromEntries(state.faults) }
  },
  ship: ({ carrierName = "Carrier", trackingNumber, ...which }) => {
    const { warehouseOrderNumber } = orderMeant(which)
    const tracking = trackingNumber ?? `TRK-${warehouseOrderNumber}`
    book("orderStatus", { warehouseOrderNumber, status: "SUCCESS", wmsStatus: "SHIPPED", trackingNumber: tracking, carrierName })
    return { warehouseOrderNumber, trackingNumber: tracking }
  },
  move: ({ wmsStatus, ...which }) => {
    const { warehouseOrderNumber } = orderMeant(which)
    book("orderStatus", { warehouseOrderNumber, wmsStatus })
    return { warehouseOrderNumber }
  },
  fail: ({ reason = "exception", ...which }) => {
    const { warehouseOrderNumber } = orderMeant(which)
    book("orderStatus", { warehouseOrderNumber, status: "FAILED", wmsStatus: "EXCEPTION", failedReason: reason })
    return { warehouseOrderNumber }
  },
  receive: ({ asnNumber, finish = false, lines = [] }) => {
    const asn = books.asns.findLast((each) => each.asnNumber === asnNumber && each.wmsStatus !== "DELETED") ?? refuse("no such ASN")
    const added = asn.lines.map((line) => {
      const more = lines.find(({ sku }) => sku === line.sku)
      return { ...line, good: line.good + (more?.good ?? 0), bad: line.bad + (more?.bad ?? 0) }
    })
    book("asnStatus", {
      referenceNumber: asn.referenceNumber,
      lines: added,
      wmsStatus: finish ? "FINISHED" : "RECEIVING",
      ...(finish && { finishTime: dateTime() })
    })
    return { asn: asnRecord(asn) }
  },
  stock: (level) => {
    book("stock", level)
    return {}
  },
  visibilityDelayMs: (milliseconds) => {
    state.visibilityDelayMs = milliseconds
    return {}
  }
}

const obey = async (body) => {
  const answers = []
  for (const [name, argument] of Object.entries(JSON.parse(body))) {
    if (!Object.hasOwn(commands, name)) refuse(`no command ${name}`)
    answers.push(await commands[name](argument))
  }
  return Object.assign({ ok: true }, ...answers)
}

const control = createServer((request, response) =>
  bodyOf(request, (body) => {
    if (request.url === "/_books") {
      const { asns, calls, orders, products, stock } = books
      return json(response, { orders, asns, products: [...products.values()], stock: [...stock.values()], calls })
    }
    if (request.url !== "/_control") return json(response, { ok: false, message: "no such path" }, 404)
    return obey(body).then(
      (answer) => json(response, answer),
      (error) => json(response, { ok: false, message: error.message }, 400)
    )
  })
)

const servicePort = await listen(service, options.port)
const controlPort = await listen(control, options.controlPort)
process.stdout.write(`READY ${servicePort} ${controlPort}\n`)

process.on("SIGTERM", () => process.exit(0))

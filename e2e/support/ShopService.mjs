// Simulates a shop behind an external service of document 2 in a separate process. It answers getOrder, by numbers or by the
// time of the last change, in small pages. It keeps its orders in memory and imports no code of this project.
//
//   node ShopService.mjs --key acc-service=secret [--page 3] [--port 0]
//
// It prints `READY <port>` when it listens on 127.0.0.1.
//
//   POST /extApi/platform/getOrder   a form with accessId, method, content and sign
//   POST /_control                   {"onlineOrderId": "WEB-1", "status": "PAID"} places an order or changes it; with
//                                    `changedAt` at that time. {"isDown": true} refuses every call, until it is false;
//                                    {"isRevoked": true} does so because the token is revoked
//   GET  /_orders                    [{ onlineOrderId, status, changedAt }]
import { createHash, timingSafeEqual } from "node:crypto"
import { createServer } from "node:http"

const options = { port: 0, page: 3, keys: new Map() }
for (let at = 2; at < process.argv.length; at += 2) {
  const value = process.argv[at + 1] ?? ""
  if (process.argv[at] === "--port") options.port = Number(value)
  else if (process.argv[at] === "--page") options.page = Number(value)
  else if (process.argv[at] === "--key") options.keys.set(value.slice(0, value.indexOf("=")), value.slice(value.indexOf("=") + 1))
  else {
    process.stderr.write(`unknown option ${process.argv[at]}\n`)
    process.exit(2)
  }
}

const isSigned = ({ accessId, content, sign }) => {
  const secret = options.keys.get(accessId)
  if (secret === undefined || !/^[0-9a-f]{40}$/i.test(sign)) return false
  const signed = content === "" ? { accessId } : { accessId, content }
  return timingSafeEqual(createHash("sha1").update(`${JSON.stringify(signed)}${secret}`, "utf8").digest(), Buffer.from(sign, "hex"))
}

const orders = new Map()
let last = 0
let isDown = false
let isRevoked = false
const put = ({ changedAt, onlineOrderId, status }) => {
  const at = changedAt ?? (last = Math.max(Date.now(), last + 1))
  orders.set(onlineOrderId, { createdAt: at, ...orders.get(onlineOrderId), onlineOrderId, status, changedAt: at })
}
const control = (command) => {
  if (command.isDown !== undefined) isDown = command.isDown
  else if (command.isRevoked !== undefined) isRevoked = command.isRevoked
  else put(command)
  return { ok: true }
}

const amounts = Object.fromEntries([
  "itemPrice",
  "totalTax",
  "shippingPrice",
  "originalPrice",
  "paymentPrice",
  "payAmount",
  "itemTax",
  "shippingTax",
  "discountPrice",
  "totalDiscountedPrice",
  "discountFromPlatform",
  "discountFromSeller"
].map((name) => [name, "0"]))

const orderInfo = ({ changedAt, createdAt, onlineOrderId, status }, shopId) => ({
  shopId,
  onlineOrderId,
  createTime: createdAt,
  onlineOrderStatus: status,
  erpOrderStatus: "WAIT_AUDIT",
  currency: "EUR",
  paymentMethod: "PAY_ONLINE",
  freight: "0",
  totalAmount: "19.90",
  orderTags: {},
  buyerInfo: {
    buyerName: "Ada Example",
    receiverName: "Ada Example",
    country: "NL",
    province: "NH",
    city: "Amsterdam",
    district: "",
    postCode: "1012 JS",
    address: "Dam 1",
    phone: "+31 20 000 0000",
    email: "ada@example.com"
  },
  onlineOrderInfo: { onlineOrderId, lastModifyTime: changedAt, orderJson: JSON.stringify({ id: onlineOrderId, status, changedAt }) },
  orderSkuList: [{
    onlineTransactionId: `${onlineOrderId}-1`,
    onlineSkuTitle: "Mug",
    onlineSkuCode: "SKU-1",
    onlineItemId: "I-1",
    currency: "EUR",
    onlineSkuQuantity: 1,
    ...amounts
  }]
})

const getOrder = ({ PageSize = 100, onlineOrderIdList = [], pageNo = 1, platform, shopId, updateTimeEnd, updateTimeStart }) => {
  const isAsked = ({ changedAt, onlineOrderId }) =>
    onlineOrderIdList.length > 0 ? onlineOrderIdList.includes(onlineOrderId) : changedAt >= updateTimeStart && changedAt <= updateTimeEnd
  const found = [...orders.values()].filter(isAsked).toSorted((a, b) => a.changedAt - b.changedAt)
  const size = Math.min(PageSize, options.page)
  return {
    success: true,
    isLastPage: pageNo * size >= found.length ? 1 : 0,
    currentPageNo: pageNo,
    platform,
    orderInfoList: found.slice((pageNo - 1) * size, pageNo * size).map((order) => orderInfo(order, shopId))
  }
}

const serve = (request, body) => {
  if (request.url === "/_orders") return [...orders.values()]
  if (request.url === "/_control") return control(JSON.parse(body))
  if (isDown) return { success: false, message: "not available now" }
  if (isRevoked) return { success: false, message: "the token was revoked by the shop" }
  const fields = Object.fromEntries(new URLSearchParams(body))
  if (request.url !== "/extApi/platform/getOrder" || !isSigned(fields)) return { success: false, message: "authentication failed" }
  return getOrder(JSON.parse(fields.content))
}

const server = createServer((request, response) => {
  const chunks = []
  request.on("error", () => {})
  request.on("data", (chunk) => chunks.push(chunk))
  request.on("end", () => {
    response.writeHead(200, { "content-type": "application/json" })
    response.end(JSON.stringify(serve(request, Buffer.concat(chunks).toString("utf8"))))
  })
})
server.keepAliveTimeout = 2000
server.listen(options.port, "127.0.0.1", () => process.stdout.write(`READY ${server.address().port}\n`))

process.on("SIGTERM", () => process.exit(0))

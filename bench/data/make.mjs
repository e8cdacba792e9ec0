// Writes the fixed requests of the bench. It signs them with its own code and imports nothing of the project.
//
//   node bench/data/make.mjs           writes order.json, verify-dispatch.json and answers.json beside itself
//   node bench/data/make.mjs --check   exit code 1 if a file differs from what this script writes
//
// order.json            the content of createOrder, which the other files and the load generator vary
// verify-dispatch.json  100 requests: 90 good, 5 with a wrong sign, 5 with a wrong field
// answers.json          200 good and bad requests, each with the answer that every subject must give
//
// Sections 2.4 to 2.6, 2.13, 2.14 and 5 of document 1 define the messages.
import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const accessId = "sandbox"
const secretKey = "sandbox-secret"

/** SHA-1 over `{"accessId":…,"content":…}` and the secret, in lower-case hexadecimal digits. */
const sign = (content, id = accessId, secret = secretKey) =>
  createHash("sha1").update(`{"accessId":${JSON.stringify(id)},"content":${JSON.stringify(content)}}${secret}`, "utf8").digest("hex")

const item = (at) => ({
  sku: `SKU-${1000 + at}`,
  erpSku: `ERP-${1000 + at}`,
  name: `Stoneware mug no. ${at}, 350 ml`,
  quantity: String(1 + (at % 3)),
  amount: 19.9,
  hsCode: "691200"
})

const order = (orderNumber) => ({
  orderNumber,
  onlineOrderId: `WEB-${orderNumber}`,
  shopName: "Corner shop",
  warehouseCode: "WH-1",
  logisticsCode: "WH-1-STD",
  platform: "web",
  freight: 4.5,
  packageType: "NORMAL",
  codEnabled: 0,
  orderCreate: 1790000000000,
  onlineShopId: "shop-12",
  receiver: {
    name: "Ada Example",
    phone: "+31 20 000 0000",
    email: "ada@example.com",
    country: "NL",
    state: "NH",
    city: "Amsterdam",
    address1: "Dam 1",
    address2: "3rd floor",
    postalCode: "1012 JS"
  },
  skuList: [item(1), item(2), item(3), item(4), item(5), item(6)]
})

const outcomes = {
  created: (number) => ({ status: 200, success: true, warehouseOrderNumber: `W-${number}` }),
  refused: (code, path) => ({ status: 200, success: false, code, ...(path !== undefined && { path }) }),
  unread: (status, code) => ({ status, success: false, code })
}

const envelope = (method, content, changed = {}) => ({ accessId, method, content, sign: sign(content), ...changed })

/** One request; `expect` is the answer. */
const request = (name, path, fields, expect, more = {}) => ({
  name,
  method: "POST",
  path,
  headers: { "content-type": "application/json" },
  body: typeof fields === "string" ? fields : JSON.stringify(fields),
  expect,
  ...more
})

const warehouse = "/warehouse"
const createOrder = (name, content, expect, changed, more) =>
  request(name, warehouse, envelope("createOrder", typeof content === "string" ? content : JSON.stringify(content), changed), expect, more)

const form = (fields) => Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")
const asForm = { headers: { "content-type": "application/x-www-form-urlencoded" } }

const flipped = (text) => (text.startsWith("0") ? "1" : "0") + text.slice(1)

const mix = Array.from({ length: 100 }, (_, at) => {
  const number = `VD-${String(at).padStart(4, "0")}`
  const content = JSON.stringify(order(number))
  if (at % 20 === 7) return createOrder(`wrong sign ${at}`, content, outcomes.refused("SIGNATURE_INVALID"), { sign: flipped(sign(content)) })
  if (at % 20 === 13) {
    const wrong = order(number)
    wrong.receiver.country = "Netherlands"
    return createOrder(`wrong field ${at}`, wrong, outcomes.refused("MEMBER_INVALID", "/receiver/country"))
  }
  return createOrder(`good ${at}`, content, outcomes.created(number))
})

const answers = []
let count = 0
const next = () => `AN-${String(++count).padStart(4, "0")}`

const good = (name, change = (value) => value, more) => {
  const number = next()
  answers.push(createOrder(name, change(order(number)), outcomes.created(number), undefined, more))
}
const bad = (name, expect, change, changed, more) => answers.push(createOrder(name, change(order(next())), expect, changed, more))
const set = (path, value) => (content) => {
  const names = path.slice(1).split("/")
  const last = names.pop()
  let at = content
  for (const each of names) at = at[each]
  if (value === undefined) delete at[last]
  else at[last] = value
  return content
}

for (let at = 0; at < 20; at++) good(`as documented ${at}`)
for (const member of ["packageType", "orderCreate", "onlineShopId"]) {
  good(`without ${member}`, set(`/${member}`, undefined))
  good(`${member} null`, set(`/${member}`, null))
  good(`${member} empty`, set(`/${member}`, ""))
}
for (const member of ["email", "state", "postalCode"]) good(`receiver.${member} empty`, set(`/receiver/${member}`, ""))
for (const member of ["district", "address2"]) good(`receiver.${member} null`, set(`/receiver/${member}`, null))
for (const [at, quantity] of [1, "7", 12, "10000"].entries()) good(`quantity in form ${at}`, set("/skuList/0/quantity", quantity))
for (const [at, amount] of [0, "4.50", 1999.99, "0.01"].entries()) good(`amount in form ${at}`, set("/skuList/1/amount", amount))
for (const flag of [0, false, "0"]) good(`codEnabled ${JSON.stringify(flag)}`, set("/codEnabled", flag))
for (const flag of [1, true, "1"]) {
  good(`cash on delivery ${JSON.stringify(flag)}`, (content) => ({ ...content, codEnabled: flag, codPayAmount: 12.5, codCurrency: "EUR" }))
}
good("country in small letters", set("/receiver/country", "nl"))
good("a member that nobody knows", set("/remarkOfTheShop", "left of the door"))
good("a date as text", set("/orderCreate", "2026-09-21 12:00:00"))
good("names beyond ASCII", set("/receiver/name", "Žofie Ďurčová 王小明 😀"))
good("escapes", set("/receiver/address1", "1 \"Quay\" \\ Dock\n2nd line\u2028end"))
good("one line", (content) => ({ ...content, skuList: [item(9)] }))
good("forty lines", (content) => ({ ...content, skuList: Array.from({ length: 40 }, (_, at) => item(at)) }))
good("own package with its label", (content) => ({
  ...content,
  packageType: "OWN_PACKAGE",
  trackingNumber: "TRK-1",
  labelData: Buffer.from("%PDF-1.4\n%a label\n").toString("base64")
}))
for (let at = 0; at < 6; at++) {
  const number = next()
  const content = JSON.stringify(order(number))
  answers.push(request(`as a form ${at}`, warehouse, form(envelope("createOrder", content)), outcomes.created(number), asForm))
}
for (let at = 0; at < 3; at++) {
  const number = next()
  const content = JSON.stringify(order(number))
  answers.push(createOrder(`hexadecimal digits in capitals ${at}`, content, outcomes.created(number), { sign: sign(content).toUpperCase() }))
}

const unauthenticated = outcomes.refused("SIGNATURE_INVALID")
const same = (content) => content
for (const wrong of ["", "00", "z".repeat(40), "0".repeat(40), "0".repeat(41)]) bad(`sign ${JSON.stringify(wrong)}`, unauthenticated, same, { sign: wrong })
bad("sign is absent", unauthenticated, same, { sign: undefined })
for (const wrong of ["", "nobody", "SANDBOX"]) bad(`accessId ${JSON.stringify(wrong)}`, unauthenticated, same, { accessId: wrong })
{
  const content = JSON.stringify(order(next()))
  answers.push(createOrder("signed with another secret", content, unauthenticated, { sign: sign(content, accessId, "other") }))
  answers.push(createOrder("the content was changed", content.replace("Dam 1", "Dam 2"), unauthenticated, { sign: sign(content) }))
}
for (const method of ["", "nosuchmethod", "createorder"]) bad(`method ${JSON.stringify(method)}`, outcomes.refused("METHOD_UNKNOWN", "/method"), same, { method })
for (const text of ["{", "not json", "{\"orderNumber\":}", `${"[".repeat(40)}${"]".repeat(40)}`]) {
  answers.push(createOrder(`content ${text.slice(0, 12)}`, text, outcomes.refused("CONTENT_INVALID", "/content")))
}
answers.push(createOrder("content is a list", "[]", outcomes.refused("MEMBER_MISTYPED", "/")))
for (const text of ["", "{", "[]", "\"text\"", `{"a":${"[".repeat(40)}${"]".repeat(40)}}`, "{\"accessId\":\"sandbox\",\"accessId\":\"other\"}"]) {
  answers.push(request(`body ${text.slice(0, 24)}`, warehouse, text, outcomes.unread(400, "BODY_INVALID")))
}
answers.push(request("another content type", warehouse, "<a/>", outcomes.unread(415, "CONTENT_TYPE_INVALID"), { headers: { "content-type": "text/xml" } }))
answers.push(request("not a POST", warehouse, "", outcomes.unread(405, "HTTP_METHOD_INVALID"), { method: "GET", headers: {} }))

const missing = (path) => outcomes.refused("MEMBER_MISSING", path)
const mistyped = (path) => outcomes.refused("MEMBER_MISTYPED", path)
const invalid = (path) => outcomes.refused("MEMBER_INVALID", path)
const texts = ["orderNumber", "onlineOrderId", "shopName", "warehouseCode", "logisticsCode", "platform"]
for (const member of [...texts, "freight", "codEnabled", "receiver", "skuList"]) bad(`${member} is absent`, missing(`/${member}`), set(`/${member}`, undefined))
for (const member of ["orderNumber", "warehouseCode"]) {
  bad(`${member} is null`, missing(`/${member}`), set(`/${member}`, null))
  bad(`${member} is empty`, missing(`/${member}`), set(`/${member}`, ""))
  bad(`${member} is a number`, mistyped(`/${member}`), set(`/${member}`, 7))
}
for (const member of ["name", "phone", "country", "city", "address1"]) bad(`receiver.${member} is absent`, missing(`/receiver/${member}`), set(`/receiver/${member}`, undefined))
for (const member of ["sku", "erpSku", "name", "quantity", "amount"]) bad(`sku line without ${member}`, missing(`/skuList/2/${member}`), set(`/skuList/2/${member}`, undefined))
for (const quantity of [0, -1, "1.5", "many"]) bad(`quantity ${quantity}`, invalid("/skuList/0/quantity"), set("/skuList/0/quantity", quantity))
for (const amount of ["4,50", "much"]) bad(`amount ${amount}`, invalid("/skuList/0/amount"), set("/skuList/0/amount", amount))
bad("amount is a list", mistyped("/skuList/0/amount"), set("/skuList/0/amount", [4.5]))
bad("no lines", invalid("/skuList"), set("/skuList", []))
bad("lines are no list", mistyped("/skuList"), set("/skuList", { sku: "SKU-1" }))
bad("country of three letters", invalid("/receiver/country"), set("/receiver/country", "NLD"))
bad("package type", invalid("/packageType"), set("/packageType", "CRATE"))
bad("codEnabled 2", invalid("/codEnabled"), set("/codEnabled", 2))
bad("orderCreate of 5 digits", invalid("/orderCreate"), set("/orderCreate", 12345))
bad("a shop name of 70 kB", outcomes.refused("MEMBER_TOO_LONG", "/shopName"), set("/shopName", "x".repeat(70_000)))
bad("own package without its number", invalid("/trackingNumber"), set("/packageType", "OWN_PACKAGE"))
bad("own package without its label", invalid("/labelData"), (content) => ({ ...content, packageType: "OWN_PACKAGE", trackingNumber: "TRK-1" }))
bad("cash on delivery without its amount", invalid("/codPayAmount"), (content) => ({ ...content, codEnabled: 1, codCurrency: "EUR" }))
bad("cash on delivery without its currency", invalid("/codCurrency"), (content) => ({ ...content, codEnabled: 1, codPayAmount: 5 }))

// In callbacks `success` is a text and the error is in errorMsg.
const door = { pushOrderInfo: "/callbacks/house/sys/automatic/receiveOdo/bench", pushAsnInfo: "/callbacks/house/sys/automatic/receiveAsn/bench" }
const callback = (name, method, content, expect, changed) =>
  answers.push(request(name, door[method], envelope(method, typeof content === "string" ? content : JSON.stringify(content), changed), expect))
const taken = { status: 200, success: true }
const shipped = (at) => ({
  orderNumber: `CB-${at}`,
  warehouseCode: "WH-1",
  carrier: "Carrier",
  trackNumber: `TRK-${at}`,
  warehouseOrderNumber: `W-CB-${at}`,
  wmsStatus: "SHIPPED",
  status: "SUCCESS",
  shippingTime: 1790000000000,
  skuList: [{ sku: "SKU-1001", quantity: 2 }]
})
const received = (at, batch) => ({
  warehouseCode: "WH-1",
  asnNumber: `CA-${at}`,
  wmsStatus: "RECEIVING",
  updateTime: 1790000000000 + batch,
  skuList: [{ sku: "SKU-1001", receivedQuantity: 3, goodQuantity: 3, badQuantity: 0 }],
  batchNo: String(batch)
})
for (let at = 0; at < 6; at++) callback(`an order left ${at}`, "pushOrderInfo", shipped(at), taken)
for (let at = 0; at < 6; at++) callback(`a batch came ${at}`, "pushAsnInfo", received(at >> 1, 1 + (at & 1)), taken)
callback("the same report again", "pushOrderInfo", shipped(0), taken)
callback("the same batch again", "pushAsnInfo", received(0, 1), taken)
callback("a status without a word", "pushOrderInfo", set("/wmsStatus", undefined)(shipped(20)), missing("/wmsStatus"))
callback("shipped without its number", "pushOrderInfo", set("/trackNumber", "")(shipped(21)), invalid("/trackNumber"))
callback("a report without its order", "pushOrderInfo", set("/orderNumber", undefined)(shipped(22)), missing("/orderNumber"))
callback("a quantity of 0", "pushOrderInfo", set("/skuList/0/quantity", 0)(shipped(23)), invalid("/skuList/0/quantity"))
callback("a batch without its time", "pushAsnInfo", set("/updateTime", undefined)(received(24, 1)), missing("/updateTime"))
callback("a negative count", "pushAsnInfo", set("/skuList/0/receivedQuantity", -1)(received(25, 1)), invalid("/skuList/0/receivedQuantity"))
callback("a batch with a wrong sign", "pushAsnInfo", received(26, 1), unauthenticated, { sign: "0".repeat(40) })
callback("a report of somebody else", "pushOrderInfo", shipped(27), unauthenticated, { accessId: "nobody" })
callback("another method", "pushOrderInfo", shipped(28), outcomes.refused("METHOD_UNKNOWN", "/method"), { method: "pushAsnInfo" })
callback("content that is no JSON", "pushOrderInfo", "{", outcomes.refused("CONTENT_INVALID", "/content"))

const wanted = 200
if (answers.length > wanted) throw new Error(`${answers.length} requests; ${wanted} are wanted`)
for (let at = 0; answers.length < wanted; at++) good(`one more as documented ${at}`)

const files = {
  "order.json": `${JSON.stringify(order("ORDER-NUMBER"), undefined, 2)}\n`,
  "verify-dispatch.json": `[\n${mix.map((each) => JSON.stringify(each)).join(",\n")}\n]\n`,
  "answers.json": `[\n${answers.map((each) => JSON.stringify(each)).join(",\n")}\n]\n`
}
let isOther = false
for (const [name, text] of Object.entries(files)) {
  const file = fileURLToPath(new URL(name, import.meta.url))
  if (!process.argv.includes("--check")) writeFileSync(file, text)
  else if (readFileSync(file, "utf8") !== text) {
    process.stderr.write(`${name} is not what make.mjs writes; run node bench/data/make.mjs\n`)
    isOther = true
  }
}
if (isOther) process.exit(1)

// Simulates an ERP in a separate process: it receives pushOrderInfo and pushAsnInfo of document 1 and pushOrder of document 2,
// verifies their signature with code of its own and stores them in a file. It imports no code of this project.
//
//   node ErpSink.mjs <history file> [--port 0] [--key sandbox=sandbox-secret]... [--fault '{"kind":"500","times":2}']
//
// It prints `READY <port>` when it listens on 127.0.0.1.
//
//   POST /sys/automatic/receiveOdo/{type}   method pushOrderInfo, JSON or form
//   POST /sys/automatic/receiveAsn/{type}   method pushAsnInfo
//   POST /extApi/platform/pushOrder         method pushOrder
//   POST /_control   sets a fault, given as JSON; answers with it
//   GET  /_history   the history as a JSON list
//
// The file has one line per message, fsynced before the answer: { at, path, type, contentType, deliveryId, accessId,
// method, content, sign, verified, stored, answered }. `deliveryId` is the header x-crossdock-delivery-id, or "". `stored`
// is true if the ERP accepted the message, and false if it refused or lost it. `content` is the text as received; `data`
// is that text parsed, for convenience.
//
// Faults are `{ kind, times?, delayMs?, method?, message? }`. `times` is the number of messages that the fault applies to
// (default: all), and `method` restricts it to one method. A message with a wrong signature is refused before any fault.
//   none          {"success":"true"}, for pushOrder with the members that name its order
//   delay         waits delayMs, then stores and answers
//   500, html     answers with HTTP 500 or an HTML page; not stored
//   refuse        {"success":"false","errorMsg":message}; not stored
//   hang          never answers; not stored
//   reset         resets the connection before it stores
//   lose-answer   stores, then resets the connection
import { createHash, timingSafeEqual } from "node:crypto"
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs"
import { createServer } from "node:http"

const [file, ...rest] = process.argv.slice(2)
if (file === undefined || file.startsWith("--")) {
  process.stderr.write("usage: node ErpSink.mjs <history file> [--port n] [--key accessId=secretKey]... [--fault json]\n")
  process.exit(2)
}
const options = { port: 0, keys: new Map(), fault: { kind: "none" } }
for (let at = 0; at < rest.length; at += 2) {
  const value = rest[at + 1] ?? ""
  if (rest[at] === "--port") options.port = Number(value)
  else if (rest[at] === "--key") options.keys.set(value.slice(0, value.indexOf("=")), value.slice(value.indexOf("=") + 1))
  else if (rest[at] === "--fault") options.fault = JSON.parse(value)
  else {
    process.stderr.write(`unknown option ${rest[at]}\n`)
    process.exit(2)
  }
}
if (options.keys.size === 0) options.keys.set("sandbox", "sandbox-secret")

const journal = openSync(file, "a")
const append = (entry) => {
  writeSync(journal, `${JSON.stringify(entry)}\n`)
  fsyncSync(journal)
}
/** Ignores a line that is incomplete because the process was killed. */
const history = () =>
  existsSync(file)
    ? readFileSync(file, "utf8").split("\n").flatMap((line) => {
      try {
        return line === "" ? [] : [JSON.parse(line)]
      } catch {
        return []
      }
    })
    : []

/** The text to sign of document 1, section 5. */
const escaped = (text) => {
  let out = ""
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const short = { 8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 34: "\\\"", 92: "\\\\" }[unit]
    const isLow = unit >= 0xdc00 && unit <= 0xdfff
    const isHigh = unit >= 0xd800 && unit <= 0xdbff
    const next = text.charCodeAt(at + 1)
    if (short !== undefined) out += short
    else if (unit < 32 || isLow || (isHigh && !(next >= 0xdc00 && next <= 0xdfff))) out += `\\u${unit.toString(16).padStart(4, "0")}`
    else if (isHigh) out += text.slice(at, ++at + 1)
    else out += text[at]
  }
  return out
}
const digest = (accessId, content, secret) => {
  const text = content === ""
    ? `{"accessId":"${escaped(accessId)}"}`
    : `{"accessId":"${escaped(accessId)}","content":"${escaped(content)}"}`
  return createHash("sha1").update(Buffer.from(text + secret, "utf8")).digest()
}
const verified = ({ accessId, content, sign }) => {
  const secret = options.keys.get(accessId)
  if (secret === undefined || !/^[0-9a-f]{40}$/i.test(sign)) return false
  return timingSafeEqual(digest(accessId, content, secret), Buffer.from(sign, "hex"))
}

const envelope = (contentType, body) => {
  const fields = contentType.startsWith("application/json") ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))
  const text = (name) => (typeof fields[name] === "string" ? fields[name] : "")
  return { accessId: text("accessId"), method: text("method"), content: text("content"), sign: text("sign") }
}

const parsed = (content) => {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

/** The method of each path, and the type at its end. */
const routes = [
  [/^\/sys\/automatic\/receiveOdo\/([^/]+)$/, "pushOrderInfo"],
  [/^\/sys\/automatic\/receiveAsn\/([^/]+)$/, "pushAsnInfo"],
  [/^\/extApi\/platform\/pushOrder$/, "pushOrder"]
]
const routeOf = (path) => {
  for (const [pattern, method] of routes) {
    const [found, type = ""] = pattern.exec(path) ?? []
    if (found !== undefined) return { method, type: decodeURIComponent(type) }
  }
  return undefined
}

/** What a success repeats of the message. */
const confirmed = (method, data) => (method === "pushOrder" ? { onlineOrderId: data?.onlineOrderId, onlineShopId: data?.onlineShopId, shopId: data?.shopId } : {})

/** The fault that applies to this message, if its `times` are not used up. */
const faultFor = (method) => {
  const { fault } = options
  if (fault.method !== undefined && fault.method !== method) return { kind: "none" }
  if (fault.times !== undefined) {
    if (fault.times <= 0) return { kind: "none" }
    options.fault = { ...fault, times: fault.times - 1 }
  }
  return fault
}

const json = (response, status, value) => {
  response.writeHead(status, { "content-type": "application/json" })
  response.end(JSON.stringify(value))
}

const receive = (request, response, url, body, { method, type }) => {
  const contentType = request.headers["content-type"] ?? ""
  let message
  try {
    message = envelope(contentType, body)
  } catch {
    return json(response, 400, { success: "false", errorMsg: "not an envelope" })
  }
  const data = parsed(message.content)
  const entry = (stored, answered) => ({
    at: new Date().toISOString(),
    path: url.pathname,
    type,
    contentType,
    deliveryId: request.headers["x-crossdock-delivery-id"] ?? "",
    ...message,
    data,
    verified: verified(message),
    stored,
    answered
  })
  const settle = (stored, answered) => append(entry(stored, answered))
  const success = { success: "true", ...confirmed(method, data) }
  if (!verified(message) || method !== message.method) {
    settle(false, "refused")
    return json(response, 200, { success: "false", errorMsg: "authentication failed" })
  }
  const fault = faultFor(message.method)
  switch (fault.kind) {
    case "none":
      settle(true, "success")
      return json(response, 200, success)
    case "delay":
      return setTimeout(() => {
        settle(true, "success")
        json(response, 200, success)
      }, fault.delayMs ?? 1000)
    case "500":
      settle(false, "500")
      response.writeHead(500, { "content-type": "text/plain" })
      return response.end("internal error")
    case "html":
      settle(false, "html")
      response.writeHead(200, { "content-type": "text/html" })
      return response.end("<html><body>maintenance</body></html>")
    case "refuse":
      settle(false, "refused")
      return json(response, 200, { success: "false", errorMsg: fault.message ?? "not now" })
    case "hang":
      return settle(false, "hang")
    case "reset":
      settle(false, "reset")
      return request.socket.resetAndDestroy()
    case "lose-answer":
      settle(true, "lost")
      return request.socket.resetAndDestroy()
    default:
      return json(response, 500, { success: "false", errorMsg: `unknown fault ${fault.kind}` })
  }
}

const control = (response, body) => {
  const fault = parsed(body)
  if (fault !== undefined) options.fault = fault
  return json(response, fault === undefined && body !== "" ? 400 : 200, options.fault)
}

const server = createServer((request, response) => {
  const chunks = []
  request.on("error", () => {})
  request.on("data", (chunk) => chunks.push(chunk))
  request.on("end", () => {
    const body = Buffer.concat(chunks).toString("utf8")
    const url = new URL(request.url ?? "/", "http://sink.invalid")
    if (url.pathname === "/_control") return control(response, body)
    if (url.pathname === "/_history") return json(response, 200, history())
    const route = request.method === "POST" ? routeOf(url.pathname) : undefined
    if (route !== undefined) return receive(request, response, url, body, route)
    return json(response, 404, { success: "false", errorMsg: "no such path" })
  })
})
server.keepAliveTimeout = 2000
server.listen(options.port, "127.0.0.1", () => process.stdout.write(`READY ${server.address().port}\n`))

process.on("SIGTERM", () => {
  closeSync(journal)
  process.exit(0)
})

/**
 * Simulates ERPs of document 1 on loopback in a separate process. Endpoint n listens on its own address, so that callers see
 * it as a separate host. The ERPs count reports, check their order per entity, and measure their latency.
 * PORT, ENDPOINTS (1), DELAY_MS (0), REFUSED (0 to 1: the share of first attempts that fails with 500),
 * HANGING and DEAD (how many of the first endpoints never answer, or do not listen).
 *
 * A report has the time when it was due in its `trackNumber`, `T-<microseconds since 1970>-<n>`, and its position in the
 * last part of that or in `batchNo`.
 *
 *   POST /sys/automatic/receiveOdo/{type}, …/receiveAsn/{type}
 *   POST /_reset     resets the latencies, keeps the counts
 *   GET  /_report    { count, distinct, doubled, disordered, unverified, identified, firstAt, lastAt, healthy: {p50Ms…}, sick }
 */
import { build } from "hdr-histogram-js"
import { createServer, type RequestListener } from "node:http"
import { answer, bodyOf, isSigned, outerOf } from "./envelope.ts"
import { addressOf } from "./addresses.ts"

const number = (name: string) => Number(process.env[name] ?? 0)
const [port, endpoints, delayMs, refused, hanging, dead] = [number("PORT"), Math.max(1, number("ENDPOINTS")), number("DELAY_MS"), number("REFUSED"), number("HANGING"), number("DEAD")]

const histogram = () => build({ highestTrackableValue: 600_000_000, numberOfSignificantValueDigits: 3 })
const seen = new Map<string, number>()
const latest = new Map<string, number>()
const failedOnce = new Set<string>()
let figures = { count: 0, disordered: 0, unverified: 0, identified: 0, hung: 0, refused: 0, firstAt: 0, lastAt: 0, latency: histogram() }

const now = () => performance.timeOrigin + performance.now()

const place = /^T-(\d+)-(\d+)$/

const take = (content: string): void => {
  const { asnNumber, batchNo, orderNumber, trackNumber = "" } = JSON.parse(content)
  const entity = asnNumber ?? orderNumber
  const [, sent, at = batchNo] = place.exec(trackNumber) ?? []
  const key = `${entity} ${trackNumber} ${batchNo ?? ""}`
  const times = (seen.get(key) ?? 0) + 1
  seen.set(key, times)
  const moment = now()
  figures.count++
  figures.firstAt ||= moment
  figures.lastAt = moment
  if (times === 1 && at !== undefined) {
    if ((latest.get(entity) ?? -1) > Number(at)) figures.disordered++
    latest.set(entity, Number(at))
  }
  if (sent !== undefined) figures.latency.recordValue(Math.max(1, Math.round((moment - Number(sent) / 1000) * 1000)))
}

const percentiles = () => {
  const { latency } = figures
  const ms = (percentile: number) => Math.round(latency.getValueAtPercentile(percentile)) / 1000
  return { count: latency.totalCount, p50Ms: ms(50), p99Ms: ms(99), p999Ms: ms(99.9), maxMs: latency.maxValue / 1000 }
}

const report = () => {
  const { latency: _, ...rest } = figures
  return { ...rest, distinct: seen.size, doubled: [...seen.values()].filter((times) => times > 1).length, ...percentiles() }
}

const serve = (endpoint: number): RequestListener => (request, response) => {
  bodyOf(request, (body) => {
    if (request.url === "/_report") return answer(response, report())
    if (request.url === "/readyz") return answer(response, {})
    if (request.url === "/_reset") {
      figures = { count: 0, disordered: 0, unverified: 0, identified: 0, hung: 0, refused: 0, firstAt: 0, lastAt: 0, latency: histogram() }
      return answer(response, {})
    }
    if (endpoint < hanging) return void figures.hung++
    const outer = outerOf(request.headers["content-type"] ?? "", body)
    if (!isSigned(outer)) {
      figures.unverified++
      return answer(response, { success: "false", errorMsg: "not authenticated" })
    }
    if (refused > 0 && !failedOnce.has(outer.sign) && Number.parseInt(outer.sign.slice(0, 4), 16) / 65_536 < refused) {
      failedOnce.add(outer.sign)
      figures.refused++
      return answer(response, {}, 500)
    }
    if (request.headers["x-crossdock-delivery-id"] !== undefined) figures.identified++
    const accept = () => {
      take(outer.content)
      answer(response, { success: "true" })
    }
    if (delayMs === 0) return accept()
    setTimeout(accept, delayMs)
  })
}

for (let endpoint = 0; endpoint < endpoints; endpoint++) {
  if (endpoint < dead) continue
  const server = createServer(serve(endpoint))
  server.keepAliveTimeout = 120_000
  server.listen(port, addressOf(endpoint))
}
// The control address is the plain loopback address, even if the first endpoint is dead or hangs.
createServer(serve(Number.MAX_SAFE_INTEGER)).listen(port, "127.0.0.1")
process.on("SIGTERM", () => process.exit(0))

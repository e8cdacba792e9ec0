import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "vitest"
import { call, sign } from "../../support/envelope.ts"
import { exchange } from "../../support/http.ts"
import { type ErpSink, startErpSink } from "../../support/peers.ts"
import { tempDir } from "../../support/processes.ts"

const folder = tempDir()
const history = join(folder.path, "history.jsonl")
const credential = { accessId: "sandbox", secretKey: "sandbox-secret" }
let sink: ErpSink

beforeAll(async () => {
  sink = await startErpSink({ history })
})
afterEach(() => sink.breaks({ kind: "none" }))
afterAll(async () => {
  await sink.stop()
  folder.remove()
})

const push = (content: unknown, more: { readonly sign?: string; readonly as?: "json" | "form"; readonly method?: string; readonly door?: string } = {}) =>
  call({ url: `${sink.url}/sys/automatic/${more.door ?? "receiveOdo"}/sandbox`, method: "pushOrderInfo", ...credential, content, ...more, timeoutMs: 60_000 })

const stored = async (orderNumber: string) => (await sink.received()).filter(({ data }) => data.orderNumber === orderNumber).length
const tried = async (orderNumber: string) => (await sink.attempts()).filter(({ data }) => data?.orderNumber === orderNumber)

describe("the ERP sink", () => {
  it("stores what is rightly signed, as JSON and as a form, before it answers", async () => {
    const content = { orderNumber: "SO-1", note: "测试 \"quoted\" \\ / \u0001 📦 + & = %" }
    for (const as of ["json", "form"] as const) {
      assert.deepStrictEqual((await push(content, { as })).json, { success: "true" })
    }
    const lines = readFileSync(history, "utf8").trim().split("\n").map((line) => JSON.parse(line))
    assert.deepStrictEqual(lines.map(({ content: text }) => text), [JSON.stringify(content), JSON.stringify(content)])
    assert.deepStrictEqual(lines.map(({ stored: kept, type, verified }) => [kept, type, verified]), [[true, "sandbox", true], [true, "sandbox", true]])
    const asn = await push({ asnNumber: "ASN-1" }, { method: "pushAsnInfo", door: "receiveAsn" })
    assert.deepStrictEqual(asn.json, { success: "true" })
  })

  it("confirms an order of a shop by the members that name it", async () => {
    const named = { onlineOrderId: "WEB-1", shopId: 7 }
    const answer = await call({ url: `${sink.url}/extApi/platform/pushOrder`, method: "pushOrder", ...credential, content: { ...named, platform: "web" } })
    assert.deepStrictEqual(answer.json, { success: "true", ...named })
    const [order] = (await sink.received()).filter(({ method }) => method === "pushOrder")
    assert.deepStrictEqual(order?.data, { ...named, platform: "web" })
  })

  it("refuses a wrong sign, an unknown id and a method on the path of another, and keeps the attempt", async () => {
    const content = { orderNumber: "SO-2" }
    const right = sign(credential, JSON.stringify(content))
    assert.strictEqual((await push(content, { sign: right.toUpperCase() })).json.success, "true")
    for (const wrong of [{ sign: `${right.slice(0, 39)}x` }, { sign: "" }, { method: "pushAsnInfo" }]) {
      assert.strictEqual((await push(content, wrong)).json.success, "false")
    }
    assert.strictEqual(await stored("SO-2"), 1)
    assert.lengthOf(await tried("SO-2"), 4)
  })

  it.each([
    ["500", 500, "internal error"],
    ["html", 200, "<html><body>maintenance</body></html>"],
    ["refuse", 200, "{\"success\":\"false\",\"errorMsg\":\"not now\"}"]
  ] as const)("answers %s as long as it is told to, and stores nothing then", async (kind, status, body) => {
    await sink.breaks({ kind, times: 1, method: "pushOrderInfo" })
    const broken = await push({ orderNumber: `SO-${kind}` })
    assert.deepStrictEqual([broken.status, broken.body], [status, body])
    assert.strictEqual(await stored(`SO-${kind}`), 0)
    assert.strictEqual((await push({ orderNumber: `SO-${kind}` })).json.success, "true")
    assert.strictEqual(await stored(`SO-${kind}`), 1)
  })

  it.each([["reset", 0], ["lose-answer", 1], ["hang", 0]] as const)("gives no answer with %s and stores %i", async (kind, count) => {
    await sink.breaks({ kind, times: 1 })
    let problem: unknown
    await call({
      url: `${sink.url}/sys/automatic/receiveOdo/sandbox`,
      method: "pushOrderInfo",
      ...credential,
      content: { orderNumber: `SO-${kind}` },
      timeoutMs: 500
    }).catch((error: unknown) => {
      problem = error
    })
    assert.instanceOf(problem, Error)
    assert.strictEqual(await stored(`SO-${kind}`), count)
  })

  it("waits when it is told to", async () => {
    await sink.breaks({ kind: "delay", delayMs: 300 })
    const before = Date.now()
    assert.strictEqual((await push({ orderNumber: "SO-late" })).json.success, "true")
    assert.isAtLeast(Date.now() - before, 290)
  })

  it("keeps its history over a kill, a torn line left out, and knows no other path", async () => {
    const before = (await sink.received()).length
    await sink.kill()
    writeFileSync(history, "{\"torn\":", { flag: "a" })
    sink = await startErpSink({ history })
    assert.lengthOf(await sink.received(), before)
    assert.strictEqual((await exchange(`${sink.url}/sys/automatic/other/sandbox`, { body: "{}" })).status, 404)
    assert.strictEqual((await push("{", { as: "form" })).json.success, "true")
    assert.strictEqual((await exchange(`${sink.url}/sys/automatic/receiveOdo/sandbox`, { body: "{", headers: { "content-type": "application/json" } })).status, 400)
  })
})

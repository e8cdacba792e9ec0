/**
 * An order's journey through a runner without a composition file: the README's first call, and a separate ERP process that
 * verifies callbacks with independent code. Then every mistake that a caller can make, and how the process stops and
 * restarts.
 */
import { DatabaseSync } from "node:sqlite"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { call, type EnvelopeCall, sign } from "../support/envelope.ts"
import { type Answer, type Call, exchange, type Known } from "../support/http.ts"
import { type ErpSink, type Received, startErpSink } from "../support/peers.ts"
import { eventually, type Running, tempDir } from "../support/processes.ts"
import { example, missing, shell } from "../support/readme.ts"
import { type Home, homeOf } from "../support/runner.ts"
import { orderOf as anyOrder } from "../support/world.ts"

const sandbox = { accessId: "sandbox", secretKey: "sandbox-secret" }

const line = { sku: "SKU-1001", erpSku: "MUG-BLUE", name: "Blue mug", quantity: "2", amount: 19.9 }

const orderOf = (orderNumber: string, changed: Readonly<Record<string, unknown>> = {}) =>
  anyOrder(orderNumber, { warehouseCode: "SBX-1", logisticsCode: "SBX-STD", skuList: [line], ...changed })

const asnOf = (asnNumber: string, quantity = 10) => ({
  asnNumber,
  warehouseCode: "SBX-1",
  skuList: [{ sku: "SKU-1001", name: "Blue mug", quantity }]
})

const folder = tempDir("crossdock-journey-")
let sink: ErpSink
let home: Home
let runner: Running

beforeAll(async () => {
  sink = await startErpSink({ history: join(folder.path, "history") })
  home = await homeOf({ env: { CROSSDOCK_ERP_URL: sink.url } })
  runner = await home.start()
})
afterAll(async () => {
  await runner.stop()
  await sink.stop()
  await home.remove()
  folder.remove()
})

type More = Partial<Pick<EnvelopeCall, "accessId" | "sign" | "as">>

const send = (method: string, content?: unknown, more: More = {}) =>
  call({ ...sandbox, url: home.service, method, content, ...more })

const told = async (number: string): Promise<ReadonlyArray<Received>> =>
  (await sink.attempts()).filter(({ data }) => [data.orderNumber, data.asnNumber].includes(number))

const firstTold = (number: string, status: string): Promise<Received> =>
  eventually(async () => (await told(number)).find(({ data }) => [data.status, data.wmsStatus].includes(status)), {
    what: `${status} of ${number} at the ERP`
  })

describe("the first journey", () => {
  const absent = missing("curl", "openssl")

  it.skipIf(absent.length > 0)(`README's first call is accepted, and once${absent.length > 0 ? ` (skipped: no ${absent.join(", ")})` : ""}`, async () => {
    const script = example("first-call").replaceAll("http://127.0.0.1:8080", home.url)
    const answer = await shell(script)
    assert.match(answer, /^\{"success":true,"data":\{"warehouseOrderNumber":"[^"]+"\}\}$/)
    assert.strictEqual(await shell(script), answer)
    const forged = await shell(script.replace("\"content=$content\"", "\"content=$content \""))
    assert.strictEqual(JSON.parse(forged).success, false)
    const { data, verified } = await firstTold("SO-1001", "SUCCESS")
    assert.isTrue(verified)
    assert.strictEqual(data.warehouseOrderNumber, JSON.parse(answer).data.warehouseOrderNumber)
  })

  it("an accepted order ships, and its status arrives at the ERP, verified by the ERP's own digest (D1-004 D1-005 D1-327 D1-369)", async () => {
    const made = await send("createOrder", orderOf("SO-1"))
    assert.strictEqual(made.status, 200)
    const { warehouseOrderNumber } = made.json.data
    const success = await firstTold("SO-1", "SUCCESS")
    assert.isTrue(success.verified)
    assert.strictEqual(success.path, "/sys/automatic/receiveOdo/sandbox")
    assert.strictEqual(success.accessId, "sandbox")
    assert.deepInclude(success.data, { orderNumber: "SO-1", warehouseOrderNumber, warehouseCode: "SBX-1", status: "SUCCESS" })
    assert.match(success.data.trackNumber, /./)
    const found = await send("getOrder", { orderNumber: "SO-1" })
    assert.deepInclude(found.json.data, { orderNumber: "SO-1", status: "SUCCESS", trackingNumber: success.data.trackNumber })
    const states = (await told("SO-1")).map(({ data }) => data.status)
    assert.deepStrictEqual(states, [...states.filter((state) => state === "SENDING"), "SUCCESS"])
  })

  it("an inbound order is received in two batches, none counted twice (D1-371 D1-372 D1-407)", async () => {
    assert.strictEqual((await send("createAsnOrder", asnOf("ASN-1"))).json.success, true)
    const finished = await firstTold("ASN-1", "FINISHED")
    assert.strictEqual(finished.path, "/sys/automatic/receiveAsn/sandbox")
    const batches = (await told("ASN-1")).filter(({ data }) => data.skuList[0].receivedQuantity > 0)
    assert.isTrue(batches.every(({ stored, verified }) => stored && verified))
    assert.deepStrictEqual(batches.map(({ data }) => data.skuList[0].receivedQuantity), [5, 5])
    assert.lengthOf(new Set(batches.map(({ data }) => data.batchNo)), 2)
    const { json } = await send("getAsnList", { asnNumbers: ["ASN-1"] })
    assert.deepInclude(json.asnList[0], { asnNumber: "ASN-1", wmsStatus: "FINISHED" })
    assert.deepInclude(json.asnList[0].skuList[0], { estimatedQuantity: 10, receivedQuantity: 10 })
  })

  it.each(["json", "form"] as const)("each of the eleven methods is answered at the one address, as %s (D1-001 D1-006)", async (as) => {
    const [first, second, asn] = [`SO-${as}-1`, `SO-${as}-2`, `ASN-${as}`]
    const answers: Record<string, Known> = {}
    const ask = async (method: string, content?: unknown) => {
      const answer = await send(method, content, { as })
      assert.strictEqual(answer.status, 200, method)
      assert.match(String(answer.headers["content-type"]), /^application\/json/)
      assert.include([true, "true"], answer.json?.success, `${method}: ${answer.body}`)
      answers[method] = answer.json
    }
    await ask("warehouses")
    await ask("channels", { warehouseCode: "SBX-1" })
    await ask("createOrder", orderOf(first))
    await ask("createOrder", orderOf(second, { skuList: [{ ...line, sku: "NEVER_SHIPS" }] }))
    await ask("getOrder", { orderNumber: first })
    await ask("getOrderList", { orderNumberList: [first, second], warehouseCode: "SBX-1" })
    await ask("cancelOrder", { orderNumber: second })
    await ask("syncInventory", { page: 1, pageSize: 100, warehouseCode: "SBX-1" })
    await ask("createAsnOrder", { ...asnOf(asn), skuList: [{ sku: "NEVER_ARRIVES", quantity: 1 }] })
    await ask("getAsnList", { asnNumbers: [asn] })
    await ask("cancelAsnOrder", { asnNumbers: [asn] })
    await ask("insert_sku_info", { sku: `NEW-${as}`, erpSku: "NEW", title: "New" })
    assert.deepStrictEqual(answers["warehouses"].warehouseList.map((each: Known) => each.warehouseCode), ["SBX-1", "SBX-2"])
    assert.deepStrictEqual(answers["channels"].channelList.map((each: Known) => each.channelCode), ["SBX-STD", "SBX-EXP"])
    assert.strictEqual(answers["getOrder"].data.orderNumber, first)
    assert.deepStrictEqual(answers["getOrderList"].data.map((each: Known) => each.orderNumber), [first, second])
    const skus = answers["syncInventory"].data.map((each: Known) => each.warehouseSku)
    assert.includeMembers(skus, ["SKU-1001", "SKU-1050"])
    assert.strictEqual(answers["getAsnList"].asnList[0].asnNumber, asn)
    assert.strictEqual((await send("getOrder", { orderNumber: second }, { as })).json.data.status, "CANCEL")
  })

  it("a callback that arrives twice has the effect of one (D1-375)", async () => {
    const content = {
      asnNumber: "ASN-told-twice",
      warehouseCode: "WH-1",
      wmsStatus: "RECEIVING",
      updateTime: 1_772_330_584_123,
      batchNo: "B-1",
      skuList: [{ sku: "SKU-1", receivedQuantity: 5, goodQuantity: 4, badQuantity: 1 }]
    }
    const answers = []
    for (let time = 0; time < 2; time++) {
      answers.push((await call({ ...sandbox, url: `${home.url}/sys/automatic/receiveAsn/sandbox`, method: "pushAsnInfo", content })).body)
    }
    assert.deepStrictEqual(answers, ["{\"success\":\"true\"}", "{\"success\":\"true\"}"])
    const { items } = await home.admin("/orders/ASN-told-twice")
    assert.deepStrictEqual(items.map((item: Known) => [item.batches, item.lines]), [
      [1, [{ generation: 1, sku: "SKU-1", received: 5, good: 4, bad: 1 }]]
    ])
  })
})

/** The rows of every table except the one for readiness checks and the log of calls, read by another process. */
const counts = (): Readonly<Record<string, number>> => {
  const db = new DatabaseSync(join(home.data, "crossdock.sqlite"), { readOnly: true })
  try {
    const tables = db.prepare("select name from sqlite_master where type = 'table'").all().map(({ name }) => String(name))
    return Object.fromEntries(
      tables.filter((name) => name !== "setting" && !/^call(?:_|$)/.test(name)).map((name) => [name, Number(db.prepare(`select count(*) as n from "${name}"`).get()?.n)])
    )
  } finally {
    db.close()
  }
}

/** Waits longer than the sandbox takes from one state to the next, so that nothing more happens. */
const settled = (): Promise<Readonly<Record<string, number>>> => {
  let before = ""
  return eventually(() => {
    const now = counts()
    const isSame = JSON.stringify(now) === before
    before = JSON.stringify(now)
    return isSame ? now : undefined
  }, { everyMs: 2500, what: "a runner that rests" })
}

const lists = (depth: number): string => "[".repeat(depth) + "]".repeat(depth)
const withMember = (content: object, member: string): string => JSON.stringify(content).replace(/\}$/, `,${member}}`)

const { skuList: _, ...withoutLines } = orderOf("BAD")
const { name: __, ...withoutName } = orderOf("BAD").receiver as Record<string, unknown>
const changed = (more: Readonly<Record<string, unknown>>) => orderOf("BAD", more)

/** Wrong contents of a signed envelope, which are answered with 200 and success false. */
const contents: ReadonlyArray<readonly [string, string, unknown, RegExp]> = [
  ["a missing member", "createOrder", withoutLines, /^MEMBER_MISSING: \/skuList: is missing; send a list$/],
  ["a missing member inside", "createOrder", changed({ receiver: withoutName }), /^MEMBER_MISSING: \/receiver\/name: is missing; send a text$/],
  ["missing members of an element", "createOrder", changed({ skuList: [line, { sku: "SKU-1001" }] }), /^MEMBER_MISSING: \/skuList\/1\/erpSku: .*; see also \/skuList\/1\/name, /],
  ["null for a required member", "createOrder", changed({ orderNumber: null }), /^MEMBER_MISSING: \/orderNumber: /],
  ["an empty list", "createOrder", changed({ skuList: [] }), /^MEMBER_INVALID: \/skuList: is an empty list; /],
  ["a text for a list", "createOrder", changed({ skuList: "SKU-1001" }), /^MEMBER_MISTYPED: \/skuList: .*; send a list$/],
  ["an object for a text", "createOrder", changed({ shopName: {} }), /^MEMBER_MISTYPED: \/shopName: .*; send a text$/],
  ["a text that is no decimal", "createOrder", changed({ freight: "a lot" }), /^MEMBER_INVALID: \/freight: /],
  ["a decimal of 39 digits", "createOrder", withMember({ ...changed({}), freight: undefined }, `"freight":${"9".repeat(39)}`), /^MEMBER_INVALID: \/freight: /],
  ["half a piece", "createOrder", changed({ skuList: [{ ...line, quantity: "0.5" }] }), /^MEMBER_INVALID: \/skuList\/0\/quantity: /],
  ["no piece", "createOrder", changed({ skuList: [{ ...line, quantity: "0" }] }), /^MEMBER_INVALID: \/skuList\/0\/quantity: /],
  ["neither 0 nor 1", "createOrder", changed({ codEnabled: 2 }), /^MEMBER_INVALID: \/codEnabled: /],
  ["cash on delivery without its amount", "createOrder", changed({ codEnabled: 1 }), /^MEMBER_INVALID: \/codPayAmount: /],
  ["bad Base64", "createOrder", changed({ packageType: "OWN_PACKAGE", trackingNumber: "T-1", labelData: "%%%" }), /^MEMBER_INVALID: \/labelData: is not Base64; /],
  ["a text above 64 kB", "createOrder", changed({ shopName: "x".repeat(65_537) }), /^MEMBER_TOO_LONG: \/shopName: is too long; send at most 65536 bytes$/],
  ["256 characters", "insert_sku_info", { sku: "x".repeat(256), erpSku: "E" }, /^MEMBER_TOO_LONG: \/sku: is too long; send at most 255 characters$/],
  ["a page of 1001", "syncInventory", { page: 1, pageSize: 1001, warehouseCode: "SBX-1" }, /^MEMBER_INVALID: \/pageSize: .* from 1 to 1000$/],
  ["no number", "getOrderList", { orderNumberList: [], warehouseCode: "SBX-1" }, /^MEMBER_INVALID: \/orderNumberList: /],
  ["content that is not JSON", "createOrder", "{\"orderNumber\":", /^CONTENT_INVALID: \/content: this is not JSON; /],
  ["content that is no object", "createOrder", "[]", /send a JSON object/],
  ["no content", "createOrder", "", /^MEMBER_MISSING: \/orderNumber: /],
  ["content of 33 levels", "createOrder", withMember(changed({}), `"deep":${lists(32)}`), /^CONTENT_INVALID: \/content: the JSON nests 33 levels deep; at most 32 are allowed; /],
  ["content of very many levels", "createOrder", lists(200_000), /^CONTENT_INVALID: \/content: the JSON nests \d+ levels deep; at most 32 are allowed/],
  ["an unknown method", "dropOrders", {}, /^METHOD_UNKNOWN: \/method: dropOrders is not an operation; send one of warehouses, /],
  ["a method in another letter case", "CreateOrder", changed({}), /^METHOD_UNKNOWN: \/method: /],
  ["no method", "", {}, /^METHOD_UNKNOWN: \/method: is missing; /],
  ["a member of a prototype as the method", "constructor", {}, /^METHOD_UNKNOWN: \/method: /]
]

const asJson = { "content-type": "application/json" }
const asForm = { "content-type": "application/x-www-form-urlencoded" }

/** Wrong HTTP requests, which have an HTTP status of their own. */
const frames: ReadonlyArray<readonly [string, Call, number, RegExp]> = [
  ["GET", { method: "GET" }, 405, /^HTTP_METHOD_INVALID: .*; send a POST$/],
  ["PUT", { method: "PUT", body: "{}", headers: asJson }, 405, /^HTTP_METHOD_INVALID: /],
  ["XML", { body: "<a/>", headers: { "content-type": "text/xml" } }, 415, /^CONTENT_TYPE_INVALID: .*; send application\/json or application\/x-www-form-urlencoded$/],
  ["multipart", { body: "--x--", headers: { "content-type": "multipart/form-data; boundary=x" } }, 415, /^CONTENT_TYPE_INVALID: /],
  ["a body that is not JSON", { body: "{", headers: asJson }, 400, /^BODY_INVALID: this is not JSON; send one JSON object$/],
  ["a body that is no object", { body: "[]", headers: asJson }, 400, /^BODY_INVALID: .*; send one$/],
  ["a body of 33 levels", { body: `{"deep":${lists(32)}}`, headers: asJson }, 400, /^BODY_INVALID: the JSON nests 33 levels deep; at most 32 are allowed; /],
  ["a body of very many levels", { body: lists(1_000_000), headers: asJson }, 400, /^BODY_INVALID: the members other than content are /],
  ["a member twice", { body: "{\"accessId\":\"a\",\"accessId\":\"b\"}", headers: asJson }, 400, /^BODY_INVALID: /],
  ["a field twice", { body: "accessId=a&accessId=b", headers: asForm }, 400, /^BODY_INVALID: the field accessId appears twice; send it once$/],
  ["a number as the id", { body: "{\"accessId\":1}", headers: asJson }, 400, /^MEMBER_MISTYPED: \/accessId: .*; send a text$/],
  ["bytes that are not UTF-8", { body: Buffer.from([0x7b, 0xff, 0x7d]), headers: asJson }, 400, /^NOT_UTF8: .*; encode it as UTF-8/],
  ["more than 8 MiB", { body: Buffer.alloc(8 * 1024 * 1024 + 1, "x"), headers: asForm }, 413, /^BODY_TOO_LARGE: .*8388608 bytes; send less/],
  ["more than 8 MiB without an announced length", { body: Buffer.alloc(9 * 1024 * 1024, "x"), headers: asForm, isChunked: true }, 413, /^BODY_TOO_LARGE: /]
]

describe("bad input", () => {
  it("is told what, where and how to mend it, stores nothing, and ends nothing (D1-003 D1-021 D1-368 D1-383 D1-384 D1-399 D1-400 D1-401 D1-404)", async () => {
    const before = await settled()
    for (const [name, method, content, message] of contents) {
      for (const as of ["json", "form"] as const) {
        const answer = await send(method, content, { as })
        assert.strictEqual(answer.status, 200, name)
        assert.include([false, "false"], answer.json.success, `${name}: ${answer.body}`)
        assert.match(answer.json.message, message, name)
      }
    }
    for (const [name, request, status, message] of frames) {
      const answer = await exchange(home.service, request)
      assert.strictEqual(answer.status, status, `${name}: ${answer.body}`)
      const body = JSON.parse(answer.body)
      assert.strictEqual(body.success, false, name)
      assert.match(body.message, message, name)
    }
    const elsewhere = await exchange(`${home.url}/elsewhere`, { body: "{}", headers: asJson })
    assert.deepStrictEqual([elsewhere.status, JSON.parse(elsewhere.body).success], [404, false])
    assert.deepStrictEqual(counts(), before)
    assert.strictEqual((await exchange(`${home.url}/livez`)).status, 200)
    assert.strictEqual((await send("createOrder", orderOf("SO-after-all"))).json.success, true)
  })

  it("is one refusal, byte for byte, whether the id is unknown, or the sign is wrong or missing (D1-017 D1-341 D1-406)", async () => {
    const content = JSON.stringify(orderOf("SO-forged"))
    const forged: ReadonlyArray<More> = [
      { accessId: "nobody" },
      { accessId: "" },
      { sign: "" },
      { sign: "no sign" },
      { sign: "0".repeat(40) },
      { sign: sign({ ...sandbox, secretKey: "sandbox-secre" }, content) },
      { sign: sign(sandbox, `${content} `) }
    ]
    const before = await settled()
    const seen = (answer: Answer) => {
      const { date: _date, "x-request-id": _id, ...headers } = answer.headers
      return JSON.stringify([answer.status, headers, answer.body])
    }
    const places = [["/warehouse", "createOrder"], ["/sys/automatic/receiveOdo/sandbox", "pushOrderInfo"]] as const
    for (const [path, method] of places) {
      const refusals = new Set<string>()
      for (const more of forged) {
        for (const as of ["json", "form"] as const) {
          refusals.add(seen(await call({ ...sandbox, url: home.url + path, method, content, as, ...more })))
        }
      }
      assert.lengthOf([...refusals], 1, path)
      assert.match([...refusals][0]!, /^\[200,.*SIGNATURE_INVALID: this call is not authenticated; /)
    }
    assert.deepStrictEqual(counts(), before)
  })

  it("leaves no secret and nothing of a person in the log, which is JSON line by line with request ids (D1-359)", () => {
    const log = runner.stdout()
    const lines = log.trim().split("\n").map((text) => JSON.parse(text))
    assert.isNotEmpty(lines.filter(({ annotations }) => annotations.requestId !== undefined))
    for (const hidden of [sandbox.secretKey, "Ada Example", "ada@example.com", "+31 20 000 0000", "Dam 1", "1012 JS"]) {
      assert.notInclude(log, hidden)
    }
  })
})

/** Checks that a failed start prints one sentence and no stack trace. */
const refusesToStart = async (running: Running, message: RegExp): Promise<void> => {
  assert.deepStrictEqual(await running.exited, { code: 1, signal: null })
  const text = running.stdout() + running.stderr()
  assert.match(text, message)
  assert.notMatch(text, /^\s+at |node:internal|Error:/m)
  assert.isAtMost(text.trim().split("\n").length, 2, text)
}

describe("the process", () => {
  const homeFor = async (onTestFinished: (clean: () => Promise<void>) => void): Promise<Home> => {
    const own = await homeOf()
    onTestFinished(own.remove)
    return own
  }

  it.concurrent("ends on SIGTERM once the calls under way are answered, and keeps what it did (D1-387)", async ({ onTestFinished }) => {
    const own = await homeFor(onTestFinished)
    const first = await own.start()
    const slow = orderOf("SO-slow", { skuList: [{ ...line, sku: "SLOW_30S" }] })
    const ask = () => call({ ...sandbox, url: own.service, method: "createOrder", content: slow })
    const underWay = ask()
    await eventually(async () => (await own.admin("/intents?state=any")).items.length > 0 ? true : undefined)
    const stopping = first.stop()
    const answer = await underWay
    assert.strictEqual(answer.json.message, "DOUBTFUL: outcome not known yet; ask again with the same number")
    assert.deepStrictEqual(await stopping, { code: 0, signal: null })
    const second = await own.start()
    const number = await eventually(async () => (await ask()).json.data?.warehouseOrderNumber)
    assert.match(number, /./)
    assert.deepStrictEqual(await second.stop(), { code: 0, signal: null })
  })

  it.concurrent("keeps every order over a stop and a start", async ({ onTestFinished }) => {
    const own = await homeFor(onTestFinished)
    const ask = (method: string, content: unknown) => call({ ...sandbox, url: own.service, method, content })
    const first = await own.start()
    const made = await ask("createOrder", orderOf("SO-kept"))
    const status = await eventually(async () => {
      const { json } = await ask("getOrder", { orderNumber: "SO-kept" })
      return json.data.status === "SUCCESS" ? json.data : undefined
    })
    assert.deepStrictEqual(await first.stop(), { code: 0, signal: null })
    const second = await own.start()
    assert.deepStrictEqual((await ask("getOrder", { orderNumber: "SO-kept" })).json.data, status)
    assert.strictEqual((await ask("createOrder", orderOf("SO-kept"))).body, made.body)
    const other = await ask("createOrder", orderOf("SO-kept", { freight: 5 }))
    assert.match(other.json.message, /^DIFFERENT_CONTENT: \/freight: /)
    assert.deepStrictEqual(await second.stop(), { code: 0, signal: null })
  })

  it.concurrent("says in one sentence which port is in use, and what to set", async ({ onTestFinished }) => {
    const own = await homeFor(onTestFinished)
    await refusesToStart(await own.startDoomed({ PORT: String(home.port) }), new RegExp(`port ${home.port} .* in use; .*set PORT to a free port`))
    await refusesToStart(
      await own.startDoomed({ CROSSDOCK_ADMIN_PORT: String(home.adminPort) }),
      new RegExp(`port ${home.adminPort} .* in use; .*set CROSSDOCK_ADMIN_PORT to a free port`)
    )
  })

  it.concurrent.for([
    ["a port that is none", { PORT: "many" }, /the environment is not valid: PORT: /],
    ["an address that is none", { CROSSDOCK_ERP_URL: "here" }, /the environment is not valid: CROSSDOCK_ERP_URL: /],
    ["a secret file that is not there", { CROSSDOCK_ADMIN_TOKEN: "", CROSSDOCK_ADMIN_TOKEN_FILE: "./nowhere" }, /cannot be read: .*nowhere/],
    ["a data folder that cannot be", { CROSSDOCK_DATA: "/dev/null/data" }, /the folder of CROSSDOCK_DATA cannot be created: /],
    ["a composition that is not there", { CROSSDOCK_CONFIG: "./nowhere.config.ts" }, /CROSSDOCK_CONFIG names .*nowhere\.config\.ts, which does not exist; /],
    ["a database that does not answer", { DATABASE_URL: "postgres://postgres:pw@127.0.0.1:1/none", CROSSDOCK_SECRET_KEY: "k" }, /database|PostgreSQL/i],
    ["PostgreSQL without a key", { DATABASE_URL: "postgres://postgres:pw@127.0.0.1:1/none" }, /CROSSDOCK_SECRET_KEY is required/]
  ] as const)("says in one sentence that it cannot start with %s", async ([, env, message], { onTestFinished }) => {
    const own = await homeFor(onTestFinished)
    await refusesToStart(await own.startDoomed(env), message)
  })

  it.concurrent("takes the credentials that everyone knows on loopback alone", async ({ onTestFinished }) => {
    const own = await homeFor(onTestFinished)
    const running = await own.start({ HOST: "0.0.0.0" })
    const answer = await call({ ...sandbox, url: own.service, method: "warehouses" })
    assert.match(answer.json.message, /^SIGNATURE_INVALID: /)
    assert.notInclude(running.stdout() + running.stderr(), "sandbox-secret ")
    await running.stop()
  })
})

/**
 * Attacks on the route of document 3, each named by its row: what is answered in which layer, that nothing is booked, and that a caller
 * in the right is served after it.
 */
import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Connections } from "../../src/connection/Connections.ts"
import { Database } from "../../src/store/Database.ts"
import { type Live, live } from "../support/Live.ts"
import * as Ledger from "../support/Ledger.ts"

type Told = Ledger.Told
const times = <A>(count: number, make: (at: number) => A): Array<A> => Array.from({ length: count }, (_, at) => make(at))

const listed = { page: 1, pageSize: 100 }
const movements = { operateTimeFrom: "2020-01-01 00:00:00", operateTimeTo: "2099-01-01 00:00:00", ...listed }

/** What the books and the runner hold. */
const held = (w: Live) =>
  Effect.gen(function*() {
    const db = yield* Database
    const orders = yield* Ledger.call(w, "QUERY_ASN_LIST", listed)
    const entries = yield* Ledger.call(w, "QUERY_INVENTORY_LOG_LIST", movements)
    const [intents] = yield* db.query("select count(*) as n from intent")
    return { orders: orders.content.total, entries: entries.content.total, intents: Number(intents!.n) }
  })

/** Runs an attack, and proves that it changed nothing and that the runner serves others after it. */
const harmless = <A>(w: Live, attack: Effect.Effect<A>) =>
  Effect.gen(function*() {
    const before = yield* held(w)
    const answer = yield* attack
    const after = yield* held(w)
    assert.deepStrictEqual([after, typeof after.orders], [before, "number"])
    return answer
  })

const onRoute = (title: string, test: (w: Live) => Effect.Effect<unknown, unknown, any>, options: Ledger.Options = {}) =>
  it.live(title, () => live({ filename: ":memory:" }, Ledger.composition(options), test as never))

const codesOf = (w: Live, attacks: ReadonlyArray<Effect.Effect<Told>>) => Effect.map(Effect.all(attacks), (answers) => answers.map(({ code }) => code))

const seconds = (millis: number) => String(Math.floor(millis / 1000))

onRoute("takes a timestamp of 10 and of 13 digits within ten minutes, and tells its time where it refuses (A025 A026 A027 U-46)", (w) =>
  harmless(w, Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const at = (offset: number) => [String(now + offset * 1000), seconds(now + offset * 1000)]
    const ask = (timestamp: string) => Ledger.call(w, "QUERY_ASN_LIST", listed, { timestamp })
    assert.deepStrictEqual(yield* codesOf(w, [0, 590, -590].flatMap(at).map(ask)), times(6, () => "ok"))
    for (const timestamp of [610, -610].flatMap(at)) {
      const { code, message } = yield* ask(timestamp)
      assert.strictEqual(code, "TIMESTAMP_EXPIRED")
      assert.match(message, /which reads \d{13} \(20\d\d-/)
    }
  })))

onRoute("takes any time where the check is off (A027 U-46)", (w) =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* codesOf(w, [Ledger.call(w, "QUERY_ASN_LIST", listed, { timestamp: "1700000000" })]), ["ok"])
  }), { links: [{ profile: { timestampTolerance: "off" } }] })

onRoute("refuses what is no timestamp, and defines its unit by its digits (A028 A029)", (w) =>
  harmless(w, Effect.gen(function*() {
    const bad = ["-1700000000", "1e10", "0x6553f100", " 1700000000", "12345678901234567890", "1700000000.0", ""]
    const codes = yield* codesOf(w, bad.map((timestamp) => Ledger.call(w, "QUERY_ASN_LIST", listed, { timestamp })))
    assert.deepStrictEqual(codes, bad.map(() => "DATA_INPUT_ERROR"))
    const { timestamp: _, ...absent } = Ledger.fieldsOf("QUERY_ASN_LIST", listed, 0, { timestamp: "" })
    assert.strictEqual((yield* Ledger.send(w, absent, "/api/v1/asn")).code, "DATA_INPUT_ERROR")
    const far = yield* codesOf(w, ["9999999999", "9999999999999"].map((timestamp) => Ledger.call(w, "QUERY_ASN_LIST", listed, { timestamp })))
    assert.deepStrictEqual(far, ["TIMESTAMP_EXPIRED", "TIMESTAMP_EXPIRED"])
  })))

onRoute("takes a sign in either case, and answers every other one and unknown callers with one text (A030)", (w) =>
  harmless(w, Effect.gen(function*() {
    const ask = (sign: (right: string) => string, more: Ledger.Signed = {}) => Ledger.call(w, "QUERY_ASN_LIST", listed, { sign, ...more })
    assert.deepStrictEqual(yield* codesOf(w, [ask((right) => right.toLowerCase()), ask((right) => right.toUpperCase())]), ["ok", "ok"])
    const refused = yield* Effect.all([
      ask((right) => right.slice(1)),
      ask((right) => `${right}0`),
      ask((right) => `0x${right.slice(2)}`),
      ask((right) => `z${right.slice(1)}`),
      ask(() => ""),
      ask((right) => right, { secretKey: "wrong" }),
      ask((right) => right, { appId: "nobody" })
    ])
    assert.strictEqual(new Set(refused.map(({ body, status }) => JSON.stringify({ ...body, requestId: "", status }))).size, 1)
    assert.strictEqual(refused[0]!.code, "AUTH_001")
  })))

onRoute("answers wrong signs with 429 after fifty of them, and right ones as before (A032)", (w) =>
  Effect.gen(function*() {
    const wrong = Ledger.call(w, "QUERY_ASN_LIST", listed, { secretKey: "wrong" })
    const statuses = yield* Effect.forEach(times(52, () => wrong), (each) => Effect.map(each, ({ status }) => status))
    assert.deepStrictEqual(statuses, times(52, (at) => (at < 50 ? 200 : 429)))
    assert.strictEqual((yield* Ledger.call(w, "QUERY_ASN_LIST", listed)).code, "ok")
  }))

const inventory = { warehouse: "Main", ...listed }

onRoute("serves the deprecated list with the header Deprecation, and counts its callers (A070 U-136)", (w) =>
  Effect.gen(function*() {
    const { code, headers } = yield* Ledger.call(w, "QUERY_SIMPLE_LIST_INVENTORY", inventory)
    assert.deepStrictEqual([code, headers["deprecation"]], ["ok", "@0"])
    assert.isUndefined((yield* Ledger.call(w, "QUERY_SIMPLE_LIST_INVENTORY_V2", inventory)).headers["deprecation"])
    yield* (yield* Connections).storeDrift
    const db = yield* Database
    const found = yield* db.query("select scope, place, path, times from drift")
    assert.deepInclude(found.map(({ path, place, scope, times: count }) => [scope, place, path, Number(count)]), ["open-api:app-1", "QUERY_SIMPLE_LIST_INVENTORY", "/serviceType", 1])
  }))

onRoute("refuses the deprecated list where it is switched off (A070 U-136)", (w) =>
  Effect.gen(function*() {
    assert.deepStrictEqual(
      yield* codesOf(w, ["QUERY_SIMPLE_LIST_INVENTORY", "QUERY_SIMPLE_LIST_INVENTORY_V2"].map((type) => Ledger.call(w, type, inventory))),
      ["SERVICE_TYPE_NOT_EXIST", "ok"]
    )
  }), { links: [{ profile: { deprecated: "refuse" } }] })

const skus = (count: number) => times(count, (at) => (at === 0 ? "W-1" : `S-${at}`))
const stock = "QUERY_SIMPLE_LIST_INVENTORY_V2"

const lists: ReadonlyArray<readonly [row: string, serviceType: string, bizParam: object, code: string]> = [
  ["A071", stock, { ...inventory, pageSize: 0 }, "DATA_INPUT_ERROR"],
  ["A071", stock, { ...inventory, pageSize: -1 }, "DATA_INPUT_ERROR"],
  ["A071", stock, { ...inventory, pageSize: 1 }, "ok"],
  ["A071", stock, { ...inventory, pageSize: 200 }, "ok"],
  ["A071", stock, { ...inventory, pageSize: "200" }, "ok"],
  ["A071", stock, { ...inventory, pageSize: 201 }, "DATA_INPUT_ERROR"],
  ["A071", stock, { ...inventory, pageSize: "all" }, "DATA_INPUT_ERROR"],
  ["A072", stock, { ...inventory, page: 0 }, "DATA_INPUT_ERROR"],
  ["A072", stock, { ...inventory, page: -1 }, "DATA_INPUT_ERROR"],
  ["A073", stock, { skuList: skus(200), warehouses: ["Main", "Other"], ...listed }, "ok"],
  ["A073", stock, { skuList: skus(201), warehouses: ["Main", "Other"], ...listed }, "DATA_INPUT_ERROR"],
  ["A073", "QUERY_BATCH_INVENTORY_LIST", { skuList: skus(300), ...listed }, "ok"],
  ["A073", "QUERY_BATCH_INVENTORY_LIST", { skuList: skus(301), ...listed }, "DATA_INPUT_ERROR"],
  ["A073", "QUERY_STORAGE_LOCATION_INVENTORY_LIST", { skuList: skus(201), warehouses: ["Main"], ...listed }, "DATA_INPUT_ERROR"],
  ["A074", stock, { warehouses: times(51, () => "Main"), ...listed }, "DATA_INPUT_ERROR"],
  ["A074", stock, { warehouses: times(50, () => "Main"), ...listed }, "ok"],
  ["A074", stock, { warehouse: "x".repeat(51), ...listed }, "DATA_INPUT_ERROR"],
  ["A074", stock, { warehouse: "x".repeat(50), ...listed }, "WAREHOUSE_NOT_EXIST"],
  ["A075", "QUERY_ASN_LIST", { timeFrom: "2026-01-01", ...listed }, "DATA_INPUT_ERROR"],
  ["A075", "QUERY_ASN_LIST", { timeType: "UPDATE_TIME", ...listed }, "DATA_INPUT_ERROR"],
  ["A069", "query_asn_list", listed, "SERVICE_TYPE_NOT_EXIST"]
]

onRoute("judges the bounds of a list before it asks the books (A069 A071 A072 A073 A074 A075)", (w) =>
  harmless(w, Effect.gen(function*() {
    const codes = yield* codesOf(w, lists.map(([, serviceType, bizParam]) => Ledger.call(w, serviceType, bizParam)))
    assert.deepStrictEqual(codes.map((code, at) => [lists[at]![0], at, code]), lists.map(([row, , , code], at) => [row, at, code]))
  })), { server: { openApiRate: "none" } })

onRoute("answers a page far behind the end at once, and empty (A072)", (w) =>
  Effect.gen(function*() {
    for (const page of [2, 10_001, 2 ** 31]) {
      const { code, content } = yield* Ledger.call(w, stock, { ...inventory, page })
      assert.deepStrictEqual([code, content.result], ["ok", []])
    }
  }))

const formType = "application/x-www-form-urlencoded"

onRoute("answers a request that cannot be read with its HTTP status and the shape of a failure (A013 A043 A046 A047 A049 A050 A060 A061)", (w) =>
  harmless(w, Effect.gen(function*() {
    const fields = Ledger.fieldsOf("QUERY_ASN_LIST", listed, yield* Clock.currentTimeMillis)
    const { body } = Ledger.formOf(fields, "urlencoded")
    const parts = Ledger.formOf(fields)
    const requests: ReadonlyArray<readonly [row: string, status: number, request: Parameters<Live["call"]>[0]]> = [
      ["a field twice (A013)", 400, { headers: { "content-type": formType }, body: `${body}&appId=app-2` }],
      ["bytes that are not UTF-8 (A043)", 400, { headers: { "content-type": formType }, body: Buffer.concat([Buffer.from(body), Buffer.from([0xff])]) }],
      ["a byte order mark (A046)", 200, { headers: { "content-type": formType }, body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(body)]) }],
      ["another charset (A047)", 415, { headers: { "content-type": `${formType}; charset=gbk` }, body }],
      ["JSON (A048)", 415, { headers: { "content-type": "application/json" }, body: JSON.stringify(fields) }],
      ["parts without their end (A049)", 400, { headers: { "content-type": parts.contentType }, body: parts.body.slice(0, -60) }],
      ["a file among the parts (A049)", 400, { headers: { "content-type": parts.contentType }, body: parts.body.replace("name=\"sign\"", "name=\"sign\"; filename=\"x\"") }],
      ["a compressed body (A050)", 415, { headers: { "content-type": formType, "content-encoding": "gzip" }, body }],
      ["an escape that is none (A060)", 400, { headers: { "content-type": formType }, body: body.replace("appId=", "appId=%zz") }],
      ["many fields (A061)", 400, { headers: { "content-type": formType }, body: `${"a=1&".repeat(10_000)}${body}` }],
      ["a GET", 405, { method: "GET" }]
    ]
    const found = yield* Effect.forEach(requests, ([row, , request]) =>
      Effect.map(w.call({ path: "/api/v1/asn", ...request }), (answer) => [row, answer.status, Ledger.told(answer).code]))
    assert.deepStrictEqual(found, requests.map(([row, status]) => [row, status, status === 200 ? "ok" : "DATA_INPUT_ERROR"]))
  })))

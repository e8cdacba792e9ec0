/**
 * What a warehouse is asked to do, by document 1 or by the gateway: its lists, an article, an order and an inbound order from their
 * creation to their end.
 */
import { Json } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Law } from "../Report.ts"
import type { Answer, Session } from "../Session.ts"
import type { Facts } from "../Target.ts"
import { number, recordsIn, text } from "./Records.ts"

/** How the two documents name the methods of a warehouse, and where their messages have the same members. */
export interface Dialect {
  readonly warehouses: string
  readonly channels: string
  readonly product: string
  /** The member of an answer that holds its content; "" if the content stands beside `success`. */
  readonly result: "" | "result"
  readonly warehouseList: string
  /** Members of every request. */
  readonly common: (facts: Facts, list: boolean) => Json.JsonObject
  /** Each method that reads orders, with its request for some numbers, and the records of its answer. */
  readonly reads: ReadonlyArray<{
    readonly method: string
    readonly isList: boolean
    readonly ask: (numbers: ReadonlyArray<string>, warehouseCode: string) => Json.JsonObject
    readonly records: (answer: Json.JsonObject) => ReadonlyArray<Json.JsonObject>
  }>
  readonly cancel: (orderNumber: string, warehouseCode: string) => Json.JsonObject
  readonly asnNumbers: (numbers: ReadonlyArray<string>) => ReadonlyArray<Json.Json>
  /** The number that a warehouse answers for an order. */
  readonly numberIn: (answer: Json.JsonObject) => string | undefined
  readonly stockOf: (sku: string) => Json.JsonObject
  readonly laws: { readonly [L in LawName]: ReadonlyArray<string> }
}

type LawName = "repeat" | "shown" | "unknown" | "cancelled" | "pages" | "filter" | "asnShown" | "asnCancelled"

export const envelope: Dialect = {
  warehouses: "warehouses",
  channels: "channels",
  product: "insert_sku_info",
  result: "",
  warehouseList: "warehouseList",
  common: () => ({}),
  reads: [
    { method: "getOrder", isList: false, ask: ([orderNumber = ""], warehouseCode) => ({ orderNumber, warehouseCode }), records: (answer) => recordsIn([answer["data"] ?? null]) },
    { method: "getOrderList", isList: true, ask: (orderNumberList, warehouseCode) => ({ orderNumberList, warehouseCode }), records: (answer) => recordsIn(answer["data"]) }
  ],
  cancel: (orderNumber, warehouseCode) => ({ orderNumber, warehouseCode }),
  asnNumbers: (numbers) => numbers,
  numberIn: (answer) => text(Json.isObject(answer["data"]) ? answer["data"] : {}, "warehouseOrderNumber"),
  stockOf: (warehouseSku) => ({ warehouseSku }),
  laws: { repeat: [], shown: ["D1-282"], unknown: ["D1-288"], cancelled: [], pages: ["D1-294"], filter: [], asnShown: [], asnCancelled: [] }
}

export const gateway: Dialect = {
  warehouses: "initWarehouses",
  channels: "initChannels",
  product: "insertSkuInfo",
  result: "result",
  warehouseList: "warehouseInfoList",
  common: ({ warehouseKey = "" }, list) => ({ warehouseKey: list ? [warehouseKey] : warehouseKey }),
  reads: [{
    method: "getOrder",
    isList: true,
    ask: (numbers, warehouseCode) => ({ warehouseCode, getOrderInfoList: numbers.map((orderNumber) => ({ orderNumber })) }),
    records: (answer) => recordsIn(answer["warehouseGetOrderList"])
  }],
  cancel: (orderNumber, warehouseCode) => ({ warehouseCode, cancelOrderList: [{ orderNumber }] }),
  asnNumbers: (numbers) => numbers.map((asnNumber) => ({ asnNumber, refCode: "", type: "MANUAL" })),
  numberIn: (answer) => text(recordsIn(answer["results"])[0] ?? answer, "warehouseOrderNumber"),
  stockOf: (warehouseSku) => ({ warehouseSkuList: [{ warehouseSku }] }),
  laws: { repeat: [], shown: [], unknown: [], cancelled: [], pages: ["G-293"], filter: [], asnShown: [], asnCancelled: [] }
}

/** An order of one piece. */
const orderOf = (orderNumber: string, warehouseCode: string, logisticsCode: string, sku: string): Json.JsonObject => ({
  orderNumber,
  onlineOrderId: orderNumber,
  shopName: "Conformance test",
  warehouseCode,
  logisticsCode,
  platform: "TEST",
  freight: 0,
  packageType: "NORMAL",
  codEnabled: 0,
  receiver: { name: "Conformance Test", phone: "10000000", email: "test@example.org", country: "SG", state: "SG", city: "Singapore", address1: "1 Test Road", postalCode: "000001", district: "Centre", address2: "1" },
  skuList: [{ sku, erpSku: sku, name: "Conformance test", quantity: "1", amount: 1 }]
})

const asnOf = (asnNumber: string, warehouseCode: string, sku: string, at: number): Json.JsonObject => ({
  asnNumber,
  warehouseCode,
  estimatedArrivalDate: at + 7 * 86_400_000,
  type: "PURCHASE",
  skuList: [{ sku, name: "Conformance test", quantity: 3 }],
  asnMarkSku: [{ boxNumber: 1, markCode: "B1", quantity: 3, sku, name: "Conformance test", length: 1, width: 1, height: 1 }]
})

/** Plays the story. */
export const play = Effect.fnUntraced(function*(session: Session, dialect: Dialect, facts: Facts) {
  const now = yield* Clock.currentTimeMillis
  const story = { session, dialect, facts, now, mark: `CERT-${now.toString(36).toUpperCase()}` }
  const place = yield* placeOf(story)
  if (place === undefined) return
  const sku = yield* articleOf(story, place.warehouseCode)
  yield* orderTold(story, place, sku)
  yield* inboundTold(story, place.warehouseCode, sku)
})

interface Story {
  readonly session: Session
  readonly dialect: Dialect
  readonly facts: Facts
  readonly now: number
  /** The beginning of every number that this test creates. */
  readonly mark: string
}

interface Place {
  readonly warehouseCode: string
  readonly logisticsCode: string | undefined
}

const contentOf = ({ dialect }: Story, { json }: Answer): Json.JsonObject => {
  const found = dialect.result === "" ? json : json[dialect.result]
  return Json.isObject(found) ? found : {}
}

const asked = ({ dialect, facts }: Story, more: Json.JsonObject, isList = false): Json.JsonObject => ({ ...dialect.common(facts, isList), ...more })

const law = (story: Story, method: string, name: LawName, sentence: string): Law => ({ method, name, sentence, ids: story.dialect.laws[name] })

/** Reads warehouses and channels. */
const placeOf = Effect.fnUntraced(function*(story: Story) {
  const { dialect, facts, session } = story
  let warehouseCode = facts.warehouse
  if (session.offers(dialect.warehouses)) {
    const answer = contentOf(story, yield* session.call(dialect.warehouses, asked(story, {}, true)))
    warehouseCode ??= text(recordsIn(answer[dialect.warehouseList])[0] ?? {}, "warehouseCode")
  }
  if (warehouseCode === undefined) {
    session.leaveOut(dialect.channels, "no warehouse is known; name one with --warehouse")
    return undefined
  }
  let logisticsCode = facts.channel
  if (session.offers(dialect.channels)) {
    const answer = contentOf(story, yield* session.call(dialect.channels, asked(story, { warehouseCode }, true)))
    logisticsCode ??= text(recordsIn(answer["channelList"])[0] ?? {}, "channelCode")
  }
  return { warehouseCode, logisticsCode }
})

/** Creates an article, and reads stock page by page. */
const articleOf = Effect.fnUntraced(function*(story: Story, warehouseCode: string) {
  const { dialect, facts, mark, session } = story
  const created = `${mark}-SKU`
  if (session.offers(dialect.product)) {
    const product = asked(story, { warehouseCode, sku: created, erpSku: created, title: "Conformance test", weight: 1, weightUnit: "kg" })
    yield* session.call(dialect.product, product)
    const again = yield* session.probe(dialect.product, product)
    session.expect({ method: dialect.product, name: "repeat", sentence: `${dialect.product} must take the same article again, because it creates or updates it.`, ids: [] }, again.isSuccess, `the repeat was refused: ${again.refusal}`)
  }
  const stocked = session.offers("syncInventory") ? yield* stockTold(story, warehouseCode) : undefined
  return facts.sku ?? stocked ?? created
})

const pagesRead = 5

const stockTold = Effect.fnUntraced(function*(story: Story, warehouseCode: string) {
  const { dialect, session } = story
  const method = "syncInventory"
  const seen = new Map<string, number>()
  let stocked: string | undefined
  for (let page = 1; page <= pagesRead; page++) {
    const content = contentOf(story, yield* session.call(method, asked(story, { pageSize: 1, page, warehouseCode })))
    const records = recordsIn(content["data"])
    session.expect(law(story, method, "pages", `${method} must answer at most pageSize records, and each record on one page only.`), records.length <= 1 && records.every((one) => !seen.has(keyOf(one))),
      records.length > 1 ? `page ${page} has ${records.length} records where 1 was asked for` : `page ${page} repeats a record of page ${seen.get(keyOf(records[0] ?? {}))}`)
    for (const one of records) {
      seen.set(keyOf(one), page)
      if (stocked === undefined && number(one, "sellableQuantity") > 0) stocked = text(one, "warehouseSku")
    }
    const isLast = ["true", "1"].includes(String(content["isLastPage"]).toLowerCase())
    session.expect({ method, name: "ends", sentence: `${method} must say on which page the list ends.`, ids: dialect.laws.pages }, isLast || records.length > 0, `page ${page} is empty and is not the last one`)
    if (isLast || records.length === 0) break
  }
  const wanted = [...seen.keys()][0]?.split(" ")[1]
  if (wanted !== undefined) {
    const content = contentOf(story, yield* session.probe(method, asked(story, { pageSize: 10, page: 1, warehouseCode, ...dialect.stockOf(wanted) })))
    const others = recordsIn(content["data"]).filter((one) => text(one, "warehouseSku") !== wanted)
    session.expect(law(story, method, "filter", `${method} must answer only the SKU that was asked for.`), others.length === 0, `asked for one SKU, it answered ${others.length} others`)
  }
  return stocked
})

const keyOf = (record: Json.JsonObject): string => `${text(record, "warehouseCode") ?? ""} ${text(record, "warehouseSku") ?? ""}`

/** Creates an order, reads it, and cancels it. */
const orderTold = Effect.fnUntraced(function*(story: Story, { logisticsCode, warehouseCode }: Place, sku: string) {
  const { dialect, mark, session } = story
  const unknown = `${mark}-NONE`
  if (!session.options.ships || logisticsCode === undefined) {
    for (const method of ["createOrder", "cancelOrder", ...dialect.reads.map((one) => one.method)]) session.leaveOut(method, session.options.ships ? "no channel is known; name one with --channel" : "it creates an order; allow it with --ships")
    return
  }
  const orderNumber = `${mark}-SO`
  const order = asked(story, orderOf(orderNumber, warehouseCode, logisticsCode, sku))
  const cancel = asked(story, dialect.cancel(orderNumber, warehouseCode), true)
  session.removes(`order ${orderNumber}`, session.probe("cancelOrder", cancel))
  const created = yield* session.call("createOrder", order)
  if (!created.isSuccess) return
  const first = dialect.numberIn(contentOf(story, created))
  const again = yield* session.probe("createOrder", order)
  const second = dialect.numberIn(contentOf(story, again))
  session.expect(law(story, "createOrder", "repeat", "createOrder must not create a second order when the same order is sent again."), !again.isSuccess || second === first, `the repeat was answered with another order: ${second ?? "none"} after ${first ?? "none"}`)
  const shown = (method: string, phase: string | undefined) => Effect.gen(function*() {
    const read = dialect.reads.find((one) => one.method === method)!
    const records = read.records(contentOf(story, yield* session.call(method, asked(story, read.ask(read.isList ? [orderNumber, unknown] : [orderNumber], warehouseCode)))))
    const own = records.filter((one) => text(one, "orderNumber") === orderNumber)
    session.expect(law(story, method, "shown", `${method} must show an order that createOrder has accepted.`), own.length === 1, `it shows ${own.length} records of the order`)
    session.expect(law(story, method, "unknown", `${method} must leave out an order that nobody has created.`), own.length === records.length, "it shows a record of another number")
    if (phase !== undefined) session.expect({ method: "cancelOrder", name: "cancelled", sentence: "An order that cancelOrder has cancelled must be shown with the status CANCEL.", ids: dialect.laws.cancelled }, own.every((one) => text(one, "status") === phase), `${method} shows the status ${text(own[0] ?? {}, "status") ?? "none"}`)
  })
  for (const { method } of dialect.reads) yield* shown(method, undefined)
  for (const read of dialect.reads) {
    const answer = yield* session.probe(read.method, asked(story, read.ask([unknown], warehouseCode)))
    const shownInstead = answer.isSuccess ? read.records(contentOf(story, answer)).length : 0
    session.expect(law(story, read.method, "unknown", `${read.method} must leave out an order that nobody has created.`), shownInstead === 0, "it shows a record for a number that nobody has created")
  }
  const gone = yield* session.call("cancelOrder", cancel)
  if (gone.isSuccess) for (const { method } of dialect.reads) yield* shown(method, "CANCEL")
})

/** Announces an inbound order, reads it, and cancels it. */
const inboundTold = Effect.fnUntraced(function*(story: Story, warehouseCode: string, sku: string) {
  const { dialect, mark, now, session } = story
  const methods = ["createAsnOrder", "getAsnList", "cancelAsnOrder"]
  if (!methods.every((method) => session.offers(method))) return
  if (!session.options.ships) {
    for (const method of methods) session.leaveOut(method, "it creates an inbound order; allow it with --ships")
    return
  }
  const asnNumber = `${mark}-ASN`
  const cancel = asked(story, { asnNumbers: [asnNumber], warehouseCode })
  session.removes(`inbound order ${asnNumber}`, session.probe("cancelAsnOrder", cancel))
  const created = yield* session.call("createAsnOrder", asked(story, asnOf(asnNumber, warehouseCode, sku, now)))
  if (!created.isSuccess) return
  const ask = (numbers: ReadonlyArray<string>) => asked(story, { asnNumbers: dialect.asnNumbers(numbers), warehouseCode })
  const records = recordsIn(contentOf(story, yield* session.call("getAsnList", ask([asnNumber, `${mark}-NONE`])))["asnList"])
  const own = records.filter((one) => text(one, "asnNumber") === asnNumber)
  session.expect(law(story, "getAsnList", "asnShown", "getAsnList must show an inbound order that createAsnOrder has accepted."), own.length === 1, `it shows ${own.length} records of the inbound order`)
  const expected = recordsIn(own[0]?.["skuList"]).filter((one) => text(one, "sku") === sku).map((one) => number(one, "estimatedQuantity"))
  session.expect({ method: "createAsnOrder", name: "quantity", sentence: "An inbound order must be shown with the pieces that createAsnOrder has announced.", ids: [] }, own.length === 0 || expected.length === 0 || expected.reduce((sum, one) => sum + one, 0) === 3, `3 pieces were announced and ${expected.join(" + ")} are shown`)
  session.expect({ method: "getAsnList", name: "unknown", sentence: "getAsnList must leave out an inbound order that nobody has created.", ids: [] }, own.length === records.length, "it shows a record of another number")
  const gone = contentOf(story, yield* session.call("cancelAsnOrder", cancel))
  const results = recordsIn(gone["results"])
  session.expect(law(story, "cancelAsnOrder", "asnCancelled", "cancelAsnOrder must name only inbound orders that it was asked about."), results.every((one) => text(one, "asnNumber") === asnNumber), "its results name another inbound order")
})

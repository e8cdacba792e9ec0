/**
 * What an ERP is asked to do, by document 3: an inbound order from its creation to its end, and its lists page by page.
 */
import type { Json } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Session } from "../Session.ts"
import type { Facts } from "../Target.ts"
import { recordsIn, text } from "./Records.ts"

const day = (at: number): string => DateTime.formatIsoDateUtc(DateTime.makeUnsafe(at))

/** Plays the story. */
export const play = Effect.fnUntraced(function*(session: Session, facts: Facts) {
  const now = yield* Clock.currentTimeMillis
  const days = { from: day(now - (facts.days ?? 1) * 86_400_000), to: day(now + 86_400_000) }
  const mark = `CERT-${now.toString(36).toUpperCase()}`
  const [known] = yield* paged(session, "QUERY_ASN_LIST", {}, (one) => text(one, "asnNumber") ?? "")
  const warehouseName = facts.warehouse ?? (known && text(known, "warehouseName"))
  const stocked = warehouseName === undefined ? undefined : yield* stockTold(session, days, warehouseName)
  const sku = facts.sku ?? stocked
  yield* inboundTold(session, mark, warehouseName, sku)
  yield* documentsTold(session, days)
  yield* changes(session, mark, warehouseName, sku)
})

interface Days {
  readonly from: string
  readonly to: string
}

const pagesRead = 3

/** Reads a list page by page, and checks that no record comes twice. */
const paged = Effect.fnUntraced(function*(session: Session, method: string, asked: Json.JsonObject, keyOf: (record: Json.JsonObject) => string = JSON.stringify) {
  if (!session.offers(method)) return []
  const found = new Map<string, Json.JsonObject>()
  for (let page = 1; page <= pagesRead; page++) {
    const { isSuccess, json } = yield* session.call(method, { ...asked, page, pageSize: 1 })
    const records = recordsIn(json["result"])
    if (!isSuccess) break
    const repeated = records.filter((one) => found.has(keyOf(one))).length
    session.expect({ method, name: "pages", sentence: `${method} must answer at most pageSize records, and each record on one page only.`, ids: [] }, repeated === 0 && records.length <= 1,
      repeated > 0 ? `page ${page} repeats ${repeated} records of the pages before` : `page ${page} has ${records.length} records where 1 was asked for`)
    for (const one of records) found.set(keyOf(one), one)
    const total = Number(text(json, "total") ?? Number.NaN)
    session.expect({ method, name: "total", sentence: `${method} must count at least the records that it shows.`, ids: [] }, Number.isNaN(total) || total >= found.size, `total is ${total} after ${found.size} records`)
    if (records.length === 0 || (!Number.isNaN(total) && page >= total)) break
  }
  return [...found.values()]
})

/** Reads stock in every form, and returns a SKU that it shows. */
const stockTold = Effect.fnUntraced(function*(session: Session, { from, to }: Days, warehouseName: string) {
  const v2 = "QUERY_SIMPLE_LIST_INVENTORY_V2"
  const [first] = yield* paged(session, v2, { warehouses: [warehouseName] })
  const sku = first && text(first, "sku")
  if (sku !== undefined) {
    const answer = yield* session.probe(v2, { skuList: [sku], warehouses: [warehouseName], page: 1, pageSize: 50 })
    const others = recordsIn(answer.json["result"]).filter((one) => text(one, "sku") !== sku || text(one, "warehouse") !== warehouseName)
    session.expect({ method: v2, name: "filter", sentence: `${v2} must answer only the SKUs of skuList in the warehouses that were asked for.`, ids: [] }, answer.isSuccess && others.length === 0, answer.isSuccess ? "it answered another SKU or another warehouse" : answer.refusal)
    yield* paged(session, "QUERY_STORAGE_LOCATION_INVENTORY_LIST", { skuList: [sku], warehouses: [warehouseName] })
  }
  yield* paged(session, "QUERY_SIMPLE_LIST_INVENTORY", { warehouse: warehouseName })
  yield* paged(session, "QUERY_BATCH_INVENTORY_LIST", { warehouseName })
  yield* paged(session, "QUERY_INVENTORY_LOG_LIST", { operateTimeFrom: `${from} 00:00:00`, operateTimeTo: `${to} 00:00:00` })
  return sku
})

const inboundTold = Effect.fnUntraced(function*(session: Session, mark: string, warehouseName: string | undefined, sku: string | undefined) {
  const create = "CREATE_ASN_ORDER"
  const cancel = "CANCEL_ASN_ORDER"
  if (session.offers(cancel)) {
    const wrong = yield* session.probe(cancel, { asnNumber: `${mark}-NONE` })
    session.expect({ method: cancel, name: "unknown order", sentence: `${cancel} must refuse an inbound order that does not exist.`, ids: [] }, !wrong.isSuccess, "an inbound order that nobody has created was cancelled with success")
  }
  if (!session.offers(create)) return
  if (!session.options.ships || warehouseName === undefined || sku === undefined) {
    for (const method of [create, cancel]) session.leaveOut(method, session.options.ships ? "no warehouse or no SKU is known; name them with --warehouse and --sku" : "it creates an inbound order; allow it with --ships")
    return
  }
  const order = { warehouseName, customNumber: `${mark}-ASN`, purchasePriceCurrency: "CNY", asnSkuVOList: [{ sku, purchasePrice: 1, expectQuantity: 3 }] }
  const created = yield* session.call(create, order)
  const asnNumber = text(created.json["result"] as Json.JsonObject ?? {}, "asnNumber")
  if (!created.isSuccess || asnNumber === undefined) return
  session.removes(`inbound order ${asnNumber}`, session.probe(cancel, { asnNumber }))
  const again = yield* session.probe(create, order)
  const second = text(again.json["result"] as Json.JsonObject ?? {}, "asnNumber")
  session.expect({ method: create, name: "repeat", sentence: `${create} must not create a second inbound order for the same customNumber.`, ids: [] }, !again.isSuccess || second === asnNumber, `the repeat was answered with ${second} after ${asnNumber}`)
  const shown = recordsIn((yield* session.probe("QUERY_ASN_LIST", { number: asnNumber, page: 1, pageSize: 10 })).json["result"])
  const own = shown.find((one) => text(one, "asnNumber") === asnNumber)
  session.expect({ method: "QUERY_ASN_LIST", name: "shown", sentence: `QUERY_ASN_LIST must show an inbound order that ${create} has created.`, ids: [] }, own !== undefined, "it does not show it")
  session.expect({ method: create, name: "quantity", sentence: `An inbound order must be shown with the pieces that ${create} has announced.`, ids: [] }, own === undefined || text(recordsIn(own["asnSkuVOList"])[0] ?? {}, "expectQuantity") === "3", "another number of pieces is shown")
  if (session.offers(cancel)) yield* session.call(cancel, { asnNumber })
})

const documentsTold = Effect.fnUntraced(function*(session: Session, { from, to }: Days) {
  yield* paged(session, "QUERY_ASN_BATCH_LIST", { receiveTimeFrom: from, receiveTimeTo: to })
  const times = (name: string) => ({ [`${name}From`]: `${from} 00:00:00`, [`${name}To`]: `${to} 00:00:00` })
  yield* paged(session, "QUERY_INVENTORY_ASSEMBLY_LIST", times("createTime"))
  yield* paged(session, "QUERY_INVENTORY_TRANSFER_LIST", times("createTime"))
  yield* paged(session, "QUERY_INVENTORY_RESTORE_LIST", times("orderTime"))
  yield* paged(session, "QUERY_MARKETPLACE_SBS_INVENTORY_LIST", {})
  if (session.offers("QUERY_MARKETPLACE_SBS_WHS_ID_LIST")) yield* session.call("QUERY_MARKETPLACE_SBS_WHS_ID_LIST", {})
})

/** Changes of stock that an ERP must refuse, because what they name does not exist. */
const changes = Effect.fnUntraced(function*(session: Session, mark: string, warehouseName = "", sku = "") {
  const nowhere = { sku: sku || mark, warehouseName: warehouseName || mark, storageLocationCode: mark, asnReceiveNumber: mark, destStorageLocationCode: `${mark}-2`, transferNumber: 1, reason: "conformance test" }
  const wrong: Readonly<Record<string, Json.JsonObject>> = {
    TRANSFER_STORAGE_LOCATION: { moves: [nowhere] },
    CREATE_TRANSFER_AVAILABLE_ORDER: { warehouseName: `${mark}-A`, destWarehouseName: `${mark}-B`, customNumber: mark, logisticsName: "None", skuList: [{ sku: mark, transferQty: 1, originalAsnNumber: mark }] }
  }
  for (const [method, content] of Object.entries(wrong)) {
    if (!session.offers(method)) continue
    const answer = yield* session.probe(method, content)
    session.expect({ method, name: "unknown place", sentence: `${method} must refuse warehouses, places and goods that do not exist.`, ids: [] }, !answer.isSuccess, "a move of goods that nobody has was answered with success")
  }
})

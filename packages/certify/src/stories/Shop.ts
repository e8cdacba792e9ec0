/**
 * What the service of a platform is asked to do, by document 2 part B: its lists, orders and articles page by page, and the shipment of
 * one order.
 */
import type { Json } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Session } from "../Session.ts"
import type { Facts } from "../Target.ts"
import { number, recordsIn, text } from "./Records.ts"

interface Story {
  readonly session: Session
  readonly facts: Facts
  /** The members that name the shop. */
  readonly shop: Json.JsonObject
  readonly from: number
  readonly to: number
  readonly unknown: string
}

/** Plays the story. */
export const play = Effect.fnUntraced(function*(session: Session, facts: Facts) {
  const now = yield* Clock.currentTimeMillis
  const { days = 1, onlineShopId, platform = "", shopId = "" } = facts
  const shop = { platform, shopId, ...(onlineShopId !== undefined && { onlineShopId }) }
  const story: Story = { session, facts, shop, from: now - days * 86_400_000, to: now + 60_000, unknown: `CERT-${now.toString(36)}` }
  yield* lists(story)
  yield* tokens(story)
  const order = yield* ordersTold(story)
  yield* articlesTold(story)
  yield* shipped(story, facts.order ?? order)
  yield* access(story)
})

const lists = Effect.fnUntraced(function*({ session, shop }: Story) {
  for (const method of ["getOrderOnlineStatus", "getProductStatus"]) if (session.offers(method)) yield* session.call(method, { platform: shop["platform"]! })
  for (const method of ["initLogistics", "getPlatformWarehouse"]) if (session.offers(method)) yield* session.call(method, shop)
})

/** Exchanges a code. Without one, only refusals are seen. */
const tokens = Effect.fnUntraced(function*({ facts: { code }, session, shop: { platform = "" }, unknown }: Story) {
  const codes = { platform, code: unknown }
  if (session.offers("getToken")) {
    const wrong = yield* session.probe("getToken", codes)
    session.expect({ method: "getToken", name: "unknown code", sentence: "getToken must refuse a code that the platform has not issued.", ids: [] }, !wrong.isSuccess, "a code that nobody issued was answered with success")
    const granted = code === undefined ? undefined : yield* session.call("getToken", { platform, code })
    const refresh = granted && text(granted.json, "refreshToken")
    if (refresh !== undefined && session.offers("refreshToken")) yield* session.call("refreshToken", { platform, refresh_token: refresh })
  }
  if (session.offers("refreshToken")) {
    const wrong = yield* session.probe("refreshToken", { platform, refresh_token: unknown })
    session.expect({ method: "refreshToken", name: "unknown token", sentence: "refreshToken must refuse a refresh token that nobody issued.", ids: [] }, !wrong.isSuccess, "a refresh token that nobody issued was answered with success")
  }
})

const pagesRead = 5
const isLast = (json: Json.JsonObject): boolean => ["true", "1"].includes(String(text(json, "isLastPage") ?? json["isLastPage"]).toLowerCase())

/** Reads a list page by page, and checks that no record comes twice. */
const paged = Effect.fnUntraced(function*(session: Session, method: string, asked: Json.JsonObject, sizeMember: string, list: string, keyOf: (record: Json.JsonObject) => string) {
  const found = new Map<string, Json.JsonObject>()
  for (let pageNo = 1; pageNo <= pagesRead; pageNo++) {
    const { isSuccess, json } = yield* session.call(method, { ...asked, pageNo, [sizeMember]: 1 })
    if (!isSuccess) return [...found.values()]
    const records = recordsIn(json[list])
    const repeated = records.filter((one) => found.has(keyOf(one))).length
    session.expect({ method, name: "pages", sentence: `${method} must answer at most ${sizeMember} records, and each record on one page only.`, ids: [] }, repeated === 0 && records.length <= 1,
      repeated > 0 ? `page ${pageNo} repeats ${repeated} records of the pages before` : `page ${pageNo} has ${records.length} records where 1 was asked for`)
    for (const one of records) found.set(keyOf(one), one)
    if (isLast(json) || records.length === 0) break
  }
  return [...found.values()]
})

const ordersTold = Effect.fnUntraced(function*({ from, session, shop, to, unknown }: Story) {
  const method = "getOrder"
  const orders = yield* paged(session, method, { ...shop, updateTimeStart: from, updateTimeEnd: to }, "PageSize", "orderInfoList", (one) => text(one, "onlineOrderId") ?? "")
  const times = orders.map((one) => number(one["onlineOrderInfo"] as Json.JsonObject ?? {}, "lastModifyTime")).filter((time) => time > 0)
  session.expect({ method, name: "window", sentence: "getOrder must answer only orders whose last change lies in the window that was asked for.", ids: [] }, times.every((time) => time >= from && time <= to), "an order was changed outside of the window")
  session.expect({ method, name: "shop", sentence: "getOrder must answer only orders of the shop that was asked for.", ids: [] }, orders.every((one) => text(one, "shopId") === text(shop, "shopId")), "an order names another shopId")
  const known = text(orders[0] ?? {}, "onlineOrderId")
  if (known === undefined) return undefined
  const answer = yield* session.probe(method, { ...shop, onlineOrderIdList: [known, unknown], pageNo: 1, PageSize: 10 })
  const numbers = recordsIn(answer.json["orderInfoList"]).map((one) => text(one, "onlineOrderId"))
  session.expect({ method, name: "by number", sentence: "getOrder must answer exactly those orders of onlineOrderIdList that exist.", ids: [] }, answer.isSuccess && numbers.length === 1 && numbers[0] === known, answer.isSuccess ? `asked for one order that exists and one that does not, it answered ${numbers.length} orders` : answer.refusal)
  return text(orders.find((one) => text(one, "trackingNumber") === undefined) ?? {}, "onlineOrderId") ?? known
})

const articlesTold = Effect.fnUntraced(function*({ from, session, shop, to, unknown }: Story) {
  if (!session.offers("getProduct")) return
  const products = yield* paged(session, "getProduct", { ...shop, updateTimeStart: from, updateTimeEnd: to }, "pageSize", "itemInfoList", (one) => `${text(one, "onlineItemId")} ${text(one, "onlineSkuId")}`)
  const product = products[0]
  const productId = product && text(product, "onlineItemId")
  if (product === undefined || productId === undefined) return session.leaveOut("updateInventory", "getProduct shows no article; set --days so that its window has one")
  const { isSuccess, json, refusal } = yield* session.probe("getProduct", { ...shop, onlineItemId: [productId], pageNo: 1, pageSize: 10 })
  const others = recordsIn(json["itemInfoList"]).filter((one) => text(one, "onlineItemId") !== productId)
  session.expect({ method: "getProduct", name: "by number", sentence: "getProduct must answer only the articles of onlineItemId.", ids: [] }, isSuccess && others.length === 0, isSuccess ? "it answered another article" : refusal)
  if (!session.offers("updateInventory")) return
  const stock = text(product, "onlineSkuStock")
  const skuId = text(product, "onlineSkuId")
  const wrong = yield* session.probe("updateInventory", { ...shop, onlineItemId: unknown, onlineStock: 1 })
  session.expect({ method: "updateInventory", name: "unknown article", sentence: "updateInventory must tell an article that does not exist as failed.", ids: [] }, !wrong.isSuccess || recordsIn(wrong.json["failureList"]).length > 0, "the stock of an article that nobody has was set")
  if (!session.options.ships || stock === undefined) return session.leaveOut("updateInventory", stock === undefined ? "getProduct shows no onlineSkuStock that could be set again" : "it sets the stock of an article; allow it with --ships")
  yield* session.call("updateInventory", { ...shop, onlineItemId: productId, ...(skuId !== undefined && { onlineSkuId: skuId }), onlineStock: Number(stock) })
})

/** Ships an order by the platform, or only says why not. */
const shipped = Effect.fnUntraced(function*({ session, shop, unknown }: Story, order: string | undefined) {
  const methods = ["getTrackNumber", "getLabelData", "getTrackingInfo", "readyToShip", "cancelLogisticsOrder"].filter((method) => session.offers(method))
  const named = { ...shop, onlineOrderId: unknown }
  const wrong: Readonly<Record<string, Json.JsonObject>> = {
    getTrackNumber: { ...named, logisticsCode: "NONE", logisticsName: "None" },
    readyToShip: { ...named, trackingNumber: unknown, platformLogisticsCode: "NONE" }
  }
  for (const method of methods) {
    if (wrong[method] === undefined) continue
    const answer = yield* session.probe(method, wrong[method])
    session.expect({ method, name: "unknown order", sentence: `${method} must refuse an order that the shop does not have.`, ids: [] }, !answer.isSuccess, "an order that nobody placed was answered with success")
  }
  if (!session.options.ships || order === undefined) {
    for (const method of methods) session.leaveOut(method, order === undefined ? "no order is known; name one with --order" : "it ships an order; allow it with --ships")
    return
  }
  const own = { ...shop, onlineOrderId: order }
  const carriers = session.offers("initLogistics") ? recordsIn((yield* session.probe("initLogistics", shop)).json["logisticsList"]) : []
  const logisticsCode = text(carriers[0] ?? {}, "logisticsCode")
  const logisticsName = text(carriers[0] ?? {}, "logisticsName") ?? ""
  if (logisticsCode === undefined) {
    for (const method of methods) session.leaveOut(method, "initLogistics shows no carrier")
    return
  }
  if (methods.includes("getTrackNumber")) {
    const booked = yield* session.call("getTrackNumber", { ...own, logisticsCode, logisticsName })
    const trackNumber = text(booked.json, "trackNumber")
    session.expect({ method: "getTrackNumber", name: "order", sentence: "getTrackNumber must repeat the order that it was asked about.", ids: [] }, !booked.isSuccess || text(booked.json, "onlineOrderId") === order, "it names another order")
    if (methods.includes("getLabelData")) yield* session.call("getLabelData", { platform: shop["platform"]!, onlineShopId: shop["onlineShopId"] ?? text(shop, "shopId") ?? "", onlineOrderId: order, logisticsCode })
    if (methods.includes("getTrackingInfo")) yield* session.call("getTrackingInfo", { platform: shop["platform"]!, ...(shop["onlineShopId"] !== undefined && { onlineShopId: shop["onlineShopId"] }), onlineOrderId: order })
    if (trackNumber !== undefined && methods.includes("cancelLogisticsOrder")) yield* session.call("cancelLogisticsOrder", { ...own, trackNumber, cancelReason: "conformance test" })
  }
  if (methods.includes("readyToShip")) yield* session.call("readyToShip", { ...own, trackingNumber: unknown.toUpperCase(), platformLogisticsCode: logisticsCode })
})

/** Tells the address for orders that the tester names. */
const access = Effect.fnUntraced(function*({ facts: { webHookUrl }, session, shop }: Story) {
  const method = "pushAuthorizationInfo"
  if (!session.offers(method)) return
  if (!session.options.ships) return session.leaveOut(method, "it tells the service where to push orders; allow it with --ships")
  if (webHookUrl === undefined) return session.leaveOut(method, "no address for orders is known; name one that the service may push to with --web-hook-url")
  yield* session.call(method, { ...shop, customerId: 1, webHookUrl, status: "UNLOCK" })
})

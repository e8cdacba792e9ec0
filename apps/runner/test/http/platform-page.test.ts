/**
 * What the page of the platform interface says about calls that the business decides, asked of a runner with the sandbox shop.
 * `UPDATE_DOCS=1` writes the table of the page anew.
 */
import { Messages } from "@crossdock/protocols/platform-envelope"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readFileSync, writeFileSync } from "node:fs"
import { type Answer, type Live, live } from "../support/Live.ts"
import * as Shop from "../support/Shop.ts"

const page = new URL("../../../../docs/spec/2b-platform-envelope.md", import.meta.url)

const shop = { ...Shop.shop, onlineShopId: "SHOP-1", code: "sandbox-code", webHookHosts: ["erp.example"] }
const composition = Shop.composition({ links: [{ shop }] })

type Content = Readonly<Record<string, unknown>>

/** Members of an answer that the table shows; the answer of every call that succeeds has `success` true besides. */
type Shown = (body: any) => object

const nothing: Shown = () => ({})

/** The members of a request, and what names the operation. */
const membersOf = (method: string): ReadonlySet<string> =>
  new Set(["method", ...(Messages.everyMethod.find((one) => one.method === method)?.request.members ?? []).map(({ name }) => name)])

/** What an answer says, without texts that only this shop writes. */
const saidBy = ({ body, status }: Answer, method: string, shown: Shown): string => {
  const http = status === 200 ? "" : `HTTP ${status}, `
  if (body.success !== true) {
    const [, code, place] = /^([A-Z_]+): (?:(\/\S*): )?/.exec(String(body.message)) ?? []
    if (place !== undefined) assert.isTrue(membersOf(method).has(place.split("/")[1]!), `${method} has no member ${place}: ${body.message}`)
    return `${http}\`success\` false, \`${code}\`${place === undefined ? "" : ` at \`${place}\``}`
  }
  const members = Object.entries(shown(body))
  return `${http}\`success\` true${members.length === 0 ? "" : `, ${members.map(([name, value]) => `\`${name}\` \`${JSON.stringify(value)}\``).join(", ")}`}`
}

type Ask = (title: string, method: string, content: Content, shown?: Shown, signed?: Shop.Signed) => Effect.Effect<Answer>

/** Asks for a row of the table, and keeps it. */
const asking = (w: Live, rows: Array<string>): Ask => (title, method, content, shown = nothing, signed = {}) =>
  Effect.map(Shop.call(w, method, content, signed), (answer) => {
    rows.push(`| ${title} | \`${method}\` | ${saidBy(answer, method, shown)} |`)
    return answer
  })

const numbersOf: Shown = ({ isLastPage, orderInfoList }) => ({ orderInfoList: orderInfoList.map(({ onlineOrderId }: any) => ({ onlineOrderId })), isLastPage })
const idsOf: Shown = ({ isLastPage, itemInfoList }) => ({ itemInfoList: itemInfoList.map(({ onlineItemId }: any) => ({ onlineItemId })), isLastPage })
const stateOf: Shown = ({ orderInfoList: [{ erpOrderStatus, onlineOrderStatus, platformShippingTime, trackingNumber }] }) => ({
  onlineOrderStatus,
  erpOrderStatus,
  ...(trackingNumber !== undefined && { trackingNumber: "…" }),
  ...(platformShippingTime !== undefined && { platformShippingTime: "…" })
})
const wayOf: Shown = ({ eventList, logisticsStatus }) => ({ logisticsStatus, eventList: eventList.map(({ event }: any) => ({ event })) })
const failuresOf: Shown = ({ failureList }) => ({ failureList: failureList.map(({ failedReason, ...ids }: any) => ({ ...ids, failedReason: `${failedReason.split(":")[0]}: …` })) })

const tokens = Effect.fnUntraced(function*(ask: Ask) {
  yield* ask("An authorization code that was not issued for the shop", "getToken", { code: "other" })
  const first = yield* ask("The code of the shop", "getToken", { code: shop.code }, ({ accessExpiresIn, onlineShopId, refreshExpiresIn }) => ({ accessExpiresIn, refreshExpiresIn, onlineShopId }))
  const again = yield* ask("The same code again: further tokens, beside which the earlier ones stay valid", "getToken", { code: shop.code })
  assert.notStrictEqual(again.body.accessToken, first.body.accessToken)
  yield* ask("A refresh token that was not issued for the shop, or has expired", "refreshToken", { refresh_token: "other" })
  for (const title of ["A refresh token", "The same refresh token again: further tokens"]) yield* ask(title, "refreshToken", { refresh_token: first.body.refreshToken })
  const { accessToken } = first.body
  yield* ask("A call with the header `accessToken`", "initLogistics", {}, nothing, { headers: { accessToken } })
  yield* ask("A call without it: the signature alone decides", "initLogistics", {})
  yield* ask("A call with a token that this server never issued, such as one of the platform: the signature alone decides", "initLogistics", {}, nothing, { headers: { accessToken: "other" } })
  yield* ask("A call with a token of this server that has expired", "initLogistics", {}, nothing, { headers: { accessToken: "crossdock-access-expired" } })
})

const shops = Effect.fnUntraced(function*(ask: Ask) {
  yield* ask("A `platform` that the account does not have", "initLogistics", { platform: "other" })
  yield* ask("A `shopId` that the account does not have", "initLogistics", { shopId: 2 })
  yield* ask("An `onlineShopId` that is not the one of the shop", "initLogistics", { onlineShopId: "SHOP-2" })
  yield* ask("The operation `pushOrder` at the path of a service", "pushOrder", {})
  const announced = { customerId: 5, webHookUrl: "https://erp.example/push" }
  yield* ask("A shop is used before it was ever announced: it is unlocked", "initLogistics", {})
  yield* ask("A `webHookUrl` to which the server must not push: nothing of the announcement is stored", "pushAuthorizationInfo", { ...announced, webHookUrl: "https://elsewhere.example/push", status: "LOCK" })
  yield* ask("A `webHookUrl` that is http", "pushAuthorizationInfo", { ...announced, webHookUrl: "http://erp.example/push", status: "UNLOCK" })
  yield* ask("A shop is locked", "pushAuthorizationInfo", { ...announced, status: "LOCK" })
  yield* ask("A read about a locked shop, as every call about it but `pushAuthorizationInfo` and the exchange of tokens", "getOrder", { onlineOrderIdList: ["P-1"] })
  yield* ask("The tokens of a locked shop", "getToken", { code: shop.code })
  yield* ask("It is unlocked", "pushAuthorizationInfo", { ...announced, status: "UNLOCK" })
})

const reads = Effect.fnUntraced(function*(ask: Ask) {
  yield* Shop.place({ onlineOrderId: "P-1", goods: [{ sku: "SKU-1001", quantity: 2 }] })
  const now = Date.now()
  yield* ask("Known and unknown numbers: those that are unknown are left out", "getOrder", { onlineOrderIdList: ["P-1", "P-404"] }, numbersOf)
  yield* ask("Unknown numbers only", "getOrder", { onlineOrderIdList: ["P-404"] }, numbersOf)
  yield* ask("A list and a reversed window: the list alone selects", "getOrder", { onlineOrderIdList: ["P-1"], updateTimeStart: now, updateTimeEnd: now - 1 }, numbersOf)
  yield* ask("A list and one of the times", "getOrder", { onlineOrderIdList: ["P-1"], updateTimeStart: now })
  yield* ask("An empty list, which is as none, and no window", "getOrder", { onlineOrderIdList: [] })
  yield* ask("A window whose times are equal; both ends belong to it", "getOrder", { updateTimeStart: now - 3_600_000, updateTimeEnd: now - 3_600_000 }, numbersOf)
  yield* ask("A page after the last", "getOrder", { onlineOrderIdList: ["P-1"], pageNo: 2 }, numbersOf)
  yield* ask("`pageNo` 0", "getOrder", { onlineOrderIdList: ["P-1"], pageNo: 0 })
  yield* ask("`pageNo` as a text", "getOrder", { onlineOrderIdList: ["P-1"], pageNo: "1" })
  yield* ask("`PageSize` 1001", "getOrder", { onlineOrderIdList: ["P-1"], PageSize: 1001 })
  yield* ask("Neither an id nor a window", "getProduct", {})
  yield* ask("An id", "getProduct", { onlineItemId: ["P-1001"] }, idsOf)
  yield* ask("Ids of both kinds select what has both", "getProduct", { onlineItemId: ["P-1001"], onlineSkuId: ["V-1002"] }, idsOf)
  yield* ask("An id that the shop does not have", "getProduct", { onlineItemId: ["P-404"] }, idsOf)
  yield* ask("A product that the shop does not have", "updateInventory", { onlineItemId: "P-404", onlineStock: 1 }, failuresOf)
  yield* ask("A warehouse that the platform does not have: nothing of the product is set", "updateInventory", { onlineItemId: "P-1001", onlineStock: 1, sellerStockList: [{ platformWarehouseId: "X", availableStock: 1 }] }, failuresOf)
  yield* ask("A stock", "updateInventory", { onlineItemId: "P-1001", onlineSkuId: "V-1001", onlineStock: 40 })
})

const post = { logisticsCode: "SBX-POST", logisticsName: "Sandbox Post" }
const express = { logisticsCode: "SBX-EXP", logisticsName: "Sandbox Express" }
const order = { onlineOrderId: "P-1" }
const number: Shown = ({ onlineOrderId, shippingCarrier }) => ({ onlineOrderId, trackNumber: "…", shippingCarrier })

const bookings = Effect.fnUntraced(function*(ask: Ask) {
  yield* Shop.place({ onlineOrderId: "P-2", buyer: "UNPAID" })
  yield* ask("The labels before a booking", "getLabelData", { ...order, onlineShopId: "SHOP-1" }, ({ labelDataList }) => ({ labelDataList }))
  yield* ask("The way of an order without a parcel", "getTrackingInfo", order, wayOf)
  yield* ask("The way of an order or a parcel that the platform does not know", "getTrackingInfo", { onlineOrderId: "P-404" }, wayOf)
  yield* ask("A booking for an unknown order", "getTrackNumber", { onlineOrderId: "P-404", ...post })
  yield* ask("A booking for an order that is not paid", "getTrackNumber", { onlineOrderId: "P-2", ...post })
  yield* ask("A booking with a carrier that initLogistics does not list", "getTrackNumber", { ...order, logisticsCode: "X", logisticsName: "X" })
  const first = yield* ask("A booking", "getTrackNumber", { ...order, ...post }, number)
  const { trackNumber } = first.body
  const again = yield* ask("The same order, carrier and contents again: the same number, and nothing is booked", "getTrackNumber", { ...order, ...post }, number)
  assert.strictEqual(again.body.trackNumber, trackNumber)
  yield* ask("Another carrier while everything is booked", "getTrackNumber", { ...order, ...express })
  yield* ask("The order after a booking: it has the number, and its state is as before", "getOrder", { onlineOrderIdList: ["P-1"] }, stateOf)
  yield* ask("Its labels", "getLabelData", { ...order, onlineShopId: "SHOP-1" }, ({ labelDataList: [{ labelDataType, shippingCarrier }] }) => ({ labelDataList: [{ labelDataType, labelData: "…", trackiNumber: "…", shippingCarrier }] }))
  yield* ask("The way of the parcel, by its tracking number in `packageNumber`", "getTrackingInfo", { ...order, packageNumber: trackNumber }, wayOf)
  yield* ask("A cancel of a number that was not booked", "cancelLogisticsOrder", { ...order, trackNumber: "TN-404" })
  yield* ask("A cancel", "cancelLogisticsOrder", { ...order, trackNumber }, ({ onlineOrderId, shopId }) => ({ shopId, onlineOrderId }))
  yield* ask("The cancel again", "cancelLogisticsOrder", { ...order, trackNumber }, ({ onlineOrderId, shopId }) => ({ shopId, onlineOrderId }))
  const next = yield* ask("The booking again after the cancel: a new number", "getTrackNumber", { ...order, ...post }, number)
  assert.notStrictEqual(next.body.trackNumber, trackNumber)
  return String(next.body.trackNumber)
})

const shipments = Effect.fnUntraced(function*(ask: Ask, trackingNumber: string) {
  const ready = { ...order, trackingNumber, platformLogisticsCode: "SBX-POST" }
  yield* ask("A notice about an unknown order", "readyToShip", { ...ready, onlineOrderId: "P-404" })
  yield* ask("A notice about an order that is not paid", "readyToShip", { ...ready, onlineOrderId: "P-2", trackingNumber: "TN-2" })
  yield* ask("A notice with a carrier that initLogistics does not list", "readyToShip", { ...ready, platformLogisticsCode: "X", trackingNumber: "TN-3" })
  yield* ask("A notice with the booked number: the parcel leaves", "readyToShip", ready, ({ onlineOrderId }) => ({ onlineOrderId }))
  yield* ask("The notice again: the same answer, and nothing is sent", "readyToShip", ready, ({ onlineOrderId }) => ({ onlineOrderId }))
  yield* ask("The same number with another carrier or other contents", "readyToShip", { ...ready, platformLogisticsCode: "SBX-EXP" })
  yield* ask("Another number when everything has left", "readyToShip", { ...ready, trackingNumber: "TN-4" })
  const booked = yield* ask("The booking again when the parcel has left: the same number", "getTrackNumber", { ...order, ...post }, number)
  assert.strictEqual(booked.body.trackNumber, trackingNumber)
  yield* ask("A cancel of a parcel that has left", "cancelLogisticsOrder", { ...order, trackNumber: trackingNumber })
  yield* ask("The order when everything has left", "getOrder", { onlineOrderIdList: ["P-1"] }, stateOf)
  yield* ask("The way of the parcel", "getTrackingInfo", order, wayOf)
  yield* Shop.place({ onlineOrderId: "P-3", goods: [{ sku: "SKU-1001", quantity: 3 }] })
  const own = { onlineOrderId: "P-3", trackingNumber: "TN-5", platformLogisticsCode: "SBX-EXP" }
  yield* ask("A notice with a number of the ERP's own carrier, which was not booked, about one of three pieces", "readyToShip", { ...own, onlineOrderItemList: [{ onlineOrderItemId: "P-3-1", quantity: 1 }] })
  yield* ask("A cancel of that number", "cancelLogisticsOrder", { onlineOrderId: "P-3", trackNumber: "TN-5" })
  yield* ask("An order of which a part has left", "getOrder", { onlineOrderIdList: ["P-3"] }, stateOf)
  yield* ask("More than is left", "readyToShip", { ...own, trackingNumber: "TN-6", onlineOrderItemList: [{ onlineOrderItemId: "P-3-1", quantity: 3 }] })
  yield* ask("An `onlineOrderItemId` that is no `onlineTransactionId` of the order", "readyToShip", { ...own, trackingNumber: "TN-7", onlineOrderItemList: [{ onlineOrderItemId: "X", quantity: 1 }] })
  const piece = { onlineItemId: "P-1001", quantity: 1 }
  yield* ask("A booking for a product that is not in the order", "getTrackNumber", { onlineOrderId: "P-3", ...post, onlineItemInfoList: [{ ...piece, onlineItemId: "P-1002" }] })
  const one = yield* ask("A booking for one piece", "getTrackNumber", { onlineOrderId: "P-3", ...post, onlineItemInfoList: [{ ...piece, packNumber: "K-1" }] })
  const other = yield* ask("A booking for another piece; `packNumber` tells parcels of equal contents apart", "getTrackNumber", { onlineOrderId: "P-3", ...post, onlineItemInfoList: [{ ...piece, packNumber: "K-2" }] })
  assert.notStrictEqual(other.body.trackNumber, one.body.trackNumber)
})

describe("the page of the platform interface", () => {
  it.live("says what a runner answers to calls that the business decides (P-154 P-212 P-216 P-265 P-385 P-396 P-397)", () =>
    live({ filename: ":memory:" }, composition, (w) =>
      Effect.gen(function*() {
        const rows: Array<string> = []
        const ask = asking(w, rows)
        yield* tokens(ask)
        yield* shops(ask)
        yield* reads(ask)
        yield* shipments(ask, yield* bookings(ask))
        const missing = yield* w.call({ path: "/extApi/platform" })
        assert.deepStrictEqual([missing.status, missing.body.success, String(missing.body.message).split(":")[0]], [404, false, "NO_SUCH_PATH"])
        const block = /(<!-- business -->\n)[^]*?(\n<!-- end -->)/
        const table = ["| Call | Operation | Answer |", "| --- | --- | --- |", ...rows].join("\n")
        const text = readFileSync(page, "utf8")
        const wanted = text.replace(block, (_, start: string, end: string) => `${start}${table}${end}`)
        assert.include(wanted, table)
        assert.include(text, `{"success":false,"message":"${String(missing.body.message).split("; ")[0]}; …"}`)
        if (process.env["UPDATE_DOCS"] === "1") writeFileSync(page, wanted)
        assert.strictEqual(readFileSync(page, "utf8"), wanted, "the page is out of date; UPDATE_DOCS=1 writes it anew")
      }) as never) as never)
})

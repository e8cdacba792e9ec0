/** One wrong endpoint for each method: each breaks one requirement, and the report says which one, and nothing else is broken. */
import { Json } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { sentenceOf } from "../src/Report.ts"
import { type ProtocolName, protocols } from "../src/Target.ts"
import { certify, type Change } from "./endpoints.ts"

interface Wrong {
  readonly protocol: ProtocolName
  readonly method: string
  readonly title: string
  readonly change: Change
  /** The sentences that the report must have about broken laws of the method. */
  readonly sentence: RegExp
}

type Edit = (json: Json.JsonObject) => Json.JsonObject

/** Changes the value at a path; `*` is every element of a list. */
const at = (path: string, edit: (value: Json.Json, key: string) => Json.Json | undefined): Edit => {
  const step = (json: Json.Json, [name = "", ...rest]: ReadonlyArray<string>): Json.Json => {
    if (name === "*") return Array.isArray(json) ? json.map((one) => step(one, rest)) : json
    if (!Json.isObject(json) || !Object.hasOwn(json, name)) return json
    const value = rest.length === 0 ? edit(json[name]!, name) : step(json[name]!, rest)
    if (value !== undefined) return { ...json, [name]: value }
    return Object.fromEntries(Object.entries(json).filter(([key]) => key !== name))
  }
  return (json) => step(json, path.split("/")) as Json.JsonObject
}

const drop = (path: string): Edit => at(path, () => undefined)
const put = (path: string, value: Json.Json): Edit => at(path, () => value)

const answering = (of: string, edit: Edit): Change => ({ answer: (method, answer) => (method === of && answer["success"] !== false ? edit(answer) : undefined) })
const inBizContent = (of: string, edit: Edit): Change => ({
  answer: (method, answer) => {
    const content = typeof answer["bizContent"] === "string" && answer["bizContent"] !== "" ? JSON.parse(answer["bizContent"]) as Json.JsonObject : undefined
    return method === of && content !== undefined ? { ...answer, bizContent: Json.stringify(edit(content)) } : undefined
  }
})
/** Takes what a right endpoint refuses. */
const taking = (of: string, right: Json.JsonObject, isWrong: (content: Json.JsonObject) => boolean): Change => ({ instead: (method, content) => (method === of && isWrong(content) ? right : undefined) })
const lacks = (name: string) => (content: Json.JsonObject): boolean => !Object.hasOwn(content, name)
const taken = (of: string, missing: string, right: Json.JsonObject = { success: true }): Change => taking(of, right, lacks(missing))
const success = { state: "success", errorCode: "", errorMsg: "", requestId: "1" }
const openApiTaken = (of: string, isWrong: (content: Json.JsonObject) => boolean, content: Json.JsonObject = {}): Change =>
  taking(of, { ...success, bizContent: Json.stringify({ notSuccess: false, state: "success", ...content }) }, isWrong)

const endpointOf = (protocol: ProtocolName) => (method: string, title: string, change: Change, sentence: RegExp): Wrong => ({ protocol, method, title, change, sentence })
const envelope = endpointOf("warehouse-envelope")
const gateway = endpointOf("gateway")
const shop = endpointOf("platform-envelope")
const erp = endpointOf("erp-open-api")
const told = endpointOf("warehouse-callbacks")
const pushed = endpointOf("platform-push")

const wrong: ReadonlyArray<Wrong> = [
  envelope("warehouses", "leaves out the code of a warehouse", answering("warehouses", drop("warehouseList/*/warehouseCode")), /warehouseCode of the answer to warehouses is missing.*D1-031/),
  envelope("channels", "leaves out the name of a channel", answering("channels", drop("channelList/*/channelName")), /channelName of the answer to channels is missing.*D1-036/),
  envelope("createOrder", "takes an order without a receiver", taken("createOrder", "receiver", { success: true, data: { warehouseOrderNumber: "W-1" } }), /createOrder must refuse a request without \/receiver.*D1-0/),
  envelope("cancelOrder", "says success and does not cancel", { instead: (method) => (method === "cancelOrder" ? { success: true } : undefined) }, /must be shown with the status CANCEL/),
  envelope("getOrder", "shows an order that nobody has created", { instead: (method, { orderNumber }) => (method === "getOrder" && String(orderNumber).endsWith("NONE") ? { success: true, data: { orderNumber: orderNumber!, wmsStatus: "NEW", status: "SENDING" } } : undefined) }, /getOrder must leave out an order that nobody has created/),
  envelope("getOrderList", "leaves out an order", answering("getOrderList", put("data", [])), /getOrderList must show an order that createOrder has accepted.*D1-/),
  envelope("syncInventory", "answers every page as the first one", firstPageOnly(), /each record on one page only.*D1-294/),
  envelope("createAsnOrder", "takes an inbound order without its number", taken("createAsnOrder", "asnNumber"), /createAsnOrder must refuse a request without \/asnNumber.*D1-/),
  envelope("getAsnList", "shows other pieces than were announced", answering("getAsnList", put("asnList/*/skuList/*/receivedQuantity", "many")), /receivedQuantity of the answer to getAsnList/),
  envelope("cancelAsnOrder", "names another inbound order", answering("cancelAsnOrder", put("results/*/asnNumber", "ASN-OF-ANOTHER")), /cancelAsnOrder must name only inbound orders that it was asked about/),
  envelope("insert_sku_info", "takes an article once only", onceOnly("insert_sku_info"), /insert_sku_info must take the same article again/),

  gateway("initWarehouses", "leaves out the name of a warehouse", answering("initWarehouses", drop("result/warehouseInfoList/*/warehouseName")), /warehouseName of the answer to initWarehouses is missing.*G-/),
  gateway("initChannels", "leaves out the code of a channel", answering("initChannels", drop("result/channelList/*/channelCode")), /channelCode of the answer to initChannels is missing.*G-/),
  gateway("createOrder", "takes an order without its lines", taken("createOrder", "skuList", { success: true, result: { results: [{ orderNumber: "X", warehouseOrderNumber: "W-1", success: true }] } }), /createOrder must refuse a request without \/skuList.*G-/),
  gateway("cancelOrder", "takes a call without a list", taken("cancelOrder", "cancelOrderList"), /cancelOrder must refuse a request without \/cancelOrderList.*G-/),
  gateway("getOrder", "leaves out the number of an order", answering("getOrder", drop("result/warehouseGetOrderList/*/orderNumber")), /orderNumber of the answer to getOrder is missing.*G-/),
  gateway("syncInventory", "leaves out the sellable pieces", answering("syncInventory", drop("result/data/*/sellableQuantity")), /sellableQuantity of the answer to syncInventory is missing.*G-/),
  gateway("createAsnOrder", "takes an inbound order without a warehouse", taken("createAsnOrder", "warehouseCode"), /createAsnOrder must refuse a request without \/warehouseCode.*G-/),
  gateway("getAsnList", "shows an inbound order that nobody has created", answering("getAsnList", put("result/asnList/*/asnNumber", "ASN-OF-ANOTHER")), /getAsnList must (show an inbound order|leave out)/),
  gateway("cancelAsnOrder", "takes a call without numbers", taken("cancelAsnOrder", "asnNumbers"), /cancelAsnOrder must refuse a request without \/asnNumbers.*G-/),
  gateway("insertSkuInfo", "takes an article without its SKU", taken("insertSkuInfo", "sku"), /insertSkuInfo must refuse a request without \/sku.*G-/),

  shop("getToken", "takes any code", taking("getToken", { success: true, accessToken: "a", accessExpiresIn: 1, refreshToken: "r", refreshExpiresIn: 1 }, ({ code }) => String(code).startsWith("CERT-")), /getToken must refuse a code that the platform has not issued/),
  shop("refreshToken", "leaves out the new token", answering("refreshToken", drop("accessToken")), /accessToken of the answer to refreshToken is missing.*P-/),
  shop("pushAuthorizationInfo", "takes a call without an address", taken("pushAuthorizationInfo", "webHookUrl"), /pushAuthorizationInfo must refuse a request without \/webHookUrl.*P-/),
  shop("getOrder", "answers orders from outside of the window", answering("getOrder", put("orderInfoList/*/onlineOrderInfo/lastModifyTime", 1_000_000_000_000)), /getOrder must answer only orders whose last change lies in the window/),
  shop("getOrderOnlineStatus", "leaves out the states of cancelled orders", answering("getOrderOnlineStatus", drop("cancelStatusList")), /cancelStatusList of the answer to getOrderOnlineStatus is missing.*P-/),
  shop("readyToShip", "takes an order that nobody placed", taking("readyToShip", { success: true, onlineOrderId: "CERT" }, ({ onlineOrderId }) => String(onlineOrderId).startsWith("CERT-")), /readyToShip must refuse an order that the shop does not have/),
  shop("getProduct", "ignores the articles that are asked for", { answer: (method, answer, content) => (method === "getProduct" && content["onlineItemId"] !== undefined ? put("itemInfoList/*/onlineItemId", "I-OTHER")(answer) : undefined) }, /getProduct must answer only the articles of onlineItemId/),
  shop("getProductStatus", "leaves out the word of a state", answering("getProductStatus", drop("statusList/*/onlineStatus")), /onlineStatus of the answer to getProductStatus is missing.*P-/),
  shop("updateInventory", "takes an article that nobody has", taking("updateInventory", { success: true }, ({ onlineItemId }) => String(onlineItemId).startsWith("CERT-")), /updateInventory must tell an article that does not exist as failed/),
  shop("initLogistics", "leaves out the code of a carrier", answering("initLogistics", drop("logisticsList/*/logisticsCode")), /logisticsCode of the answer to initLogistics is missing.*P-/),
  shop("getTrackNumber", "answers about another order", answering("getTrackNumber", put("onlineOrderId", "P-OTHER")), /getTrackNumber must repeat the order that it was asked about/),
  shop("cancelLogisticsOrder", "takes a call without a parcel", taken("cancelLogisticsOrder", "trackNumber", { success: true, onlineOrderId: "P-1" }), /cancelLogisticsOrder must refuse a request without \/trackNumber.*P-/),
  shop("getLabelData", "answers a label that is no file", answering("getLabelData", put("labelDataList/*/labelData", "no label")), /labelData of the answer to getLabelData/),
  shop("getTrackingInfo", "leaves out the state of the parcel", answering("getTrackingInfo", drop("logisticsStatus")), /logisticsStatus of the answer to getTrackingInfo is missing.*P-/),
  shop("getPlatformWarehouse", "leaves out the name of a warehouse", answering("getPlatformWarehouse", drop("platformWarehouseList/*/platformWarehouseName")), /platformWarehouseName of the answer to getPlatformWarehouse is missing.*P-/),

  erp("QUERY_ASN_LIST", "leaves out the status of an inbound order", inBizContent("QUERY_ASN_LIST", drop("result/*/status")), /status of the answer to QUERY_ASN_LIST is missing.*E-/),
  erp("CREATE_ASN_ORDER", "takes an order without lines", openApiTaken("CREATE_ASN_ORDER", lacks("asnSkuVOList"), { result: { asnNumber: "ASN-X" } }), /CREATE_ASN_ORDER must refuse a request without \/asnSkuVOList.*E-/),
  erp("CANCEL_ASN_ORDER", "takes an order that nobody has created", openApiTaken("CANCEL_ASN_ORDER", ({ asnNumber }) => String(asnNumber).endsWith("NONE")), /CANCEL_ASN_ORDER must refuse an inbound order that does not exist/),
  erp("QUERY_ASN_BATCH_LIST", "takes a call without a window", openApiTaken("QUERY_ASN_BATCH_LIST", lacks("receiveTimeFrom"), { result: [] }), /QUERY_ASN_BATCH_LIST must refuse a request without \/receiveTimeFrom.*E-/),
  erp("QUERY_SIMPLE_LIST_INVENTORY", "leaves out the name of a warehouse", inBizContent("QUERY_SIMPLE_LIST_INVENTORY", drop("result/*/warehouse")), /warehouse of the answer to QUERY_SIMPLE_LIST_INVENTORY is missing.*E-/),
  erp("QUERY_SIMPLE_LIST_INVENTORY_V2", "ignores the SKUs that are asked for", { answer: (method, answer, content) => (method === "QUERY_SIMPLE_LIST_INVENTORY_V2" && content["skuList"] !== undefined ? inBizContent(method, put("result/*/sku", "ANOTHER")).answer?.(method, answer, content) : undefined) }, /QUERY_SIMPLE_LIST_INVENTORY_V2 must answer only the SKUs of skuList/),
  erp("QUERY_INVENTORY_LOG_LIST", "repeats a page", repeatedPage("QUERY_INVENTORY_LOG_LIST"), /QUERY_INVENTORY_LOG_LIST must answer at most pageSize records, and each record on one page only/),
  erp("QUERY_STORAGE_LOCATION_INVENTORY_LIST", "takes a call without warehouses", openApiTaken("QUERY_STORAGE_LOCATION_INVENTORY_LIST", lacks("warehouses"), { result: [] }), /QUERY_STORAGE_LOCATION_INVENTORY_LIST must refuse a request without \/warehouses.*E-/),
  erp("QUERY_BATCH_INVENTORY_LIST", "leaves out the batch", inBizContent("QUERY_BATCH_INVENTORY_LIST", drop("result/*/asnReceiveNumber")), /asnReceiveNumber of the answer to QUERY_BATCH_INVENTORY_LIST is missing.*E-/),
  erp("QUERY_MARKETPLACE_SBS_INVENTORY_LIST", "counts fewer records than it shows", inBizContent("QUERY_MARKETPLACE_SBS_INVENTORY_LIST", put("total", 0)), /QUERY_MARKETPLACE_SBS_INVENTORY_LIST must count at least the records that it shows/),
  erp("QUERY_MARKETPLACE_SBS_WHS_ID_LIST", "answers no list", inBizContent("QUERY_MARKETPLACE_SBS_WHS_ID_LIST", drop("result")), /result of the answer to QUERY_MARKETPLACE_SBS_WHS_ID_LIST is missing/),
  erp("QUERY_INVENTORY_ASSEMBLY_LIST", "leaves out the number of an order", inBizContent("QUERY_INVENTORY_ASSEMBLY_LIST", drop("result/*/assemblyNumber")), /assemblyNumber of the answer to QUERY_INVENTORY_ASSEMBLY_LIST is missing.*E-/),
  erp("QUERY_INVENTORY_TRANSFER_LIST", "writes a time as a word", inBizContent("QUERY_INVENTORY_TRANSFER_LIST", put("result/*/createTime", "yesterday")), /createTime of the answer to QUERY_INVENTORY_TRANSFER_LIST/),
  erp("QUERY_INVENTORY_RESTORE_LIST", "leaves out the lines", inBizContent("QUERY_INVENTORY_RESTORE_LIST", drop("result/*/skuList")), /skuList of the answer to QUERY_INVENTORY_RESTORE_LIST is missing.*E-/),
  erp("CREATE_TRANSFER_AVAILABLE_ORDER", "takes warehouses that do not exist", openApiTaken("CREATE_TRANSFER_AVAILABLE_ORDER", () => true), /CREATE_TRANSFER_AVAILABLE_ORDER must refuse warehouses, places and goods that do not exist/),
  erp("TRANSFER_STORAGE_LOCATION", "takes goods that nobody has", openApiTaken("TRANSFER_STORAGE_LOCATION", () => true), /TRANSFER_STORAGE_LOCATION must refuse warehouses, places and goods that do not exist/),

  told("pushOrderInfo", "takes a status without an order", taken("pushOrderInfo", "orderNumber"), /pushOrderInfo must refuse a request without \/orderNumber.*D1-/),
  told("pushAsnInfo", "takes progress once only", secondIsRefused("pushAsnInfo"), /pushAsnInfo must be taken again when it is repeated/),
  pushed("pushOrder", "takes an order without its lines", taken("pushOrder", "orderSkuList", { success: true, onlineOrderId: "X", shopId: 7 }), /pushOrder must refuse a request without \/orderSkuList.*P-/)
]

function secondIsRefused(of: string): Change {
  let answered = 0
  return { answer: (method, answer) => (method === of && String(answer["success"]) === "true" && ++answered > 1 ? { success: "false", errorMsg: "told already" } : undefined) }
}

function firstPageOnly(): Change {
  let first: Json.JsonObject | undefined
  return { answer: (method, answer) => (method === "syncInventory" && Array.isArray(answer["data"]) && answer["data"].length > 0 ? first ??= { ...answer, isLastPage: false } : undefined) }
}

function repeatedPage(of: string): Change {
  let first: Json.Json | undefined
  return inBizContent(of, (content) => ({ ...content, total: 9, result: Array.isArray(content["result"]) && content["result"].length > 0 ? first ??= content["result"] : content["result"]! }))
}

function onceOnly(of: string): Change {
  const seen = new Set<string>()
  return {
    instead: (method, content) => {
      const whole = Json.stringify(content)
      if (method !== of || !Object.hasOwn(content, "title") || !Object.hasOwn(content, "sku") || !Object.hasOwn(content, "erpSku")) return undefined
      // The first of them has a wrong signature, the second is right.
      if (seen.has(`${whole} 2`)) return { success: false, message: "exists already" }
      seen.add(seen.has(whole) ? `${whole} 2` : whole)
      return undefined
    }
  }
}

describe("a wrong endpoint", () => {
  for (const { change, method, protocol, sentence, title } of wrong) {
    it(`of ${protocol}: ${method} ${title}`, async () => {
      const report = await Effect.runPromise(certify(protocol, change))
      const broken = report.outcomes.filter(({ verdict }) => verdict === "broken")
      expect(broken.map(sentenceOf).join("\n")).toMatch(sentence)
      expect([...new Set(broken.map((one) => one.method))]).toEqual([method])
    })
  }

  it("exists for each method of each protocol", async () => {
    for (const protocol of protocols) {
      const report = await Effect.runPromise(certify(protocol))
      expect(wrong.filter((one) => one.protocol === protocol).map(({ method }) => method).toSorted()).toEqual([...new Set(report.outcomes.map(({ method }) => method))].toSorted())
    }
  })
})

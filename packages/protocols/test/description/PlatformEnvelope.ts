/** Document 2, part B, as data: the platform interface, and the order that a service pushes to the ERP. */
import type { Json } from "@crossdock/core"
import * as Redacted from "effect/Redacted"
import * as Messages from "../../src/platform-envelope/Messages/All.ts"
import * as PushOrder from "../../src/platform-envelope/Messages/PushOrder.ts"
import { failure } from "../../src/platform-envelope/Messages/Response.ts"
import * as Tokens from "../../src/platform-envelope/Messages/Tokens.ts"
import * as Profile from "../../src/platform-envelope/Profile.ts"
import * as Signature from "../../src/platform-envelope/Signature.ts"
import { rows } from "../platform-envelope/rows.ts"
import { subjects } from "../platform-envelope/samples.ts"
import { type Described, exampleSecret, type Instead as InsteadOf, type Operation, withInstead } from "./Model.ts"

const summaries: Readonly<Record<string, string>> = {
  getToken: "Exchanges an authorization code for tokens",
  refreshToken: "Exchanges a refresh token for new tokens",
  pushAuthorizationInfo: "Tells the service that a shop may be used or is locked, and where its orders go",
  getOrder: "Reads the orders of a shop, by number or by time of change, page by page",
  getOrderOnlineStatus: "Lists the words of the platform for orders that are finished and cancelled",
  readyToShip: "Reports that an order is ready to ship",
  getProduct: "Reads the products of a shop, page by page",
  getProductStatus: "Lists the words of the platform for the states of a product",
  updateInventory: "Sets the stock of a product",
  initLogistics: "Lists the carriers that a shop may choose",
  getTrackNumber: "Books a shipment: the platform gives a tracking number and labels",
  cancelLogisticsOrder: "Cancels a shipment that was booked",
  getLabelData: "Reads the labels of a shipment",
  getTrackingInfo: "Reads where a parcel is",
  getPlatformWarehouse: "Lists the warehouses of the platform"
}

const sampleOf = (name: string): Json.JsonObject => {
  const found = subjects[name]?.sample
  if (found === undefined) throw new Error(`there is no sample of ${name}`)
  return found
}

const instead: Readonly<Record<string, Json.JsonObject>> = {
  pushOrder: { onlineShopId: "S-1", onlineOrderId: "P-1", shopId: sampleOf("pushOrder answer")["shopId"]! }
}

/** An answer without the text that a sample has beside a success. */
const answerOf = (method: string): Json.JsonObject => {
  const { message: _, ...answer } = sampleOf(`${method} answer`)
  return answer
}

const statusOf = (onlineStatus: string, onlineStatusCn: string, onlineStatusEn: string): Json.JsonObject => ({ onlineStatus, onlineStatusCn, onlineStatusEn })

/** An order that was paid online has nothing to collect. */
const paidOnline = withInstead(sampleOf("order"), { codPayAmount: undefined })

interface Instead {
  readonly request?: InsteadOf
  readonly answer?: InsteadOf
}

/** Members that differ from the samples, which have every member: an ordinary call, and its ordinary answer. */
const ordinary: Readonly<Record<string, Instead>> = {
  getOrder: { request: { onlineOrderIdList: undefined, pageNo: 1 }, answer: { currentPageNo: 1, pageCount: 1, orderInfoList: [paidOnline] } },
  getProduct: {
    request: { onlineSkuId: undefined, updateTimeStart: undefined, updateTimeEnd: undefined, pageNo: 1 },
    answer: { currentPageNo: 1, pageCount: 1, itemInfoList: [{ ...sampleOf("product"), onlineSkuStatus: "ON_SALE", onlineSkuStock: 5 }] }
  },
  pushAuthorizationInfo: { request: { status: "UNLOCK" } },
  getOrderOnlineStatus: { answer: { cancelStatusList: [statusOf("CANCELLED", "已取消", "Cancelled")] } },
  getProductStatus: { answer: { statusList: [statusOf("ON_SALE", "在售", "On sale"), statusOf("OFF_SALE", "下架", "Off sale")] } },
  updateInventory: { request: { onlineStock: 5 }, answer: { failureList: [] } }
}

const all = [Tokens.getToken, Tokens.refreshToken, ...Messages.all]

const operationOf = ({ answer, method, request }: (typeof all)[number]): Operation => ({
  method,
  summary: summaries[method]!,
  path: `/extApi/platform/${method}`,
  request,
  answer,
  examples: {
    request: withInstead(sampleOf(method), ordinary[method]?.request),
    answer: withInstead({ success: true, ...answerOf(method) }, ordinary[method]?.answer)
  }
})

export const accessId = "acc-1"

export const platformEnvelope: Described = {
  name: "platform-envelope",
  title: "Platform interface",
  summary: "A service gives an ERP the orders, products, stock and shipments of shops at sales platforms",
  document: "2",
  family: "P",
  operations: all.toSorted((one, other) => Object.keys(summaries).indexOf(one.method) - Object.keys(summaries).indexOf(other.method)).map(operationOf),
  callbacks: [{ method: PushOrder.method, summary: "Pushes an order to the ERP", path: "/extApi/platform/pushOrder", request: PushOrder.request, answer: PushOrder.answer, examples: { request: withInstead(sampleOf("pushOrder"), { codPayAmount: undefined }), answer: { success: true, ...instead["pushOrder"] } } }],
  contentTypes: ["application/x-www-form-urlencoded"],
  headers: [
    { name: "accessToken", isRequired: false, description: "The token of the shop; sent with every call but getToken. Not signed." },
    { name: "refreshToken", isRequired: false, description: "The refresh token of the shop. Not signed." },
    { name: "apiUrl", isRequired: false, description: "The address of the platform. Refused unless the service allows it. Not signed." },
    { name: "authorJson", isRequired: false, description: "A JSON list of {authorKey, authorValue} in ASCII. Not signed." }
  ],
  envelope: {
    fields: [
      { name: "accessId", description: "The id of the account." },
      { name: "method", description: "The name of the operation, which the path names too." },
      { name: "content", description: "The message as JSON text." },
      { name: "sign", description: "The signature: SHA-1 in lower-case hexadecimal digits over a JSON text of accessId and content, followed by the secret." }
    ],
    method: "method",
    content: "content",
    mayBeEmpty: false
  },
  failure,
  rows: [{ rows, subjects }],
  call: ({ method }, content) => {
    const fields = { accessId, method, content, sign: Signature.sign(accessId, content, Redacted.make(exampleSecret), Profile.defaults) }
    return { headers: [["content-type", "application/x-www-form-urlencoded"]], fields, body: new URLSearchParams(fields).toString() }
  },
  answered: (message) => message
}

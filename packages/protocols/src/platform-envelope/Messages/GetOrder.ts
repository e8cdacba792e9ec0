/** The messages of getOrder, which reads orders by number or by the time of their last change (spec 2 §4B). */
import type { PlatformV1 } from "@crossdock/core"
import { WindowPages as Pages } from "../../kit/index.ts"
import { omitUndefined, Table } from "../../wire/index.ts"
import { define, platform, response, shop } from "./Response.ts"
import * as Order from "./Order.ts"

export const request = Table.make("getOrder", [
  ...shop,
  Table.optional("onlineOrderIdList", Table.list(Table.key), { is: "onlineOrderIds" }),
  ...Pages.updateTimes,
  Pages.pageNo,
  Pages.orderPageSize
], Pages.timeRules(({ onlineOrderIdList = [] }) => onlineOrderIdList.length > 0, "onlineOrderIdList", "alone"))

export const answer = Table.make("getOrder answer", [
  ...response,
  Table.required("isLastPage", {
    kind: "boolean",
    numbers: true,
    written: "number",
    option: { name: "isLastPageType", forms: { boolean: "boolean" } }
  }, { is: null }),
  ...Pages.counts,
  platform,
  Table.required("orderInfoList", Table.list(Table.object(Order.pulled), { skipInvalidItems: true }), { is: "items", byHand: [] })
])

type Payload = typeof PlatformV1.GetOrders.payload.Type
type Ids = Payload["onlineOrderIds"]

/** Client: the part of a payload that selects pages. A list selects alone, without a window and its slices (U-99). */
const pagesOf = ({ updatedFrom, updatedTo, ...asked }: Payload) =>
  asked.onlineOrderIds === undefined ? omitUndefined({ ...asked, updatedFrom, updatedTo }) : asked

export const getOrder = define({
  method: "getOrder",
  operation: "getOrders",
  request,
  answer,
  fromPayload: (asked, _, profile) =>
    omitUndefined({ onlineOrderIdList: asked.onlineOrderIds, PageSize: asked.limit, ...Pages.toWire(pagesOf(asked), profile) }) as never,
  toPayload: ({ PageSize: limit, onlineOrderIdList = [], pageNo, updateTimeEnd, updateTimeStart }) =>
    omitUndefined({
      onlineOrderIds: onlineOrderIdList.length === 0 ? undefined : onlineOrderIdList as unknown as Ids,
      // The list selects alone (U-99).
      ...(onlineOrderIdList.length === 0 && { updatedFrom: updateTimeStart, updatedTo: updateTimeEnd }),
      cursor: Pages.cursorOf(pageNo),
      limit
    }),
  toAnswer: (found, asked, _, { platform: name }) => ({
    success: true,
    ...Pages.countsOf(found, asked),
    platform: name,
    orderInfoList: found.items.map((order) => Order.toWire(Order.pulled, order))
  }),
  fromAnswer: (told, asked, skipped, profile) => {
    const orders = told.orderInfoList.map((order) => Order.fromWire(Order.pulled, order, told.platform))
    return Pages.fromWire(told, orders, ({ modifiedAt, onlineOrderId }) => [onlineOrderId, modifiedAt], pagesOf(asked), skipped, profile)
  },
  /** An order that cannot be read exists all the same, and must be read again; one that names another shop than the call did is of no concern. */
  withSkipped: (found, skipped, asked) => ({
    ...found,
    unreadable: skipped.filter(({ onlineShopId }) => asked.onlineShopId === undefined || typeof onlineShopId !== "string" || onlineShopId === asked.onlineShopId)
      .map(({ onlineOrderId }) => onlineOrderId)
      .filter((number): number is string => typeof number === "string" && number !== "")
  }),
  cannotAnswer: ["/unreadable", ...Order.cannotCarry("/items/*")]
})

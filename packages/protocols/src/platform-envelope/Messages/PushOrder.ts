/** The messages of pushOrder, by which an external service sends an order to the ERP (spec 2 §4B). */
import type { PlatformOrder } from "@crossdock/core"
import { omitUndefined, Table } from "../../wire/index.ts"
import { platform, response } from "./Response.ts"
import * as Order from "./Order.ts"

export const method = "pushOrder"

const { is: _, ...named } = platform

export const request = Table.make(method, [named, ...Order.pushedMembers], Order.rules)

const told = [
  Table.optional("onlineShopId", Table.code),
  Table.required("onlineOrderId", Table.key),
  Table.required("shopId", Table.numberId)
] as const

/** The members stand beside `success` (U-92). */
export const answer = Table.make(`${method} answer`, [...response, ...told])

/** The form of the example: the members in `result`, beside `state` (variants.md row 67). */
export const wrapped = Table.make(`wrapped ${method} answer`, [
  ...response,
  Table.optional("state", Table.text),
  Table.optional("result", Table.object(Table.make(`${method} result`, told)))
])

export const toWire = (order: PlatformOrder.PlatformOrder): Table.WriteValue<typeof request> => Order.toWire(request, order)

export const fromWire = (value: Table.Value<typeof request>): PlatformOrder.PlatformOrder => Order.fromWire(request, value, value.platform)

type Asked = [success: unknown, payload: unknown, profile: unknown, request: Table.Value<typeof request>]

const members = ({ onlineOrderId, onlineShopId, shopId }: Asked[3]) => omitUndefined({ onlineOrderId, onlineShopId, shopId })

/** The answer in each form that a profile asks for; it repeats what names the order. */
export const answered = {
  plain: { answer, toAnswer: (...[, , , asked]: Asked) => ({ success: true, ...members(asked) }) },
  wrapped: { answer: wrapped, toAnswer: (...[, , , asked]: Asked) => ({ success: true, state: "success", result: members(asked) }) }
}

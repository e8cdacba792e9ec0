/** The messages of pushOrder, by which an external service sends an order to the ERP (spec 2 §4B). */
import type { PlatformOrder } from "@crossdock/core"
import { Table } from "../../wire/index.ts"
import { failure, platform, response } from "./Response.ts"
import * as Order from "./Order.ts"

export const method = "pushOrder"

const { is: _, ...named } = platform

export const request = Table.make(method, [named, ...Order.pushedMembers], Order.pushedRules)

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

/** Writes the answer in the form that a profile asks for; it repeats what names the order. */
export const answered = (form: "plain" | "wrapped") => {
  const members = (asked: Table.Value<typeof request>) => {
    const { onlineOrderId, onlineShopId, shopId } = asked
    return { onlineOrderId, shopId, ...(onlineShopId !== undefined && { onlineShopId }) }
  }
  return form === "plain"
    ? { answer, toAnswer: (...[, , , asked]: [unknown, unknown, unknown, Table.Value<typeof request>]) => ({ success: true, ...members(asked) }) }
    : { answer: wrapped, toAnswer: (...[, , , asked]: [unknown, unknown, unknown, Table.Value<typeof request>]) => ({ success: true, state: "success", result: members(asked) }) }
}

export { failure }

/**
 * Outbound orders as an ERP tells them that is their source: whether two tellings are the same, and which link places an order.
 */
import { type ErpV1, OutboundOrder, ReadyOrder } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import * as Schema from "effect/Schema"
import { hash } from "node:crypto"
import type { ConnectedLink } from "../../Composition.ts"
import type { Connections } from "../../connection/Connections.ts"
import * as Contracts from "../../Contracts.ts"
import * as NumberText from "../../records/NumberText.ts"

type Told = (typeof ErpV1.ListOutboundOrders.success.Type)["items"][number]

/** An order with what orders its tellings and tells them apart. */
export interface Encoded {
  readonly told: Told
  readonly number: string
  /** Milliseconds since 1970. */
  readonly changedAt: number
  /** Equal for equal content, whenever it was told. */
  readonly digest: string
}

const encode = Schema.encodeOption(ReadyOrder.ReadyOrder)

/** Undefined if the plugin made an order that the model does not allow, or whose number no message can carry. */
export const encoded = (told: Told): Encoded | undefined =>
  Option.getOrUndefined(Option.flatMap(encode(told), (all) =>
    NumberText.isWritable(told.order.orderNumber)
      ? Option.some({ told, number: told.order.orderNumber, changedAt: DateTime.toEpochMillis(told.updatedAt), digest: hash("sha256", JSON.stringify(Struct.omit(all, ["updatedAt"]))) })
      : Option.none()))

/** The links that place the orders of an ERP: those that lead to a warehouse. */
export const linksOf = (connections: Pick<Connections["Service"], "get" | "links">, erp: string): ReadonlyArray<ConnectedLink> =>
  connections.links.filter((link) => link.erp === erp && Contracts.isWarehouse(connections.get(link.peer)?.plugin))

/** Where an order is placed, or why nobody knows that. */
export type Place = { readonly link: ConnectedLink; readonly order: OutboundOrder.OutboundOrder } | { readonly problem: string }

const at = (link: ConnectedLink, { order }: Told, warehouseCode: string): Place => ({ link, order: { ...order, warehouseCode } })

/** The link that an order names by the ERP's name or code of the warehouse, or the only one that there is. */
export const placeOf = (links: ReadonlyArray<ConnectedLink>, told: Told): Place => {
  const { order: { warehouseCode }, warehouseName } = told
  const [only, ...others] = links
  if (only === undefined) return { problem: "no link of this ERP leads to a warehouse; add one" }
  if (warehouseName !== undefined) {
    const link = links.find(({ warehouseNames }) => Object.hasOwn(warehouseNames, warehouseName))
    if (link !== undefined) return at(link, told, link.warehouseNames[warehouseName]!)
    if (warehouseCode === undefined) return { problem: `no link has the warehouse ${JSON.stringify(warehouseName)}; write the name into warehouseNames of a link to its warehouse` }
  }
  if (warehouseCode !== undefined) {
    if (others.length === 0) return at(only, told, warehouseCode)
    const having = links.filter(({ warehouseNames }) => Object.values(warehouseNames).includes(warehouseCode))
    return having.length === 1 ? at(having[0]!, told, warehouseCode) : { problem: `${having.length} links have the warehouse code ${JSON.stringify(warehouseCode)} in warehouseNames; write it into exactly one` }
  }
  const codes = [...new Set(Object.values(only.warehouseNames))]
  return others.length === 0 && codes.length === 1
    ? at(only, told, codes[0]!)
    : { problem: "the order names no warehouse, and the links of this ERP have several or none in warehouseNames; let the ERP name it, or write one warehouse into the only link" }
}

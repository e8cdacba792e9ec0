/**
 * An inbound order in createAsnOrder, and the report of what was received (spec 1 §2.9 to §2.11, spec 2 §2.7 and §2.8).
 */
import { AdapterError, InboundOrder } from "@crossdock/core"
import { omitUndefined, Table, type UnmappedFields } from "../../wire/index.ts"
import type * as Exchange from "../Exchange.ts"
import { skippedAs, wordIn } from "./StatusRecord.ts"
import { count, dateText, measure, ordered, timestamp } from "./Forms.ts"

const dimension = <const Name extends string>(name: Name) => Table.optional(name, measure, { omitWhenOptionIsFalse: "packingDimensions" })

export const packingLine = [
  Table.optional("boxNumber", Table.whole),
  Table.optional("markCode", Table.text),
  Table.optional("quantity", ordered),
  Table.optional("sku", Table.key),
  Table.optional("name", Table.text),
  dimension("length"),
  dimension("width"),
  dimension("height")
] as const

export const line = Table.make("createAsnOrder line", [
  Table.required("sku", Table.key),
  Table.optional("name", Table.text),
  Table.required("quantity", ordered)
])

/** The members of an inbound order that both specifications have. */
export const members = <const P extends Table.Table>(packingTable: P) => [
  Table.required("asnNumber", Table.key),
  Table.required("warehouseCode", Table.code),
  Table.optional("customNumber", Table.text),
  Table.optional("estimatedArrivalDate", timestamp, { is: "estimatedArrivalAt" }),
  Table.optional("trackNumber", Table.code, { is: "trackingNumber" }),
  Table.optional("type", Table.text),
  Table.optional("orderNumber", Table.key),
  Table.optional("onlineOrderId", Table.text),
  Table.optional("saleReturnReason", Table.text, { is: "returnReason" }),
  Table.required("skuList", Table.list(Table.object(line), { nonEmpty: true }), { is: "lines" }),
  Table.optional("asnMarkSku", Table.list(Table.object(packingTable)), { is: "packing" })
] as const

/** Refuses an inbound order with units, because the specifications count pieces only. */
export const refusalOf = ({ lines, packing = [] }: InboundOrder.InboundOrder): AdapterError.RequestInvalid | undefined => {
  const unitIn = (list: string, all: ReadonlyArray<{ readonly unit?: string }>) =>
    all.flatMap(({ unit }, at) => unit === undefined ? [] : [{ path: `/${list}/${at}/unit`, unit }])
  const [found] = [...unitIn("lines", lines), ...unitIn("packing", packing)]
  return found && new AdapterError.RequestInvalid({
    path: found.path,
    message: `is ${found.unit}, but this protocol counts pieces only; announce pieces without a unit`
  })
}

type ReturnMember = "orderNumber" | "onlineOrderId" | "saleReturnReason"

/** A return order must have this member (spec 1 §2.9, spec 2 §2.7). */
const setForReturns = (member: ReturnMember) => ({
  name: `a return has ${member}`,
  on: "write" as const,
  verdict: "refuse" as const,
  check: (order: { readonly type?: string } & { readonly [M in ReturnMember]?: string }) =>
    order.type === InboundOrder.asnTypes.saleReturn && order[member] === undefined
      ? { path: `/${member}`, message: "has no value although the order is a return" }
      : undefined
})

export const rules = [setForReturns("orderNumber"), setForReturns("onlineOrderId"), setForReturns("saleReturnReason")]

export const receivedLine = Table.make("asnList line", [
  Table.required("sku", Table.key),
  Table.optional("name", Table.text),
  Table.required("estimatedQuantity", count, { is: "estimated" }),
  Table.required("receivedQuantity", count, { is: "received" }),
  Table.required("goodQuantity", count, { is: "good" }),
  Table.required("badQuantity", count, { is: "bad" })
])

/**
 * The texts for each phase in both specifications. The warehouse envelope specification names them without a
 * definition.
 */
const words = {
  announced: ["NEW"],
  cancelled: ["DELETED"],
  shipping: ["SHIPPING"],
  receiving: ["RECEIVING"],
  received: ["FINISHED"],
  closed: ["CLOSED"]
} as const

export const record = Table.make("asnList", [
  Table.required("asnNumber", Table.key),
  Table.required("wmsStatus", Table.openEnum(words, "announced"), { is: "phase", raw: "status" }),
  Table.required("referenceNumber", Table.code),
  Table.required("finishTime", dateText, { mayBeNull: true, is: "finishedAt" }),
  Table.required("skuList", Table.list(Table.object(receivedLine)), { is: "lines" })
])

/**
 * Both specifications require good and bad quantities for each line. If the warehouse does not distinguish them,
 * everything that is not bad counts as good.
 */
const sorted = (counted: InboundOrder.InboundStatus["lines"][number]): InboundOrder.InboundStatus["lines"][number] => {
  const bad = counted.bad ?? (counted.good === undefined ? 0 : Math.max(0, counted.received - counted.good))
  return { ...counted, bad, good: counted.good ?? Math.max(0, counted.received - bad) }
}

/** If a warehouse has no reference number of its own, the ASN number is written in its place. */
export const told = (statuses: ReadonlyArray<InboundOrder.InboundStatus>): ReadonlyArray<InboundOrder.InboundStatus> =>
  statuses.map((status) => ({ ...status, referenceNumber: status.referenceNumber ?? status.asnNumber, lines: status.lines.map(sorted) }))

export const withSkipped = skippedAs<InboundOrder.InboundStatus>("asnNumber", (asnNumber, unread) =>
  ({ asnNumber, phase: "announced", status: wordIn(unread, "wmsStatus"), lines: [] }))

/** The outcome of a cancellation for each number. */
export type Cancelled = Exchange.Success<"cancelInboundOrders">

/**
 * Collects why inbound orders were not cancelled. `isWhole` is true if every one failed; the first text is then the
 * error of the whole call.
 */
export const failuresOf = (items: Cancelled) => {
  const failures = items.flatMap(({ failure }) => failure ?? [])
  return { first: failures[0], isWhole: failures.length > 0 && failures.length === items.length }
}

/** Returns the outcome for each number from its own item. If several items have one number, the first decides. */
export const cancelledBy = <Item extends { readonly asnNumber: string }>(
  { asnNumbers }: Exchange.Payload<"cancelInboundOrders">,
  items: ReadonlyArray<Item> = [],
  failureIn: (item: Item | undefined) => string | undefined
): Cancelled => {
  const known = new Map(items.toReversed().map((item) => [item.asnNumber, item]))
  return asnNumbers.map((asnNumber) => omitUndefined({ asnNumber, failure: failureIn(known.get(asnNumber)) }))
}

/**
 * The answer cannot carry a status text that differs from the text of its phase, and it identifies goods by SKU alone.
 */
export const cannotAnswer: ReadonlyArray<UnmappedFields.Entry> = [
  { place: "/*/status", unlessWordOf: "phase", words },
  ...(["unit", "lineId", "lot", "expiresOn"] as const).map((member) => `/*/lines/*/${member}` as const)
]

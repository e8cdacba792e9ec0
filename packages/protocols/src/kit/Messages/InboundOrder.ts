/**
 * An inbound order in createAsnOrder, and the report of what was received (spec 1 §2.9 to §2.11, spec 2 §2.7 and §2.8).
 */
import { AdapterError, type Drift, InboundOrder, Quantity, type WarehouseV1 } from "@crossdock/core"
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
    order.type === InboundOrder.knownAsnTypes.saleReturn && order[member] === undefined
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

type Counted = InboundOrder.InboundStatus["lines"][number]

/**
 * Both specifications require all four quantities for each line. If the warehouse does not distinguish good from bad,
 * everything that is not bad counts as good. If it does not report the estimate, the received quantity is written.
 */
const allFour = (counted: Counted) => {
  const { received } = counted
  const bad = counted.bad ?? (counted.good === undefined ? Quantity.zero : Quantity.remaining(received, counted.good))
  return { ...counted, estimated: counted.estimated ?? received, bad, good: counted.good ?? Quantity.remaining(received, bad) }
}

const counts = ["estimated", "received", "good", "bad"] as const

/** The name of a count with a fraction, which the specifications cannot express (U-80). */
const fractionOf = (counted: Counted) => {
  const all = allFour(counted)
  return counts.find((name) => Quantity.toNumber(all[name]) === undefined)
}

/**
 * If a warehouse has no reference number of its own, the ASN number is written in its place. Lines with a fraction are
 * left out.
 */
export const told = ({ items, ...found }: Statuses): Statuses => ({
  ...found,
  items: items.map((status) => ({
    ...status,
    referenceNumber: status.referenceNumber ?? status.asnNumber,
    lines: status.lines.filter((counted) => fractionOf(counted) === undefined).map(allFour)
  }))
})

/** One finding for each line that `told` leaves out, at the count with the fraction. */
export const leftOut = ({ items }: Statuses): ReadonlyArray<Drift.Finding> =>
  items.flatMap(({ lines }, at) =>
    lines.flatMap((counted, index) => {
      const name = fractionOf(counted)
      return name === undefined ? [] : [{
        where: "getAsnList answer",
        path: `/items/${at}/lines/${index}/${name}`,
        message: "is not a whole number, and this protocol counts pieces; the line was left out"
      }]
    }))

export const withSkipped = skippedAs<InboundOrder.InboundStatus>("asnNumber", (asnNumber, unread) =>
  ({ asnNumber, phase: "announced", status: wordIn(unread, "wmsStatus"), lines: [] }))

/** The inbound orders that the warehouse knows, as `getInboundOrders` answers them. */
type Statuses = typeof WarehouseV1.GetInboundOrders.success.Type

/** The outcome of a cancellation for each number. */
export type Cancelled = Exchange.Success<"cancelInboundOrders">

/**
 * Collects why inbound orders were not cancelled. `isWhole` is true if every one failed; the first text is then the
 * error of the whole call.
 */
export const failuresOf = ({ items }: Cancelled) => {
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
  return { items: asnNumbers.map((asnNumber) => omitUndefined({ asnNumber, failure: failureIn(known.get(asnNumber)) })) }
}

/**
 * The answer cannot carry a status text that differs from the text of its phase, and it identifies goods by SKU alone.
 */
export const cannotAnswer: ReadonlyArray<UnmappedFields.Entry> = [
  { place: "/items/*/status", unlessWordOf: "phase", words },
  ...(["unit", "lineId", "lot", "expiresOn"] as const).map((member) => `/items/*/lines/*/${member}` as const)
]

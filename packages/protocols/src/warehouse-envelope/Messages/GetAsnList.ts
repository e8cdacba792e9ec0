/** getAsnList. Document 1, 2.11 and 4. */
import type { InboundOrder, Sku } from "@crossdock/core"
import { given, Table } from "../../wire/index.ts"
import { define } from "./Exchange.ts"
import { count, dateText } from "./Forms.ts"
import { response } from "./Response.ts"

export const line = Table.make("asnList line", [
  Table.required("sku", Table.key),
  Table.optional("name", Table.text),
  Table.required("estimatedQuantity", count),
  Table.required("receivedQuantity", count),
  Table.required("goodQuantity", count),
  Table.required("badQuantity", count)
])

export const record = Table.make("asnList", [
  Table.required("asnNumber", Table.key),
  Table.required(
    "wmsStatus",
    Table.wordOr({
      NEW: ["NEW"],
      DELETED: ["DELETED"],
      SHIPPING: ["SHIPPING"],
      RECEIVING: ["RECEIVING"],
      FINISHED: ["FINISHED"],
      CLOSED: ["CLOSED"]
    }, "NEW")
  ),
  Table.required("referenceNumber", Table.code),
  Table.required("finishTime", dateText, { mayBeNull: true }),
  Table.required("skuList", Table.list(Table.object(line)))
])

/** Row 121: objects are read as their number. */
export const numbers = Table.list(Table.key, { nonEmpty: true, pick: "asnNumber" })

export const request = Table.make("getAsnList", [
  Table.required("asnNumbers", numbers),
  Table.optional("warehouseCode", Table.code)
])

export const answer = Table.make("getAsnList answer", [
  ...response,
  Table.required("asnList", Table.list(Table.object(record), { eachAlone: true }), { mayBeNull: true })
])

/** A warehouse without a number of its own is known by ours. */
const toWire = (status: InboundOrder.InboundStatus): Table.WriteValue<typeof record> =>
  given({
    asnNumber: status.asnNumber,
    wmsStatus: { is: status.status },
    referenceNumber: status.referenceNumber ?? status.asnNumber,
    finishTime: status.finishedAt,
    skuList: status.lines.map(({ bad, estimated, good, name, received, sku }) =>
      given({
        sku,
        name,
        estimatedQuantity: estimated,
        receivedQuantity: received,
        goodQuantity: good,
        badQuantity: bad
      })
    )
  })

const fromWire = (value: Table.Value<typeof record>): InboundOrder.InboundStatus =>
  given({
    asnNumber: value.asnNumber as InboundOrder.AsnNumber,
    status: value.wmsStatus.is,
    peerStatus: value.wmsStatus.said,
    referenceNumber: value.referenceNumber,
    finishedAt: value.finishTime,
    lines: value.skuList.map((item) =>
      given({
        sku: item.sku as Sku.Sku,
        name: item.name,
        estimated: item.estimatedQuantity,
        received: item.receivedQuantity,
        good: item.goodQuantity,
        bad: item.badQuantity
      })
    )
  })

export const numbersToWire = <P extends { readonly asnNumbers: ReadonlyArray<string>; readonly warehouseCode?: string }>(
  { asnNumbers, warehouseCode }: P
) => given({ asnNumbers, warehouseCode })

export const numbersFromWire = (value: Table.Value<typeof request>) =>
  given({
    asnNumbers: value.asnNumbers as ReadonlyArray<string> as [InboundOrder.AsnNumber],
    warehouseCode: value.warehouseCode
  })

export const getAsnList = define({
  method: "getAsnList",
  also: [],
  operation: "getInboundOrders",
  request,
  answer,
  fromPayload: numbersToWire,
  toPayload: numbersFromWire,
  toAnswer: (statuses) => ({ success: true, asnList: statuses.map(toWire) }),
  fromAnswer: ({ asnList = [] }) => asnList.map(fromWire),
  withSkipped: (found, skipped) => [
    ...found,
    ...skipped.flatMap(({ asnNumber }) =>
      typeof asnNumber === "string" && asnNumber !== ""
        ? [{ asnNumber: asnNumber as InboundOrder.AsnNumber, status: "NEW" as const, peerStatus: "", lines: [] }]
        : [])
  ],
  /** Its words for the state are a closed list. */
  cannotAnswer: [{ place: "/*/peerStatus", unlessAs: "status" }]
})

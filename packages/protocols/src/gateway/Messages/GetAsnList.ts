/** getAsnList. Document 2, 2.8 and 4A. */
import type { InboundOrder, Sku } from "@crossdock/core"
import { given, Table } from "../../wire/index.ts"
import { define } from "./Exchange.ts"
import { count, dateText, key } from "./Forms.ts"
import { code, response } from "./Response.ts"

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

export const asked = Table.make("getAsnList number", [
  Table.required("asnNumber", Table.key),
  Table.required("refCode", Table.text, { mayBeEmpty: true }),
  Table.required("type", Table.text)
])

export const request = Table.make("getAsnList", [
  key,
  /** Row 21: a text is the number alone. */
  Table.required(
    "asnNumbers",
    Table.list(Table.object(asked), { nonEmpty: true, short: { member: "asnNumber", rest: { refCode: "", type: "MANUAL" } } })
  ),
  Table.optional("warehouseCode", Table.code)
])

export const result = Table.make("getAsnList result", [
  Table.optional("asnList", Table.list(Table.object(record), { eachAlone: true }))
])

export const answer = Table.make("getAsnList answer", [
  ...response,
  Table.optional("result", Table.object(result, { emptyIsAbsent: true })),
  code
])

/** A warehouse without a number of its own is known by ours. */
const toWire = (status: InboundOrder.InboundStatus): Table.WriteValue<typeof record> =>
  given({
    asnNumber: status.asnNumber,
    wmsStatus: { is: status.status },
    referenceNumber: status.referenceNumber ?? status.asnNumber,
    finishTime: status.finishedAt,
    skuList: status.lines.map(({ bad, estimated, good, name, received, sku }) =>
      given({ sku, name, estimatedQuantity: estimated, receivedQuantity: received, goodQuantity: good, badQuantity: bad })
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

export const getAsnList = define({
  method: "getAsnList",
  operation: "getInboundOrders",
  request,
  answer,
  fromPayload: ({ asnNumbers, referenceNumbers, types, warehouseCode }, [warehouseKey], { defaultAsnType }) =>
    given({
      warehouseKey,
      asnNumbers: asnNumbers.map((asnNumber) => ({
        asnNumber,
        refCode: referenceNumbers?.[asnNumber] ?? "",
        type: types?.[asnNumber] ?? defaultAsnType
      })),
      warehouseCode
    }),
  toPayload: ({ asnNumbers, warehouseCode }) => {
    const known = asnNumbers.flatMap(({ asnNumber, refCode }) => (refCode === "" ? [] : [[asnNumber, refCode] as const]))
    return given({
      asnNumbers: asnNumbers.map(({ asnNumber }) => asnNumber) as ReadonlyArray<string> as [InboundOrder.AsnNumber],
      warehouseCode,
      referenceNumbers: known.length === 0 ? undefined : Object.fromEntries(known),
      types: Object.fromEntries(asnNumbers.map(({ asnNumber, type }) => [asnNumber, type]))
    })
  },
  toAnswer: (statuses) => ({ success: true, result: { asnList: statuses.map(toWire) } }),
  fromAnswer: ({ result: found }) => (found?.asnList ?? []).map(fromWire),
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

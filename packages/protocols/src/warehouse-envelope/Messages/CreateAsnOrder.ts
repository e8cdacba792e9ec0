/** createAsnOrder. Document 1, 2.9, 2.10 and 4. */
import { InboundOrder, type Sku } from "@crossdock/core"
import { given, Table } from "../../wire/index.ts"
import { define, Failed } from "./Exchange.ts"
import { measure, pieces, timestamp } from "./Forms.ts"
import { response } from "./Response.ts"

export const packingLine = Table.make("asnMarkSku", [
  Table.optional("boxNumber", Table.whole),
  Table.optional("markCode", Table.text),
  Table.optional("quantity", pieces),
  Table.optional("sku", Table.key),
  Table.optional("name", Table.text),
  Table.optional("length", measure, { onlyIf: "packingDimensions" }),
  Table.optional("width", measure, { onlyIf: "packingDimensions" }),
  Table.optional("height", measure, { onlyIf: "packingDimensions" })
])

export const line = Table.make("createAsnOrder line", [
  Table.required("sku", Table.key),
  Table.optional("name", Table.text),
  Table.required("quantity", pieces)
])

type ReturnMember = "orderNumber" | "onlineOrderId" | "saleReturnReason"

/** Document 1, 2.9: set for return orders. */
const setForReturns = (member: ReturnMember) => ({
  name: `a return has ${member}`,
  on: "write" as const,
  verdict: "refuse" as const,
  check: (order: { readonly type?: string } & { readonly [M in ReturnMember]?: string }) =>
    order.type === InboundOrder.asnTypes.saleReturn && order[member] === undefined
      ? { path: `/${member}`, says: "has no value although the order is a return" }
      : undefined
})

export const request = Table.make("createAsnOrder", [
  Table.required("asnNumber", Table.key),
  Table.required("warehouseCode", Table.code),
  Table.optional("customNumber", Table.text),
  Table.optional("estimatedArrivalDate", timestamp),
  Table.optional("trackNumber", Table.code),
  Table.optional("type", Table.text),
  Table.optional("orderNumber", Table.key),
  Table.optional("onlineOrderId", Table.text),
  Table.optional("saleReturnReason", Table.text),
  Table.required("skuList", Table.list(Table.object(line), { nonEmpty: true })),
  Table.optional("asnMarkSku", Table.list(Table.object(packingLine))),
  Table.optional("warehouseOrderNumber", Table.code)
], [setForReturns("orderNumber"), setForReturns("onlineOrderId"), setForReturns("saleReturnReason")])

export const result = Table.make("createAsnOrder result", [
  Table.optional("asnNumber", Table.key),
  Table.optional("operation", Table.text),
  Table.optional("info", Table.text)
])

export const answer = Table.make("createAsnOrder answer", [
  ...response,
  Table.optional("results", Table.list(Table.object(result), { single: true }), { also: [["result", "X-141"]] })
])

const fromPayload = (order: InboundOrder.InboundOrder): Table.WriteValue<typeof request> =>
  given({
    asnNumber: order.asnNumber,
    warehouseCode: order.warehouseCode,
    customNumber: order.customNumber,
    estimatedArrivalDate: order.estimatedArrivalAt,
    trackNumber: order.trackingNumber,
    type: order.type,
    orderNumber: order.orderNumber,
    onlineOrderId: order.onlineOrderId,
    saleReturnReason: order.returnReason,
    skuList: order.lines,
    asnMarkSku: order.packing,
    warehouseOrderNumber: order.warehouseOrderNumber
  })

const toPayload = (value: Table.Value<typeof request>): InboundOrder.InboundOrder =>
  given({
    asnNumber: value.asnNumber as InboundOrder.AsnNumber,
    warehouseCode: value.warehouseCode,
    customNumber: value.customNumber,
    estimatedArrivalAt: value.estimatedArrivalDate,
    trackingNumber: value.trackNumber,
    type: value.type,
    orderNumber: value.orderNumber,
    onlineOrderId: value.onlineOrderId,
    returnReason: value.saleReturnReason,
    warehouseOrderNumber: value.warehouseOrderNumber,
    lines: value.skuList as InboundOrder.InboundOrder["lines"],
    packing: value.asnMarkSku?.map(({ sku, ...rest }) => given({ ...rest, sku: sku as Sku.Sku | undefined }))
  })

export const createAsnOrder = define({
  method: "createAsnOrder",
  also: [],
  operation: "createInboundOrder",
  request,
  answer,
  fromPayload,
  toPayload,
  /** `info` stays away on success, because it decides the outcome of an item (U-16). */
  toAnswer: (_, { asnNumber }) => ({ success: true, results: [{ asnNumber, operation: "CREATE" }] }),
  fromAnswer: ({ results = [] }, { asnNumber }) => {
    const failed = results.find((item) => item.info !== undefined && (item.asnNumber ?? asnNumber) === asnNumber)
    return failed?.info === undefined ? {} : new Failed(failed.info)
  },
  /** Document 2 has these. */
  cannotCarry: [
    "/goodsType",
    "/containerType",
    "/containerModel",
    "/bulkByPallet",
    "/bulkByPiece",
    "/palletCount",
    "/packing/*/lengthUnit"
  ]
})

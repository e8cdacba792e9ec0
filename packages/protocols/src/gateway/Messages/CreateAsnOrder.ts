/** createAsnOrder. Document 2, 2.7 and 4A. */
import { InboundOrder, type Sku } from "@crossdock/core"
import { given, Table } from "../../wire/index.ts"
import { define, Failed, Invalid, type Keys } from "./Exchange.ts"
import { key, measure, pieces, timestamp, trackingNames } from "./Forms.ts"
import { code, outcome, response } from "./Response.ts"

export const packingLine = Table.make("asnMarkSku", [
  Table.optional("boxNumber", Table.whole),
  Table.optional("markCode", Table.text),
  Table.optional("quantity", pieces),
  Table.optional("sku", Table.key),
  Table.optional("name", Table.text),
  Table.optional("length", measure, { onlyIf: "packingDimensions" }),
  Table.optional("width", measure, { onlyIf: "packingDimensions" }),
  Table.optional("height", measure, { onlyIf: "packingDimensions" }),
  Table.optional("lengthUnit", Table.text, { onlyIf: "packingDimensions" })
])

export const line = Table.make("createAsnOrder line", [
  Table.required("sku", Table.key),
  Table.optional("name", Table.text),
  Table.required("quantity", pieces)
])

type ReturnMember = "orderNumber" | "onlineOrderId" | "saleReturnReason"

/** Document 2, 2.7: set for return orders. */
const setForReturns = (member: ReturnMember) => ({
  name: `a return has ${member}`,
  on: "write" as const,
  verdict: "refuse" as const,
  check: (order: { readonly type?: string } & { readonly [M in ReturnMember]?: string }) =>
    order.type === InboundOrder.asnTypes.saleReturn && order[member] === undefined
      ? { path: `/${member}`, says: "has no value although the order is a return" }
      : undefined
})

const goodsType = Table.word({ NONE: ["0"], FULL_CONTAINER: ["1"], PART_CONTAINER: ["2"], RETURN: ["3"] })

const containerType = Table.word({ "20GP": ["1"], "40GP": ["2"], "40HQ": ["3"], "45GP": ["4"], "45HQ": ["5"] })

export const request = Table.make("createAsnOrder", [
  key,
  Table.required("asnNumber", Table.key),
  Table.required("warehouseCode", Table.code),
  Table.optional("customNumber", Table.text),
  Table.optional("estimatedArrivalDate", timestamp),
  Table.optional("trackNumber", Table.code, { also: trackingNames.trackNumber }),
  Table.optional("type", Table.text),
  Table.optional("orderNumber", Table.key),
  Table.optional("onlineOrderId", Table.text),
  Table.optional("saleReturnReason", Table.text),
  Table.required("skuList", Table.list(Table.object(line), { nonEmpty: true })),
  Table.optional("asnMarkSku", Table.list(Table.object(packingLine))),
  Table.optional("incomingOrderGoodsType", goodsType),
  Table.optional("containerType", containerType),
  Table.optional("bulkCargoType", Table.flag),
  Table.optional("palletCnt", Table.whole),
  Table.optional("bulkCargoTypePiece", Table.flagText),
  Table.optional("containerModel", Table.text)
], [setForReturns("orderNumber"), setForReturns("onlineOrderId"), setForReturns("saleReturnReason")])

export const result = Table.make("createAsnOrder result", [
  Table.optional("asnNumber", Table.key),
  Table.optional("wmsAsnNumber", Table.text),
  ...outcome
])

export const answer = Table.make("createAsnOrder answer", [
  ...response,
  Table.optional("result", Table.list(Table.object(result), { single: true, written: "object" }), {
    also: [["results", "X-141"]]
  }),
  code
])

const fromPayload = (order: InboundOrder.InboundOrder, [warehouseKey]: Keys): Table.WriteValue<typeof request> =>
  given({
    warehouseKey,
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
    incomingOrderGoodsType: order.goodsType,
    containerType: order.containerType,
    bulkCargoType: order.bulkByPallet,
    palletCnt: order.palletCount,
    bulkCargoTypePiece: order.bulkByPiece,
    containerModel: order.containerModel
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
    lines: value.skuList as InboundOrder.InboundOrder["lines"],
    packing: value.asnMarkSku?.map(({ sku, ...rest }) => given({ ...rest, sku: sku as Sku.Sku | undefined })),
    goodsType: value.incomingOrderGoodsType === "NONE" ? undefined : value.incomingOrderGoodsType,
    containerType: value.containerType,
    containerModel: value.containerModel,
    bulkByPallet: value.bulkCargoType,
    bulkByPiece: value.bulkCargoTypePiece,
    palletCount: value.palletCnt
  })

export const createAsnOrder = define({
  method: "createAsnOrder",
  operation: "createInboundOrder",
  request,
  answer,
  fromPayload,
  toPayload,
  toAnswer: ({ referenceNumber }, { asnNumber }) => ({
    success: true,
    result: [given({ asnNumber, wmsAsnNumber: referenceNumber, success: true })]
  }),
  fromAnswer: ({ errorMsg, result: found = [] }, { asnNumber }) => {
    const own = found.find((one) => (one.asnNumber ?? asnNumber) === asnNumber)
    if (own === undefined && found.length > 0) return new Invalid("/result/asnNumber is not the one that was sent")
    return own?.success === false ? new Failed(own.info ?? errorMsg) : given({ referenceNumber: own?.wmsAsnNumber })
  },
  /** The number of the outbound order that comes back. */
  cannotCarry: ["/warehouseOrderNumber"]
})

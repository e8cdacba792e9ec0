/** The messages of createAsnOrder, which creates an inbound order (spec 2 §2.7, §4A). */
import { Exchange, InboundOrders } from "../../kit/index.ts"
import { Mapping, omitUndefined, Table } from "../../wire/index.ts"
import { define, key } from "./Forms.ts"
import { code, infoOf, outcome, response } from "./Response.ts"

export const packingLine = Table.make("asnMarkSku", [
  ...InboundOrders.packingLine,
  Table.optional("lengthUnit", Table.text, { omitWhenOptionIsFalse: "packingDimensions" })
])

const goodsType = Table.enumOf({ NONE: ["0"], FULL_CONTAINER: ["1"], PART_CONTAINER: ["2"], RETURN: ["3"] })

const containerType = Table.enumOf({ "20GP": ["1"], "40GP": ["2"], "40HQ": ["3"], "45GP": ["4"], "45HQ": ["5"] })

export const request = Table.make("createAsnOrder", [
  key,
  ...InboundOrders.members(packingLine),
  Table.optional("incomingOrderGoodsType", goodsType, { is: "goodsType" }),
  Table.optional("containerType", containerType),
  Table.optional("bulkCargoType", Table.flag, { is: "bulkByPallet" }),
  Table.optional("palletCnt", Table.whole, { is: "palletCount" }),
  Table.optional("bulkCargoTypePiece", Table.flagText, { is: "bulkByPiece" }),
  Table.optional("containerModel", Table.text)
], InboundOrders.rules)

export const result = Table.make("createAsnOrder result", [
  Table.optional("asnNumber", Table.key),
  Table.optional("wmsAsnNumber", { ...Table.text, digits: true }),
  ...outcome
])

export const answer = Table.make("createAsnOrder answer", [
  ...response,
  Table.optional("result", Table.list(Table.object(result), { single: true, written: "object" }), {
    also: ["results"]
  }),
  code
])

export const createAsnOrder = define({
  method: "createAsnOrder",
  operation: "createInboundOrder",
  request,
  answer,
  refusalOf: InboundOrders.refusalOf,
  toPayload: ({ incomingOrderGoodsType, ...value }) =>
    Mapping.fromWire(request, incomingOrderGoodsType === "NONE" ? value : { ...value, incomingOrderGoodsType }),
  toAnswer: ({ referenceNumber }, { asnNumber }) => ({
    success: true,
    result: [omitUndefined({ asnNumber, wmsAsnNumber: referenceNumber, success: true })]
  }),
  toRefusedItem: (refusal, { asnNumber }, profile) => {
    const info = infoOf(refusal, profile)
    return info === undefined ? undefined : { success: true, result: [{ asnNumber, info, success: false }] }
  },
  fromAnswer: ({ errorMsg, result: found = [] }, { asnNumber }) => {
    const own = found.find((one) => (one.asnNumber ?? asnNumber) === asnNumber)
    if (own === undefined && found.length > 0) return new Exchange.Invalid("/result/asnNumber is not the one that was sent")
    return own?.success === false
      ? new Exchange.Failed(own.info ?? errorMsg)
      : omitUndefined({ referenceNumber: own?.wmsAsnNumber })
  }
})

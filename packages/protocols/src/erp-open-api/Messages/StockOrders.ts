/** The service types that read assembly, transfer and split orders, and their records (spec 3 §2.8 to §2.10 and §4.2). */
import { Table } from "../../wire/index.ts"
import { dateText, defineList, measure, page } from "./Response.ts"

const figure = <const Name extends string, const Is extends string>(name: Name, is: Is) => Table.required(name, measure, { is })
const told = <const Name extends string, const Is extends string>(name: Name, is: Is) => Table.optional(name, measure, { is })
const millis = { kind: "instant", written: "ms" } as const satisfies Table.InstantType
const lastMoment = { ...dateText, isEnd: true } as const

const warehouse = [Table.required("warehouseName", Table.code), Table.optional("warehouseId", Table.numberId)] as const

type Asked = Readonly<Record<string, unknown>>

/** A request selects by a number, or by both ends of a window. */
const selected = (number: string, from: string, to: string) => ({
  name: `${number} or a window is given`,
  on: "both" as const,
  verdict: "refuse" as const,
  check: (asked: Asked) => {
    const missing = [from, to].find((name) => asked[name] === undefined)
    return asked[number] !== undefined || missing === undefined ? undefined : { path: `/${missing}`, message: `is missing; send ${number}, or ${from} and ${to}` }
  }
})

const assemblyPart = Table.make("assembly part", [Table.required("sku", Table.key), figure("expectQuantity", "expected"), figure("quantity", "used")])

const assemblyItem = Table.make("assembly item", [
  Table.required("sku", Table.key),
  Table.required("status", Table.text),
  figure("expectQuantity", "expected"),
  figure("processedQuantity", "assembled"),
  Table.required("parts", Table.list(Table.object(assemblyPart)))
])

const assemblyWorker = Table.make("assembly worker", [Table.required("name", Table.text)])

const assembly = Table.make("assembly order", [
  Table.required("assemblyNumber", Table.code),
  ...warehouse,
  Table.required("status", Table.text),
  Table.optional("asnNumber", Table.code),
  Table.optional("finishTime", dateText, { is: "finishedAt" }),
  Table.optional("customNumber", Table.code),
  Table.required("createTime", { ...dateText, option: { name: "assemblyTime", forms: { ms: "ms" } } }, { is: "createdAt" }),
  Table.required("assemblyList", Table.list(Table.object(assemblyItem)), { is: "lines" }),
  Table.optional("processStartTime", dateText, { is: "startedAt" }),
  Table.optional("processEndTime", dateText, { is: "endedAt" }),
  Table.optional("workers", Table.list(Table.object(assemblyWorker)))
])

const assemblyRequest = Table.make("QUERY_INVENTORY_ASSEMBLY_LIST", [
  Table.optional("assemblyNumber", Table.code, { is: "number" }),
  Table.optional("createTimeFrom", dateText, { is: "createdFrom" }),
  Table.optional("createTimeTo", lastMoment, { is: "createdTo" }),
  Table.optional("warehouseName", Table.code),
  ...page(20)
], [selected("assemblyNumber", "createTimeFrom", "createTimeTo")])

export const queryInventoryAssemblyList = defineList({ method: "QUERY_INVENTORY_ASSEMBLY_LIST", operation: "listAssemblyOrders", request: assemblyRequest, item: assembly })

const transferField = Table.make("transfer custom field", [
  Table.required("columName", Table.text, { is: "name" }),
  Table.required("value", Table.text),
  Table.required("columType", Table.enumOf({ number: ["NUMBER"], date: ["DATE"], text: ["STRING"], choice: ["SELECT"] }), { is: "type" })
])

const transferItem = Table.make("transfer item", [
  Table.required("id", Table.numberId),
  Table.optional("fbaNo", Table.code, { is: "shipmentId" }),
  Table.optional("refId", Table.code, { is: "referenceId" }),
  Table.required("sku", Table.key),
  told("expectedQuantity", "expected"),
  told("receiveQuantity", "received"),
  told("packingRate", "piecesPerBox"),
  told("cdNetWeight", "netWeight"),
  told("cdWeight", "grossWeight"),
  Table.optional("cdWeightUnit", Table.text, { is: "weightUnit" }),
  told("cartonLength", "length"),
  told("cartonWidth", "width"),
  told("cartonHeight", "height"),
  Table.optional("cartonDimensionUnit", Table.text, { is: "lengthUnit" })
])

const transferFee = Table.make("transfer fee", [
  Table.required("name", Table.text),
  figure("amount", "amount"),
  told("appliedAmount", "applied"),
  told("paidAmount", "paid"),
  told("invalidAmount", "invalid"),
  Table.required("status", Table.text)
])

const transfer = Table.make("transfer order", [
  Table.required("transferNumber", Table.code),
  Table.required("type", Table.enumOf({ plan: ["PLAN"], available: ["AVAILABLE"] })),
  Table.required("destWarehouseType", Table.text, { is: "toWarehouseType" }),
  Table.required("status", Table.text),
  Table.required("createTime", millis, { is: "createdAt" }),
  Table.required("updateTime", millis, { is: "updatedAt" }),
  Table.optional("customNumber", Table.code),
  ...warehouse,
  Table.required("destWarehouseName", Table.code, { is: "toWarehouseName" }),
  Table.optional("destWarehouseId", Table.numberId, { is: "toWarehouseId" }),
  Table.optional("logisticsName", Table.text, { is: "carrierName" }),
  Table.optional("trackNumber", Table.code, { is: "trackingNumber", also: ["trackingNumber", "trackiNumber"] }),
  Table.optional("preReceiveTime", millis, { is: "estimatedArrivalAt" }),
  Table.optional("remark", Table.text),
  Table.optional("customFieldValueList", Table.list(Table.object(transferField)), { is: "customFields" }),
  Table.required("skuVOList", Table.list(Table.object(transferItem)), { is: "lines" }),
  Table.optional("feeList", Table.list(Table.object(transferFee)), { is: "fees" })
])

const transferRequest = Table.make("QUERY_INVENTORY_TRANSFER_LIST", [
  Table.optional("createTimeFrom", dateText, { is: "createdFrom" }),
  Table.optional("createTimeTo", lastMoment, { is: "createdTo" }),
  Table.optional("numberParam", Table.code, { is: "number" }),
  Table.optional("status", Table.text),
  ...page()
], [selected("numberParam", "createTimeFrom", "createTimeTo")])

export const queryInventoryTransferList = defineList({ method: "QUERY_INVENTORY_TRANSFER_LIST", operation: "listTransferOrders", request: transferRequest, item: transfer })

const splitPart = Table.make("split part", [
  Table.required("id", Table.numberId),
  Table.required("sku", Table.key),
  Table.required("title", Table.text, { is: "name" }),
  Table.optional("picUrl", Table.text, { is: "imageUrl" }),
  told("partRate", "perProduct"),
  told("totalReceivedQty", "received"),
  told("purchasePrice", "purchasePrice"),
  told("totalCost", "cost")
])

const splitItem = Table.make("split item", [
  Table.required("sku", Table.key),
  Table.required("title", Table.text, { is: "name" }),
  Table.required("picUrl", Table.text, { is: "imageUrl" }),
  figure("expectedQty", "expected"),
  figure("completedQty", "split"),
  figure("totalFee", "fee"),
  figure("totalCost", "cost"),
  Table.required("partList", Table.list(Table.object(splitPart)), { is: "parts" })
])

const splitWorker = Table.make("split worker", [
  Table.required("name", Table.text),
  Table.required("userId", Table.numberId),
  Table.required("username", Table.text, { is: "userName" })
])

const split = Table.make("split order", [
  Table.required("orderNumber", Table.code, { is: "splitNumber" }),
  ...warehouse,
  Table.required("status", Table.text),
  Table.optional("asnNumber", Table.code),
  Table.optional("customNumber", Table.code),
  Table.required("orderTime", millis, { is: "createdAt" }),
  Table.required("skuList", Table.list(Table.object(splitItem)), { is: "lines" }),
  Table.optional("remarkList", Table.list(Table.text), { is: "remarks" }),
  Table.optional("restoreOrderStartTime", millis, { is: "startedAt" }),
  Table.optional("restoreOrderEndTime", millis, { is: "endedAt" }),
  Table.optional("finishTime", millis, { is: "finishedAt" }),
  Table.optional("workerList", Table.list(Table.object(splitWorker)), { is: "workers" })
])

const splitRequest = Table.make("QUERY_INVENTORY_RESTORE_LIST", [
  Table.optional("orderNumber", Table.code, { is: "number" }),
  Table.optional("orderTimeFrom", dateText, { is: "createdFrom" }),
  Table.optional("orderTimeTo", lastMoment, { is: "createdTo" }),
  Table.optional("warehouseName", Table.code),
  ...page(20)
], [selected("orderNumber", "orderTimeFrom", "orderTimeTo")])

export const queryInventoryRestoreList = defineList({ method: "QUERY_INVENTORY_RESTORE_LIST", operation: "listSplitOrders", request: splitRequest, item: split })

/** The tables of the messages, for tests of their members. */
export const tables = {
  assembly, assemblyItem, assemblyPart, assemblyWorker, assemblyRequest, transfer, transferField, transferItem, transferFee, transferRequest, split, splitItem, splitPart, splitWorker,
  splitRequest
}

/** The messages of document 1 as JSON Schemas, compiled once by ajv, and the error text for each ajv error. */
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv"
import { maxText } from "../common/Envelope.ts"
import { invalid, missing, mistyped, type Refusal, tooLong } from "../common/Refusal.ts"
import { instantOf, isBase64, isCountry, isDecimal, wholeOf } from "../common/Values.ts"

const ajv = new Ajv({ allErrors: false, verbose: true, allowUnionTypes: true })

type Scalar = string | number
const isNothing = (value: unknown): boolean => value === ""
ajv.addKeyword({ keyword: "decimal", validate: (_: true, value: Scalar) => isDecimal(value) || isNothing(value) })
ajv.addKeyword({ keyword: "wholeFrom", validate: (least: number, value: Scalar) => (wholeOf(value) ?? -1) >= least })
ajv.addKeyword({ keyword: "instant", validate: (_: true, value: Scalar | null) => value === null || isNothing(value) || instantOf(value) !== undefined })
ajv.addKeyword({ keyword: "country", type: "string", validate: (_: true, value: string) => isCountry(value) })
ajv.addKeyword({ keyword: "base64", type: "string", validate: (_: true, value: string) => isBase64(value) })

ajv.addKeyword({ keyword: "count", validate: (_: true, value: Scalar | null) => value === null || isNothing(value) || (wholeOf(value) ?? -1) >= 0 })

const text = { type: "string", minLength: 1, maxLength: maxText }
const textOrEmpty = { type: "string", maxLength: maxText }
const optionalText = { type: ["string", "null"], maxLength: maxText }
const decimal = { type: ["number", "string"], minLength: 1, decimal: true }
const optionalDecimal = { type: ["number", "string", "null"], decimal: true }
const quantity = { type: ["number", "string"], wholeFrom: 1 }
const count = { type: ["number", "string"], wholeFrom: 0 }
const optionalCount = { type: ["number", "string", "null"], count: true }
const instant = { type: ["number", "string"], instant: true }
const optionalInstant = { type: ["number", "string", "null"], instant: true }

const object = (required: ReadonlyArray<string>, properties: Readonly<Record<string, unknown>>) => ({ type: "object", required, properties })

const receiver = object(["name", "phone", "email", "country", "state", "city", "address1", "postalCode"], {
  name: text,
  phone: text,
  email: textOrEmpty,
  country: { ...text, country: true },
  state: textOrEmpty,
  city: text,
  district: optionalText,
  address1: text,
  address2: optionalText,
  postalCode: textOrEmpty
})

const item = object(["sku", "erpSku", "name", "quantity", "amount"], {
  sku: text,
  erpSku: text,
  name: text,
  quantity,
  amount: decimal,
  shippingPrice: optionalDecimal,
  hsCode: optionalText
})

export const createOrder = ajv.compile(object(
  ["orderNumber", "onlineOrderId", "shopName", "warehouseCode", "logisticsCode", "platform", "freight", "codEnabled", "receiver", "skuList"],
  {
    orderNumber: text,
    onlineOrderId: text,
    shopName: text,
    warehouseCode: text,
    logisticsCode: text,
    platform: text,
    freight: decimal,
    packageType: { enum: ["NORMAL", "OWN_PACKAGE", "OWN_PAKAGE", "", null] },
    trackingNumber: optionalText,
    labelData: { type: ["string", "null"], base64: true },
    codEnabled: { enum: [0, 1, true, false, "0", "1"] },
    codPayAmount: optionalDecimal,
    codCurrency: optionalText,
    orderCreate: optionalInstant,
    deliveryTime: optionalInstant,
    onlineShopId: optionalText,
    receiver,
    skuList: { type: "array", minItems: 1, items: item }
  }
))

export const pushOrderInfo = ajv.compile(object(["orderNumber", "warehouseCode", "trackNumber", "wmsStatus", "status"], {
  orderNumber: text,
  onlineOrderId: optionalText,
  warehouseCode: text,
  customerCode: optionalText,
  carrier: optionalText,
  trackNumber: textOrEmpty,
  warehouseOrderNumber: optionalText,
  wmsStatus: text,
  status: text,
  shippingTime: optionalInstant,
  skuList: { type: ["array", "null"], items: object(["sku", "quantity"], { sku: text, quantity }) },
  errorMsg: optionalText
}))

export const pushAsnInfo = ajv.compile(object(["warehouseCode", "asnNumber", "wmsStatus", "updateTime", "skuList"], {
  warehouseCode: text,
  customerCode: optionalText,
  asnNumber: text,
  wmsStatus: text,
  referenceNumber: optionalText,
  finishTime: optionalInstant,
  updateTime: instant,
  skuList: {
    type: "array",
    items: object(["sku", "receivedQuantity"], {
      sku: text,
      name: optionalText,
      estimatedQuantity: optionalCount,
      receivedQuantity: count,
      goodQuantity: optionalCount,
      badQuantity: optionalCount
    })
  },
  batchNo: optionalText
}))

export const answer = object(["success", "data"], {
  success: { type: "boolean" },
  data: object(["warehouseOrderNumber"], { warehouseOrderNumber: text })
})
export const isAnswer = ajv.compile(answer)
const figure = { type: ["number", "string"], decimal: true }
const optionalFigure = { type: ["number", "string", "null"], decimal: true }
const inventory = object(["warehouseCode", "warehouseSku", "sellableQuantity", "totalQuantity"], {
  warehouseCode: text,
  warehouseSku: text,
  onwayQuantity: optionalFigure,
  pendingQuantity: optionalFigure,
  sellableQuantity: figure,
  unsellableQuantity: optionalFigure,
  reservedQuantity: optionalFigure,
  useQuantity: optionalFigure,
  totalQuantity: figure
})
export const isStockPage = ajv.compile(object(["success", "isLastPage", "data"], {
  success: { const: true },
  isLastPage: { type: "boolean" },
  currentPage: { type: "integer" },
  pageCount: { type: "integer" },
  data: { type: "array", items: inventory }
}))
const number = { type: "number" }
/** As it is answered: the bench has quantities as numbers. */
export const stockPage = object(["success"], {
  success: { type: "boolean" },
  isLastPage: { type: "boolean" },
  currentPage: { type: "integer" },
  pageCount: { type: "integer" },
  data: {
    type: "array",
    items: object([], {
      warehouseCode: { type: "string" },
      warehouseSku: { type: "string" },
      onwayQuantity: number,
      pendingQuantity: number,
      sellableQuantity: number,
      unsellableQuantity: number,
      reservedQuantity: number,
      useQuantity: number,
      totalQuantity: number
    })
  }
})
export const isOrderList = ajv.compile(object(["success", "data"], {
  success: { const: true },
  data: { type: "array", items: object(["orderNumber", "status", "wmsStatus"], { orderNumber: text, warehouseOrderNumber: optionalText, status: text, wmsStatus: text, carrierName: optionalText, trackingNumber: optionalText }) }
}))
export const isCallbackAnswer = ajv.compile(object(["success"], { success: { type: ["boolean", "string"] } }))

const refusalOf = ({ data, instancePath, keyword, params }: ErrorObject): Refusal => {
  if (keyword === "required") return missing(`${instancePath}/${params.missingProperty}`)
  if (data === null || data === "") return missing(instancePath)
  if (keyword === "type" || (keyword === "enum" && typeof data === "object")) return mistyped(instancePath)
  return keyword === "maxLength" ? tooLong(instancePath) : invalid(instancePath, `does not fit (${keyword})`)
}

/** Refuses a value that does not match the schema. */
export const check = (schema: ValidateFunction, content: unknown): void => {
  if (schema(content)) return
  const [first] = schema.errors ?? []
  throw first === undefined ? mistyped("/") : refusalOf(first)
}

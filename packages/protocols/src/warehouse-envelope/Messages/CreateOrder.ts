/** createOrder. Document 1, 2.4 to 2.6 and 4. */
import type { OutboundOrder, Sku } from "@crossdock/core"
import * as Redacted from "effect/Redacted"
import { given, Table } from "../../wire/index.ts"
import { define } from "./Exchange.ts"
import { amount, date, quantity, trackingNames } from "./Forms.ts"
import { response } from "./Response.ts"

/** A buyer may have none of these (U-79). */
const mayLack = { mayBeEmpty: true, emptyUnless: "requireContact" } as const

export const receiver = Table.make("receiver", [
  Table.required("name", Table.text),
  Table.required("phone", Table.text),
  Table.required("email", Table.text, { ...mayLack, instead: "emailFallback" }),
  Table.required("country", Table.country),
  Table.required("state", Table.text, mayLack),
  Table.required("city", Table.text),
  Table.optional("district", Table.text),
  Table.required("address1", Table.text),
  Table.optional("address2", Table.text),
  Table.required("postalCode", Table.text, mayLack)
])

export const item = Table.make("item", [
  Table.required("sku", Table.key),
  Table.required("erpSku", Table.text),
  Table.required("name", Table.text),
  Table.required("quantity", quantity),
  Table.required("amount", amount),
  Table.optional("shippingPrice", amount),
  Table.optional("hsCode", Table.text, { also: [["customsCode", "X-130"]] }),
  Table.optional("chineseCustomsDeclarationName", Table.text),
  Table.optional("englishCustomsDeclarationName", Table.text)
])

/** Row 01. */
const packaging = Table.word(
  { NORMAL: ["NORMAL"], OWN_PACKAGE: ["OWN_PACKAGE", "OWN_PAKAGE"] },
  { name: "selfShipped", forms: { OWN_PAKAGE: { OWN_PACKAGE: "OWN_PAKAGE" } } }
)

export const request = Table.make("createOrder", [
  Table.required("orderNumber", Table.key),
  Table.required("onlineOrderId", Table.text),
  Table.required("shopName", Table.text),
  Table.required("warehouseCode", Table.code),
  Table.required("logisticsCode", Table.code),
  Table.required("platform", Table.text),
  Table.required("freight", amount),
  Table.optional("packageType", packaging, { absent: "NORMAL" }),
  Table.optional("trackingNumber", Table.code, { also: trackingNames.trackingNumber }),
  Table.optional("labelData", Table.label),
  Table.required("codEnabled", Table.flag),
  Table.optional("codPayAmount", amount),
  Table.optional("codCurrency", Table.text),
  Table.optional("orderCreate", date),
  Table.optional("deliveryTime", date),
  Table.optional("onlineShopId", Table.text),
  Table.required("receiver", Table.object(receiver)),
  Table.required("skuList", Table.list(Table.object(item), { nonEmpty: true }))
], [
  {
    name: "a self-shipped order has a tracking number",
    on: "both",
    verdict: "refuse",
    check: ({ packageType, trackingNumber }) =>
      packageType === "OWN_PACKAGE" && trackingNumber === undefined
        ? { path: "/trackingNumber", says: "is missing on a self-shipped order; send the number of its label" }
        : undefined
  },
  {
    name: "a self-shipped order has a label",
    on: "both",
    verdict: "refuse",
    check: ({ labelData, packageType }) =>
      packageType === "OWN_PACKAGE" && labelData === undefined
        ? { path: "/labelData", says: "is missing on a self-shipped order; send the label as PDF in Base64" }
        : undefined
  },
  {
    name: "cash on delivery has an amount",
    on: "both",
    verdict: "refuse",
    check: ({ codEnabled, codPayAmount }) =>
      codEnabled === true && codPayAmount === undefined
        ? { path: "/codPayAmount", says: "is missing on a cash-on-delivery order; send the amount to collect" }
        : undefined
  },
  {
    name: "cash on delivery has a currency",
    on: "both",
    verdict: "refuse",
    check: ({ codCurrency, codEnabled }) =>
      codEnabled === true && codCurrency === undefined
        ? { path: "/codCurrency", says: "is missing on a cash-on-delivery order; send the currency to collect" }
        : undefined
  }
])

const created = Table.make("createOrder data", [Table.required("warehouseOrderNumber", Table.text)])

export const answer = Table.make("createOrder answer", [...response, Table.required("data", Table.object(created))])

const personal = (label: string, text: string) => Redacted.make(text, { label })

const receiverToWire = ({ address1, address2, email, name, phone, postalCode, ...rest }: OutboundOrder.Receiver) =>
  given({
    ...rest,
    name: Redacted.value(name),
    phone: Redacted.value(phone),
    email: Redacted.value(email),
    address1: Redacted.value(address1),
    address2: address2 && Redacted.value(address2),
    postalCode: Redacted.value(postalCode)
  })

const receiverFromWire = (value: Table.Value<typeof receiver>): OutboundOrder.Receiver =>
  given({
    ...value,
    name: personal("receiver.name", value.name),
    phone: personal("receiver.phone", value.phone),
    email: personal("receiver.email", value.email),
    address1: personal("receiver.address1", value.address1),
    address2: value.address2 === undefined ? undefined : personal("receiver.address2", value.address2),
    postalCode: personal("receiver.postalCode", value.postalCode)
  })

/** What is put together for every line of every order is put together directly. */
const lineFromWire = (line: Table.Value<typeof item>): OutboundOrder.OutboundLine => {
  const read: { -readonly [K in keyof OutboundOrder.OutboundLine]: OutboundOrder.OutboundLine[K] } = {
    sku: line.sku as Sku.Sku,
    erpSku: line.erpSku,
    name: line.name,
    quantity: line.quantity,
    amount: line.amount
  }
  if (line.shippingPrice !== undefined) read.shippingPrice = line.shippingPrice
  if (line.hsCode !== undefined) read.hsCode = line.hsCode
  if (line.chineseCustomsDeclarationName !== undefined) read.chineseCustomsName = line.chineseCustomsDeclarationName
  if (line.englishCustomsDeclarationName !== undefined) read.englishCustomsName = line.englishCustomsDeclarationName
  return read
}

const fromPayload = (order: OutboundOrder.OutboundOrder): Table.WriteValue<typeof request> =>
  given({
    orderNumber: order.orderNumber,
    onlineOrderId: order.onlineOrderId,
    shopName: order.shopName,
    warehouseCode: order.warehouseCode,
    logisticsCode: order.channelCode,
    platform: order.platform,
    freight: order.freight,
    packageType: order.packageType,
    trackingNumber: order.trackingNumber,
    labelData: order.label && Redacted.value(order.label),
    codEnabled: order.cashOnDelivery !== undefined,
    codPayAmount: order.cashOnDelivery?.amount,
    codCurrency: order.cashOnDelivery?.currency,
    orderCreate: order.orderedAt,
    deliveryTime: order.promisedAt,
    onlineShopId: order.onlineShopId,
    receiver: receiverToWire(order.receiver),
    skuList: order.lines.map(({ chineseCustomsName, englishCustomsName, ...line }) =>
      given({
        ...line,
        chineseCustomsDeclarationName: chineseCustomsName,
        englishCustomsDeclarationName: englishCustomsName
      })
    )
  })

const toPayload = (value: Table.Value<typeof request>): OutboundOrder.OutboundOrder =>
  given({
    orderNumber: value.orderNumber as OutboundOrder.OrderNumber,
    onlineOrderId: value.onlineOrderId,
    shopName: value.shopName,
    warehouseCode: value.warehouseCode,
    channelCode: value.logisticsCode,
    platform: value.platform,
    freight: value.freight,
    packageType: value.packageType ?? "NORMAL",
    trackingNumber: value.trackingNumber,
    label: value.labelData === undefined ? undefined : personal("label", value.labelData),
    cashOnDelivery: value.codEnabled && value.codPayAmount !== undefined && value.codCurrency !== undefined
      ? { amount: value.codPayAmount, currency: value.codCurrency }
      : undefined,
    orderedAt: value.orderCreate,
    promisedAt: value.deliveryTime,
    onlineShopId: value.onlineShopId,
    receiver: receiverFromWire(value.receiver),
    lines: value.skuList.map(lineFromWire) as [OutboundOrder.OutboundLine, ...Array<OutboundOrder.OutboundLine>]
  })

export const createOrder = define({
  method: "createOrder",
  also: [],
  operation: "createOutboundOrder",
  request,
  answer,
  fromPayload,
  toPayload,
  toAnswer: (success) => ({ success: true, data: success }),
  fromAnswer: ({ data }) => data,
  /** Document 2 has these. */
  cannotCarry: [
    "/houseNumbers",
    "/totalPrice",
    "/currency",
    "/paidAt",
    "/isInsured",
    "/insuranceValue",
    "/sellerId",
    "/remark",
    "/packageId",
    "/shippingProviderName",
    "/shippingProviderId",
    "/lines/*/platformProductId"
  ]
})

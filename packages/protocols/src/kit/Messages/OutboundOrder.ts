/** An order as createOrder has it. Document 1, 2.4 to 2.6 and 4; document 2, 2.4 and 4A. */
import { type OutboundOrder } from "@crossdock/core"
import { Mapping, Table } from "../../wire/index.ts"
import { amount, date, quantity, trackingNames } from "./Forms.ts"

/** A buyer may have none of these (U-79). */
const mayLack = { mayBeEmpty: true, rejectEmptyWhen: "requireContact" } as const

const text = <const Name extends string>(name: Name) => Table.required(name, Table.text, { personal: `receiver.${name}` })

/** The members of a receiver; each document has its own order. */
export const receiver = {
  name: text("name"),
  phone: text("phone"),
  email: Table.required("email", Table.text, { ...mayLack, emptyFallbackOption: "emailFallback", personal: "receiver.email" }),
  country: Table.required("country", Table.country),
  state: Table.required("state", Table.text, mayLack),
  city: Table.required("city", Table.text),
  district: Table.optional("district", Table.text),
  address1: text("address1"),
  address2: Table.optional("address2", Table.text, { personal: "receiver.address2" }),
  postalCode: Table.required("postalCode", Table.text, { ...mayLack, personal: "receiver.postalCode" })
} as const

export const item = [
  Table.required("sku", Table.key),
  Table.required("erpSku", Table.text),
  Table.required("name", Table.text),
  Table.required("quantity", quantity),
  Table.required("amount", amount),
  Table.optional("shippingPrice", amount),
  Table.optional("hsCode", Table.text, { also: ["customsCode"] }),
  Table.optional("chineseCustomsDeclarationName", Table.text, { is: "chineseCustomsName" }),
  Table.optional("englishCustomsDeclarationName", Table.text, { is: "englishCustomsName" })
] as const

/** The documents spell the self-shipped package differently; both spellings are read (row 01). */
const packaging = (written: "OWN_PACKAGE" | "OWN_PAKAGE") => {
  const other = written === "OWN_PACKAGE" ? "OWN_PAKAGE" : "OWN_PACKAGE"
  return Table.enumOf(
    { NORMAL: ["NORMAL"], OWN_PACKAGE: [written, other] },
    { name: "selfShipped", forms: { [other]: { OWN_PACKAGE: other } } }
  )
}

/** What both documents have of an order; `spelling` is the one of the document. */
export const members = <const R extends Table.Table, const I extends Table.Table>(
  receiverTable: R,
  itemTable: I,
  spelling: "OWN_PACKAGE" | "OWN_PAKAGE"
) => [
  Table.required("orderNumber", Table.key),
  Table.required("onlineOrderId", Table.text),
  Table.required("shopName", Table.text),
  Table.required("warehouseCode", Table.code),
  Table.required("logisticsCode", Table.code, { is: "channelCode" }),
  Table.required("platform", Table.text),
  Table.required("freight", amount),
  Table.optional("packageType", packaging(spelling), { absent: "NORMAL" }),
  Table.optional("trackingNumber", Table.code, { also: trackingNames.trackingNumber }),
  Table.optional("labelData", Table.label, { is: "label", personal: "label" }),
  Table.required("codEnabled", Table.flag, { is: "cashOnDelivery", byHand: [] }),
  Table.optional("codPayAmount", amount, { is: "cashOnDelivery/amount", byHand: [] }),
  Table.optional("codCurrency", Table.text, { is: "cashOnDelivery/currency", byHand: [] }),
  Table.optional("orderCreate", date, { is: "orderedAt" }),
  Table.optional("deliveryTime", date, { is: "promisedAt" }),
  Table.optional("onlineShopId", Table.text),
  Table.required("receiver", Table.object(receiverTable)),
  Table.required("skuList", Table.list(Table.object(itemTable), { nonEmpty: true }), { is: "lines" })
] as const

interface Order {
  readonly packageType?: string
  readonly trackingNumber?: string
  readonly labelData?: string
  readonly codEnabled: boolean
  readonly codPayAmount?: unknown
  readonly codCurrency?: string
}

const mustHave = (name: string, member: keyof Order, isMeant: (order: Order) => boolean, message: string) => ({
  name,
  on: "both" as const,
  verdict: "refuse" as const,
  check: (order: Order) => isMeant(order) && order[member] === undefined ? { path: `/${member}`, message } : undefined
})

const isSelfShipped = ({ packageType }: Order): boolean => packageType === "OWN_PACKAGE"
const isOnDelivery = ({ codEnabled }: Order): boolean => codEnabled === true

export const rules = [
  mustHave("a self-shipped order has a tracking number", "trackingNumber", isSelfShipped,
    "is missing on a self-shipped order; send the number of its label"),
  mustHave("a self-shipped order has a label", "labelData", isSelfShipped,
    "is missing on a self-shipped order; send the label as PDF in Base64"),
  mustHave("cash on delivery has an amount", "codPayAmount", isOnDelivery,
    "is missing on a cash-on-delivery order; send the amount to collect"),
  mustHave("cash on delivery has a currency", "codCurrency", isOnDelivery,
    "is missing on a cash-on-delivery order; send the currency to collect")
]

/** Cash on delivery is a flag with two members in the documents, and one optional member in the model. */
export const cashToWire = ({ cashOnDelivery }: OutboundOrder.OutboundOrder) => ({
  codEnabled: cashOnDelivery !== undefined,
  codPayAmount: cashOnDelivery?.amount,
  codCurrency: cashOnDelivery?.currency
})

type Cash = NonNullable<OutboundOrder.OutboundOrder["cashOnDelivery"]>

export const fromWire = (
  table: Table.Table,
  value: { readonly codEnabled: boolean; readonly codPayAmount?: Cash["amount"]; readonly codCurrency?: string },
  byHand: Partial<OutboundOrder.OutboundOrder> = {}
): OutboundOrder.OutboundOrder => {
  const { codCurrency: currency, codEnabled, codPayAmount: amountToCollect } = value
  const cashOnDelivery = codEnabled && amountToCollect !== undefined && currency !== undefined
    ? { amount: amountToCollect, currency }
    : undefined
  return Mapping.fromWire<OutboundOrder.OutboundOrder>(table, value, { ...byHand, cashOnDelivery })
}

/** An outbound order in createOrder (spec 1 §2.4 to §2.6 and §4, spec 2 §2.4 and §4A). */
import { AdapterError, Decimal, Document, Money, type OutboundOrder } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import * as Redacted from "effect/Redacted"
import { type Context, Mapping, Table } from "../../wire/index.ts"
import * as Forms from "./Forms.ts"

/** Members that may be empty, because a buyer may have no such data (U-79). */
const mayLack = { mayBeEmpty: true, rejectEmptyWhen: "requireContact" } as const

const text = <const Name extends string>(name: Name) => Table.required(name, Table.text, { personal: `receiver.${name}` })

/** The members of a receiver. Each specification lists them in its own order. */
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
  Table.required("quantity", Forms.quantity),
  Table.required("amount", Forms.amount, { is: "price/amount" }),
  Table.optional("shippingPrice", Forms.amount, { is: "shippingPrice/amount" }),
  Table.optional("hsCode", Table.text, { also: ["customsCode"] }),
  Table.optional("chineseCustomsDeclarationName", Table.text, { is: "chineseCustomsName" }),
  Table.optional("englishCustomsDeclarationName", Table.text, { is: "englishCustomsName" })
] as const

/**
 * The specifications spell the package type of self-shipped orders differently; both spellings are read (variants.md
 * row 01).
 */
const packaging = (written: "OWN_PACKAGE" | "OWN_PAKAGE") => {
  const other = written === "OWN_PACKAGE" ? "OWN_PAKAGE" : "OWN_PACKAGE"
  return Table.enumOf(
    { NORMAL: ["NORMAL"], OWN_PACKAGE: [written, other] },
    { name: "selfShipped", forms: { [other]: { OWN_PACKAGE: other } } }
  )
}

/**
 * The members of an order that both specifications have. `spelling` is how the specification spells the self-shipped
 * package type.
 */
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
  Table.required("freight", Forms.amount, { is: "freight/amount" }),
  Table.optional("packageType", packaging(spelling), { absent: "NORMAL" }),
  Table.optional("trackingNumber", Table.code, { also: Forms.trackingNames.trackingNumber }),
  Table.optional("labelData", Table.label, { is: "documents", byHand: [] }),
  Table.required("codEnabled", Table.flag, { is: "cashOnDelivery", byHand: [] }),
  Table.optional("codPayAmount", Forms.amount, { is: "cashOnDelivery/amount", byHand: [] }),
  Table.optional("codCurrency", Table.text, { is: "cashOnDelivery/currency", byHand: [] }),
  Table.optional("orderCreate", Forms.date, { is: "orderedAt" }),
  Table.optional("deliveryTime", Forms.date, { is: "promisedAt" }),
  Table.optional("onlineShopId", Table.text),
  Table.required("receiver", Table.object(receiverTable)),
  Table.required("skuList", Table.list(Table.object(itemTable), { nonEmpty: true }), { is: "lines" })
] as const

interface Read {
  readonly packageType?: string
  readonly trackingNumber?: string
  readonly labelData?: string
  readonly codEnabled: boolean
  readonly codPayAmount?: Decimal.Decimal
  readonly codCurrency?: string
}

const mustHave = (name: string, member: keyof Read, isMeant: (order: Read) => boolean, message: string) => ({
  name,
  on: "both" as const,
  verdict: "refuse" as const,
  check: (order: Read) => isMeant(order) && order[member] === undefined ? { path: `/${member}`, message } : undefined
})

const isSelfShipped = ({ packageType }: Read): boolean => packageType === "OWN_PACKAGE"
const isOnDelivery = ({ codEnabled }: Read): boolean => codEnabled === true

export const rules = [
  mustHave("a self-shipped order has a tracking number", "trackingNumber", isSelfShipped,
    "is missing on a self-shipped order; send the number of its label"),
  mustHave("a self-shipped order has a label", "labelData", isSelfShipped,
    "is missing on a self-shipped order; send the label as PDF in Base64"),
  mustHave("cash on delivery has an amount", "codPayAmount", isOnDelivery,
    "is missing on a cash-on-delivery order; send the amount to collect"),
  mustHave("cash on delivery has a currency", "codCurrency", isOnDelivery,
    "is missing on a cash-on-delivery order; send the currency to collect"),
  {
    name: "cash on delivery collects no negative amount",
    on: "both" as const,
    verdict: "refuse" as const,
    check: (order: Read) =>
      isOnDelivery(order) && order.codPayAmount !== undefined && BigDecimal.isNegative(order.codPayAmount)
        ? { path: "/codPayAmount", message: "is negative on a cash-on-delivery order; send the amount to collect" }
        : undefined
  }
]

/**
 * Tells whether the `amount` of a line is for one piece or for the whole line. The specifications do not say, so an
 * option of the profile decides.
 */
export const lineAmountOf = (profile: Context.Profile): Money.PriceBasis => (profile["lineAmount"] === "piece" ? "piece" : "line")

type Order = OutboundOrder.OutboundOrder
type Line = OutboundOrder.OutboundLine

/** All amounts of an order that the specifications write without a currency of their own, with their paths. */
const amountsOf = (order: Order): ReadonlyArray<readonly [path: string, money: Money.Money | undefined]> => [
  ["/freight", order.freight],
  ["/totalPrice", order.totalPrice],
  ["/insuranceValue", order.insuranceValue],
  ...order.lines.flatMap((line, at) => [
    [`/lines/${at}/${line.price === undefined ? "declaredValue" : "price"}`, priceOf(line)] as const,
    [`/lines/${at}/shippingPrice`, line.shippingPrice] as const
  ])
]

/** Returns the currency of the order, or undefined if no amount names one. */
export const currencyOf = (order: Order): string | undefined =>
  amountsOf(order).find(([, money]) => money?.currency !== undefined)?.[1]?.currency

/**
 * Refuses an order that the specifications cannot express: one with units, with two currencies, with documents beside one
 * label as a PDF, or with a price that cannot be converted exactly.
 */
export const refusalOf = (order: Order, profile: Context.Profile): AdapterError.RequestInvalid | undefined => {
  const currency = currencyOf(order)
  const per = lineAmountOf(profile)
  for (const [path, money] of amountsOf(order)) {
    if (money?.currency !== undefined && money.currency !== currency) {
      return refused(`${path}/currency`, `is ${money.currency} on an order in ${currency}; send one order for each currency`)
    }
  }
  for (const [at, line] of order.lines.entries()) {
    const { quantity, unit } = line
    const price = priceOf(line)
    if (unit !== undefined) return refused(`/lines/${at}/unit`, `is ${unit}, but this protocol counts pieces only; order pieces without a unit`)
    if (price !== undefined && Money.amountPer(per, price, quantity) === undefined) {
      return refused(`/lines/${at}/price`, `${Decimal.toText(price.amount)} cannot be divided exactly by ${Decimal.toText(quantity)}; send the price of the ${per}`)
    }
  }
  return documentsRefusal(order)
}

/** What the specifications have of documents: one label, as a PDF. */
export const documentLimits: Document.DocumentLimits = { documents: { label: ["PDF"] } }

const documentsRefusal = ({ documents = [] }: Order): AdapterError.RequestInvalid | undefined => {
  for (const [at, document] of documents.entries()) {
    const problem = Document.refusalOf(document, documentLimits)
    if (problem !== undefined) return refused(`/documents/${at}${problem.path}`, problem.message)
    if (at > 0) return refused(`/documents/${at}`, "is a second label, and this protocol sends one; send one order for each label")
  }
  return undefined
}

const labelOf = ({ documents: [first] = [] }: Order): string | undefined =>
  first?.source._tag === "Content" ? Redacted.value(first.source.base64) : undefined

const refused = (path: string, message: string) => new AdapterError.RequestInvalid({ path, message })

/** The price of a line. The specifications require one and know no gifts, so a gift has the price that customs are told. */
const priceOf = ({ declaredValue, price = declaredValue }: Line): Money.Price | undefined => price

/** Converts the prices of an order to prices per line or per piece, as the profile requires. */
const pricedPer = (per: Money.PriceBasis, order: Order): Order => {
  const isSo = (line: Line): boolean => line.price === priceOf(line) && (line.price === undefined || line.price.per === per)
  if (order.lines.every(isSo)) return order
  const [first, ...others] = order.lines
  return { ...order, lines: [linePricedPer(per, first), ...others.map((line) => linePricedPer(per, line))] }
}

const linePricedPer = (per: Money.PriceBasis, line: Line): Line => {
  const price = priceOf(line)
  const amount = price && Money.amountPer(per, price, line.quantity)
  return price === undefined || amount === undefined ? line : { ...line, price: { ...price, amount, per } }
}

/**
 * Converts an order to the message. Cash on delivery is a flag and two members in the specifications, but one optional
 * member in the model.
 */
export const toWire = <T extends Table.Table>(
  table: T,
  order: Order,
  profile: Context.Profile,
  byHand: object = {}
): Table.WriteValue<T> => {
  const { cashOnDelivery } = order
  return Mapping.toWire(table, pricedPer(lineAmountOf(profile), order), {
    codEnabled: cashOnDelivery !== undefined,
    codPayAmount: cashOnDelivery?.amount,
    codCurrency: cashOnDelivery?.currency,
    labelData: labelOf(order),
    ...byHand
  } as never)
}

interface Written {
  readonly labelData?: string
  readonly codEnabled: boolean
  readonly codPayAmount?: Decimal.Decimal
  readonly codCurrency?: string
  readonly currency?: string
}

/** An order under construction, whose members can still be assigned. */
type Draft = { -readonly [K in keyof Order]: Order[K] }
type DraftMoney = { -readonly [K in keyof Money.Price]?: Money.Price[K] }

export const fromWire = (
  table: Table.Table,
  value: Written,
  profile: Context.Profile,
  byHand: Partial<Order> = {}
): Order => {
  const { codCurrency, codEnabled, codPayAmount, currency, labelData } = value
  const order = Mapping.fromWire<Draft>(table, value, byHand)
  if (codEnabled && codPayAmount !== undefined && codCurrency !== undefined) {
    order.cashOnDelivery = { amount: codPayAmount, currency: codCurrency }
  }
  if (labelData !== undefined) {
    order.documents = [{ kind: "label", format: "PDF", source: { _tag: "Content", base64: Redacted.make(labelData, { label: "label" }) } }]
  }
  const per = lineAmountOf(profile)
  for (const { price, shippingPrice } of order.lines) {
    if (currency !== undefined) inCurrency(currency, price, shippingPrice)
    if (price !== undefined) (price as DraftMoney).per = per
  }
  if (currency !== undefined) inCurrency(currency, order.freight, order.totalPrice, order.insuranceValue)
  return order
}

/** Sets the currency of the amounts. The specifications give one currency for all amounts of an order. */
const inCurrency = (currency: string, ...all: ReadonlyArray<Money.Money | undefined>): void => {
  for (const money of all) if (money !== undefined) (money as DraftMoney).currency = currency
}

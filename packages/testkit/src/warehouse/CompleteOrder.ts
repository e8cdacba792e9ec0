/**
 * An order with a value for each optional member that a warehouse may drop, for the law about what a plugin passes on.
 */
import { Money, OutboundOrder, type PassedMembers } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Redacted from "effect/Redacted"

type Order = OutboundOrder.OutboundOrder

const amount = Money.of("12.34", "EUR")
const text = (value: string) => Redacted.make(value)

const sample = {
  onlineOrderId: "P-7", shopName: "Shop", channelCode: "STD", platform: "other", freight: amount,
  orderedAt: DateTime.makeUnsafe("2026-03-01T10:00:00Z"),
  shipBefore: DateTime.makeUnsafe("2026-03-03T10:00:00Z"),
  promisedAt: DateTime.makeUnsafe("2026-03-05T10:00:00Z"),
  shipAfter: DateTime.makeUnsafe("2026-03-02T10:00:00Z"),
  displayNumber: "#1001", purchaseOrderNumber: "PO-7", pricesIncludeTax: true,
  taxIds: [{ of: "seller", kind: "IOSS", value: text("IM0000000000"), country: "NL" }],
  incoterm: "DAP", deliveryRequirements: ["signature"], onlineShopId: "S-7", houseNumbers: [text("77-III")],
  totalPrice: amount, paidAt: DateTime.makeUnsafe("2026-03-01T10:05:00Z"), isInsured: true, insuranceValue: Money.of(120, "EUR"), sellerId: "seller-7",
  packingSlipNote: text("with thanks"), remark: text("handle with care"), packageId: "package-7", shippingProviderName: "Post", shippingProviderId: "provider-7"
} as const satisfies Partial<Order>

const receiver = {
  phone: text("+31 20 555 0177"), email: text("suite@example.org"), state: "NH", district: "Centrum", address2: text("rear"), postalCode: text("1012ZQ"),
  company: text("Example B.V."), instructions: text("ring twice"), addressType: "business", pickupPointId: "PP-7"
} as const satisfies Partial<Order["receiver"]>

const line = {
  erpSku: "E-7", name: "Mug", price: { ...amount, per: "line" }, shippingPrice: amount, hsCode: "691200", originCountry: "DE", chineseCustomsName: "杯", englishCustomsName: "mug",
  platformProductId: "product-7", bundleId: "bundle-7", tax: amount, declaredValue: { ...amount, per: "line" }, customization: [{ name: "engraving", value: text("for Ada") }],
  giftMessage: text("many happy returns"), lineId: "line-7", lot: "L-7", expiresOn: "2027-12-31"
} as const satisfies Partial<OutboundOrder.OutboundLine>

const picked = (values: object, prefix: string, members: ReadonlySet<string>): object =>
  Object.fromEntries(Object.entries(values).filter(([name]) => members.has(`${prefix}${name}`)))

/** The order with a value for each of these members. What it has of them already stays, because the peer may know only that. */
export const withMembers = (order: Order, members: ReadonlyArray<PassedMembers.PassedMember>): Order => {
  const wanted: ReadonlySet<string> = new Set(members)
  const [first, ...others] = order.lines
  return {
    ...picked(sample, "", wanted),
    ...order,
    receiver: { ...picked(receiver, "receiver.", wanted), ...order.receiver },
    lines: [{ ...picked(line, "lines.", wanted), ...first }, ...others]
  }
}

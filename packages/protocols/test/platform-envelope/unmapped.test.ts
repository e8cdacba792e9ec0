/**
 * What the platform interface has no place for, against the protocol itself: whatever is written and does not arrive stands in
 * the table of lost members, and whatever stands there does not arrive and is reported.
 */
import { PlatformOrder, PlatformProduct, PlatformV1, Quantity } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { UnmappedFields } from "../../src/platform-envelope/index.ts"
import { at, decimal, figure, joined, labels, line, order, parcel, personal, product, pushesJoined, tracking, window } from "./support.ts"

type Name = Exclude<PlatformV1.OperationName, "subscribe" | "renew" | "unsubscribe">

const status = { status: "DONE", nameEn: "done", nameZh: "完成" }
const fullOrder: Required<PlatformOrder.PlatformOrder> = {
  ...order as Required<PlatformOrder.PlatformOrder>,
  phase: "onHold",
  lines: [{ ...line, variantId: "V-1", customization: [{ name: "engraving", value: personal("customization", "for Ada") }], refundedQuantity: Quantity.of(1), requiresShipping: true, isFulfilledByPlatform: false, locationId: "PW-2", bundle: { id: "B-1", sku: "SET-1", title: "Set", quantity: Quantity.of(1) }, isGift: true, giftMessage: personal("giftMessage", "happy birthday"), hsCode: "691200", originCountry: "DE" }],
  receiver: {
    ...order.receiver,
    address2: personal("receiver.address2", "#02-03"),
    company: personal("receiver.company", "Example Ltd"),
    instructions: personal("receiver.instructions", "leave it at the porter"),
    addressType: "business",
    pickupPointId: "PP-1",
    isMasked: true
  },
  billing: { name: personal("receiver.name", "Tan"), country: "SG" },
  deliveryMethod: "pickupPoint",
  tags: ["wholesale"],
  isCancelRequested: true,
  shipAfter: at("2026-03-03T00:00:00Z"),
  displayNumber: "#1001",
  purchaseOrderNumber: "PO-7",
  pricesIncludeTax: true,
  taxIds: [{ of: "buyer", kind: "VAT", value: personal("tax id", "NL000"), country: "NL" }],
  incoterm: "DAP",
  deliveryRequirements: ["signature"],
  tax: decimal("1.20"),
  freightTax: decimal("0.20"),
  fees: [{ name: "gift wrap", amount: decimal("1.00"), tax: decimal("0.10") }],
  buyerId: "B-1",
  holdReason: "fraud check",
  cancelReason: "bought twice",
  deliverBefore: at("2026-03-06T00:00:00Z"),
  refunds: [{ refundId: "R-1", at: at("2026-03-04T00:00:00Z"), amount: decimal("2.00"), currency: "SGD", lines: [{ lineId: "T-1", quantity: Quantity.of(1) }] }],
  fulfillments: [{ fulfillmentId: "F-1", trackingNumber: "TN-1", carrierCode: "NV", carrierName: "Ninja", shippedAt: at("2026-03-03T00:00:00Z"), locationId: "PW-1", lines: [{ lineId: "T-1", quantity: Quantity.of(1) }] }]
}
const fullProduct: Required<PlatformProduct.PlatformProduct> = {
  ...product as Required<PlatformProduct.PlatformProduct>,
  currency: "SGD",
  tracksStock: true,
  components: [{ productId: "I-2", variantId: "V-2", quantity: Quantity.of(2) }],
  length: decimal("1"),
  width: decimal("2"),
  height: decimal("3"),
  dimensionUnit: "cm",
  color: "red",
  size: "L"
}

const page = { ...window, cursor: "0.1", limit: 10 }

/** For each operation a payload with every member that one can have, but the shop, which the client sends with every call. */
const payloads: { readonly [N in Name]: Omit<Required<(typeof PlatformV1.contract.operations)[N]["payload"]["Type"]>, "onlineShopId"> } = {
  getOrders: { onlineOrderIds: ["P-1"], ...page },
  listOrderStatuses: {},
  markReadyToShip: { onlineOrderId: "P-1", trackingNumber: "TN-1", providerCode: "NV", carrierName: "Ninja", trackingUrl: "https://carrier.example/TN-1", shippedAt: at("2026-03-03T00:00:00Z"), locationId: "PW-1", parcelNumber: 1, lines: [{ lineId: "T-1", quantity: Quantity.of(1) }] },
  listProducts: { productIds: ["I-1"], variantIds: ["V-1"], ...page },
  listProductStatuses: {},
  updateStock: { items: [{ productId: "I-1", variantId: "V-1", extraVariantId: "X-1", name: "Lamp", stock: figure(7), stockByLocation: [{ locationId: "PW-1", available: figure(5) }] }] },
  listShippingProviders: {},
  createShipment: { onlineOrderId: "P-1", providerCode: "NV", providerName: "Ninja", items: parcel },
  cancelShipment: { onlineOrderId: "P-1", trackingNumber: "TN-1", reason: "late", items: parcel },
  getLabels: { onlineOrderId: "P-1", providerCode: "NV", providerName: "Ninja", items: parcel },
  trackParcel: { onlineOrderId: "P-1", packageNumber: "K-1" },
  listLocations: {},
  setShopAccess: { isLocked: true, callbackUrl: new URL("https://erp.example/push"), customerId: "5" }
}

/** And a success with every member. */
const successes: { readonly [N in Name]: unknown } = {
  getOrders: { items: [fullOrder], unreadable: ["P-9"], nextCursor: "2", pageCount: 3 },
  listOrderStatuses: { finished: [status], cancelled: [status] },
  markReadyToShip: {},
  listProducts: { items: [fullProduct], nextCursor: "2", pageCount: 3 },
  listProductStatuses: { items: [status] },
  updateStock: { failures: [{ productId: "I-1", variantId: "V-1", locationId: "PW-1", reason: "locked" }] },
  listShippingProviders: { items: [{ code: "NV", name: "Ninja" }] },
  createShipment: { trackingNumber: "TN-1", carrierName: "Ninja", documents: labels },
  cancelShipment: {},
  getLabels: { items: labels },
  trackParcel: tracking,
  listLocations: { items: [{ code: "PW-1", name: "North" }] },
  setShopAccess: {}
}

/** The list selects alone (U-99), a cursor becomes a page number, and the second line of an address joins the first. */
const elsewhere: Readonly<Partial<Record<Name, ReadonlyArray<string>>>> = {
  getOrders: ["/updatedFrom", "/updatedTo", "/cursor", "/items/*/receiver/address2"],
  listProducts: ["/cursor"]
}

const isPlain = (value: unknown): value is object => typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Every member that holds a value, a phase with its value. */
const placesOf = (value: unknown, place = ""): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap((element) => placesOf(element, `${place}/*`))
  return isPlain(value) && !Redacted.isRedacted(value) ? Object.entries(value).flatMap(([name, member]) => placesOf(member, `${place}/${name}`)) : [place.endsWith("/phase") ? `${place} ${String(value)}` : place]
}

const lost = (sent: unknown, arrived: unknown): ReadonlyArray<string> => {
  const there = new Set(placesOf(arrived))
  return [...new Set(placesOf(sent).filter((place) => !there.has(place)).map((place) => place.replace(/ .*$/s, "")))]
}

const isIn = (places: ReadonlyArray<string>) => (place: string) => places.some((each) => place === each || place.startsWith(`${each}/`))

const tableOf = (operation: string, side: "asked" | "answered") =>
  [...new Set(UnmappedFields.rows.filter((row) => row.operation === operation && row.side === side).map(({ place }) => place as string))]

const names = Object.keys(payloads) as ReadonlyArray<Name>

const round = (name: Name) => {
  const { call, kept } = joined({ answers: { [name]: () => successes[name] } })
  const read = Effect.runSync((call as unknown as Record<Name, (payload: unknown) => Effect.Effect<unknown>>)[name](payloads[name]))
  const reported = kept.findings.filter(({ message }) => /has no (member|text) in this message/.test(message)).map(({ path }) => path)
  return { arrived: kept.dispatched[0]!.payload, read, reported }
}

describe.each(names)("%s", (name) => {
  const told = elsewhere[name] ?? []

  it("carries what is asked, or names it as lost", () => {
    const missing = lost(payloads[name], round(name).arrived).filter((place) => !isIn(told)(place))
    const table = tableOf(name, "asked")
    assert.deepStrictEqual(missing.filter((place) => !isIn(table)(place)), [])
    assert.deepStrictEqual(table.filter((row) => !missing.some(isIn([row]))), [])
  })

  it("carries what is answered, or names it as lost", () => {
    const missing = lost(successes[name], round(name).read).filter((place) => !isIn(told)(place) && place !== "/nextCursor")
    const table = tableOf(name, "answered")
    assert.deepStrictEqual(missing.filter((place) => !isIn(table)(place)), [])
    assert.deepStrictEqual(table.filter((row) => !missing.some(isIn([row]))), [])
  })

  it("reports what is lost, and nothing else", () => {
    assert.sameMembers([...round(name).reported], [...tableOf(name, "asked"), ...tableOf(name, "answered")])
  })
})

it("a masked receiver is reported as lost only if no text shows it (P-078 U-61)", () => {
  const reportedOf = (receiver: PlatformOrder.PlatformReceiver) => {
    const { call, kept } = joined({ answers: { getOrders: () => ({ items: [{ ...order, receiver }] }) } })
    const { items: [found] } = Effect.runSync(call.getOrders({ onlineOrderIds: ["P-1"], limit: 10 }))
    return [found?.receiver.isMasked, kept.findings.map(({ path }) => path)]
  }
  const plain = { ...order.receiver, name: personal("receiver.name", "Jane Doe") }
  assert.deepStrictEqual(reportedOf({ ...plain, isMasked: true }), [undefined, ["/items/*/receiver/isMasked"]])
  assert.deepStrictEqual(reportedOf({ ...plain, name: personal("receiver.name", "J* D*"), isMasked: true }), [true, []])
  assert.deepStrictEqual(reportedOf({ ...plain, isMasked: false }), [undefined, []])
})

it("pushOrder carries an order, or names what is lost", () => {
  const { kept, send } = pushesJoined()
  Effect.runSync(send(fullOrder))
  const [event] = kept.events
  const missing = event?._tag === "OrderPushed" ? lost(fullOrder, event.order).filter((place) => place !== "/receiver/address2") : ["/"]
  const table = tableOf("receivePlatformOrder", "asked")
  assert.deepStrictEqual(missing.filter((place) => !isIn(table)(place)), [])
  assert.sameMembers([...table], [
    "/phase", "/fulfillments", "/receiver/isMasked", "/receiver/company", "/receiver/instructions", "/receiver/addressType", "/receiver/pickupPointId",
    "/billing", "/displayNumber", "/purchaseOrderNumber", "/pricesIncludeTax", "/taxIds", "/incoterm", "/deliveryRequirements", "/tax", "/freightTax",
    "/fees", "/buyerId", "/holdReason", "/cancelReason", "/deliverBefore",
    "/refunds", "/deliveryMethod", "/tags", "/isCancelRequested", "/shipAfter",
    "/lines/*/variantId", "/lines/*/customization", "/lines/*/isGift", "/lines/*/refundedQuantity", "/lines/*/requiresShipping", "/lines/*/isFulfilledByPlatform", "/lines/*/locationId", "/lines/*/bundle", "/lines/*/giftMessage",
    "/lines/*/hsCode", "/lines/*/originCountry"
  ])
})

it("a payload of these tests has every member", () => {
  for (const name of names) assert.sameMembers(Object.keys(payloads[name]), Object.keys(PlatformV1.contract.operations[name].payload.fields).filter((member) => member !== "onlineShopId"), name)
  assert.sameMembers(Object.keys(fullOrder), Object.keys(PlatformOrder.PlatformOrder.fields))
  assert.sameMembers(Object.keys(fullOrder.lines[0]!), Object.keys(PlatformOrder.PlatformLine.fields))
  assert.sameMembers(Object.keys(fullOrder.receiver), Object.keys(PlatformOrder.PlatformReceiver.fields))
  assert.sameMembers(Object.keys(fullProduct), Object.keys(PlatformProduct.PlatformProduct.fields))
})

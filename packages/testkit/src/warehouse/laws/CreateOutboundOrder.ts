/**
 * The laws of createOutboundOrder: every field arrives, and each order is created once.
 */
import { AdapterError, Document, Money, OutboundOrder, PassedMembers, Quantity, Sku, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Struct from "effect/Struct"
import { assertReceived, has } from "../../CompareRecords.ts"
import { LawViolation, equal, assert, notDriven, sameMembers } from "../../Assertions.ts"
import { always, having, type Laws } from "../../Law.ts"
import { underFault } from "../../FaultInjection.ts"
import { type LawContext, orderAtPeer, call, cancelled, created, encoded, failure, label, newOrder, planted, statusOf, withFault, unsent } from "../LawContext.ts"
import { can, type SuiteFixture } from "../SuiteFixture.ts"
import * as CompleteOrder from "../CompleteOrder.ts"
import type { OutboundMember } from "../PeerFields.ts"

const create = WarehouseV1.CreateOutboundOrder
type Order = OutboundOrder.OutboundOrder

/** A law about a group of members: those that the API supports arrive as they were sent. */
const sends = (members: ReadonlyArray<OutboundMember>, hint: string, change: (order: Order) => Order = (order) => order) =>
  having<LawContext, SuiteFixture<unknown>, ReadonlyArray<OutboundMember>>(
    {
      name: `carries: one of ${members.join(", ")}`,
      of: ({ carries }) => {
        const carried = members.filter((member) => carries?.includes(member))
        // A field for currencies alone carries no amount.
        return carried.every((member) => member === "currency") ? undefined : carried
      }
    },
    Effect.fnUntraced(function*(context, carried) {
      const { order, orderNumber } = yield* created(context, hint, change)
      assertReceived((yield* orderAtPeer(context, orderNumber)).fields, encoded(order), carried)
    })
  )

/**
 * A law about members that must not be dropped silently: if the API supports them they arrive, otherwise the plugin
 * refuses the order and sends nothing.
 */
const sendsOrRefuses = (members: ReadonlyArray<OutboundMember>, hint: string, change: (order: Order) => Order, ...alsoRefused: ReadonlyArray<(order: Order) => Order>) =>
  having(can.carries, Effect.fnUntraced(function*(context: LawContext, carries) {
    const order = change(newOrder(context, hint))
    if (members.every((member) => carries.includes(member))) {
      yield* call(context, create, order)
      return assertReceived((yield* orderAtPeer(context, order.orderNumber)).fields, encoded(order), members)
    }
    for (const one of [order, ...alsoRefused.map((also) => also(newOrder(context, hint)))]) {
      const { reason } = yield* failure(context, create, one, `the peer's API has no place for ${members.join(" and ")}`)
      equal(reason._tag, "RequestInvalid", "the reason when the API cannot express the order")
      equal(yield* context.fixture.records.outbound(one.orderNumber), [], "orders at the peer after the refusal")
    }
  }))

const exact = Money.of("1234567890123.45", "EUR")

const priced = (order: Order): Order => ({
  ...order,
  freight: exact,
  lines: [{ ...order.lines[0], price: { ...exact, per: "line" }, shippingPrice: Money.of("0.10", "EUR") }, ...order.lines.slice(1)]
})

const ofThreeLines = (order: Order): Order => {
  const customs = { hsCode: "0902100000", chineseCustomsName: "茶", englishCustomsName: "tea" }
  const line = order.lines[0]
  return { ...order, lines: [{ ...line, ...customs, quantity: Quantity.of(3) }, { ...line, quantity: Quantity.of(1) }, { ...line, quantity: Quantity.of(12) }] }
}

/** Files of some formats in Base64. */
const files: Readonly<Record<string, Redacted.Redacted>> = {
  PDF: label,
  ZPL: Redacted.make("XlhBXkZPMjAsMjBeQTBOLDI4XkZEUGxhbnRlZF5GU15YWg=="),
  PNG: Redacted.make("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
}

const documentOf = (kind: Document.DocumentKind, format: string): Document.Document => ({ kind, format, source: { _tag: "Content", base64: files[format] ?? label } })

const labelDocument = (): Document.Document => documentOf("label", "PDF")

const selfShipped = (order: Order): Order => ({ ...order, packageType: "OWN_PACKAGE", trackingNumber: "00340434161094042557", documents: [labelDocument()] })

const collecting = (order: Order): Order => ({
  ...order,
  cashOnDelivery: Money.of("1234567890123.05", "EUR")
})

/** Text that must arrive without being escaped, truncated or normalized. */
const specialCharacters = "Ærø \"double\" 'single' \\back/slash 北京 🚚 %2B+&=<b>"

export const createOutboundOrderLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "createOutboundOrder/number": [
    "D1-272 D1-273 U-97",
    "returns the peer's own number of the order, digit for digit, if it returns one",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { orderNumber, warehouseOrderNumber } = yield* created(context, "number")
      const { number } = yield* orderAtPeer(context, orderNumber)
      equal(warehouseOrderNumber ?? number, number, "the number of the order")
    }))
  ],
  "createOutboundOrder/numbers-told": [
    "D1-042 D1-043 D1-044 D1-045 D1-046 D1-047 D1-076 U-97",
    "sends the numbers and codes of the order, long numbers digit for digit",
    sends(
      ["orderNumber", "onlineOrderId", "shopName", "warehouseCode", "channelCode", "platform", "onlineShopId"],
      "told",
      (order) => ({ ...order, onlineOrderId: "9007199254740993001", onlineShopId: "00900719925474099" })
    )
  ],
  "createOutboundOrder/receiver-told": [
    "D1-080 D1-081 D1-082 D1-084 D1-087 D1-088 D1-089 D1-090 D1-091 D1-092",
    "sends every field of the receiver and the address",
    sends([
      "receiver.name", "receiver.phone", "receiver.email", "receiver.country", "receiver.state", "receiver.city",
      "receiver.district", "receiver.address1", "receiver.address2", "receiver.postalCode"
    ], "receiver", (order) => ({ ...order, receiver: { ...order.receiver, district: "Centrum" } }))
  ],
  "createOutboundOrder/lines-told": [
    "D1-094 D1-095 D1-096 D1-097 D1-102 D1-103 D1-104",
    "sends every line with its SKU and quantity",
    sends(
      ["lines.sku", "lines.quantity", "lines.erpSku", "lines.name", "lines.hsCode", "lines.chineseCustomsName", "lines.englishCustomsName"],
      "lines",
      ofThreeLines
    )
  ],
  "createOutboundOrder/lines-in-order": [
    "D1-094",
    "sends the lines in their order, if the API keeps it",
    having(can.carry("lines.order"), Effect.fnUntraced(function*(context: LawContext) {
      const { order, orderNumber } = yield* created(context, "lines-in-order", ofThreeLines)
      assertReceived((yield* orderAtPeer(context, orderNumber)).fields, encoded(order), ["lines.order", "lines.sku", "lines.quantity"])
    }))
  ],
  "createOutboundOrder/money": [
    "D1-048 D1-049 D1-100 D1-101 U-149",
    "sends amounts exactly, large ones to the cent",
    sends(["freight", "lines.price", "lines.shippingPrice", "currency"], "money", priced)
  ],
  "createOutboundOrder/fractions": [
    "U-80",
    "sends a quantity with a fraction and its unit exactly, or refuses the order at the place in the payload and sends nothing",
    always(Effect.fnUntraced(function*(context: LawContext) {
      for (const [hint, change] of [["fraction", { quantity: Quantity.of("1.5") }], ["unit", { unit: "kg" }]] as const) {
        const order = newOrder(context, hint)
        const measured: Order = { ...order, lines: [{ ...order.lines[0], ...change }] }
        const answered = yield* Effect.result(call(context, create, measured))
        if (answered._tag === "Failure") {
          const { reason } = answered.failure
          equal(reason._tag, "RequestInvalid", "the reason when the API cannot express the order")
          assert(reason._tag === "RequestInvalid" && reason.path.startsWith("/lines/0"), `the failure is ${JSON.stringify(reason)}; its path must be below /lines/0`)
          equal(yield* context.fixture.records.outbound(measured.orderNumber), [], "orders at the peer after the refusal")
          continue
        }
        const { fields: received } = yield* orderAtPeer(context, measured.orderNumber)
        if (received !== undefined) assertReceived(received, encoded(measured), ["lines.sku", "lines.quantity", "lines.unit"])
      }
    }))
  ],
  "createOutboundOrder/moments": [
    "D1-074 D1-075 U-31 U-32",
    "sends the times of the order as the same instants, whatever time zone the API uses",
    sends(["orderedAt", "promisedAt"], "moments", (order) => ({
      ...order,
      orderedAt: DateTime.makeUnsafe("2026-03-28T23:30:00Z"),
      promisedAt: DateTime.makeUnsafe("2026-07-01T00:15:00Z")
    }))
  ],
  "createOutboundOrder/platform-told": [
    "G-086 G-088 G-089 G-090 G-091 G-092 G-093 G-095 G-096 G-097 G-098 G-099",
    "sends the data of the sales platform about the order",
    sends(
      [
        "houseNumbers",
        "totalPrice",
        "currency",
        "paidAt",
        "isInsured",
        "insuranceValue",
        "sellerId",
        "remark",
        "packageId",
        "shippingProviderName",
        "shippingProviderId",
        "lines.platformProductId"
      ],
      "platform",
      (order) => ({
        ...order,
        houseNumbers: [Redacted.make("77-III")],
        totalPrice: exact,
        paidAt: DateTime.makeUnsafe("2026-03-28T23:30:00Z"),
        isInsured: true,
        insuranceValue: Money.of(120, "EUR"),
        sellerId: "9007199254740993001",
        remark: Redacted.make(planted["the remark"]),
        packageId: "0000900719925474099300",
        shippingProviderName: "Post \"24 h\"",
        shippingProviderId: "9007199254740993003",
        lines: [{ ...order.lines[0], platformProductId: "9007199254740993005" }]
      })
    )
  ],
  "createOutboundOrder/text": [
    "D1-265 D1-352 D1-353",
    "sends quotes, backslashes and letters of any script unchanged",
    sends(["shopName", "receiver.city", "lines.name"], "text", (order) => ({
      ...order,
      shopName: specialCharacters,
      receiver: { ...order.receiver, city: specialCharacters },
      lines: [{ ...order.lines[0], name: specialCharacters }]
    }))
  ],
  "createOutboundOrder/self-shipped": [
    "D1-053 D1-057 D1-060",
    "sends the label and the tracking number of a self-shipped order, or refuses the order",
    sendsOrRefuses(["packageType", "trackingNumber", "documents"], "self-shipped", selfShipped, (order) => Struct.omit(selfShipped(order), ["documents"]))
  ],
  "createOutboundOrder/documents": [
    "D1-060",
    "sends each document of the kinds and formats that limits.documents state, and refuses others",
    having(can.carries, Effect.fnUntraced(function*(context: LawContext, carries) {
      const { limits } = context.warehouse.facts
      const { documents = {} } = limits
      for (const kind of Document.DocumentKind.literals) {
        for (const format of documents[kind] ?? []) {
          assert(carries.includes("documents"), `limits.documents state a ${kind} as ${format}, and the fixture carries no documents`)
          const { order, orderNumber } = yield* created(context, `document-${kind}-${format}`, (each) => {
            const one = documentOf(kind, format)
            const [labelFormat] = documents.label ?? []
            return labelFormat === undefined
              ? { ...each, documents: [one] }
              : { ...selfShipped(each), documents: kind === "label" ? [one] : [documentOf("label", labelFormat), one] }
          })
          assertReceived((yield* orderAtPeer(context, orderNumber)).fields, encoded(order), ["documents"])
        }
        const order: Order = { ...selfShipped(newOrder(context, `no-document-${kind}`)), documents: [documentOf(kind, "XPS")] }
        if (documents[kind]?.includes("XPS") === true) continue
        const { reason } = yield* failure(context, create, order, `limits.documents do not state a ${kind} as XPS`)
        assert(reason._tag === "RequestInvalid" && reason.path.startsWith("/documents/0"), `it failed as ${JSON.stringify(reason)}; expected RequestInvalid at /documents/0`)
        equal(yield* context.fixture.records.outbound(order.orderNumber), [], "orders at the peer after the refusal")
      }
    }))
  ],
  "createOutboundOrder/passes-on": [
    "D1-265",
    "passes on the members that limits.passesOn state, and no others",
    having(can.carries, Effect.fnUntraced(function*(context: LawContext, carries) {
      const { passesOn } = context.warehouse.facts.limits
      if (passesOn === undefined) return notDriven("limits.passesOn are not stated")
      const known: ReadonlyArray<string> = carries
      const unfelt = passesOn.filter((member) => !known.includes(member))
      assert(unfelt.length === 0, `limits.passesOn state ${unfelt.join(", ")}, and fixture.carries has no field for it`)
      const { orderNumber } = yield* created(context, "passes-on", (each) => CompleteOrder.withMembers(each, passesOn))
      const fields = (yield* orderAtPeer(context, orderNumber)).fields ?? {}
      // Whether each arrives unchanged is what other laws say.
      const lost = passesOn.filter((member) => !has(fields, member))
      assert(lost.length === 0, `${lost.join(", ")} did not arrive at the peer, and limits.passesOn state it`)
      const dropped = PassedMembers.all.filter((member) => !passesOn.includes(member))
      const rest = CompleteOrder.withMembers(newOrder(context, "drops"), dropped)
      const answered = yield* Effect.result(call(context, create, rest))
      // Who refuses what he would drop loses nothing.
      if (answered._tag === "Failure") return equal(answered.failure.reason._tag, "RequestInvalid", "the reason when members are refused that limits.passesOn do not state")
      const received = (yield* orderAtPeer(context, rest.orderNumber)).fields ?? {}
      const arrived = dropped.filter((member) => has(received, member))
      assert(arrived.length === 0, `${arrived.join(", ")} arrived at the peer, and limits.passesOn do not state it`)
    }))
  ],
  "createOutboundOrder/cash-on-delivery": [
    "D1-064 D1-069 D1-072",
    "sends the exact cash-on-delivery amount and its currency, or refuses the order",
    sendsOrRefuses(["cashOnDelivery"], "cash", collecting)
  ],
  "createOutboundOrder/nothing-to-collect": [
    "D1-065 D1-073",
    "sends no cash-on-delivery amount when the order has none",
    having(can.carries, Effect.fnUntraced(function*(context: LawContext) {
      const { orderNumber } = yield* created(context, "no-cash")
      const { fields: received } = yield* orderAtPeer(context, orderNumber)
      equal(received?.cashOnDelivery, undefined, "the cash-on-delivery amount that the peer received")
    }))
  ],
  "createOutboundOrder/twice": [
    "D1-328 U-62",
    "leaves one order at the peer when an order is created twice, and never claims that nothing was created",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { order, warehouseOrderNumber } = yield* created(context, "twice")
      const before = yield* context.fixture.records.outboundCount
      const again = yield* Effect.result(call(context, create, order))
      equal((yield* context.fixture.records.outboundCount) - before, 0, "additional orders at the peer")
      yield* orderAtPeer(context, order.orderNumber)
      if (again._tag === "Success") {
        const { warehouseOrderNumber: repeated = warehouseOrderNumber } = again.success
        return equal(repeated, warehouseOrderNumber ?? repeated, "the number of the order that the first create made")
      }
      assert(again.failure.mayHaveApplied, `the repeat failed as ${again.failure.reason._tag}, whose mayHaveApplied is false; the peer holds the order`)
    }))
  ],
  "createOutboundOrder/again-after-cancel": [
    "D1-389 U-142",
    "creates a cancelled order again, and the query returns the newer one",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { order, orderNumber } = yield* created(context, "again")
      const { warehouseCode } = order
      yield* cancelled(context, { orderNumber, warehouseCode })
      const again = yield* Effect.result(call(context, create, order))
      const held = yield* context.fixture.records.outbound(orderNumber)
      const newest = held.at(-1)
      assert(newest !== undefined, "the peer no longer holds the cancelled order; fixture.records must return cancelled orders too")
      if (again._tag === "Success") equal(newest.state, "open", "the state of the newest order, after a create that succeeded")
      else assert(held.length === 1 || again.failure.mayHaveApplied, "the failure has mayHaveApplied false; the peer holds a second order")
      const found = yield* call(context, WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber }], warehouseCode })
      equal(found.items.map(({ phase }) => phase), [newest.state === "cancelled" ? "cancelled" : "open"], "the state of the newest order")
    }))
  ],
  "createOutboundOrder/refused": [
    "D1-376 U-10",
    "fails with the peer's error message when the peer refuses the order, and leaves no order there",
    having(can.refuse, Effect.fnUntraced(function*(context: LawContext, refused) {
      const order = refused.order(newOrder(context, "refused"))
      const error = yield* failure(context, create, order, "the peer refuses it")
      equal(yield* context.fixture.records.outbound(order.orderNumber), [], "orders at the peer")
      const message = AdapterError.describe(error.reason)
      assert(message.includes(refused.message), `the failure reads "${message}"; it must contain the peer's message "${refused.message}"`)
      assert(error.reason._tag !== "Duplicate", "it failed as Duplicate; the peer holds nothing under this number")
    }))
  ],
  "createOutboundOrder/unknown-channel": [
    "D1-046 D1-376",
    "refuses an order for a channel that the peer does not have, and leaves no order there",
    having(can.carry("channelCode"), Effect.fnUntraced(function*(context: LawContext) {
      const order = newOrder(context, "unknown-channel")
      yield* refusedFor(context, { ...order, channelCode: context.fresh("no-channel") }, "the peer has no such channel")
    }))
  ],
  "createOutboundOrder/unknown-warehouse": [
    "D1-045 D1-376",
    "refuses an order for a warehouse that the peer does not have, and leaves no order there",
    having(can.carry("warehouseCode"), Effect.fnUntraced(function*(context: LawContext) {
      const order = newOrder(context, "unknown-warehouse")
      yield* refusedFor(context, { ...order, warehouseCode: context.fresh("no-warehouse") }, "the peer has no such warehouse")
    }))
  ],
  "createOutboundOrder/most-goods": [
    "D1-078 D1-094 D1-097",
    "sends every line of an order with limits.linesPerOrder different SKUs",
    having(can.goods, Effect.fnUntraced(function*(context: LawContext, goods) {
      const skus = yield* goods(context.warehouse.facts.limits.linesPerOrder)
      const { order, orderNumber } = yield* created(context, "most-goods", (each) => {
        const [first, ...rest] = skus.map((sku, at) => ({ ...each.lines[0], sku: Sku.Sku.make(sku), erpSku: `ERP-${sku}`, quantity: Quantity.of(1 + (at % 3)) }))
        return { ...each, lines: [first!, ...rest] }
      })
      const { fields: received } = yield* orderAtPeer(context, orderNumber)
      const quantities = (lines: ReadonlyArray<{ readonly sku: string; readonly quantity: number | string }>) =>
        lines.map(({ quantity, sku }) => `${quantity} of ${sku}`)
      if (received !== undefined) sameMembers(quantities(received.lines), quantities(encoded(order).lines), "lines that the peer received")
    }))
  ],
  "createOutboundOrder/most-lines": [
    "D1-078",
    "accepts an order with limits.linesPerOrder lines",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { linesPerOrder } = context.warehouse.facts.limits
      const { orderNumber } = yield* created(context, "most-lines", (order) => ofLines(order, linesPerOrder))
      const { fields: received } = yield* orderAtPeer(context, orderNumber)
      if (received !== undefined) equal(received.lines.length, linesPerOrder, "lines that the peer received")
    }))
  ],
  "createOutboundOrder/too-many-lines": [
    "D1-078",
    "refuses an order with more than limits.linesPerOrder lines, and sends no request",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const order = ofLines(newOrder(context, "too-many-lines"), context.warehouse.facts.limits.linesPerOrder + 1)
      const error = yield* unsent(context, failure(context, create, order, "it has too many lines"))
      equal(error.reason._tag, "RequestInvalid", "the reason for an order with too many lines")
      equal(yield* context.fixture.records.outbound(order.orderNumber), [], "orders at the peer")
    }))
  ],
  "createOutboundOrder/at-one-time": [
    "D1-272 D1-328",
    "creates one order for each of twelve concurrent creates",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const orders = Array.from({ length: 12 }, (_, at) => newOrder(context, `at-one-time-${at}`))
      const before = yield* context.fixture.records.outboundCount
      yield* context.time.during(
        Effect.forEach(orders, (order) => context.warehouse.call(create, order), { concurrency: "unbounded" })
      )
      equal((yield* context.fixture.records.outboundCount) - before, orders.length, "new orders at the peer")
      for (const { orderNumber } of orders) yield* orderAtPeer(context, orderNumber)
    }))
  ],
  "createOutboundOrder/settled": [
    "D1-405 U-141",
    "lets a query find the order, with the peer's number, after the answer to the create was lost",
    having(can.injection("lose-answer", "createOutboundOrder"), Effect.fnUntraced(function*(context: LawContext, injection) {
      const order = withFault(newOrder(context, "settled"), injection)
      const { orderNumber, warehouseCode } = order
      yield* Effect.exit(underFault(injection, "effect", call(context, create, order)))
      const [held] = yield* context.fixture.records.outbound(orderNumber)
      if (held === undefined) return yield* absent(context, order)
      const status = yield* visible(context, { orderNumber, warehouseCode })
      assert(status !== undefined, "the peer holds the order and the query does not return it, so the runner would create it a second time")
      if (status.warehouseOrderNumber !== undefined) equal(status.warehouseOrderNumber, held.number, "the number of the order")
    }))
  ],
  "createOutboundOrder/each-write": [
    "D1-405 D1-328 U-141",
    "ends with one complete order, whichever answer of a create of several calls is lost, after a query and a repeat",
    having(can.breakEachWrite, Effect.fnUntraced(function*(context: LawContext, injection) {
      for (let write = 1; write <= mostWrites; write++) {
        const order = newOrder(context, `write-${write}`)
        const answered = yield* Effect.result(injection.during(call(context, create, order), { write }))
        if (!(yield* injection.isMet)) {
          assert(answered._tag === "Success", "the create failed although no answer was lost")
          return
        }
        const [held] = yield* context.fixture.records.outbound(order.orderNumber)
        if (answered._tag === "Failure" && held !== undefined) {
          assert(answered.failure.mayHaveApplied, `the answer to write ${write} was lost, and the failure has mayHaveApplied false; the peer holds the order`)
        }
        if (held === undefined) yield* absent(context, order)
        // An order that the query does not return within the visibility delay is created again, as the runner does.
        const shown = held === undefined ? undefined : yield* visible(context, order)
        if (shown === undefined) yield* call(context, create, order)
        const settled = yield* orderAtPeer(context, order.orderNumber)
        if (settled.fields !== undefined) assertReceived(settled.fields, encoded(order), context.fixture.carries ?? [])
      }
      throw new LawViolation(`one create sent more than ${mostWrites} writing requests`)
    }))
  ]
}

/** The most writing requests that one create may send; more would be a loop. */
const mostWrites = 20

/** Asserts that the query does not return an order that the peer does not hold. */
const absent = Effect.fnUntraced(function*(context: LawContext, { orderNumber, warehouseCode }: Pick<Order, "orderNumber" | "warehouseCode">) {
  assert((yield* statusOf(context, { orderNumber, warehouseCode })) === undefined, "the query returns an order that the peer does not hold, so the runner would not create it again")
})

/** Queries until the order is returned, for at most the visibility delay of the plugin's limits. */
const visible = Effect.fnUntraced(function*(context: LawContext, asked: Pick<Order, "orderNumber" | "warehouseCode">) {
  const seconds = Math.ceil(Duration.toSeconds(Duration.fromInputUnsafe(context.warehouse.facts.limits.visibilityDelay ?? "60 seconds")))
  for (let second = 0; second <= seconds; second++) {
    const status = yield* statusOf(context, asked)
    if (status !== undefined) return status
    yield* context.time.pass("1 second")
  }
  return undefined
})

/** Asserts that an order is refused for good and that the peer holds nothing under its number. */
const refusedFor = Effect.fnUntraced(function*(context: LawContext, order: Order, because: string) {
  const error = yield* failure(context, create, order, because)
  equal(yield* context.fixture.records.outbound(order.orderNumber), [], "orders at the peer")
  const { reason } = error
  assert(reason._tag === "Rejected" || reason._tag === "RequestInvalid", `it failed as ${reason._tag}; expected Rejected or RequestInvalid, which are final`)
})

const ofLines = (order: Order, count: number): Order => {
  const line = { ...order.lines[0], quantity: Quantity.of(1) }
  return { ...order, lines: [line, ...Array.from({ length: count - 1 }, () => line)] }
}

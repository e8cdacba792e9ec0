/**
 * What orders hold that the documents say in another way, or cannot say: prices, currencies, units and fractions.
 */
import { AdapterError, Decimal, type InboundOrder, Money, type OutboundOrder, Quantity } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as gateway from "./gateway/support.ts"
import * as envelope from "./warehouse-envelope/support.ts"

const { order } = gateway
const [first, second] = order.lines

type Options = Readonly<Record<string, string | boolean>>

const protocols = {
  envelope: (client: Options = {}, server: Options = {}) =>
    envelope.joined({ client: { profile: envelope.profile(client) }, caller: { profile: envelope.profile(server) } }),
  gateway: (client: Options = {}, server: Options = {}) =>
    gateway.joined({ client: { profile: gateway.profile(client) }, account: gateway.linked({ profile: gateway.profile(server) }) })
} as const

describe.each(["envelope", "gateway"] as const)("the %s", (name) => {
  const carried = (sent: OutboundOrder.OutboundOrder, client?: Options, server?: Options): OutboundOrder.OutboundOrder => {
    const { client: { createOutboundOrder }, kept } = protocols[name](client, server)
    Effect.runSync(createOutboundOrder(sent))
    return kept.dispatched[0]!.payload as OutboundOrder.OutboundOrder
  }

  const refused = (change: Partial<OutboundOrder.OutboundOrder>, options?: Options): string => {
    const { client, kept } = protocols[name](options)
    const reason = Effect.runSync(Effect.flip(client.createOutboundOrder({ ...order, ...change })))
    assert.instanceOf(reason, AdapterError.RequestInvalid)
    assert.deepStrictEqual(kept.requests, [])
    return reason.path
  }

  const amounts = (found: OutboundOrder.OutboundOrder) =>
    found.lines.map(({ price }) => price && [Decimal.toText(price.amount), price.per])

  it("writes and reads amounts of the line, or of the piece where the profile says so (D1-100)", () => {
    const priced = { ...order, lines: [{ ...first, price: Money.priceOf("9.95", "piece") }, second!] } as const
    assert.deepStrictEqual(amounts(carried(priced)), [["19.90", "line"], ["0.10", "line"]])
    const ofPieces = { lineAmount: "piece" }
    assert.deepStrictEqual(amounts(carried(priced, ofPieces, ofPieces)), [["9.95", "piece"], ["0.10", "piece"]])
  })

  it("refuses a price that cannot be told exactly as what the profile says (D1-100)", () => {
    const ofThree = { ...first, quantity: Quantity.of(3), price: Money.priceOf("10.00", "line") }
    assert.strictEqual(refused({ lines: [ofThree] }, { lineAmount: "piece" }), "/lines/0/price")
  })

  it("refuses a fraction of a piece and a unit, by their places in the payload (U-80)", () => {
    assert.strictEqual(refused({ lines: [first, { ...second!, quantity: Quantity.of("1.5") }] }), "/lines/1/quantity")
    assert.strictEqual(refused({ lines: [first, { ...second!, unit: "kg" }] }), "/lines/1/unit")
  })

  it("carries whole pieces that were told with decimal places (U-80)", () => {
    const found = carried({ ...order, lines: [{ ...first, quantity: Quantity.of("2.0") }] })
    assert.strictEqual(Quantity.toNumber(found.lines[0].quantity), 2)
  })

  it("refuses an order in two currencies", () => {
    const lines = [{ ...first, price: Money.priceOf("1.00", "line", "EUR") }] as const
    assert.strictEqual(refused({ freight: Money.of("4.50", "SGD"), lines }), "/lines/0/price/currency")
  })

  it.each([
    ["onlineOrderId", "/onlineOrderId"],
    ["shopName", "/shopName"],
    ["channelCode", "/channelCode"],
    ["platform", "/platform"],
    ["freight", "/freight/amount"]
  ] as const)("refuses an order without %s, which its document demands, at %s", (member, path) => {
    const { [member]: _left, ...rest } = order
    const { client, kept } = protocols[name]()
    const reason = Effect.runSync(Effect.flip(client.createOutboundOrder(rest)))
    assert.instanceOf(reason, AdapterError.RequestInvalid)
    assert.deepStrictEqual([reason.path, kept.requests], [path, []])
    assert.include(reason.message, "provide a value")
  })

  it.each([["erpSku", "erpSku"], ["name", "name"], ["price", "price/amount"]] as const)("refuses a line without %s", (member, place) => {
    const { [member]: _left, ...rest } = first
    assert.strictEqual(refused({ lines: [rest] }), `/lines/0/${place}`)
  })

  it("refuses a receiver without a phone, and writes the rest of a buyer's contact empty (U-79)", () => {
    const { email: _email, phone, postalCode: _postalCode, state: _state, ...receiver } = order.receiver
    assert.strictEqual(refused({ receiver }), "/receiver/phone")
    assert.deepStrictEqual(carried({ ...order, receiver: { ...receiver, phone: phone! } }).receiver, { ...receiver, phone: phone! })
  })

  it("refuses an inbound order that names a unit or a fraction of a piece (U-80)", () => {
    const announced = (change: Partial<InboundOrder.InboundOrder>) =>
      Effect.runSync(Effect.flip(protocols[name]().client.createInboundOrder({ ...envelope.asn, ...change })))
    const [line] = envelope.asn.lines
    const [box] = envelope.asn.packing!
    const paths = [{ lines: [{ ...line, unit: "kg" }] }, { lines: [{ ...line, quantity: Quantity.of("0.5") }] }, { packing: [box!, { ...box!, unit: "pallet" }] }] as const
    assert.deepStrictEqual(
      paths.map((change) => announced(change)).map((reason) => reason._tag === "RequestInvalid" ? reason.path : reason._tag),
      ["/lines/0/unit", "/lines/0/quantity", "/packing/1/unit"]
    )
  })

  it("refuses a product without the ERP's own code", () => {
    const { erpSku: _left, ...product } = envelope.product
    const reason = Effect.runSync(Effect.flip(protocols[name]().client.upsertProduct(product)))
    assert.strictEqual(reason._tag === "RequestInvalid" && reason.path, "/erpSku")
  })
})

describe("currencies", () => {
  const carried = (name: keyof typeof protocols, sent: OutboundOrder.OutboundOrder) => {
    const { client, kept } = protocols[name]()
    Effect.runSync(client.createOutboundOrder(sent))
    return { order: kept.dispatched[0]!.payload as OutboundOrder.OutboundOrder, findings: kept.findings.map(({ path }) => path) }
  }
  const inEuro = { ...order, freight: Money.of("4.50", "EUR"), lines: [{ ...first, price: Money.priceOf("19.90", "line", "EUR") }] } as const

  it("of an order are one member of document 2, and stand on each amount of the order that was read (G-087)", () => {
    const { findings, order: found } = carried("gateway", inEuro)
    assert.deepStrictEqual([found.freight?.currency, found.lines[0].price?.currency, findings], ["EUR", "EUR", []])
  })

  it("have no place in document 1, and are absent from what was read and reported", () => {
    const { findings, order: found } = carried("envelope", inEuro)
    assert.deepStrictEqual([found.freight?.currency, found.lines[0].price?.currency], [undefined, undefined])
    assert.sameMembers(findings, ["/freight/currency", "/lines/*/price/currency"])
  })

  it("of what is collected on delivery may be another than that of the order (D1-069)", () => {
    const { order: found } = carried("gateway", { ...inEuro, cashOnDelivery: Money.of("44.30", "SGD") })
    assert.deepStrictEqual([found.cashOnDelivery?.currency, found.freight?.currency], ["SGD", "EUR"])
  })

  it("are demanded by both documents of what is collected on delivery (D1-072)", () => {
    for (const name of ["envelope", "gateway"] as const) {
      const reason = Effect.runSync(Effect.flip(protocols[name]().client.createOutboundOrder({ ...order, cashOnDelivery: Money.of("44.30") })))
      assert.strictEqual(reason._tag === "RequestInvalid" && reason.path, "/cashOnDelivery/currency")
    }
  })
})

describe.each(["envelope", "gateway"] as const)("an answer of the %s about an inbound order", (name) => {
  type Line = InboundOrder.InboundStatus["lines"][number]

  const read = (...lines: ReadonlyArray<Partial<Line>>) => {
    const status = {
      ...envelope.inboundStatus,
      lines: lines.map((line): Line => ({ sku: envelope.skuOf("SKU-1"), estimated: Quantity.of(10), received: Quantity.of(10), ...line }))
    }
    const answers = { getInboundOrders: () => ({ items: [status] }) }
    const { client, kept } = name === "envelope" ? envelope.joined({ answers }) : gateway.joined({ answers })
    const { items: [found] } = Effect.runSync(client.getInboundOrders({ inboundOrders: [{ asnNumber: status.asnNumber }] }))
    const counts = found!.lines.map(({ bad, estimated, good, received }) => [estimated, received, good, bad].map((count) => count && Quantity.toNumber(count)))
    return { counts, findings: kept.findings.filter(({ path }) => path.includes("/lines/")).map(({ path }) => path) }
  }

  it("takes what is not bad for good where the warehouse does not tell them apart, as both documents demand the figures (D1-177 D1-178)", () => {
    const [four, six, seven] = [4, 6, 7].map((count) => Quantity.of(count))
    assert.deepStrictEqual(
      [read({}), read({ bad: four! }), read({ good: seven! }), read({ good: six!, bad: four! })].map(({ counts: [line] }) => line?.slice(2)),
      [[10, 0], [6, 4], [7, 3], [6, 4]]
    )
  })

  it("takes what was received for announced where the warehouse does not tell it, as both documents demand the figure (D1-175)", () => {
    assert.deepStrictEqual(read({ estimated: undefined as never }).counts, [[10, 10, 10, 0]])
  })

  it("leaves out a line with a fraction of a piece and reports where it is (U-80)", () => {
    assert.deepStrictEqual(read({}, { received: Quantity.of("1.5") }, { received: Quantity.of("2.0") }), {
      counts: [[10, 10, 10, 0], [10, 2, 2, 0]],
      findings: ["/items/0/lines/1/received"]
    })
  })
})

describe("a callback about an inbound order", () => {
  it("refuses a fraction of a piece at its place (U-80)", () => {
    const { client } = envelope.callbacksJoined()
    const line = { sku: envelope.skuOf("SKU-1"), received: Quantity.of(3) }
    const reasons = [{ received: Quantity.of("1.5") }, { good: Quantity.of("0.5"), bad: Quantity.of("2.5") }].map((change) => {
      const prepared = client.inboundProgress.prepare({ ...envelope.progress, lines: [line, { ...line, ...change }] })
      return Result.isFailure(prepared) && prepared.failure._tag === "RequestInvalid" ? prepared.failure.path : "prepared"
    })
    assert.deepStrictEqual(reasons, ["/lines/1/received", "/lines/1/good"])
  })
})

/** The outbound operations on recorded conversations. */
import { AdapterError, Drift, Quantity, type Transport, WarehouseV1 } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { standing } from "../../src/operations/GetOutboundOrders.ts"
import { open, orderNumbers, orderOf, ordersOf, planted, replay, repliesOf, scripted, spoiled, warehouseCode } from "../replay.ts"

const { CancelOutboundOrder, CreateOutboundOrder, GetOutboundOrders } = WarehouseV1

const refusedAs = (error: AdapterError.AdapterError) =>
  error.reason._tag === "Rejected" ? `${error.reason.fault.code}: ${error.reason.fault.message}` : error.reason._tag

describe("createOutboundOrder", () => {
  it.effect.each([
    ["D1-272 a shipment is made, waits and is assigned", "accepted", orderOf("F-1", { "SKU-1": 3, "SKU-2": 2 }), {}],
    ["it has the price of a piece, in the currency of the company (D1-100)", "priced", orderOf("F-PRICED", { "SKU-1": 2 }), { currency: "EUR" }],
    ["D1-328 one that is held gives its number", "held", orderOf("F-1", { "SKU-1": 3, "SKU-2": 2 }), {}],
    ["one that may wait is left waiting", "waiting", orderOf("F-3", { "SKU-LATE": 3 }), { whenShort: "wait" }],
    ["a draft is written over and completed", "half-made", orderOf("F-6"), {}],
    ["D1-328 a second shipment of the same request is taken away", "arrived-twice", orderOf("F-19"), {}],
    ["D1-328 so is one that an interrupted creation left", "lost-and-arrived-twice", orderOf("F-20"), {}]
  ] as const)("%s", ([, name, order, written]) =>
    Effect.gen(function*() {
      const { done, warehouse } = yield* replay(`createOutboundOrder/${name}`, written)
      const { warehouseOrderNumber } = yield* warehouse.call(CreateOutboundOrder, order)
      assert.match(warehouseOrderNumber ?? "", /^\d+$/)
      yield* done
    }))

  it.effect.each([
    ["out-of-stock", orderOf("F-2", { "SKU-1": 1, "SKU-2": 999 }), "OUT_OF_STOCK: too few in stock: SKU-2 (981 missing)"],
    ["short-at-last", orderOf("F-5", { "SKU-GONE": 4 }), "OUT_OF_STOCK: too few in stock: SKU-GONE (3 missing)"],
    ["unknown-sku", orderOf("F-4", { "SKU-1": 1, "NO-SUCH-SKU": 1 }), "UNKNOWN_SKU: Tryton has no product with the code NO-SUCH-SKU"],
    [
      "unknown-warehouse",
      orderOf("F-4", undefined, { warehouseCode: "NO-SUCH-WH" }),
      "UNKNOWN_WAREHOUSE: Tryton has no warehouse with the code NO-SUCH-WH"
    ],
    [
      "unknown-channel",
      orderOf("F-4", undefined, { channelCode: "NO-SUCH-CH" }),
      "UNKNOWN_CHANNEL: Tryton has no carrier with the channel code NO-SUCH-CH"
    ]
  ] as const)("is refused by name: %s", ([name, order, message]) =>
    Effect.gen(function*() {
      const { done, warehouse } = yield* replay(`createOutboundOrder/${name}`)
      const error = yield* Effect.flip(warehouse.call(CreateOutboundOrder, order))
      assert.strictEqual(refusedAs(error), message)
      assert.isFalse(error.mayHaveApplied)
      yield* done
    }))

  const accepted = repliesOf("createOutboundOrder/accepted")
  const order = orderOf("F-1", { "SKU-1": 3, "SKU-2": 2 })
  const refusal = { status: 200, body: { id: 0, error: ["UserError", [`The value "${planted.phone}" of ${planted.name} is not valid.`, "", null]] } }
  const down = { status: 503, body: "<html>" }
  /** Login, company, warehouse, held, carrier, items, country, party, party read, held again, create, wait, assign, read. */
  const indexOf = { party: 7, create: 10, wait: 11, assign: 12 }

  /** Index of the answer that holds the products. */
  const items = 5

  it.effect("refuses goods of which nobody tells a price, before anything is made (D1-100)", () =>
    Effect.gen(function*() {
      const replies = accepted.slice(0, items + 1).map((reply, at) => at === items ? spoiled(reply, 1, { list_price: null }) : reply)
      const warehouse = yield* open(scripted(replies))
      const error = yield* Effect.flip(warehouse.call(CreateOutboundOrder, order))
      assert.match(refusedAs(error), /^NO_PRICE: .*SKU-2/)
      assert.isFalse(error.mayHaveApplied)
    }))

  it.effect.each([
    ["names no currency", {}, accepted],
    ["is in another currency", { currency: "USD" }, repliesOf("createOutboundOrder/priced")]
  ] as const)("takes the list price of the product where the price of the order %s, and says so (D1-100)", ([, written, replies]) =>
    Effect.gen(function*() {
      const found: Array<Drift.Finding> = []
      const sent: Array<Transport.Request> = []
      const warehouse = yield* open(scripted(replies, sent), written)
      yield* warehouse.call(CreateOutboundOrder, orderOf("F-1", { "SKU-1": 2 })).pipe(
        Effect.provideService(Drift.Drift, { report: (finding) => Effect.sync(() => void found.push(finding)) })
      )
      assert.deepStrictEqual(found.map(({ path }) => path), ["/lines/0/price"])
      assert.include(sent.map(({ body }) => body).join(), '"unit_price":{"__class__":"Decimal","decimal":"10"}')
    }))

  it.effect("the shipment that is not cancelled holds the number, also when a later one was cancelled (D1-328)", () =>
    Effect.gen(function*() {
      const replies = repliesOf("createOutboundOrder/held")
      const [row] = (replies[3]!.body as { result: ReadonlyArray<object> }).result
      const two = [{ ...row, id: 1, number: "41", state: "picked" }, { ...row, id: 2, number: "42", state: "cancelled" }]
      const warehouse = yield* open(scripted([...replies.slice(0, 3), { status: 200, body: { id: 0, result: two } }]))
      assert.deepStrictEqual(yield* warehouse.call(CreateOutboundOrder, order), { warehouseOrderNumber: "41" })
    }))

  it.effect("a refusal of what was made is only a refusal when the shipment is cancelled for sure", () =>
    Effect.gen(function*() {
      const shipment = (state: string) => {
        const [row] = (accepted[13]!.body as { result: ReadonlyArray<object> }).result
        return { status: 200, body: { id: 0, result: [{ ...row, state }] } }
      }
      const nothing = { status: 200, body: { id: 0, result: null } }
      const made = accepted.slice(0, indexOf.wait)
      for (const [after, tag] of [
        [[shipment("draft"), nothing, shipment("cancelled")], "Rejected"],
        [[shipment("draft"), nothing, shipment("draft")], "PeerUnavailable"],
        [[shipment("assigned")], "PeerUnavailable"],
        [[down], "PeerUnavailable"]
      ] as const) {
        const warehouse = yield* open(scripted([...made, refusal, ...after]))
        const error = yield* Effect.flip(warehouse.call(CreateOutboundOrder, order))
        assert.deepStrictEqual([error.reason._tag, error.mayHaveApplied], [tag, tag !== "Rejected"])
      }
    }))

  it.effect("an unknown outcome stays unknown, at whichever step it comes (D1-381)", () =>
    Effect.gen(function*() {
      for (const index of [indexOf.create, indexOf.wait, indexOf.assign]) {
        for (const broken of [down, { status: 200, body: "{" }, new AdapterError.TransportFailed({ phase: "receive", cause: "reset" })]) {
          const warehouse = yield* open(scripted([...accepted.slice(0, index), broken]))
          const error = yield* Effect.flip(warehouse.call(CreateOutboundOrder, order))
          assert.isTrue(error.mayHaveApplied)
        }
      }
    }))

  it.effect("a line that is down before the shipment is made leaves no doubt, afterwards it does (D1-381)", () =>
    Effect.gen(function*() {
      const unreachable = new AdapterError.TransportFailed({ phase: "connect", cause: "refused" })
      for (const [index, mayHaveApplied] of [[indexOf.create, false], [indexOf.wait, true], [indexOf.assign, true]] as const) {
        const warehouse = yield* open(scripted([...accepted.slice(0, index), unreachable]))
        const error = yield* Effect.flip(warehouse.call(CreateOutboundOrder, order))
        assert.deepStrictEqual([error.reason._tag, error.mayHaveApplied], ["TransportFailed", mayHaveApplied])
      }
    }))

  it.effect("a phone number that Tryton does not take is kept as another contact, and no fault quotes it", () =>
    Effect.gen(function*() {
      const none = { status: 200, body: { id: 0, result: [] } }
      const taken: Parameters<typeof scripted>[1] = []
      const fine = yield* open(scripted([...accepted.slice(0, indexOf.party), refusal, none, ...accepted.slice(indexOf.party)], taken))
      yield* fine.call(CreateOutboundOrder, order)
      assert.include(taken[indexOf.party]!.body, "\"type\":\"phone\"")
      assert.include(taken[indexOf.party + 2]!.body, "\"type\":\"other\"")
      const refused = yield* open(scripted([...accepted.slice(0, indexOf.party), refusal, none, refusal]))
      const error = yield* Effect.flip(refused.call(CreateOutboundOrder, order))
      assert.strictEqual(refusedAs(error), "UserError: The value \"…\" of … is not valid.")
      const shown = JSON.stringify(error) + String(error)
      for (const value of Object.values(planted)) assert.notInclude(shown, value)
    }))

  it.effect("an own label and cash on delivery are refused before anything is sent", () =>
    Effect.gen(function*() {
      const warehouse = yield* open(scripted([]))
      for (const [changed, path] of [
        [{ packageType: "OWN_PACKAGE", trackingNumber: "T", label: "JVBERi0=" }, "/packageType"],
        [{ cashOnDelivery: { amount: "1.00", currency: "EUR" } }, "/cashOnDelivery"]
      ] as const) {
        const { reason } = yield* Effect.flip(warehouse.call(CreateOutboundOrder, orderOf("F-1", undefined, changed)))
        assert.isTrue(reason._tag === "RequestInvalid" && reason.path === path)
      }
    }))
})

describe("cancelOutboundOrder", () => {
  const cancel = (warehouse: WarehouseV1.OpenConnection, number: string) =>
    warehouse.call(CancelOutboundOrder, { orderNumber: orderNumbers(number)[0], warehouseCode })

  it.effect.each([["assigned", "F-7"], ["cancelled-before", "F-7"]] as const)("succeeds when it is cancelled afterwards: %s (D1-254)", ([name, number]) =>
    Effect.gen(function*() {
      const { done, warehouse } = yield* replay(`cancelOutboundOrder/${name}`)
      yield* cancel(warehouse, number)
      yield* done
    }))

  it.effect.each([
    ["shipped", "F-8", /^NOT_CANCELLABLE: shipment \d+ for F-8 is done: the goods have left$/],
    ["changed-meanwhile", "F-9", /^NOT_CANCELLABLE: shipment \d+ for F-9 is done: the goods have left$/],
    ["unknown", "F-NONE", /^UNKNOWN_ORDER: Tryton has no shipment for F-NONE$/]
  ] as const)("is refused with the reason: %s", ([name, number, message]) =>
    Effect.gen(function*() {
      const { done, warehouse } = yield* replay(`cancelOutboundOrder/${name}`)
      assert.match(refusedAs(yield* Effect.flip(cancel(warehouse, number))), message)
      yield* done
    }))
})

describe("getOutboundOrders", () => {
  const query = Effect.fnUntraced(function*(name: string, numbers: ReadonlyArray<string>, written?: Readonly<Record<string, unknown>>) {
    const { done, warehouse } = yield* replay(`getOutboundOrders/${name}`, written)
    const found = yield* warehouse.call(GetOutboundOrders, { orders: ordersOf(...numbers), warehouseCode })
    yield* done
    return found
  })

  it.effect("a shipment that cannot be read hides no other order, and its own is in progress (D1-288 U-18)", () =>
    Effect.gen(function*() {
      const replies = repliesOf("getOutboundOrders/packed-in-two")
      const warehouse = yield* open(scripted(replies.map((reply, at) => at === 2 ? spoiled(reply, 1, { state: null }) : reply)))
      const found = yield* warehouse.call(GetOutboundOrders, { orders: ordersOf("F-10", "F-11"), warehouseCode })
      assert.deepStrictEqual(found.items.map(({ orderNumber, phase }) => [String(orderNumber), phase]), [["F-10", "shipped"], ["F-11", "open"]])
      assert.deepStrictEqual<unknown>(found.items[1], { orderNumber: "F-11", phase: "open", status: "unreadable" })
    }))

  it.effect("what decides whether a shipment is made is not overlooked because it cannot be read (D1-328)", () =>
    Effect.gen(function*() {
      const replies = repliesOf("createOutboundOrder/held")
      const sent: Array<Transport.Request> = []
      const warehouse = yield* open(scripted([...replies.slice(0, 3), spoiled(replies[3]!, 0, { state: null })], sent))
      const error = yield* Effect.flip(warehouse.call(CreateOutboundOrder, orderOf("F-1", { "SKU-1": 3, "SKU-2": 2 })))
      assert.strictEqual(error.reason._tag, "ResponseInvalid")
      assert.isFalse(sent.some(({ body }) => body.includes("stock.shipment.out.create")))
    }))

  it.effect("a shipped order with the latest tracking number, one in work, and none for what is unknown (D1-256 D1-288)", () =>
    Effect.gen(function*() {
      const { items: [shipped, picked, none] } = yield* query("packed-in-two", ["F-10", "F-11", "F-NONE"])
      assert.isUndefined(none)
      const { shippedAt, warehouseOrderNumber, ...rest } = shipped!
      assert.deepStrictEqual<unknown>(rest, {
        orderNumber: "F-10",
        warehouseCode,
        phase: "shipped",
        status: "done",
        carrierName: "DHL",
        trackingNumber: "TRK-B",
        lines: [{ sku: "SKU-1", quantity: Quantity.of(2) }, { sku: "SKU-2", quantity: Quantity.of(1) }]
      })
      assert.isDefined(warehouseOrderNumber)
      assert.strictEqual(DateTime.formatIso(shippedAt!), "2026-11-20T00:00:00.000Z")
      assert.deepInclude(picked!, { phase: "open", status: "picked" })
      assert.isUndefined(picked!.trackingNumber)
    }))

  it.effect("the newest that is not cancelled, else the newest (D1-389)", () =>
    Effect.gen(function*() {
      const found = yield* query("issued-again", ["F-12", "F-13"])
      assert.deepStrictEqual(found.items.map(({ orderNumber, phase }) => `${orderNumber} ${phase}`), ["F-12 open", "F-13 cancelled"])
    }))

  it.each([
    [["assigned"], 0],
    [["cancelled", "assigned"], 1],
    [["assigned", "cancelled"], 0],
    [["assigned", "picked"], 1],
    [["done", "assigned", "cancelled"], 1],
    [["cancelled", "cancelled"], 1],
    [["assigned", "draft"], 0],
    [["draft"], undefined]
  ] as const)("of %j, oldest first, number %s is meant (D1-389)", (states, meant) => {
    const shipments = states.map((state, id) => ({
      id,
      state,
      number: String(id),
      reference: "R",
      effective_date: null,
      "warehouse.": { code: warehouseCode },
      _timestamp: "1"
    }))
    assert.deepStrictEqual(standing(shipments).map(({ id }) => id), meant === undefined ? [] : [meant])
  })

  it.effect("a draft was never accepted", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* query("half-made", ["F-14"]), { items: [] })
    }))

  it.effect("one that Tryton has not assigned was not accepted either, unless the settings let it wait", () =>
    Effect.gen(function*() {
      const found = yield* query("unassigned", ["F-17", "F-18"])
      assert.deepStrictEqual(found.items.map(({ orderNumber, status }) => `${orderNumber} ${status}`), ["F-18 assigned"])
    }))

  it.effect("shipped without a tracking number: in progress, or shipped where the settings say so (D1-256)", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual((yield* query("untracked", ["F-15"])).items.map(({ phase }) => phase), ["open"])
      assert.deepStrictEqual((yield* query("untracked", ["F-15"], { whenUntracked: "report" })).items.map(({ phase }) => phase), ["shipped"])
    }))
})

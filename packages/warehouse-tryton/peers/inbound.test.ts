/** Inbound orders against a real Tryton. What is asserted was read from Tryton's own books. */
import { Decimal, type InboundOrder, Quantity, WarehouseV1 } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { afterAll, beforeAll } from "vitest"
import { anotherSecond, asnNumbers, asnOf, cutAt, type SuiteFixture, fixture, inboundOrdersOf, isLeftOut, just, noting, warehouseCode } from "./fixture.ts"

const { CancelInboundOrders, CreateInboundOrder, GetInboundOrders } = WarehouseV1

describe.skipIf(isLeftOut)("inbound orders in Tryton", () => {
  let peer: SuiteFixture
  beforeAll(async () => {
    peer = await fixture("inbound")
  })
  afterAll(() => peer?.server.stop())

  const books = () => peer.books
  const held = (reference: string) => Effect.promise(() => books().inboundByReference(reference))
  const status = (warehouse: WarehouseV1.OpenConnection, ...numbers: ReadonlyArray<string>) =>
    warehouse.call(GetInboundOrders, { inboundOrders: inboundOrdersOf(...numbers), warehouseCode })
  const linesOf = ({ lines }: InboundOrder.InboundStatus) =>
    lines.map(({ estimated, received, sku }) => `${sku} ${Decimal.toText(received)}/${Decimal.toText(estimated!)}`)

  it.live("an inbound order is an announced shipment; asked for twice it is one", () =>
    Effect.gen(function*() {
      const warehouse = yield* peer.open()
      const order = asnOf("A-1", undefined, { estimatedArrivalAt: "2027-03-04T10:00:00Z" })
      const first = yield* warehouse.call(CreateInboundOrder, order)
      const again = yield* (yield* peer.open()).call(CreateInboundOrder, order)
      assert.deepStrictEqual(again, first)
      const [shipment, second] = yield* held("A-1")
      assert.isUndefined(second)
      assert.deepInclude(shipment!, { number: first.referenceNumber!, state: "draft", warehouseCode, plannedDate: "2027-03-04" })
      assert.deepStrictEqual(shipment!.lines.map(({ quantity, sku }) => [sku, quantity]), [["SKU-1", 10], ["SKU-2", 4]])
      assert.deepStrictEqual<unknown>((yield* status(warehouse, "A-1", "A-NONE")).items, [{
        asnNumber: "A-1",
        warehouseCode,
        phase: "announced",
        status: "draft",
        referenceNumber: first.referenceNumber,
        lines: [
          { sku: "SKU-1", name: "Item SKU-1", estimated: Quantity.of(10), received: Quantity.zero },
          { sku: "SKU-2", name: "Item SKU-2", estimated: Quantity.of(4), received: Quantity.zero }
        ]
      }])
    }))

  it.live("wherever the line breaks, the failure is truthful and a repeat ends with one shipment (D1-381)", () =>
    Effect.gen(function*() {
      const sent: Array<string> = []
      yield* (yield* peer.open({ over: noting(sent) })).call(CreateInboundOrder, asnOf("A-2"))
      const warehouse = yield* peer.open()
      for (const [index, method] of sent.entries()) {
        for (const when of ["before", "after"] as const) {
          const number = `A-2-${index}-${when}`
          const broken = yield* peer.open({ over: cutAt(index, when) })
          const answer = yield* Effect.result(broken.call(CreateInboundOrder, asnOf(number)))
          const left = yield* held(number)
          const isTruthful = Result.isSuccess(answer) ? left.length === 1 : answer.failure.mayHaveApplied || left.length === 0
          assert.isTrue(isTruthful, `${when} ${method}: ${left.length} shipments`)
          assert.lengthOf((yield* status(warehouse, number)).items, left.length)
          yield* warehouse.call(CreateInboundOrder, asnOf(number))
          assert.lengthOf(yield* held(number), 1, `${when} ${method}`)
        }
      }
    }), 120_000)

  it.live("goods that come in two parts are totals that grow, and the order is over with the second part (D1-007)", () =>
    Effect.gen(function*() {
      const before = yield* Effect.promise(() => books().stockOf(warehouseCode))
      const warehouse = yield* peer.open()
      yield* warehouse.call(CreateInboundOrder, asnOf("A-3"))
      const [first] = yield* held("A-3")
      const rest = yield* Effect.promise(() => books().receivePart(first!.id, { "SKU-1": 6 }))
      const { items: [some] } = yield* status(warehouse, "A-3")
      assert.deepInclude(some!, { phase: "receiving", status: "done, draft", referenceNumber: first!.number })
      assert.deepStrictEqual(linesOf(some!), ["SKU-1 6/10", "SKU-2 0/4"])
      assert.isUndefined(some!.finishedAt)
      yield* Effect.promise(() => books().receive(rest!))
      const { items: [all] } = yield* status(warehouse, "A-3")
      assert.deepInclude(all!, { phase: "receiving", status: "done, received" })
      assert.deepStrictEqual(linesOf(all!), ["SKU-1 10/10", "SKU-2 4/4"])
      yield* Effect.promise(() => books().putAway(rest!))
      const { items: [over] } = yield* status(warehouse, "A-3")
      assert.deepInclude(over!, { phase: "received", status: "done" })
      assert.deepStrictEqual(over!.lines.map(({ bad, good, received }) => [received, good, bad]), [[Quantity.of(10), undefined, undefined], [Quantity.of(4), undefined, undefined]])
      assert.strictEqual(DateTime.formatIso(over!.finishedAt!), `${(yield* held("A-3"))[0]!.effectiveDate}T00:00:00.000Z`)
      const after = yield* Effect.promise(() => books().stockOf(warehouseCode))
      const grown = (sku: string) => after.find((row) => row.sku === sku)!.storage - before.find((row) => row.sku === sku)!.storage
      assert.deepStrictEqual([grown("SKU-1"), grown("SKU-2")], [10, 4])
    }))

  it.live("less than announced is received as less, and the order is over", () =>
    Effect.gen(function*() {
      const warehouse = yield* peer.open()
      yield* warehouse.call(CreateInboundOrder, asnOf("A-4"))
      const [shipment] = yield* held("A-4")
      yield* Effect.promise(async () => {
        const rest = await books().receivePart(shipment!.id, { "SKU-1": 9, "SKU-2": 4 })
        await books().cancelInbound(rest!)
      })
      const { items: [over] } = yield* status(warehouse, "A-4")
      assert.strictEqual(over!.phase, "received")
      assert.deepStrictEqual(linesOf(over!), ["SKU-1 9/9", "SKU-2 4/4"])
    }))

  it.live("each number is answered for itself: cancelled, unknown, or its goods have come in (D1-312 D1-313 D1-316)", () =>
    Effect.gen(function*() {
      const warehouse = yield* peer.open()
      for (const number of ["A-5", "A-6", "A-7"]) yield* warehouse.call(CreateInboundOrder, asnOf(number))
      const [six] = yield* held("A-6")
      const [seven] = yield* held("A-7")
      yield* Effect.promise(() => books().receive(six!.id))
      yield* Effect.promise(() => books().receivePart(seven!.id, { "SKU-1": 1 }))
      const cancel = warehouse.call(CancelInboundOrders, { asnNumbers: asnNumbers("A-5", "A-6", "A-7", "A-NONE"), warehouseCode })
      for (let time = 1; time <= 2; time++) {
        const { items: [five, ...others] } = yield* cancel
        assert.deepStrictEqual<unknown>(five, { asnNumber: "A-5" })
        assert.deepStrictEqual(others.map(({ failure }) => failure !== undefined), [true, true, true])
        assert.include(others[0]!.failure!, "received")
        assert.include(others[2]!.failure!, "A-NONE")
      }
      const states = Effect.promise(async () => {
        const found = await Promise.all(["A-5", "A-6", "A-7"].map((number) => books().inboundByReference(number)))
        return found.map((shipments) => shipments.map(({ state }) => state))
      })
      assert.deepStrictEqual(yield* states, [["cancelled"], ["received"], ["done", "draft"]])
      const { items: [deleted] } = yield* status(warehouse, "A-5")
      assert.deepInclude(deleted!, { phase: "cancelled", status: "cancelled" })
      assert.deepStrictEqual(linesOf(deleted!), ["SKU-1 0/10", "SKU-2 0/4"])
      yield* warehouse.call(CreateInboundOrder, asnOf("A-5", { "SKU-2": 2 }))
      const { items: [again] } = yield* status(warehouse, "A-5")
      assert.strictEqual(again!.phase, "announced")
      assert.deepStrictEqual(linesOf(again!), ["SKU-2 0/2"])
    }))

  it.live("goods that come in while their order is being cancelled stay received", () =>
    Effect.gen(function*() {
      const opened = yield* peer.open()
      yield* opened.call(CreateInboundOrder, asnOf("A-8"))
      const [shipment] = yield* held("A-8")
      yield* anotherSecond
      const over = just("model.stock.shipment.in.cancel", () => books().receive(shipment!.id))
      const { items: [answer] } = yield* (yield* peer.open({ over })).call(CancelInboundOrders, { asnNumbers: asnNumbers("A-8"), warehouseCode })
      assert.include(answer!.failure!, "received")
      assert.deepStrictEqual((yield* held("A-8")).map(({ state }) => state), ["received"])
    }))

  it.live("a SKU and a warehouse that Tryton does not have are named, and nothing is made", () =>
    Effect.gen(function*() {
      const warehouse = yield* peer.open()
      for (const [order, name] of [
        [asnOf("A-9", { "SKU-1": 1, "NO-SUCH-SKU": 1 }), "NO-SUCH-SKU"],
        [asnOf("A-9", undefined, { warehouseCode: "NO-SUCH-WH" }), "NO-SUCH-WH"]
      ] as const) {
        const error = yield* Effect.flip(warehouse.call(CreateInboundOrder, order))
        assert.strictEqual(error.reason._tag, "Rejected")
        assert.include(JSON.stringify(error.reason), name)
      }
      assert.deepStrictEqual(yield* held("A-9"), [])
    }))
})

import { type Contract, ErpV1, type Operation, StockBalance } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { expectTypeOf } from "vitest"
import * as BooksV1 from "../src/BooksV1.ts"
import * as ErpStock from "../src/model/ErpStock.ts"

const namesOf = (operations: object): ReadonlyArray<string> => Object.keys(operations)

describe("the contract of books", () => {
  it("has every operation of an ERP, required ones required, and more (M10)", () => {
    const names = namesOf(BooksV1.contract.operations)
    assert.deepStrictEqual(namesOf(ErpV1.contract.operations).filter((name) => !names.includes(name)), [])
    assert.deepStrictEqual(BooksV1.contract.required, ErpV1.contract.required)
    assert.deepStrictEqual(ErpV1.contract.facts.filter((name) => !BooksV1.contract.facts.includes(name)), [])
    assert.deepInclude({ ...BooksV1.contract.demands }, { ...ErpV1.contract.demands })
  })

  it("names every operation of its own and whether it may be repeated", () => {
    const own = Object.values<Operation.Any>(BooksV1.contract.operations).filter(({ name }) => !Object.hasOwn(ErpV1.contract.operations, name))
    const named = (wanted: Operation.Kind) => own.filter(({ kind }) => kind === wanted).map(({ name }) => name)
    assert.deepStrictEqual({ push: named("push"), read: named("read"), create: named("create"), cancel: named("cancel") }, {
      push: ["receiveInboundAnnouncement", "enterRecords"],
      read: [
        "listInboundOrders", "listReceivedBatches", "listStockMovements", "listAssemblyOrders", "listSplitOrders",
        "listTransferOrders", "listStorageLocationStock", "listBatchStock", "listMarketplaceStock", "listMarketplaceWarehouses"
      ],
      create: ["submitInboundOrder", "createTransferOrder", "moveStock"],
      cancel: ["cancelInboundOrder"]
    })
  })

  it("asks for a read beside everything whose outcome can be unknown", () => {
    const { demands, operations } = BooksV1.contract
    const uncertain = Object.values<Operation.Any>(operations).filter(({ kind }) => kind === "create" || kind === "cancel").map(({ name }) => name)
    // What is allotted is looked up before, so that it is not more than there is.
    assert.sameMembers(Object.keys(demands), [...uncertain, "allotStock", "subscribe", "renew"])
    for (const name of [...uncertain, "allotStock"] as const) assert.strictEqual(operations[demands[name as "moveStock"]].kind, "read")
  })

  it("tells in its balances what every ERP tells, and more", () => {
    const [those, these] = [StockBalance.StockBalance.fields, ErpStock.StockBalance.fields]
    assert.deepStrictEqual(Struct.keys(those).filter((name) => those[name] !== these[name]), [])
    expectTypeOf<typeof BooksV1.ListStockBalances.success.Type>().toExtend<typeof ErpV1.ListStockBalances.success.Type>()
    expectTypeOf<typeof ErpV1.ListStockBalances.payload.Type>().toExtend<typeof BooksV1.ListStockBalances.payload.Type>()
  })

  it("does not compile when a move cannot be settled (K1)", () => {
    const push = { prepare: () => Result.succeed({ content: "" }), deliver: () => Effect.succeed({}) }
    BooksV1.plugin({
      id: "k",
      settings: Schema.Struct({}),
      // @ts-expect-error moveStock also needs listStockMovements
      offers: ["moveStock"],
      make: () => Effect.succeed({ handlers: { receiveOutboundStatus: push, receiveInboundProgress: push, moveStock: () => Effect.succeed({}) } })
    })
  })
})

/** Every handler of an ERP fits into a plugin of books, so that a plugin grows from one contract into the other. */
expectTypeOf<Pick<BooksV1.Handlers<"allotStock">, keyof ErpV1.Handlers<"allotStock">>>().toEqualTypeOf<ErpV1.Handlers<"allotStock">>()
expectTypeOf<Contract.EventOf<BooksV1.V1>>().toEqualTypeOf<Contract.EventOf<ErpV1.V1>>()

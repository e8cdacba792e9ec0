/**
 * The laws about what a plugin creates in an ERP: inbound orders, transfers and moves. The lists of the ERP show what was created.
 */
import { BooksV1 } from "@crossdock/books"
import { type AdapterError, ErpV1, InboundOrder, Quantity, Sku } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { assert, equal, LawViolation } from "../../Assertions.ts"
import { both, having, type Laws } from "../../Law.ts"
import { ask, call, type LawContext } from "../LawContext.ts"
import { type CallName, can, type PayloadOf, type Question, type SuiteFixture } from "../SuiteFixture.ts"

type ErpLaws = Laws<LawContext, SuiteFixture<unknown>>
type Draft = PayloadOf<"submitInboundOrder">

const limit = 100

const submitting = can.call("submitInboundOrder")
const transferring = can.call("createTransferOrder")

/** A draft of the fixture under a new number. */
const draftOf = <P extends { readonly customNumber?: string }>(context: LawContext, name: CallName, make: (number: string) => P, hint: string) => {
  const number = context.fresh(hint)
  const draft = make(number)
  equal(draft.customNumber, number, `fixture.calls.${name}: customNumber of the payload, which must be the number that it is given`)
  return { number, draft }
}

const ordersUnder = (context: LawContext, number: string) =>
  Effect.map(ask(context, BooksV1.ListInboundOrders, { number, limit }), ({ items }) => items.filter((order) => order.customNumber === number))

const onlyOrder = Effect.fnUntraced(function*(context: LawContext, number: string) {
  const [order, ...more] = yield* ordersUnder(context, number)
  if (order === undefined) throw new LawViolation(`no inbound order with the custom number ${number} is listed`)
  equal(more.length, 0, `further inbound orders with the custom number ${number}`)
  return order
})

/** A create that is repeated either succeeds or says that there is such an order already. */
const mayBeRepeated = (repeated: { readonly _tag: string; readonly failure?: AdapterError.AdapterError }): void => {
  if (repeated._tag === "Failure") equal(repeated.failure!.reason._tag, "Duplicate", "the reason of a repeat that fails")
}

/** A refusal that no repeat changes, and that tells for certain that nothing was created. */
const isRefused = (answered: { readonly _tag: string; readonly failure?: AdapterError.AdapterError }, what: string): void => {
  if (answered._tag === "Success") throw new LawViolation(`it succeeded with ${what}`)
  const { isRetryable, mayHaveApplied, reason } = answered.failure!
  assert(!isRetryable && !mayHaveApplied, `${what} is refused as ${reason._tag}, whose isRetryable or mayHaveApplied is true`)
}

const totalOf = (lines: ReadonlyArray<{ readonly expected: Quantity.QuantityOrZero }>) => Quantity.toNumber(Quantity.sum(lines.map(({ expected }) => expected)))

const wrongDrafts: Readonly<Record<string, (draft: Draft, fresh: string) => Draft>> = {
  "a SKU that does not exist": (draft, fresh) => {
    const [first, ...others] = draft.lines
    return { ...draft, lines: [{ ...first, sku: Sku.Sku.make(fresh) }, ...others] }
  },
  "a warehouse that does not exist": (draft, warehouseName) => ({ ...draft, warehouseName })
}

export const submitLaws: ErpLaws = {
  "submitInboundOrder/listed": [
    "E-438 E-439",
    "submitInboundOrder creates one order, which listInboundOrders shows once under its custom number",
    having(submitting, Effect.fnUntraced(function*(context: LawContext, make) {
      const { draft, number } = draftOf(context, "submitInboundOrder", make, "listed")
      const created = yield* ask(context, BooksV1.SubmitInboundOrder, draft)
      const order = yield* onlyOrder(context, number)
      equal([order.asnNumber, order.warehouseName, order.phase], [created.asnNumber, draft.warehouseName, "announced"], "number, warehouse and phase of the listed order")
      equal(totalOf(order.lines), totalOf(draft.lines), "pieces that the order announces")
    }))
  ],
  "submitInboundOrder/repeat": [
    "E-438 E-787 U-106",
    "submitInboundOrder leaves one order when it is repeated under the same custom number",
    having(submitting, Effect.fnUntraced(function*(context: LawContext, make) {
      const { draft, number } = draftOf(context, "submitInboundOrder", make, "repeat")
      const { asnNumber } = yield* ask(context, BooksV1.SubmitInboundOrder, draft)
      const repeated = yield* Effect.result(ask(context, BooksV1.SubmitInboundOrder, draft))
      mayBeRepeated(repeated)
      if (repeated._tag === "Success") equal(repeated.success.asnNumber, asnNumber, "the number in the second answer")
      equal((yield* onlyOrder(context, number)).asnNumber, asnNumber, "the number of the listed order")
    }))
  ],
  "submitInboundOrder/unknown": [
    "U-67",
    "submitInboundOrder refuses a SKU and a warehouse that do not exist, and creates nothing",
    having(submitting, Effect.fnUntraced(function*(context: LawContext, make) {
      for (const [what, change] of Object.entries(wrongDrafts)) {
        const { draft, number } = draftOf(context, "submitInboundOrder", make, "unknown")
        isRefused(yield* Effect.result(ask(context, BooksV1.SubmitInboundOrder, change(draft, context.fresh("no-such")))), what)
        equal((yield* ordersUnder(context, number)).length, 0, `inbound orders that were created with ${what}`)
      }
    }))
  ]
}

export const cancelLaws: ErpLaws = {
  "cancelInboundOrder/cancelled": [
    "E-404 E-543 U-105",
    "cancelInboundOrder cancels an order, also when it is repeated",
    having(submitting, Effect.fnUntraced(function*(context: LawContext, make) {
      const { draft, number } = draftOf(context, "submitInboundOrder", make, "cancelled")
      const { asnNumber } = yield* ask(context, BooksV1.SubmitInboundOrder, draft)
      for (const time of ["first", "second"]) {
        yield* call(context, BooksV1.CancelInboundOrder, { asnNumber })
        equal((yield* onlyOrder(context, number)).phase, "cancelled", `the phase after the ${time} cancel`)
      }
    }))
  ],
  "cancelInboundOrder/unknown": [
    "E-545",
    "cancelInboundOrder refuses an order that does not exist",
    having(submitting, Effect.fnUntraced(function*(context: LawContext) {
      const asnNumber = InboundOrder.AsnNumber.make(context.fresh("no-such-order"))
      isRefused(yield* Effect.result(call(context, BooksV1.CancelInboundOrder, { asnNumber })), "an order that does not exist")
    }))
  ]
}

const transfersUnder = (context: LawContext, number: string) =>
  Effect.map(ask(context, BooksV1.ListTransferOrders, { number, limit }), ({ items }) => items.filter((order) => order.customNumber === number))

const isOf = (draft: PayloadOf<"createTransferOrder">, order: { readonly warehouseName: string; readonly toWarehouseName: string }): void =>
  equal([order.warehouseName, order.toWarehouseName], [draft.warehouseName, draft.toWarehouseName], "the warehouses of the listed transfer")

export const transferLaws: ErpLaws = {
  "createTransferOrder/listed": [
    "E-658 U-49",
    "createTransferOrder creates one transfer, which listTransferOrders shows once under its custom number",
    having(transferring, Effect.fnUntraced(function*(context: LawContext, make) {
      const { draft, number } = draftOf(context, "createTransferOrder", make, "transfer")
      const { transferNumber } = yield* ask(context, BooksV1.CreateTransferOrder, draft)
      const [order, ...more] = yield* transfersUnder(context, number)
      if (order === undefined) throw new LawViolation(`no transfer with the custom number ${number} is listed`)
      equal(more.length, 0, `further transfers with the custom number ${number}`)
      isOf(draft, order)
      if (transferNumber !== undefined) equal(order.transferNumber, transferNumber, "the number of the listed transfer")
    }))
  ],
  "createTransferOrder/repeat": [
    "E-658 U-106",
    "createTransferOrder leaves one transfer when it is repeated under the same custom number",
    having(transferring, Effect.fnUntraced(function*(context: LawContext, make) {
      const { draft, number } = draftOf(context, "createTransferOrder", make, "transfer-repeat")
      yield* call(context, BooksV1.CreateTransferOrder, draft)
      mayBeRepeated(yield* Effect.result(call(context, BooksV1.CreateTransferOrder, draft)))
      equal((yield* transfersUnder(context, number)).length, 1, `transfers with the custom number ${number}`)
    }))
  ]
}

const movementIds = Effect.fnUntraced(function*(context: LawContext, question: Question<"listStockMovements">, sku: string) {
  const { items } = yield* ask(context, BooksV1.ListStockMovements, { ...question, sku, limit: 1000 })
  return items.map(({ id }) => id)
})

export const moveLaws: ErpLaws = {
  "moveStock/moved": [
    "E-728",
    "moveStock writes movements, which listStockMovements shows",
    having(both(can.call("moveStock"), can.list("listStockMovements")), Effect.fnUntraced(function*(context: LawContext, [make, question]) {
      const payload = make(context.fresh("moved"))
      const [{ sku }] = payload.moves
      const before = new Set(yield* movementIds(context, question, sku))
      yield* call(context, BooksV1.MoveStock, payload)
      const added = (yield* movementIds(context, question, sku)).filter((id) => !before.has(id))
      assert(added.length > 0, `no new movement of ${sku} is listed; fixture.lists.listStockMovements must ask for a window that includes the time of the run`)
    }))
  ],
  "moveStock/all-or-none": [
    "E-728 U-116",
    "moveStock moves nothing if one of its moves is not possible",
    having(both(can.call("moveStock"), can.list("listStockMovements")), Effect.fnUntraced(function*(context: LawContext, [make, question]) {
      const [first, ...others] = make(context.fresh("all-or-none")).moves
      const before = yield* movementIds(context, question, first.sku)
      const impossible = { ...first, batchNo: context.fresh("no-such-batch") }
      isRefused(yield* Effect.result(call(context, BooksV1.MoveStock, { moves: [first, ...others, impossible] })), "a batch that does not exist")
      equal(yield* movementIds(context, question, first.sku), before, "the movements after a move that was refused")
    }))
  ]
}

export const progressLaws: ErpLaws = {
  "receiveInboundProgress/booked-once": [
    "D1-246 E-550",
    "books a received batch once, however often it is delivered, and listReceivedBatches shows it",
    having(both(can.progress, can.list("listReceivedBatches")), Effect.fnUntraced(function*(context: LawContext, [make, question]) {
      const progress = make(context.fresh("booked"))
      yield* call(context, ErpV1.ReceiveInboundProgress, progress)
      yield* call(context, ErpV1.ReceiveInboundProgress, progress)
      const { items } = yield* ask(context, BooksV1.ListReceivedBatches, { ...question, number: progress.asnNumber, limit })
      equal(items.map(({ batchNo }) => batchNo), [progress.batchNo], "the batches of the order")
    }))
  ]
}

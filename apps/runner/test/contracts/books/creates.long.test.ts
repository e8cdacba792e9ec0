/**
 * What callers of document 3 create in an ERP: inbound orders, transfers and moves of stock. Each is sent once, and an outcome that is
 * not known is settled by a query.
 */
import { BooksV1 } from "@crossdock/books"
import { AdapterError, Quantity } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Connections } from "../../../src/connection/Connections.ts"
import { Dispatch, type Served } from "../../../src/contracts/books/Dispatch.ts"
import type { Name } from "../../../src/engine/Failpoint.ts"
import { Intents } from "../../../src/intents/Intents.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as FakeBooks from "../../support/FakeBooks.ts"
import { during, inWorldOn, type Options, pass, type World, world } from "../../support/World.ts"

const optionsOf = (books: FakeBooks.FakeBooks, more: Options = {}): Options => ({
  ...more,
  plugins: [books.plugin],
  connections: [{ id: "fake", plugin: books.plugin.id }],
  links: [{ erp: "fake", peer: undefined, protocol: "open-api", id: "app-1" } as never],
  server: { callerDeadline: "5 seconds" }
})

const draft = (customNumber: string | undefined, quantity = 3) =>
  ({ warehouseName: "North", ...(customNumber !== undefined && { customNumber }), lines: [{ sku: "SKU-1", expected: Quantity.of(quantity) }] }) as never
const transfer = (customNumber: string) =>
  ({ warehouseName: "North", toWarehouseName: "South", carrierName: "truck", customNumber, lines: [{ sku: "SKU-1", quantity: Quantity.of(1), asnNumber: "ASN1" }] }) as never
const moves = (sku = "SKU-1") =>
  ({ moves: [{ sku, warehouseName: "North", batchNo: "B-1", fromLocationCode: "A", toLocationCode: "B", quantity: Quantity.of(2), reason: "nearer" }] }) as never

const call = <O extends Served>(w: World, operation: O, payload: O["payload"]["Type"], digest = "d1") =>
  Effect.flatMap(Dispatch, (dispatch) => during(dispatch.call(w.link, operation, payload, { content: "{}", digest })))
const codeOf = <A, R>(work: Effect.Effect<A, { readonly code: string }, R>) => Effect.match(work, { onFailure: ({ code }) => code, onSuccess: () => "ok" })

/** Each of the creates, and how many the ERP has made of them. */
const kinds: ReadonlyArray<readonly [string, BooksV1.OperationName, (w: World) => Effect.Effect<unknown, { readonly code: string; readonly message?: string }, any>, (books: FakeBooks.FakeBooks) => number]> = [
  ["an inbound order", "submitInboundOrder", (w) => call(w, BooksV1.SubmitInboundOrder, draft("C-1")), ({ orders }) => orders.length],
  ["a transfer", "createTransferOrder", (w) => call(w, BooksV1.CreateTransferOrder, transfer("C-1")), ({ transfers }) => transfers.length],
  ["a move of stock", "moveStock", (w) => call(w, BooksV1.MoveStock, moves()), ({ movements }) => movements.length / 2]
]

onBothDatabases("what callers create in an ERP", (fresh) => {
  const inWorld = (title: string, test: (w: World, books: FakeBooks.FakeBooks) => Effect.Effect<unknown, unknown, any>) => {
    const books = FakeBooks.books()
    inWorldOn(fresh)(title, optionsOf(books), (w) => test(w, books))
  }

  for (const [what, operation, create, made] of kinds) {
    inWorld(`is ${what} once when the answer is lost, and the caller gets success`, (w, books) =>
      Effect.gen(function*() {
        books.plan(operation, "lose-answer")
        const answers = [yield* create(w), yield* create(w)]
        assert.deepStrictEqual(answers[0], answers[1])
        assert.deepStrictEqual([made(books), books.callsOf(operation).length], [1, 1])
      }))

    inWorld(`is ${what} that the ERP refuses in words that nobody lists: the caller is told at once, and its repeat is sent after the visibility delay`, (w, books) =>
      Effect.gen(function*() {
        books.plan(operation, new AdapterError.FaultUnlisted({ fault: { code: "SYSTEM_ERROR", message: "the warehouse is full" } }))
        assert.deepInclude(yield* Effect.flip(create(w)), { code: "SYSTEM_ERROR", message: "the warehouse is full" })
        assert.match((yield* Effect.flip(create(w))).message ?? "", /^the warehouse is full \(answered before; the ERP is not called/)
        assert.strictEqual(books.callsOf(operation).length, 1)
        yield* pass(60_000, 5000)
        assert.strictEqual(yield* codeOf(create(w)), "ok")
        assert.deepStrictEqual([made(books), books.callsOf(operation).length], [1, 2])
      }))

    inWorld(`is ${what} once when the request is lost: the caller learns that nobody knows, and its repeat is sent after the query has shown nothing`, (w, books) =>
      Effect.gen(function*() {
        books.plan(operation, "lose-request")
        assert.strictEqual(yield* codeOf(create(w)), "DOUBTFUL")
        assert.strictEqual(made(books), 0)
        yield* codeOf(create(w))
        yield* pass(180_000, 5000)
        assert.strictEqual(yield* codeOf(create(w)), "ok")
        assert.deepStrictEqual([made(books), books.callsOf(operation).length], [1, 2])
      }))

    for (const at of ["intent.before-commit", "intent.committed", "create.claimed", "create.before-send", "create.after-send", "outcome.before-commit", "outcome.committed", "answer.before"] as const satisfies ReadonlyArray<Name>) {
      it.effect(`is ${what} once although the process ends at ${at}`, () =>
        Effect.gen(function*() {
          const database = yield* Effect.promise(fresh)
          const books = FakeBooks.books()
          let isOver = false
          const failpoint = (name: Name) => {
            isOver ||= name === at
            if (isOver) throw new Error("the process ends here")
          }
          yield* world(database, optionsOf(books, { failpoint }), (w) => Effect.exit(create(w)))
          yield* world(database, optionsOf(books), (w) =>
            Effect.gen(function*() {
              yield* codeOf(create(w))
              yield* pass(180_000, 5000)
              assert.strictEqual(yield* codeOf(create(w)), "ok")
            }))
          assert.strictEqual(made(books), 1)
        }))
    }
  }

  inWorld("is refused under a number with other content, and created anew under a number that the ERP has refused (U-106)", (w, books) =>
    Effect.gen(function*() {
      yield* call(w, BooksV1.CreateTransferOrder, transfer("C-1"))
      const refusal = yield* Effect.flip(call(w, BooksV1.CreateTransferOrder, { ...transfer("C-1") as object, remark: "other" } as never))
      assert.deepInclude(refusal, { code: "DIFFERENT_CONTENT", path: "/customNumber", message: "TR1 has this number with other content, which differs at /remark; send a new number" })
      books.plan("submitInboundOrder", new AdapterError.Rejected({ fault: { code: "SKU_NOT_EXIST", message: "no such SKU" } }))
      assert.strictEqual(yield* codeOf(call(w, BooksV1.SubmitInboundOrder, draft("C-2"))), "SKU_NOT_EXIST")
      assert.strictEqual(yield* codeOf(call(w, BooksV1.SubmitInboundOrder, draft("C-2", 4))), "ok")
    }))

  inWorld("waits while the ERP is paused, and the sentences for its caller and for the operator name the ERP", (w, books) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      yield* connections.pause("fake", "a test")
      const told = yield* Effect.flip(call(w, BooksV1.SubmitInboundOrder, draft("C-1")))
      assert.deepStrictEqual([told.code, books.orders.length], ["CONNECTION_PAUSED", 0])
      assert.match(told.message, /connection to the ERP is paused/)
      const intents = yield* Intents
      const { id } = (yield* Effect.flatMap(Database, (db) => db.one("select id from intent")))!
      yield* connections.resume("fake")
      yield* during(call(w, BooksV1.SubmitInboundOrder, draft("C-1")))
      yield* intents.reopen(id, "Ada")
      const refused = yield* Effect.flip(Effect.catchTag(during(intents.decide(id, { who: "Ada", decision: "Dead" })), "DatabaseFailed", Effect.die))
      assert.deepStrictEqual([refused.code, /the ERP has it/.test(refused.message)], ["FOUND_THERE", true])
    }))

  inWorld("is cancelled if an earlier try of the cancel had done it, though the last one is refused (U-105)", (w, books) =>
    Effect.gen(function*() {
      const { asnNumber } = yield* call(w, BooksV1.SubmitInboundOrder, draft("C-1"))
      books.plan("cancelInboundOrder", "lose-answer", new AdapterError.Rejected({ fault: { code: "ASN_STATE_INVALID", message: "it is cancelled already" } }))
      // After the first try the ERP cannot be asked, so what that one has done stays open until the second one is refused.
      books.plan("listInboundOrders", "unavailable")
      yield* call(w, BooksV1.CancelInboundOrder, { asnNumber })
      assert.deepStrictEqual([books.callsOf("cancelInboundOrder").length, books.orders[0]!.phase], [2, "cancelled"])
    }))

  inWorld("keeps its number after the cancel, so that no second order gets it (E-438)", (w, books) =>
    Effect.gen(function*() {
      const { asnNumber } = yield* call(w, BooksV1.SubmitInboundOrder, draft("C-1"))
      yield* call(w, BooksV1.CancelInboundOrder, { asnNumber })
      const db = yield* Database
      assert.deepStrictEqual((yield* db.query("select phase, is_open, peer_number from entity")).map((row) => ({ ...row })), [{ phase: "cancelled", is_open: 0, peer_number: asnNumber }])
      assert.strictEqual((yield* call(w, BooksV1.SubmitInboundOrder, draft("C-1"))).asnNumber, asnNumber)
      assert.strictEqual(yield* codeOf(call(w, BooksV1.SubmitInboundOrder, draft("C-1", 4))), "DIFFERENT_CONTENT")
      assert.lengthOf(books.orders, 1)
    }))

  for (const [what, change] of [
    ["of other goods", { lines: [{ sku: "SKU-2", expected: Quantity.of(3) }] }],
    ["of other quantities", { lines: [{ sku: "SKU-1", expected: Quantity.of(4) }] }],
    ["of another unit", { lines: [{ sku: "SKU-1", expected: Quantity.of(3), unit: "BOX" }] }],
    ["of another warehouse", { warehouseName: "South" }]
  ] as const) {
    inWorld(`is not taken for an order ${what} that the ERP has under its number`, (w, books) =>
      Effect.gen(function*() {
        yield* books.change("ASN-9", { customNumber: "C-2", warehouseName: "North", lines: [{ sku: "SKU-1", expected: Quantity.of(3) }], ...change } as never)
        books.plan("submitInboundOrder", new AdapterError.Duplicate({ fault: { code: "CUSTOM_NUMBER_EXIST", message: "C-2" } }))
        assert.strictEqual(yield* codeOf(call(w, BooksV1.SubmitInboundOrder, draft("C-2"))), "DOUBTFUL")
      }))
  }

  for (const [what, change] of [
    ["of other goods", { lines: [{ sku: "SKU-1", expected: Quantity.of(2) }] }],
    ["whose goods the ERP does not tell", { lines: [{ sku: "SKU-1" }] }],
    ["from another warehouse", { warehouseName: "East" }],
    ["to another warehouse", { toWarehouseName: "East" }]
  ] as const) {
    inWorld(`is not taken for a transfer ${what} that the ERP has under its number`, (w, books) =>
      Effect.gen(function*() {
        yield* call(w, BooksV1.CreateTransferOrder, transfer("C-1"))
        books.transfers[0] = { ...books.transfers[0]!, customNumber: "C-2", ...change } as never
        books.plan("createTransferOrder", "lose-request")
        assert.strictEqual(yield* codeOf(call(w, BooksV1.CreateTransferOrder, transfer("C-2"))), "DOUBTFUL")
        assert.lengthOf(books.transfers, 1)
      }))
  }

  inWorld("is a move that is found by its goods at an ERP that keeps no numbers of moves, if no other move may be meant", (w, books) =>
    Effect.gen(function*() {
      books.manners.keepsMoveNumbers = false
      books.plan("moveStock", "lose-answer")
      assert.strictEqual(yield* codeOf(call(w, BooksV1.MoveStock, moves(), "d1")), "ok")
      yield* pass(600_000, 10_000)
      books.plan("moveStock", "lose-request")
      assert.strictEqual(yield* codeOf(call(w, BooksV1.MoveStock, moves(), "d2")), "DOUBTFUL", "the earlier move proves nothing")
      assert.lengthOf(books.movements, 2)
    }))

  inWorld("is a move of which the ERP shows a part alone, so that a person decides", (w, books) =>
    Effect.gen(function*() {
      books.manners.keepsMoveNumbers = false
      books.plan("moveStock", "lose-request")
      yield* Effect.forkChild(Effect.exit(call(w, BooksV1.MoveStock, moves(), "d1")))
      yield* pass(1000)
      yield* call(w, BooksV1.MoveStock, { moves: [...(moves("SKU-2") as any).moves] } as never, "d2")
      books.movements.splice(1, 1)
      books.movements[0] = { ...books.movements[0]!, sku: "SKU-1" as never }
      yield* pass(180_000, 5000)
      assert.strictEqual(yield* codeOf(call(w, BooksV1.MoveStock, moves(), "d1")), "DOUBTFUL")
      assert.strictEqual(books.callsOf("moveStock").length, 2)
    }))
})

onBothDatabases("the cancel of an inbound order of an ERP", (fresh) => {
  const asked = { asnNumber: "ASN1" as never }
  for (const [what, how, code, calls] of [
    ["succeeds if its answer is lost and the ERP shows it as cancelled", ["lose-answer"], "ok", 1],
    ["is sent again if its request is lost", ["lose-request"], "ok", 2],
    ["is sent again if the ERP is unavailable", ["unavailable", "unavailable"], "ok", 3],
    ["tells that the ERP is away", ["unreachable", "unreachable", "unreachable", "unreachable"], "NOT_SENT", undefined],
    ["tells what the ERP refuses", [new AdapterError.Rejected({ fault: { code: "ASN_STATE_INVALID", message: "goods were received" } })], "ASN_STATE_INVALID", 1]
  ] as const) {
    const books = FakeBooks.books()
    inWorldOn(fresh)(`${what} (U-105)`, optionsOf(books), (w) =>
      Effect.gen(function*() {
        yield* call(w, BooksV1.SubmitInboundOrder, draft("C-1"))
        books.plan("cancelInboundOrder", ...how)
        assert.strictEqual(yield* codeOf(call(w, BooksV1.CancelInboundOrder, asked)), code)
        if (calls !== undefined) assert.lengthOf(books.callsOf("cancelInboundOrder"), calls)
      }))
  }
})

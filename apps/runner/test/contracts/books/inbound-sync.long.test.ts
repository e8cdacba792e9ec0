/**
 * The inbound orders of an ERP that reports nothing: what changed is asked for and stored, once for each change.
 */
import { BooksV1 } from "@crossdock/books"
import { AdapterError, ErpV1, Quantity } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { Dispatch } from "../../../src/contracts/books/Dispatch.ts"
import * as InboundSync from "../../../src/contracts/books/InboundSync.ts"
import * as ErpJobs from "../../../src/contracts/books/Jobs.ts"
import type { Name } from "../../../src/engine/Failpoint.ts"
import * as Jobs from "../../../src/jobs/Jobs.ts"
import { Database } from "../../../src/store/Database.ts"
import { history } from "../../support/Books.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as FakeBooks from "../../support/FakeBooks.ts"
import { during, inWorldOn, type Options, pass, until, type World, world } from "../../support/World.ts"

const minute = 60_000
const scope = "open-api:app-1"

const link = { erp: "fake", peer: undefined, protocol: "open-api", id: "app-1" } as never

const optionsOf = (books: FakeBooks.FakeBooks, more: Options = {}): Options => ({
  isIdle: true,
  plugins: [books.plugin],
  connections: [{ id: "fake", plugin: books.plugin.id }],
  links: [link],
  ...more
})

const round = during(InboundSync.round("fake"))
const rows = (text: string) => Effect.flatMap(Database, (db) => Effect.map(db.query(text), (found) => found.map((row) => Object.values(row))))
const stored = Effect.map(rows("select number, phase from entity where kind = 'erp_inbound' and is_known = 1 order by number"), (found) => found.map((row) => row.join(" ")))
const statuses = (number: string) => history(scope, `erp_inbound:${number}`, "status")
const pollFailure = Effect.map(rows("select poll_failure from connection_state where id = 'fake'"), ([row]) => row?.[0] ?? null)

const draft = (customNumber: string) => ({ warehouseName: "North", customNumber, lines: [{ sku: "SKU-1", expected: Quantity.of(3) }] }) as never
const create = (w: World, customNumber: string) =>
  Effect.flatMap(Dispatch, (dispatch) => during(dispatch.call(w.link, BooksV1.SubmitInboundOrder, draft(customNumber), { content: "{}", digest: customNumber })))

onBothDatabases("inbound orders of an ERP", (fresh) => {
  const inWorld = (title: string, test: (w: World, books: FakeBooks.FakeBooks) => Effect.Effect<unknown, unknown, any>, more: Options = {}, facts: ErpV1.Facts = { pollInterval: "60 seconds" }) => {
    const books = FakeBooks.books(facts)
    inWorldOn(fresh)(title, optionsOf(books, more), (w) => test(w, books))
  }

  inWorld("are asked for by the time of their last change, in windows that overlap by ten minutes (E-778 U-43)", (_, books) =>
    Effect.gen(function*() {
      const begun = yield* Clock.currentTimeMillis
      yield* round
      yield* books.change("ASN-1")
      const changed = yield* Clock.currentTimeMillis
      yield* TestClock.adjust(minute)
      yield* round
      yield* round
      const asked = books.callsOf("listInboundOrders").map(({ time }) => ({ of: time.of, from: DateTime.toEpochMillis(time.from), to: DateTime.toEpochMillis(time.to) }))
      assert.isTrue(asked.every(({ of }) => of === "updated"))
      assert.deepStrictEqual(asked[0], { of: "updated", from: begun - 10 * minute, to: begun })
      assert.strictEqual(asked.at(-1)?.from, changed - 10 * minute)
      assert.deepStrictEqual(yield* stored, ["ASN-1 announced"])
    }))

  inWorld("are stored once for each change, however often the ERP tells of it (E-778)", (_, books) =>
    Effect.gen(function*() {
      yield* round
      yield* books.change("ASN-1")
      for (const time of [1, 2, 3]) yield* Effect.andThen(TestClock.adjust(time * 1000), round)
      const line = { sku: "SKU-1", expected: Quantity.of(3), received: Quantity.of(2) } as never
      yield* books.change("ASN-1", { phase: "receiving", status: "RECEIVING", lines: [line] })
      for (const time of [1, 2]) yield* Effect.andThen(TestClock.adjust(time * 1000), round)
      assert.deepStrictEqual(yield* statuses("ASN-1"), ["NEW (announced), 0 of 0 received", "RECEIVING (receiving), 2 of 3 received"])
      assert.deepStrictEqual(yield* stored, ["ASN-1 receiving"])
    }))

  inWorld("do not go back to what was told before a newer change", (_, books) =>
    Effect.gen(function*() {
      yield* round
      yield* books.change("ASN-1", { phase: "received", status: "FINISHED" })
      yield* round
      const before = DateTime.makeUnsafe((yield* Clock.currentTimeMillis) - minute)
      yield* books.change("ASN-1", { phase: "receiving", status: "RECEIVING", updatedAt: before })
      yield* TestClock.adjust(1000)
      yield* round
      assert.deepStrictEqual(yield* stored, ["ASN-1 received"])
    }))

  inWorld("that a link has created change the record of their create (E-778)", (w, books) =>
    Effect.gen(function*() {
      const { asnNumber } = yield* create(w, "C-1")
      yield* round
      yield* books.change(asnNumber, { phase: "cancelled", status: "CANCELLED" })
      yield* TestClock.adjust(1000)
      yield* round
      assert.deepStrictEqual(yield* stored, ["C-1 cancelled"])
      assert.deepStrictEqual((yield* statuses("C-1")).at(-1), "CANCELLED (cancelled), 0 of 3 received")
    }), { isIdle: false, server: { callerDeadline: "5 seconds" } })

  inWorld("whose create is not settled yet get no second record", (w, books) =>
    Effect.gen(function*() {
      books.plan("submitInboundOrder", "lose-answer")
      books.plan("listInboundOrders", "unavailable", "unavailable", "unavailable", "unavailable", "unavailable", "unavailable")
      yield* Effect.exit(create(w, "C-1"))
      books.plan("listInboundOrders")
      yield* books.change("ASN1")
      yield* round
      yield* pass(10 * minute, 10_000)
      assert.deepStrictEqual(yield* stored, ["C-1 announced"])
      assert.lengthOf(books.orders, 1)
    }), { isIdle: false, server: { callerDeadline: "5 seconds" } })

  inWorld("belong to the same warehouse when the ERP renames it, and an operator learns of the new name (E-051)", (_, books) =>
    Effect.gen(function*() {
      yield* round
      yield* books.change("ASN-1", { warehouseName: "North", warehouseId: "17" })
      yield* round
      yield* books.change("ASN-2", { warehouseName: "North (new)", warehouseId: "17" })
      yield* books.change("ASN-3", { warehouseName: "North", warehouseId: "18" })
      yield* TestClock.adjust(1000)
      yield* round
      assert.deepStrictEqual(
        (yield* rows("select number, warehouse_code, peer_warehouse_code from entity where kind = 'erp_inbound' order by number")).map((row) => row.join(" ")),
        ["ASN-1 North 17", "ASN-2 North 17", "ASN-3 North 18"]
      )
      const [alarm] = yield* history(scope, "erp_inbound:ASN-2", "alarm")
      assert.include(alarm, "renamed the warehouse 17 from \"North\" to \"North (new)\"")
      yield* books.change("ASN-1", { warehouseName: "North (new)", warehouseId: "17", phase: "received", status: "FINISHED" })
      yield* round
      assert.deepStrictEqual(yield* history(scope, "erp_inbound:ASN-1", "alarm"), [])
      assert.include((yield* stored)[0], "ASN-1 received")
    }))

  inWorld("are read on as many pages as there are, and again while they shift", (_, books) =>
    Effect.gen(function*() {
      yield* round
      const numbers = Array.from({ length: 450 }, (_, at) => `A-${String(at).padStart(3, "0")}`)
      for (const number of numbers) yield* books.change(number)
      yield* TestClock.adjust(1000)
      yield* round
      assert.deepStrictEqual(yield* stored, numbers.map((number) => `${number} announced`))
      const last = books.callsOf("listInboundOrders").map(({ cursor = "1" }) => cursor)
      assert.includeMembers(last, ["1", "2", "3"])
      assert.deepStrictEqual(yield* statuses("A-449"), ["NEW (announced), 0 of 0 received"])
    }))

  inWorld("are read by a job, if the ERP is polled and somebody calls it", (_, books) =>
    Effect.gen(function*() {
      yield* Effect.forkScoped(Jobs.run(ErpJobs.jobs))
      yield* books.change("ASN-1")
      yield* until(Effect.map(stored, (found) => found.length === 1))
      yield* books.change("ASN-1", { phase: "received", status: "FINISHED" })
      yield* until(Effect.map(stored, ([first]) => first === "ASN-1 received"))
      assert.deepStrictEqual(yield* rows("select name, connection from job"), [["erp-inbound", "fake"]])
    }))

  inWorld("are not read from an ERP that is not polled", () =>
    Effect.gen(function*() {
      assert.lengthOf(yield* ErpJobs.jobs, 0)
    }), {}, {})

  inWorld("are not read from an ERP that nobody calls", () =>
    Effect.gen(function*() {
      assert.lengthOf(yield* ErpJobs.jobs, 0)
    }), { links: [{}] })

  inWorld("are read again after a failure, which operators see until then", (_, books) =>
    Effect.gen(function*() {
      yield* round
      yield* books.change("ASN-1")
      books.plan("listInboundOrders", new AdapterError.Rejected({ fault: { code: "X", message: "not now" } }))
      yield* round
      assert.include(String(yield* pollFailure), "not now")
      assert.deepStrictEqual(yield* stored, [])
      yield* round
      assert.isNull(yield* pollFailure)
      assert.deepStrictEqual(yield* stored, ["ASN-1 announced"])
    }))

  for (const point of ["sync.before-commit", "sync.committed"] as const) {
    it.effect(`are stored once when the process ends at ${point}`, () =>
      Effect.gen(function*() {
        const database = yield* Effect.promise(fresh)
        const books = FakeBooks.books({ pollInterval: "60 seconds" })
        yield* world(database, optionsOf(books), () => round)
        yield* books.change("ASN-1")
        let isDown = false
        const failpoint = (name: Name) => {
          if (name !== point || isDown) return
          isDown = true
          throw new Error("the process ends")
        }
        yield* Effect.exit(world(database, optionsOf(books, { failpoint }), () => round))
        assert.isTrue(isDown)
        yield* world(database, optionsOf(books), () =>
          Effect.gen(function*() {
            yield* TestClock.adjust(1000)
            yield* round
            assert.deepStrictEqual(yield* stored, ["ASN-1 announced"])
            assert.lengthOf(yield* statuses("ASN-1"), 1)
          }))
      }))
  }
})

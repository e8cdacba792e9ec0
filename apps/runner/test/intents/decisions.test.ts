/**
 * What a person decides of a create whose outcome nobody knows: never against what the warehouse shows, told to the
 * ERP, and to be taken back.
 */
import { assert } from "@effect/vitest"
import { OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Intents } from "../../src/intents/Intents.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { asn, order } from "../support/Orders.ts"
import { during, inWorldOn, nothingOwed, until, type World } from "../support/World.ts"

const create = (w: World, asked = order("SO-1")) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, asked, ""))

const createAsn = (w: World) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn("ASN-1"), ""))

const phase = (w: World) =>
  Effect.flatMap(Dispatch, (dispatch) =>
    dispatch.call(w.link, WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: OutboundOrder.OrderNumber.make("SO-1") }] }, ""))

const newest = Effect.flatMap(Database, (db) => Effect.map(db.one("select i.id, i.state, e.generation, i.result from intent i join entity e on e.id = i.entity order by e.generation desc"), (row) => row!))

const stateIs = (state: string) => Effect.map(newest, (row) => row.state === state)

const decide = (decided: { readonly decision: "Delivered" | "Pending" | "Dead"; readonly peerNumber?: string; readonly isConfirmed?: boolean }) =>
  Effect.gen(function*() {
    const intents = yield* Intents
    yield* intents.decide((yield* newest).id, { who: "Ada", ...decided })
  })

const reopen = Effect.gen(function*() {
  const intents = yield* Intents
  yield* intents.reopen((yield* newest).id, "Ada")
})

const sent = (w: World, operation = "createOutboundOrder") => w.warehouse.calls.filter((call) => call === operation).length

/** The request is lost, so that the warehouse has nothing and nobody knows that. */
const doubtful = (w: World) =>
  Effect.gen(function*() {
    w.warehouse.plan("createOutboundOrder", "lose-request")
    yield* Effect.flip(during(create(w)))
  })

onBothDatabases("decisions", (fresh) => {
  const inWorld = inWorldOn(fresh)

  /** Nobody asks by himself, so that it stays doubtful although the warehouse shows it. */
  const idle = { isIdle: true, server: { callerDeadline: "1 second" } } as const

  inWorld("tells the ERP that an order that was given up has failed, with the reason", {}, (w) =>
    Effect.gen(function*() {
      yield* doubtful(w)
      yield* decide({ decision: "Dead" })
      yield* nothingOwed
      const [told] = w.erp.received
      assert.deepInclude(told?.content, { orderNumber: "SO-1", warehouseCode: "WH-1", phase: "failed", status: "GIVEN_UP" })
      assert.include(told?.content.failedReason, "a person decided")
      assert.deepStrictEqual((yield* phase(w)).items.map((one) => one.phase), ["failed"])
    }))

  inWorld("answers the first repeat after an order was given up with GIVEN_UP and sends nothing; the next one issues it anew", {}, (w) =>
    Effect.gen(function*() {
      yield* doubtful(w)
      yield* decide({ decision: "Dead" })
      const before = sent(w)
      assert.strictEqual((yield* Effect.flip(create(w))).code, "GIVEN_UP")
      assert.deepStrictEqual([sent(w), (yield* newest).generation], [before, 1])
      assert.strictEqual((yield* during(create(w))).warehouseOrderNumber, "W-1")
      assert.deepStrictEqual([sent(w), (yield* newest).generation], [before + 1, 2])
    }))

  inWorld("answers the first repeat of an ASN that was given up with GIVEN_UP and sends nothing", {}, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createInboundOrder", "lose-request")
      yield* Effect.flip(during(createAsn(w)))
      yield* decide({ decision: "Dead" })
      assert.strictEqual((yield* Effect.flip(createAsn(w))).code, "GIVEN_UP")
      assert.strictEqual(sent(w, "createInboundOrder"), 1)
      yield* during(createAsn(w))
      assert.strictEqual(sent(w, "createInboundOrder"), 2)
      assert.deepStrictEqual(w.erp.received, [])
    }))

  inWorld("reopens an order that was given up: it is doubtful again and a repeat meets it", {}, (w) =>
    Effect.gen(function*() {
      yield* doubtful(w)
      yield* decide({ decision: "Dead" })
      yield* reopen
      assert.deepInclude(yield* newest, { state: "Doubtful", generation: 1 })
      assert.strictEqual((yield* Effect.flip(phase(w))).code, "DOUBTFUL")
      assert.strictEqual((yield* during(create(w))).warehouseOrderNumber, "W-1")
      assert.strictEqual((yield* newest).generation, 1)
    }))

  inWorld("tells the ERP again what a reopened order came to", {}, (w) =>
    Effect.gen(function*() {
      yield* doubtful(w)
      yield* decide({ decision: "Dead" })
      yield* reopen
      yield* during(create(w))
      yield* until(Effect.sync(() => w.erp.received.length === 2))
      assert.deepStrictEqual(w.erp.received.map(({ content }) => content.phase), ["failed", "open"])
    }))

  inWorld("takes the warehouse's own number for an order that a person says is there", idle, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      yield* Effect.flip(during(create(w)))
      const other = yield* Effect.flip(decide({ decision: "Delivered", peerNumber: "W-77", isConfirmed: true }))
      assert.strictEqual(other._tag === "Refusal" && other.code, "OTHER_NUMBER")
      yield* decide({ decision: "Delivered" })
      assert.include((yield* newest).result, "W-1")
    }))

  inWorld("does not send or give up an order that the warehouse shows", idle, (w) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      yield* Effect.flip(during(create(w)))
      for (const decision of ["Pending", "Dead"] as const) {
        const refusal = yield* Effect.flip(decide({ decision }))
        assert.strictEqual(refusal._tag === "Refusal" && refusal.code, "FOUND_THERE")
      }
      assert.isTrue(yield* stateIs("Doubtful"))
    }))

  for (const [title, how] of [["does not show", "works"], ["cannot be asked for", "refuse"]] as const) {
    inWorld(`takes no order as made that the warehouse ${title}, unless its number is said and confirmed`, idle, (w) =>
      Effect.gen(function*() {
        yield* doubtful(w)
        const attempts = [{}, { peerNumber: "W-77" }, { isConfirmed: true }, { peerNumber: "W-77", isConfirmed: true }]
        const outcomes = yield* Effect.forEach(attempts, (attempt) => {
          w.warehouse.plan("getOutboundOrders", how)
          return Effect.match(decide({ decision: "Delivered", ...attempt }), {
            onFailure: (error) => error._tag === "Refusal" ? error.code : error._tag,
            onSuccess: () => "taken"
          })
        })
        assert.deepStrictEqual(outcomes, how === "works" ? ["NOT_PROVEN", "NOT_PROVEN", "NOT_PROVEN", "taken"] : ["NOT_ASKED", "NOT_ASKED", "NOT_PROVEN", "taken"])
        assert.include((yield* newest).result, "W-77")
      }))
  }

  inWorld("reopens an order that the warehouse accepted and has lost, and sends it again when a person says so", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      w.warehouse.orders.length = 0
      yield* reopen
      assert.isTrue(yield* stateIs("Doubtful"))
      yield* decide({ decision: "Pending" })
      yield* until(stateIs("Delivered"))
      assert.strictEqual(w.warehouse.live("SO-1").length, 1)
    }))

  inWorld("finds again what was reopened by mistake, and sends nothing", {}, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* reopen
      yield* until(stateIs("Delivered"))
      assert.strictEqual(sent(w), 1)
    }))

  inWorld("reopens neither what the warehouse refused, nor what has ended, nor an earlier issue", {}, (w) =>
    Effect.gen(function*() {
      const codeOf = Effect.map(Effect.flip(reopen), (error) => error._tag === "Refusal" ? error.code : error._tag)
      w.warehouse.plan("createOutboundOrder", "refuse")
      yield* Effect.flip(create(w))
      assert.strictEqual(yield* codeOf, "NOT_REOPENED")
      const { id } = yield* newest
      yield* create(w)
      const earlier = yield* Effect.flip(Effect.flatMap(Intents, (intents) => intents.reopen(id, "Ada")))
      assert.strictEqual(earlier._tag === "Refusal" && earlier.code, "ISSUED_ANEW")
      w.warehouse.orders[0]!.phase = "failed"
      w.warehouse.orders[0]!.failedReason = "lost in the yard"
      yield* until(Effect.sync(() => w.erp.received.some(({ content }) => content.phase === "failed")))
      assert.strictEqual(yield* codeOf, "ENDED")
    }))
})

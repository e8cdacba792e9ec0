/**
 * What is done when a create ends is stored with its end: once, and only if the end is.
 */
import { assert } from "@effect/vitest"
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import type { CreateEnd } from "../../src/intents/CreateEnds.ts"
import { Intents } from "../../src/intents/Intents.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { order } from "../support/Orders.ts"
import { during, inWorldOn, until, type World } from "../support/World.ts"

const { name: operation } = WarehouseV1.CreateOutboundOrder
const create = (w: World) => Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), ""))
const cancel = (w: World) => Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber: order("SO-1").orderNumber }, ""))

const textOf = (end: CreateEnd): string => end.is === "created" ? `created ${JSON.stringify(end.success)}` : `${end.is} ${end.reason}`

/** Notes each end in the transaction of the end. */
const noting = (concerns = true) =>
  Effect.gen(function*() {
    const db = yield* Database
    yield* (yield* Intents).whenEnded(operation, {
      concerns: () => concerns,
      ended: ({ number }, { scope }, end) =>
        Effect.flatMap(db.query("select name from setting where name like 'end %'"), (before) =>
          Effect.asVoid(db.query("insert into setting (name, content) values ($1, $2)", [`end ${before.length}`, `${scope} ${number} ${textOf(end)}`])))
    })
  })

const noted = Effect.flatMap(Database, (db) =>
  Effect.map(db.query("select content from setting where name like 'end %' order by name"), (rows) => rows.map(({ content }) => String(content))))
const state = Effect.flatMap(Database, (db) => Effect.map(db.query("select state from intent"), ([row]) => row?.state))

onBothDatabases("the end of a create", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const created = `warehouse:acc-1 SO-1 created {"warehouseOrderNumber":"W-1"}`

  inWorld("is handled once when the peer accepts it, and not again for a repeat", {}, (w) =>
    Effect.gen(function*() {
      yield* noting()
      yield* during(create(w))
      yield* during(create(w))
      assert.deepStrictEqual(yield* noted, [created])
    }))

  inWorld("is handled when a query finds the order after a lost answer", {}, (w) =>
    Effect.gen(function*() {
      yield* noting()
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      yield* during(create(w))
      assert.deepStrictEqual(yield* noted, [created])
    }))

  inWorld("is handled when the peer refuses it", {}, (w) =>
    Effect.gen(function*() {
      yield* noting()
      w.warehouse.plan("createOutboundOrder", "refuse")
      yield* during(Effect.flip(create(w)))
      assert.deepStrictEqual(yield* noted, ["warehouse:acc-1 SO-1 refused BAD_ADDRESS: the address is not known"])
    }))

  inWorld("is handled when a person gives it up, and again when it is reopened and then found", { server: { callerDeadline: "1 second" } }, (w) =>
    Effect.gen(function*() {
      const intents = yield* Intents
      const db = yield* Database
      yield* noting()
      w.warehouse.plan("createOutboundOrder", { after: "lose-answer" })
      w.warehouse.hide(true)
      yield* during(Effect.flip(create(w)))
      yield* until(Effect.map(state, (is) => is === "Doubtful"))
      const [row] = yield* db.query("select id from intent")
      yield* intents.decide(String(row!.id), { decision: "Dead", who: "Ada" })
      w.warehouse.hide(false)
      yield* intents.reopen(String(row!.id), "Ada")
      yield* until(Effect.map(state, (is) => is === "Delivered"))
      assert.deepStrictEqual(yield* noted, ["warehouse:acc-1 SO-1 refused GIVEN_UP: a person decided that this order is not sent", created])
    }))

  inWorld("is handled when it is cancelled before it was sent", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* noting()
      yield* db.transaction(Effect.flatMap(Intents, (intents) => intents.put(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), "desk")))
      yield* during(cancel(w))
      assert.deepStrictEqual(yield* noted, ["warehouse:acc-1 SO-1 cancelled before anything was sent"])
      assert.lengthOf(w.warehouse.calls, 0)
    }))

  inWorld("is stored as a unit of work where it concerns nobody", {}, (w) =>
    Effect.gen(function*() {
      yield* noting(false)
      yield* during(create(w))
      assert.deepStrictEqual(yield* noted, [])
      assert.strictEqual(yield* state, "Delivered")
    }))

  {
    let crashes = 1
    inWorld("leaves nothing behind if its transaction fails, and is handled once by the one that succeeds", {
      failpoint: (name) => {
        if (name === "outcome.before-commit" && crashes-- > 0) throw new Error("the process ends here")
      }
    }, (w) =>
      Effect.gen(function*() {
        yield* noting()
        yield* during(Effect.exit(create(w)))
        yield* until(Effect.map(state, (is) => is === "Delivered"))
        assert.isBelow(crashes, 0)
        assert.deepStrictEqual(yield* noted, [created])
        assert.lengthOf(w.warehouse.live("SO-1"), 1)
      }))
  }

  inWorld("knows on whose behalf the runner created it by itself", {}, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* db.transaction(Effect.flatMap(Intents, (intents) => intents.put(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), "books")))
      yield* during(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-2"), "")))
      assert.deepStrictEqual((yield* db.query("select put_by from intent order by entity")).map(({ put_by }) => put_by), ["books", null])
    }))
})

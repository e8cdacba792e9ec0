/**
 * Many creates that wait are listed by their cause, and Doubtful ones are decided together: counted first, each asked for, and none
 * against what the warehouse shows or while it cannot be asked.
 */
import { WarehouseV1 } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Connections } from "../../src/connection/Connections.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Database } from "../../src/store/Database.ts"
import * as AdminWorld from "../api/AdminWorld.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { order } from "../support/Orders.ts"
import { during, type Options, type RunnerServices, until, type World, world } from "../support/World.ts"

type Client = Effect.Success<ReturnType<typeof AdminWorld.client>>

const create = (w: World, number: string) =>
  Effect.flatMap(Dispatch, (dispatch) => during(Effect.exit(dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order(number), ""))))

const states = Effect.flatMap(Database, (db) =>
  Effect.map(db.query("select e.number, i.state from intent i join entity e on e.id = i.entity order by e.number, e.generation"), (rows) =>
    rows.map(({ number, state }) => `${number} ${state}`)))

/** Orders that the warehouse has refused in these words, and does not show. */
const refused = (w: World, words: string, ...numbers: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    w.warehouse.hide(true)
    for (const number of numbers) {
      w.warehouse.plan("createOutboundOrder", { refuses: words })
      yield* create(w, number)
    }
  })

const inDoubt: Options = { refusals: "in doubt" }
const because = { confirm: true, who: "Ada", reason: "goods have arrived" } as const

onBothDatabases("many creates that wait", (fresh) => {
  const inWorld = (title: string, options: Options, test: (w: World, client: Client) => Effect.Effect<unknown, unknown, RunnerServices | Scope.Scope>) =>
    it.effect(title, () =>
      Effect.flatMap(Effect.promise(fresh), (database) =>
        world(database, options, (w) => Effect.flatMap(AdminWorld.client(w), (client) => test(w, client)))))

  inWorld("are counted by their cause and text, with the newest of each (F6)", inDoubt, (w, client) =>
    Effect.gen(function*() {
      yield* refused(w, "OUT_OF_STOCK", "SO-1", "SO-2", "SO-3")
      yield* refused(w, "no such street: Singel 1", "SO-4")
      yield* client.connections.pause({ params: { id: "wh" }, payload: { because: "stocktaking" } })
      yield* create(w, "SO-5")
      const { items } = yield* client.intents.causes({ query: {} })
      assert.deepInclude(items[0], { state: "Doubtful", connection: "wh", cause: "OUT_OF_STOCK", count: 3 })
      assert.deepStrictEqual(items.map(({ count, newest, state }) => `${state} ${count} ${newest.number}`).toSorted(), ["Doubtful 1 SO-4", "Doubtful 3 SO-3", "Pending 1 SO-5"])
      assert.isTrue(items.every(({ cause }) => cause !== undefined))
      assert.notInclude(JSON.stringify(items), "Singel 1")
      assert.deepStrictEqual((yield* client.intents.causes({ query: { connection: "nobody" } })).items, [])
    }))

  inWorld("are counted first, and only those with the text are decided, each with its reason in the history", inDoubt, (w, client) =>
    Effect.gen(function*() {
      yield* refused(w, "OUT_OF_STOCK", "SO-1", "SO-2")
      yield* refused(w, "UNKNOWN_SKU", "SO-3")
      const payload = { decision: "Pending", cause: "out_of" } as const
      const counted = yield* client.intents.decideAll({ payload })
      assert.deepInclude(counted, { count: 2, decided: 0, isDone: false, refused: [] })
      assert.deepStrictEqual(counted.sample.map(({ number }) => number), ["SO-1", "SO-2"])
      assert.deepStrictEqual(yield* states, ["SO-1 Doubtful", "SO-2 Doubtful", "SO-3 Doubtful"])
      w.warehouse.hide(false)
      const done = yield* during(client.intents.decideAll({ payload: { ...payload, ...because } }))
      assert.deepInclude(done, { count: 2, decided: 2, isDone: true, refused: [] })
      yield* until(Effect.map(states, (all) => all.join() === "SO-1 Delivered,SO-2 Delivered,SO-3 Doubtful"))
      assert.lengthOf(w.warehouse.orders, 2)
      const lines = yield* (yield* Database).query("select who, detail from history where what = 'decided' order by id")
      assert.deepStrictEqual(lines.map(({ detail, who }) => [who, detail]), [
        ["Ada (admin token)", "will be sent again: goods have arrived"],
        ["Ada (admin token)", "will be sent again: goods have arrived"],
        ["Ada (admin token)", "2 Doubtful creates: Pending: goods have arrived"]
      ])
      const again = yield* during(client.intents.decideAll({ payload: { ...payload, ...because } }))
      assert.deepInclude(again, { count: 0, decided: 0 })
    }))

  inWorld("are not decided against what the warehouse shows, or while it cannot be asked (F1)", {}, (w, client) =>
    Effect.gen(function*() {
      w.warehouse.hide(true)
      for (const number of ["SO-1", "SO-2"]) {
        w.warehouse.plan("createOutboundOrder", "lose-answer")
        yield* create(w, number)
      }
      w.warehouse.plan("getOutboundOrders", "unreachable", "unreachable")
      const blind = yield* during(client.intents.decideAll({ payload: { decision: "Dead", isAll: true, ...because } }))
      assert.deepInclude(blind, { count: 2, decided: 0 })
      assert.deepStrictEqual(blind.refused.map(({ code, count, example }) => [code, count, example.number]), [["NOT_ASKED", 2, "SO-1"]])
      w.warehouse.hide(false)
      yield* (yield* Connections).pause("books", "so that nothing else goes on")
      const shown = yield* during(client.intents.decideAll({ payload: { decision: "Dead", isAll: true, ...because } }))
      assert.strictEqual(shown.decided, 0)
      assert.isTrue(shown.refused.every(({ code }) => code === "FOUND_THERE"))
      assert.isFalse((yield* states).some((one) => one.includes("Dead")))
      const unsaid = yield* Effect.flip(client.intents.decideAll({ payload: { decision: "Dead", isAll: true, confirm: true } }))
      assert.deepInclude(unsaid, { _tag: "Invalid", path: "/payload/reason" })
      assert.deepInclude(yield* Effect.flip(client.intents.decideAll({ payload: { decision: "Dead" } })), { _tag: "Invalid", path: "/payload" })
    }))

  inWorld("are decided a page at a time, each once", inDoubt, (w, client) =>
    Effect.gen(function*() {
      yield* refused(w, "OUT_OF_STOCK", "SO-1", "SO-2", "SO-3")
      const payload = { decision: "Dead", connection: "wh", limit: 2, ...because } as const
      const first = yield* during(client.intents.decideAll({ payload }))
      assert.deepInclude(first, { count: 3, decided: 2 })
      const second = yield* during(client.intents.decideAll({ payload: { ...payload, after: first.next! } }))
      assert.deepInclude(second, { count: 1, decided: 1 })
      assert.isUndefined(second.next)
      assert.isTrue((yield* states).every((one) => one.endsWith("Dead")))
    }))
})

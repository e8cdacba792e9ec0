/**
 * Polls that fail: for one order alone, and so that a person sees it.
 */
import { assert, it } from "@effect/vitest"
import { AdapterError, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Schema from "effect/Schema"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { order } from "../support/Orders.ts"
import { during, pass, until, type World, world } from "../support/World.ts"

const words = "order is locked by Ada Example"

/** Ships everything at once, and refuses a question that names this order. */
const shipping = (refused: string | undefined) => {
  const state = { refused, isAway: false, isInterrupted: false, asked: [] as Array<number> }
  const plugin = WarehouseV1.plugin({
    id: "warehouse-shipping",
    settings: Schema.Struct({}),
    limits: { linesPerOrder: 50, ordersPerQuery: 20, visibilityDelay: "2 seconds", pollInterval: "10 seconds" },
    offers: [],
    make: () =>
      Effect.succeed({
        handlers: {
          createOutboundOrder: ({ orderNumber }) => Effect.succeed({ warehouseOrderNumber: `W-${orderNumber}` }),
          cancelOutboundOrder: () => Effect.succeed({}),
          getOutboundOrders: ({ orders }) =>
            Effect.suspend((): Effect.Effect<typeof WarehouseV1.GetOutboundOrders.success.Type, AdapterError.Reason> => {
              state.asked.push(orders.length)
              if (state.isInterrupted) return Effect.interrupt
              if (state.isAway) return Effect.fail(new AdapterError.PeerUnavailable({ status: 502 }))
              if (orders.some(({ orderNumber }) => orderNumber === state.refused)) {
                return Effect.fail(new AdapterError.FaultUnlisted({ fault: { code: "", message: words } }))
              }
              return Effect.succeed({ items: orders.map(({ orderNumber }) => ({
                orderNumber,
                phase: "shipped" as const,
                status: "SHIPPED",
                trackingNumber: `T-${orderNumber}`
              })) })
            })
        }
      })
  })
  return { plugin, state }
}

const numbers = Array.from({ length: 16 }, (_, at) => `SO-${at}`)

/** A row that the database does not take. */
const refuseToStore = Effect.gen(function*() {
  const db = yield* Database
  if (db.dialect === "sqlite") {
    yield* db.query("create trigger bad before update on entity when new.number = 'SO-3' and new.phase = 'shipped' begin select raise(abort, 'no'); end")
    return
  }
  yield* db.query(
    "create function bad() returns trigger language plpgsql as $$ begin if new.number = 'SO-3' and new.phase = 'shipped' then raise exception 'no'; end if; return new; end $$"
  )
  yield* db.query("create trigger bad before update on entity for each row execute function bad()")
})

onBothDatabases("polls that fail", (fresh) => {
  const inWorld = (
    title: string,
    refused: string | undefined,
    test: (w: World, peer: ReturnType<typeof shipping>["state"], lines: ReadonlyArray<string>) => Effect.Effect<unknown, unknown, any>
  ) =>
    it.effect(title, () => {
      const { plugin, state } = shipping(refused)
      const lines: Array<string> = []
      return Effect.flatMap(Effect.promise(fresh), (database) => world(database, { plugin }, (w) => test(w, state, lines) as never)).pipe(
        Effect.provide(Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))]))
      )
    })

  const create = (w: World) =>
    Effect.forEach(numbers, (number) => during(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order(number), ""))), { concurrency: 4 })
  const told = (w: World) => new Set(w.erp.received.map(({ content }) => content.orderNumber))
  const state = Effect.flatMap(Database, (db) => Effect.map(db.one("select * from connection_state where id = 'wh'"), (row) => row ?? {}))

  inWorld("for one order that the warehouse refuses to tell of: the others of its part are told, and it is named", "SO-3", (w, peer) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* until(Effect.sync(() => numbers.filter((number) => number !== "SO-3").every((number) => told(w).has(number))), 60_000)
      yield* until(Effect.map(state, (row) => /^order SO-3: .*order is locked/.test(row["poll_failure"] ?? "")))
      // It is asked for alone from then on.
      peer.asked.length = 0
      yield* pass(25_000, 500)
      assert.isAtLeast(peer.asked.length, 1)
      assert.isTrue(peer.asked.every((many) => many === 1))
      peer.refused = undefined
      yield* until(Effect.sync(() => told(w).has("SO-3")), 60_000)
      yield* until(Effect.map(state, (row) => row["poll_failure"] === null))
    }))

  inWorld("for one row that the database does not take: the others of its part are told, and it is named", undefined, (w, peer) =>
    Effect.gen(function*() {
      peer.isAway = true
      yield* create(w)
      yield* refuseToStore
      peer.isAway = false
      yield* until(Effect.sync(() => numbers.filter((number) => number !== "SO-3").every((number) => told(w).has(number))), 60_000)
      yield* until(Effect.map(state, (row) => (row["poll_failure"] ?? "").startsWith("order SO-3: ")))
    }))

  inWorld("are kept with their reason and the time they began, and logged when that changes, without persons or a stack", undefined, (w, peer, lines) =>
    Effect.gen(function*() {
      peer.isAway = true
      yield* create(w)
      yield* until(Effect.map(state, (row) => row["poll_failure"] != null), 60_000)
      const since = (yield* state)["poll_failing_since"]
      yield* pass(60_000, 500)
      const failing = yield* state
      assert.deepStrictEqual([failing["poll_failing_since"], failing["poll_failure"]], [since, "getOutboundOrders: the peer, or a proxy in front of it, answered HTTP 502 without a valid response"])
      const warnings = lines.filter((line) => line.includes("polls fail"))
      assert.lengthOf(warnings, 1)
      assert.notInclude(warnings.join(), ".ts:")
      peer.isAway = false
      peer.refused = "SO-3"
      yield* until(Effect.map(state, (row) => /SO-3/.test(row["poll_failure"] ?? "")), 60_000)
      assert.notInclude(JSON.stringify(yield* state) + lines.join(), "Ada Example")
      peer.refused = undefined
      yield* until(Effect.map(state, (row) => row["poll_failing_since"] === null && row["polled_at"] > 0), 60_000)
      assert.isTrue(lines.some((line) => line.includes("polls succeed again")))
    }))

  inWorld("because the plugin interrupts them are kept and told like others", undefined, (w, peer) =>
    Effect.gen(function*() {
      peer.isInterrupted = true
      yield* create(w)
      yield* until(Effect.map(state, (row) => row["poll_failure"] === "the plugin interrupted the query"), 60_000)
      peer.isInterrupted = false
      yield* until(Effect.map(state, (row) => row["poll_failing_since"] === null && row["polled_at"] > 0), 60_000)
    }))
})

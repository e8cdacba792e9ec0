/**
 * Goods that come back without an announcement: the ERP is told what is new of each return once, under the order that it names.
 */
import { assert } from "@effect/vitest"
import { UnannouncedReturn, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { Reports } from "../../../src/contracts/warehouse/Reports.ts"
import * as Books from "../../support/Books.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { order } from "../../support/Orders.ts"
import * as Traces from "../../support/Traces.ts"
import * as Peers from "../../support/Peers.ts"
import { during, inWorldOn, nothingOwed, type World } from "../../support/World.ts"

const decode = Schema.decodeSync(UnannouncedReturn.UnannouncedReturn)
const damaged = { sku: "SKU-1", quantity: 1, condition: "damaged", reason: "wet" } as const
const sellable = { sku: "SKU-2", quantity: 2, condition: "sellable" } as const

const report = (minute: number, lines: (typeof UnannouncedReturn.UnannouncedReturn.Encoded)["lines"], more: Partial<typeof UnannouncedReturn.UnannouncedReturn.Encoded> = {}) =>
  Effect.flatMap(Reports, (reports) =>
    reports.take("wh", {
      _tag: "ReturnReceived",
      returned: decode({ returnId: "R-1", orderNumber: "SO-1", updatedAt: `2026-03-01T00:0${minute}:00.000Z`, lines, ...more })
    }))

const create = (w: World) => during(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), "")))

const told = (w: World) =>
  Effect.map(nothingOwed, () =>
    w.erp.received.filter(({ operation }) => operation === "receiveReturn").map(({ content }) => [content.orderNumber, content.returnId, content.warehouseCode, content.lines]))

const peers = (offers: ReadonlyArray<"receivePlatformOrder" | "receiveReturn">) => ({ warehouse: Peers.warehouse(), erp: Peers.erp({}, { offers }) })

onBothDatabases("returns", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const offered = (title: string, test: (w: World) => Effect.Effect<unknown, unknown, any>) => inWorld(title, { peers: peers(["receiveReturn"]) }, test)

  offered("tells the ERP of goods that come back, with their condition, and a repeat tells nothing (0040)", (w) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* report(1, [damaged])
      yield* report(1, [damaged])
      yield* report(2, [damaged])
      assert.deepStrictEqual(yield* told(w), [["SO-1", "R-1", "WH-1", [damaged]]])
      assert.lengthOf(yield* Books.history(w.link.scope, "outbound:SO-1", "repeat"), 2)
    }))

  offered("hides what the ERP quotes of the order's receiver when it refuses a return (U-148)", (w) =>
    Effect.gen(function*() {
      yield* create(w)
      w.erp.plan({ unlisted: "nobody here is called Ada Example" })
      yield* report(1, [damaged])
      yield* nothingOwed
      assert.include(yield* Traces.of(["nobody here is called"]), "attempt")
      assert.deepStrictEqual(yield* Traces.of(["Ada Example"]), ["intent_content.asked"])
    }))

  offered("tells all that came back under the id of a return when the warehouse finds more, and not what is older (0040)", (w) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* report(2, [damaged])
      yield* report(3, [damaged, sellable])
      yield* report(2, [damaged])
      yield* report(1, [sellable])
      yield* report(3, [sellable], { returnId: "R-2" })
      assert.deepStrictEqual(yield* told(w), [
        ["SO-1", "R-1", "WH-1", [damaged]],
        ["SO-1", "R-1", "WH-1", [damaged, sellable]],
        ["SO-1", "R-2", "WH-1", [sellable]]
      ])
    }))

  offered("takes the place of nothing that the ERP was not told yet (0040)", (w) =>
    Effect.gen(function*() {
      yield* create(w)
      w.erp.plan(...Array.from({ length: 4 }, () => "unavailable" as const))
      const { orderNumber } = order("SO-1")
      yield* Effect.flatMap(Reports, (reports) => reports.take("wh", { _tag: "OutboundStatusChanged", status: { orderNumber, phase: "open", status: "NEW", warehouseCode: "WH-1" } }))
      yield* report(1, [damaged])
      assert.lengthOf(yield* told(w), 1)
      assert.deepStrictEqual(w.erp.received.flatMap(({ content }) => content.status ?? []), ["NEW"])
    }))

  inWorld("says in the history that an ERP without `receiveReturn` was not told (0040)", { peers: peers([]) }, (w) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* report(1, [damaged])
      assert.deepStrictEqual(yield* told(w), [])
      const [conflict] = yield* Books.history(w.link.scope, "outbound:SO-1", "conflict")
      assert.include(conflict, "does not offer receiveReturn")
    }))

  inWorld("ignores a return of an order that the runner does not know (U-147)", { peers: peers(["receiveReturn"]), foreignEvents: "ignore" }, (w) =>
    Effect.gen(function*() {
      yield* report(1, [damaged], { orderNumber: "SO-9" })
      assert.deepStrictEqual(yield* told(w), [])
      assert.deepStrictEqual(yield* Books.history(w.link.scope, "outbound:SO-9", "batch"), [])
    }))
})

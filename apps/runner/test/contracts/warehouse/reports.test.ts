import { assert, describe, it } from "@effect/vitest"
import { OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import { Connections } from "../../../src/connection/Connections.ts"
import { Reports } from "../../../src/contracts/warehouse/Reports.ts"
import { Database } from "../../../src/store/Database.ts"
import { order } from "../../support/Orders.ts"
import { until, world } from "../../support/World.ts"

const shipped = (number: string) => ({
  _tag: "OutboundStatusChanged" as const,
  status: {
    orderNumber: OutboundOrder.OrderNumber.make(number),
    phase: "shipped" as const,
    status: "GONE",
    trackingNumber: "T-9"
  }
})

describe("reports of a peer", () => {
  it.effect("go to the link whose prefix the number has, in the ERP's own numbers (D1-402)", () =>
    world({ filename: ":memory:" }, { links: [{ id: "a", prefix: "A-" }, { id: "b", prefix: "B-" }] }, (w) =>
      Effect.gen(function*() {
        yield* (yield* Dispatch).call(w.composed.links[1]!, WarehouseV1.CreateOutboundOrder, order("SO-1"), "")
        const reports = yield* Effect.serviceOption(Reports)
        assert.strictEqual(reports._tag, "Some")
        if (reports._tag === "Some") yield* reports.value.take("wh", shipped("B-SO-1"), "raw")
        yield* until(Effect.sync(() => w.erp.received.length > 0))
        assert.deepStrictEqual(w.erp.received.map(({ content }) => [content.orderNumber, content.trackingNumber]), [["SO-1", "T-9"]])
      })))

  it.effect("with a prefix that no link has are recorded and go to nobody (D1-402)", () =>
    world({ filename: ":memory:" }, { links: [{ id: "a", prefix: "A-" }, { id: "b", prefix: "B-" }] }, (w) =>
      Effect.gen(function*() {
        const reports = yield* Effect.serviceOption(Reports)
        if (reports._tag === "Some") yield* reports.value.take("wh", shipped("C-SO-1"), "raw")
        const rows = yield* (yield* Database).query("select subject, what from history")
        assert.deepStrictEqual(rows.map((row) => [row.subject, row.what]), [["connection:wh outbound:C-SO-1", "conflict"]])
        yield* (yield* Connections).storeDrift
        const findings = yield* (yield* Database).query("select scope, place, path from drift")
        assert.deepStrictEqual(findings.map((row) => [row.scope, row.place, row.path]), [["wh", "pushOrderInfo", "/orderNumber"]])
        assert.deepStrictEqual(w.erp.received, [])
      })))
})

/**
 * Copies of a link: further ERPs that receive what its ERP receives.
 */
import { assert } from "@effect/vitest"
import type { AnyPlugin } from "@crossdock/config"
import { type ErpV1, InboundOrder, type OutboundOrder, Quantity, Sku, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Connections } from "../../src/connection/Connections.ts"
import * as OrderSync from "../../src/contracts/platform/OrderSync.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Events } from "../../src/contracts/warehouse/Events.ts"
import { ShopStates } from "../../src/contracts/platform/ShopStates.ts"
import { Intents } from "../../src/intents/Intents.ts"
import { Outbox } from "../../src/outbox/Outbox.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { order } from "../support/Orders.ts"
import * as Peers from "../support/Peers.ts"
import { during, inWorldOn, nothingOwed, type Options, until, type World } from "../support/World.ts"

/** A second ERP, a copy of every link of the world. */
const second = (facts: ErpV1.Facts = {}, more: Parameters<typeof Peers.erp>[1] = {}) => {
  const copy = Peers.erp(facts, { id: "erp-second", ...more })
  const options: Options = {
    plugins: [copy.plugin as unknown as AnyPlugin],
    connections: [{ id: "shadow", plugin: "erp-second" }],
    links: [{ copyTo: ["shadow"] }]
  }
  return { copy, options }
}

const { orderNumber } = order("SO-1")
type Told = Partial<OutboundOrder.OutboundStatus> & Pick<OutboundOrder.OutboundStatus, "phase">

const report = (w: World, told: Told) =>
  Effect.flatMap(Events, (events) =>
    events.outbound({ scope: w.link.scope, link: w.link, who: "peer" }, { orderNumber, warehouseCode: "WH-1", status: told.phase, trackingNumber: "T-1", ...told }))

const receive = (w: World, batchNo: string, good: number) =>
  Effect.flatMap(Events, (events) =>
    events.inbound({ scope: w.link.scope, link: w.link, who: "peer" }, {
      asnNumber: InboundOrder.AsnNumber.make("ASN-1"),
      warehouseCode: "WH-1",
      phase: "receiving",
      status: "RECEIVING",
      updatedAt: DateTime.makeUnsafe("2026-03-01T00:00:00Z"),
      batchNo,
      lines: [{ sku: Sku.Sku.make("SKU-1"), received: Quantity.of(good), good: Quantity.of(good), bad: Quantity.of(0) }]
    }))

const summary = (erp: Peers.FakeErp) => erp.received.map(({ content, operation }) => [operation, content.phase, content.batchNo ?? content.trackingNumber])

const everything = [
  ["receiveOutboundStatus", "shipped", "T-1"],
  ["receiveInboundProgress", "receiving", "B-1"],
  ["receiveInboundProgress", "receiving", "B-2"]
]

onBothDatabases("a copy of a link", (fresh) => {
  const inWorld = inWorldOn(fresh)

  {
    const { copy, options } = second()
    inWorld("receives every report of the warehouse once, each in a delivery of its own", options, (w) =>
      Effect.gen(function*() {
        yield* report(w, { phase: "shipped" })
        yield* receive(w, "B-1", 2)
        yield* receive(w, "B-1", 2)
        yield* receive(w, "B-2", 3)
        yield* nothingOwed
        assert.sameDeepMembers(summary(w.erp), everything)
        assert.sameDeepMembers(summary(copy), everything)
        const ids = [...w.erp.received, ...copy.received].map(({ deliveryId }) => deliveryId)
        assert.lengthOf(new Set(ids), ids.length)
      }))
  }

  {
    const { copy, options } = second()
    inWorld("that fails keeps the ERP of the link waiting for nothing, and gets its own messages in order later", options, (w) =>
      Effect.gen(function*() {
        copy.plan("unavailable", "unavailable")
        yield* receive(w, "B-1", 2)
        yield* receive(w, "B-2", 3)
        yield* until(Effect.sync(() => w.erp.received.length === 2))
        assert.lengthOf(copy.received, 0)
        yield* nothingOwed
        assert.deepStrictEqual(summary(copy).map(([, , batch]) => batch), ["B-1", "B-2"])
      }))
  }

  {
    const { copy, options } = second({ knowsDelivered: false })
    inWorld("that has no word for delivered goods is not told of them, while the ERP of the link is", options, (w) =>
      Effect.gen(function*() {
        yield* report(w, { phase: "shipped" })
        yield* report(w, { phase: "delivered" })
        yield* nothingOwed
        assert.deepStrictEqual(w.erp.received.map(({ content }) => content.phase), ["shipped", "delivered"])
        assert.deepStrictEqual(copy.received.map(({ content }) => content.phase), ["shipped"])
      }))
  }

  {
    const { copy, options } = second()
    inWorld("learns that a person gave an order up", options, (w) =>
      Effect.gen(function*() {
        const dispatch = yield* Dispatch
        w.warehouse.plan("createOutboundOrder", "lose-request")
        yield* Effect.flip(during(dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), "")))
        const [row] = yield* (yield* Database).query("select id from intent")
        yield* (yield* Intents).decide(String(row!.id), { decision: "Dead", who: "Kim" })
        yield* nothingOwed
        assert.deepStrictEqual([w.erp, copy].map((erp) => erp.received.map(({ content }) => content.phase)), [["failed"], ["failed"]])
      }))
  }

  {
    const shop = FakeShop.shop()
    const { copy, options } = second()
    const { links = [], ...rest } = FakeShop.options(shop, { ...options, isIdle: true })
    inWorld("gets the orders of a shop at the address in its settings, never at the one that the ERP of the link announced", {
      ...rest,
      links: links.map((link) => ({ ...link, copyTo: ["shadow"] }))
    }, (w) =>
      Effect.gen(function*() {
        const link = (yield* Connections).linkOf(FakeShop.scope)!
        yield* (yield* ShopStates).announce(link, { isLocked: false, callbackUrl: new URL("https://erp.example/orders") })
        yield* Effect.forkScoped((yield* Outbox).run)
        yield* shop.change("A-1")
        yield* during(OrderSync.round(link))
        yield* nothingOwed
        assert.deepStrictEqual([w.erp, copy].map((erp) => erp.received.map(({ content }) => content.onlineOrderId)), [["A-1"], ["A-1"]])
        assert.deepStrictEqual([w.erp, copy].map((erp) => erp.attempts[0]?.sendTo?.href), ["https://erp.example/orders", undefined])
      }))
  }

  {
    const shop = FakeShop.shop()
    const { copy, options } = second({}, { offers: [] })
    const { links = [], ...rest } = FakeShop.options(shop, { ...options, isIdle: true })
    inWorld("that takes no orders of shops is owed none", { ...rest, links: links.map((link) => ({ ...link, copyTo: ["shadow"] })) }, (w) =>
      Effect.gen(function*() {
        yield* Effect.forkScoped((yield* Outbox).run)
        yield* shop.change("A-1")
        yield* during(OrderSync.round((yield* Connections).linkOf(FakeShop.scope)!))
        yield* nothingOwed
        assert.lengthOf(w.erp.received, 1)
        assert.lengthOf(copy.attempts, 0)
        assert.lengthOf(yield* (yield* Database).query("select id from delivery where connection = 'shadow'"), 0)
      }))
  }
})

/**
 * A warehouse plugin that is right in a way of its own: the suite breaks no law for it, and names what it could not drive.
 */
import { AdapterError, type OutboundOrder } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import * as Conformance from "../src/warehouse/Conformance.ts"
import * as Right from "./correct-plugin.ts"

describe("no law breaks for a right plugin", () => {
  it("that answers from a table, and the report names the faults that it could not be driven into (plugin-author.md 1.3)", async () => {
    const { fixture, layer } = Right.peer()
    const warehouses = await Effect.runPromise(fixture.lists!.warehouses! as Effect.Effect<ReadonlyArray<{ readonly code: string; readonly name: string }>>)
    const plugin = Right.plugin({ handlers: () => ({ listWarehouses: () => Effect.succeed({ items: warehouses }) }) })
    const { laws } = await Effect.runPromise(Conformance.check({ plugin, settings: Right.settings, fixture, layer }, (law) => law.startsWith("listWarehouses/")))
    assert.deepStrictEqual(laws.filter(({ outcome }) => outcome === "broken"), [])
    const named = laws.filter(({ because }) => because === "the call succeeded and sent no request that could meet the fault").map(({ law }) => law)
    assert.includeMembers(named, ["offline", "reset", "lose-answer", "slow", "credential"].map((fault) => `listWarehouses/${fault}`))
  })

  /** A plugin whose peer takes cancels and decides them when it is told to. */
  const decidingLater = (says: "requested" | "cancelled") => {
    const { fixture, layer } = Right.peer()
    const asked = new Set<OutboundOrder.OrderNumber>()
    let right: Right.Handlers | undefined
    const plugin = Right.plugin({
      handlers: (handlers) => {
        right = handlers
        return {
          createOutboundOrder: (order) => Effect.map(handlers.createOutboundOrder(order), () => ({})),
          cancelOutboundOrder: Effect.fnUntraced(function*({ orderNumber }) {
            const { items: [held] } = yield* handlers.getOutboundOrders({ orders: [{ orderNumber }] })
            if (held === undefined || held.phase === "shipped") return yield* new AdapterError.Rejected({ fault: { code: "NO", message: "this order is not cancelled" } })
            if (held.phase === "cancelled") return {}
            asked.add(orderNumber)
            return { outcome: says }
          })
        }
      }
    })
    const grantCancels = Effect.suspend(() => Effect.forEach([...asked], (orderNumber) => {
      asked.delete(orderNumber)
      return right!.cancelOutboundOrder({ orderNumber })
    })).pipe(Effect.asVoid)
    const isAbout = (law: string) =>
      /^cancelOutboundOrder\/(cancels|by-warehouse-number|twice|shipped|unknown|similar-numbers)$|^createOutboundOrder\/(number|twice|again-after-cancel)$|^getOutboundOrders\/(cancelled|known-number|similar-numbers)$/.test(law)
    return Effect.runPromise(Conformance.check({ plugin, settings: Right.settings, fixture: { ...fixture, actions: { ...fixture.actions, grantCancels } }, layer }, isAbout))
  }

  it("whose warehouse gives no number and decides cancels later (contract.md M2 M5)", async () => {
    const { laws } = await decidingLater("requested")
    assert.deepStrictEqual(laws.filter(({ outcome }) => outcome !== "held"), [])
    assert.lengthOf(laws, 12)
  })

  it("and one that says cancelled where its warehouse has only taken the request breaks them", async () => {
    const { laws } = await decidingLater("cancelled")
    assert.includeMembers(laws.filter(({ outcome }) => outcome === "broken").map(({ law }) => law), ["cancelOutboundOrder/cancels", "cancelOutboundOrder/twice", "getOutboundOrders/cancelled"])
  })
})

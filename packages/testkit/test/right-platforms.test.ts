/**
 * Shop plugins that are right in a way of their own: the suite of `platform/v1` breaks no law for them, and names what it could not drive.
 */
import { Quantity } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import * as Conformance from "../src/platform/Conformance.ts"
import * as Right from "./rightPlatform.ts"

type Peer = ReturnType<typeof Right.peer>

const lawsOf = async (changes: Right.Changes, peer: Peer = Right.peer(), fixture: Peer["fixture"] = peer.fixture) => {
  const report = await Effect.runPromise(Conformance.check({ plugin: Right.plugin(changes), settings: Right.settings, fixture, layer: peer.layer }))
  const named = (outcome: string) => report.laws.filter((law) => law.outcome === outcome)
  assert.deepStrictEqual(named("broken"), [])
  return { notDriven: named("not driven"), held: named("held").map(({ law }) => law) }
}

const usual = (await lawsOf({})).notDriven.map(({ law }) => law)

const beyondUsual = (laws: ReadonlyArray<{ readonly law: string; readonly because?: string }>) => laws.filter(({ law }) => !usual.includes(law))

describe("no law breaks for a right plugin", () => {
  it("whose shop gives its orders numbers of its own (plugin-author.md 1.3)", async () => {
    const { notDriven } = await lawsOf({}, Right.peer({ numbers: "own" }))
    assert.deepStrictEqual(beyondUsual(notDriven), [])
  })

  it("that does not write a stock which is there already (plugin-author.md 1.3)", async () => {
    const { held, notDriven } = await lawsOf({
      handlers: ({ listProducts, updateStock }) => ({
        updateStock: Effect.fnUntraced(function*({ items, ...shop }) {
          const isThere = Effect.fnUntraced(function*({ productId, stock, stockByLocation }: (typeof items)[number]) {
            if (stockByLocation !== undefined) return false
            const [found] = (yield* listProducts({ productIds: [productId], limit: 1 })).items
            return found?.stock !== undefined && Quantity.toNumber(found.stock) === Quantity.toNumber(stock)
          })
          const wanted = yield* Effect.filter(items, (item) => Effect.map(isThere(item), (is) => !is))
          const [first, ...rest] = wanted
          return first === undefined ? { failures: [] } : yield* updateStock({ items: [first, ...rest], ...shop })
        })
      })
    })
    assert.deepStrictEqual(beyondUsual(notDriven), [])
    assert.includeMembers([...held], ["slow", "html", "garbage", "lose-answer"].map((fault) => `updateStock/${fault}`))
  })

  it("that answers from a table, and the report names the faults that it could not be driven into (plugin-author.md 1.3)", async () => {
    const { notDriven } = await lawsOf({
      handlers: () => ({ listOrderStatuses: () => Effect.succeed({ finished: [{ status: "COMPLETED" }], cancelled: [{ status: "CANCELLED" }] }) })
    })
    const named = beyondUsual(notDriven)
    assert.includeMembers(named.map(({ law }) => law), ["offline", "reset", "lose-answer", "slow", "credential"].map((fault) => `listOrderStatuses/${fault}`))
    assert.deepStrictEqual(new Set(named.map(({ because, law }) => `${law.split("/")[0]}: ${because}`)), new Set(["listOrderStatuses: the call succeeded and sent no request that could meet the fault"]))
  })

  it("whose fixture shows another buyer, and the law about personal data is not driven (plugin-author.md 1.6)", async () => {
    const peer = Right.peer()
    const { notDriven } = await lawsOf({}, peer, { ...peer.fixture, placeOrder: (number) => peer.fixture.placeOrder(number, { buyer: "Ada Example" }) })
    assert.deepStrictEqual(beyondUsual(notDriven).map(({ law }) => law), ["plugin/personal-data"])
  })
})

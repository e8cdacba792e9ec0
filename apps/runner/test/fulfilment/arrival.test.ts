/**
 * Random reports of one order, which need not make sense together: whatever they say, the state is the same for every order of their
 * arrival, no piece is in two places, and the parcels have what has left. `CROSSDOCK_SEED` is the first seed.
 */
import { assert, it } from "@effect/vitest"
import * as Fold from "../../src/fulfilment/ShippedGoods.ts"
import { at, line, permutations, placesOf, type Status, status, textOf } from "./Reports.ts"
import { randomFrom } from "./World.ts"

const orders = 300
const seed = Number(process.env["CROSSDOCK_SEED"] ?? 1)

const phases = ["open", "open", "open", "shipped", "shipped", "delivered", "failed", "cancelled"] as const

const madeFrom = (random: () => number) => {
  const below = (limit: number) => Math.floor(random() * limit)
  const isLikely = (share: number) => random() < share
  const number = () => ({ trackingNumber: `T-${below(4)}` })
  const lines = () => ({
    lines: [
      ...(isLikely(0.8) ? [line("A", 1 + below(4))] : []),
      ...(isLikely(0.4) ? [line("B", 1 + below(3))] : []),
      ...(isLikely(0.08) ? [line("GIFT", 1)] : [])
    ]
  })
  const parcel = () => ({ ...number(), ...(isLikely(0.8) && { shippedAt: at(1) }), ...(isLikely(0.85) && lines()) })
  const report = (): Status =>
    status(phases[below(phases.length)]!, {
      ...(isLikely(0.75) && number()),
      ...(isLikely(0.7) && { shippedAt: at(1 + below(2)) }),
      ...(isLikely(0.65) && lines()),
      ...(isLikely(0.2) && { parcels: Array.from({ length: 1 + below(2) }, parcel) })
    })
  return {
    ordered: isLikely(0.9) ? [line("A", 2 + below(7)), ...(isLikely(0.6) ? [line("B", 1 + below(5))] : [])] : undefined,
    reports: Array.from({ length: 2 + below(3) }, report),
    inspected: isLikely(0.5) ? [line("A", 1)] : undefined
  }
}

it(`any reports of ${orders} orders have one state, in whatever order they arrive, CROSSDOCK_SEED=${seed}`, () => {
  for (let each = 0; each < orders; each++) {
    const { inspected, ordered, reports } = madeFrom(randomFrom(seed * orders + each))
    const empty = Fold.FulfilmentRecord.empty(ordered)
    const first = inspected === undefined ? empty : Fold.FulfilmentRecord.inspect(empty, { keys: ["T-1"] }, inspected)
    for (const setting of ["parcel", "total", "careful"] as const) {
      const states = permutations(reports).map((arrived) => Fold.Fulfilment.fromReports(arrived.map(Fold.Statement.fromStatus).reduce(Fold.FulfilmentRecord.add, first), setting))
      for (const state of states) {
        const where = `seed ${seed * orders + each}, ${setting}`
        if (ordered !== undefined) assert.isTrue(Fold.Fulfilment.isBalanced(state, Fold.Quantities.fromLines(ordered)), where)
        assert.strictEqual(textOf(Fold.Quantities.sum(state.parcels.map(({ contents }) => contents))), textOf(Fold.Quantities.plus(state.left, state.surplus)), where)
        assert.deepStrictEqual([placesOf(state), state.end, state.findings.map(({ rule }) => rule).toSorted()],
          [placesOf(states[0]!), states[0]!.end, states[0]!.findings.map(({ rule }) => rule).toSorted()], where)
      }
    }
  }
}, 60_000)

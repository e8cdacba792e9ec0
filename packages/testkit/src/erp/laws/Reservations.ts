/**
 * The laws about stock that is reserved for a document. The balances of the ERP show what is reserved.
 */
import { type AdapterError, ErpV1, Quantity } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import * as Effect from "effect/Effect"
import { assert, equal, LawViolation } from "../../Assertions.ts"
import { both, having, type Laws } from "../../Law.ts"
import { ask, call, type LawContext } from "../LawContext.ts"
import { can, type PayloadOf, type SuiteFixture } from "../SuiteFixture.ts"

type Line = PayloadOf<"reserveStock">["lines"][number]

const availableOf = Effect.fnUntraced(function*(context: LawContext, { sku, warehouseName }: Line): Effect.fn.Return<BigDecimal.BigDecimal, AdapterError.AdapterError> {
  const { items } = yield* ask(context, ErpV1.ListStockBalances, { skus: [sku], warehouseNames: [warehouseName], withEmpty: true, limit: 100 })
  equal(items.length, 1, `balances of ${sku} in ${warehouseName}`)
  return items[0]!.available
})

const lineOf = ({ lines }: PayloadOf<"reserveStock">): Line => {
  const [line, ...more] = lines
  if (line === undefined || more.length > 0) throw new LawViolation("fixture.calls.reserveStock must reserve one line")
  return line
}

const same = (found: BigDecimal.BigDecimal, promised: BigDecimal.BigDecimal, when: string): void =>
  equal(BigDecimal.format(BigDecimal.normalize(found)), BigDecimal.format(BigDecimal.normalize(promised)), `what is available ${when}`)

const parts = both(can.call("reserveStock"), can.list("listStockBalances"))

export const reserveLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "reserveStock/sets": [
    "U-80",
    "reserveStock sets what a document has reserved, so that a repeat changes nothing and an empty list releases everything",
    having(parts, Effect.fnUntraced(function*(context: LawContext, [make]) {
      const payload = make(context.fresh("reserved"))
      const line = lineOf(payload)
      const before = yield* availableOf(context, line)
      const twice = { ...line, quantity: Quantity.sum([line.quantity, line.quantity]) }
      const steps = [
        [[line], line.quantity, "after a reservation"],
        [[line], line.quantity, "after a repeat"],
        [[twice], twice.quantity, "after a larger reservation"],
        [[], Quantity.zero, "after the release"],
        [[], Quantity.zero, "after a second release"]
      ] as const
      for (const [lines, reserved, when] of steps) {
        yield* call(context, ErpV1.ReserveStock, { ...payload, lines })
        same(yield* availableOf(context, line), BigDecimal.subtract(before, reserved), when)
      }
    }))
  ],
  "reserveStock/all-or-none": [
    "U-80",
    "reserveStock refuses more than is available, and changes nothing then",
    having(parts, Effect.fnUntraced(function*(context: LawContext, [make]) {
      const payload = make(context.fresh("too-much"))
      const line = lineOf(payload)
      const before = yield* availableOf(context, line)
      const lines = [line, { ...line, quantity: before }]
      const answered = yield* Effect.result(call(context, ErpV1.ReserveStock, { ...payload, lines }))
      if (answered._tag === "Success") throw new LawViolation("it reserved more than is available")
      const { reason } = answered.failure
      assert(reason._tag === "Rejected", `it must be Rejected, but it is ${reason._tag}`)
      same(yield* availableOf(context, line), before, "after a reservation that was refused")
    }))
  ]
}

/**
 * Cancels orders. The operation is about one order, but a cancelOrder call takes a list, so orders that are cancelled
 * at the same moment can share one call (variants.md row 42).
 */
import type { AdapterError, Operation, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Request from "effect/Request"
import * as RequestResolver from "effect/RequestResolver"
import type { Answers } from "../kit/index.ts"
import type { Table } from "../wire/index.ts"
import type { Keys } from "./Keys.ts"
import { cancelOrder, failureOf, request, toWire } from "./Messages/CancelOrder.ts"
import type { Profile } from "./Profile.ts"

type Payload = typeof WarehouseV1.CancelOutboundOrder.payload.Type
type Failure = Effect.Effect<never, AdapterError.Reason>

type Cancelled = typeof WarehouseV1.CancelOutboundOrder.success.Type

class Cancel extends Request.Class<{ readonly order: Payload }, Cancelled, AdapterError.Reason> {}

const cancelled: Effect.Effect<Cancelled> = Effect.succeed({})

/**
 * Creates the handler of cancelOutboundOrder. With the profile option `cancelBatch` above 1, orders of one warehouse
 * that are cancelled at the same moment share a call.
 */
export const make = (
  { cancelBatch }: Profile,
  keys: Keys,
  ask: (
    messages: typeof cancelOrder,
    value: Table.WriteValue<typeof request>
  ) => Effect.Effect<Answers.Judged<typeof cancelOrder.answer>, AdapterError.Reason>,
  failWith: (refused: Answers.Refused) => Failure
): Operation.Handler<typeof WarehouseV1.CancelOutboundOrder> => {
  /** Cancels several orders in one call and returns one outcome for each, in the same order. */
  const cancel = Effect.fnUntraced(function*(orders: readonly [Payload, ...ReadonlyArray<Payload>]) {
    const judged = yield* ask(cancelOrder, toWire(orders, yield* keys.named(orders[0].warehouseCode)))
    if ("refused" in judged) return yield* failWith(judged.refused)
    return orders.map(({ orderNumber }) => {
      const text = failureOf(judged.reading.value, orderNumber)
      return text === undefined ? cancelled : failWith({ text, code: "", about: "item", status: judged.status })
    })
  })

  if (cancelBatch === "1") {
    return Effect.fnUntraced(function*(order) {
      const [outcome] = yield* cancel([order])
      return yield* outcome!
    })
  }

  const together = RequestResolver.makeGrouped<Cancel, string | undefined>({
    key: ({ request: { order } }) => order.warehouseCode,
    resolver: Effect.fnUntraced(function*([first, ...others]) {
      const outcomes = yield* cancel([first.request.order, ...others.map(({ request: { order } }) => order)])
      for (const [at, entry] of [first, ...others].entries()) {
        entry.completeUnsafe(yield* Effect.exit(outcomes[at]!))
      }
    })
  }).pipe(RequestResolver.batchN(Number(cancelBatch)))

  return (order) => Effect.request(new Cancel({ order }), together)
}

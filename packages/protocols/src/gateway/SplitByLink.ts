/**
 * Splits a call that names warehouses of several links. Each link handles its own part without seeing the others, and
 * their answers are merged into one (U-28, U-150).
 */
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Serving } from "../kit/index.ts"
import { omitUndefined, Refusal as Refusals } from "../wire/index.ts"
import type { Refusal } from "./Fault.ts"
import type { Caller, Parts } from "./Incoming.ts"
import { gathered, merged } from "./Keys.ts"
import type { Cancelled } from "./Messages/CancelOrder.ts"

/** Runs one operation for one link. */
export type Run<R> = Serving.Dispatch<Caller, void, R>

/**
 * Runs an operation for all links and merges the answers. The first link handles what concerns one order or one
 * product.
 */
export const work = <R>(
  operation: WarehouseV1.OperationName,
  parts: Parts,
  payload: never,
  run: Run<R>
): Effect.Effect<unknown, Refusal, R> => {
  switch (operation) {
    case "listWarehouses":
    case "listChannels":
      return listed(parts, (caller) => run(caller, WarehouseV1.contract.operations[operation as "listWarehouses"], payload))
    case "getOutboundOrders":
      return gathered(parts, (payload as Query).orders.map(({ orderNumber }) => orderNumber), ({ caller }) => run(caller, WarehouseV1.GetOutboundOrders, payload), (one) => one.orderNumber, {
        concurrency
      })
    case "cancelOutboundOrder":
      return cancelled(parts, payload, run)
    default:
      return run(parts[0].caller, WarehouseV1.contract.operations[operation], payload)
  }
}

type Query = typeof WarehouseV1.GetOutboundOrders.payload.Type

/** The maximum number of links or orders that are handled at the same time. */
const concurrency = 4

export interface Listed<Item> {
  readonly items: ReadonlyArray<Item>
  /** The refusal of a link whose items are therefore missing from `items`. */
  readonly missing?: Refusal
}

/** Merges the lists of all links without duplicate records. Fails only if every link fails. */
const listed = Effect.fnUntraced(function*<Item, R>(
  parts: Parts,
  list: (caller: Caller) => Effect.Effect<{ readonly items: ReadonlyArray<Item> }, Refusal, R>
): Effect.fn.Return<Listed<Item>, Refusal, R> {
  const outcomes = yield* Effect.forEach(parts, ({ caller }) => Effect.result(list(caller)), { concurrency })
  const failures = outcomes.flatMap((outcome, at) =>
    Result.isFailure(outcome) ? [{ ...outcome.failure, path: `/warehouseKey/${parts[at]!.place}` }] : [])
  const [first] = failures
  if (first !== undefined && failures.length === parts.length) {
    return yield* Effect.fail(Result.isFailure(outcomes[0]!) ? outcomes[0].failure : first)
  }
  const items = merged(outcomes.flatMap((outcome) => (Result.isSuccess(outcome) ? outcome.success.items : [])))
  return omitUndefined({ items, missing: first })
})

type Cancel = typeof WarehouseV1.CancelOutboundOrder.payload.Type

/** Cancels each order at every link that has it. */
const cancelled = <R>(
  parts: Parts,
  orders: ReadonlyArray<Cancel>,
  run: Run<R>
): Effect.Effect<ReadonlyArray<Cancelled>, never, R> =>
  Effect.forEach(
    orders,
    (order) => Effect.map(cancelOne(parts, order, run), (failure) => omitUndefined({ orderNumber: order.orderNumber, failure })),
    { concurrency }
  )

/** The document has no word for a cancel that the warehouse decides later. */
const decided = <R>(asked: Effect.Effect<typeof WarehouseV1.CancelOutboundOrder.success.Type, Refusal, R>) =>
  Effect.flatMap(asked, ({ outcome }) => outcome === "requested" ? Effect.fail(Refusals.cancelRequested) : Effect.void)

const cancelOne = Effect.fnUntraced(function*<R>(parts: Parts, order: Cancel, run: Run<R>) {
  const outcomes = yield* Effect.forEach(parts, ({ caller }) =>
    Effect.map(Effect.result(decided(run(caller, WarehouseV1.CancelOutboundOrder, order))), (outcome) => ({ caller, outcome })))
  const failures = outcomes.flatMap(({ caller, outcome }) =>
    Result.isFailure(outcome) ? [{ caller, failure: outcome.failure }] : [])
  if (failures.length === parts.length) {
    return (failures.find(({ failure }) => failure.code !== "ORDER_NOT_FOUND") ?? failures[0])?.failure
  }
  // One link has cancelled the order. The refusal of another link matters only if that link also has an order with this
  // number.
  for (const { caller, failure } of failures) {
    const { orderNumber, warehouseCode } = order
    const query = omitUndefined({ orders: [{ orderNumber }] as const, warehouseCode })
    const asked = yield* Effect.result(run(caller, WarehouseV1.GetOutboundOrders, query))
    if (Result.isFailure(asked)) return asked.failure
    if (asked.success.items.length > 0) return failure
  }
  return undefined
})

/** A create whose transaction is under way while its connection is resumed. */
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Connections } from "../../apps/runner/src/connection/Connections.ts"
import { Dispatch } from "../../apps/runner/src/contracts/warehouse/Dispatch.ts"
import { Intents } from "../../apps/runner/src/intents/Intents.ts"
import { withNodes } from "../../apps/runner/test/support/Nodes.ts"
import { order } from "../../apps/runner/test/support/Orders.ts"
import { until } from "../../apps/runner/test/support/World.ts"
import * as StatementGate from "./StatementGate.ts"

withNodes("a create whose transaction begins before a resume of its connection and ends after it is sent (PostgreSQL)", ({ join, warehouse }) =>
  Effect.gen(function*() {
    const node = yield* join("only")
    yield* node.on(Effect.flatMap(Connections, (connections) => connections.pause("wh", "a test")))
    const held = StatementGate.holdOne("only", /^insert into intent\b/)
    const creating = yield* Effect.forkChild(node.on(Effect.exit(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(node.link, WarehouseV1.CreateOutboundOrder, order("SO-1"), "")))))
    yield* until(Effect.sync(() => held.text() !== undefined))
    yield* node.on(Effect.flatMap(Connections, (connections) => connections.resume("wh")))
    yield* node.on(Effect.flatMap(Intents, (intents) => intents.release(node.link.scope)))
    held.release()
    yield* until(Effect.sync(() => warehouse.orders.length === 1), 10_000)
    yield* Fiber.join(creating)
  }))

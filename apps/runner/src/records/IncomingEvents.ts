/**
 * Hands the events that peers send by themselves to the contract of their connection.
 */
import type { AdapterError } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Connections } from "../connection/Connections.ts"

/** Takes an event. Succeeds once it is stored, even if it belongs to no link. `raw` is the exact message. */
export type Take<E> = (connection: string, event: E, raw?: string) => Effect.Effect<void, AdapterError.Reason>

export class IncomingEvents extends Context.Service<IncomingEvents, {
  /** Takes an event that the plugin of a connection has read. Dies if nothing takes the events of its contract. */
  readonly take: Take<unknown>
  /** Sets what takes the events of a contract. */
  readonly takenBy: <E>(contract: string, take: Take<E>) => Effect.Effect<void>
}>()("@crossdock/runner/records/IncomingEvents") {
  static readonly layer = Layer.effect(IncomingEvents, Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  const connections = yield* Connections
  const takers = new Map<string, Take<never>>()
  return IncomingEvents.of({
    take: (connection, event, raw) => {
      const plugin = connections.get(connection)?.plugin
      const take = plugin && connections.contracts.idsOf(plugin).map((contract) => takers.get(contract)).find((taker) => taker !== undefined)
      // The cast is safe: a plugin emits the events of its contract only.
      return take === undefined ? Effect.die(new Error(`nothing takes the events of ${connection}`)) : take(connection, event as never, raw)
    },
    takenBy: (contract, take) => Effect.sync(() => void takers.set(contract, take as Take<never>))
  })
})

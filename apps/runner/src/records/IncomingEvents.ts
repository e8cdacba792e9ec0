/**
 * Hands the events that peers send by themselves to the contract of their connection.
 */
import { AdapterError } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Connections } from "../connection/Connections.ts"
import type { DatabaseFailed } from "../store/Database.ts"

/** Takes an event. Succeeds once it is stored, even if it belongs to no link. `raw` is the exact message. */
export type Take<E> = (connection: string, event: E, raw?: string) => Effect.Effect<void, AdapterError.Reason>

/** The same for a contract, which need not say how it refuses an event that the database has not stored. */
export type TakeOfContract<E> = (connection: string, event: E, raw?: string) => Effect.Effect<void, AdapterError.Reason | DatabaseFailed>

const notStored = new AdapterError.FaultUnlisted({ fault: { code: "NOT_STORED", message: "the runner could not store this; send it again" } })

/** Refuses an event that the database has not stored, so that the peer sends it again. */
export const orNotStored = <E extends AdapterError.Reason>(stored: Effect.Effect<void, E | DatabaseFailed>): Effect.Effect<void, AdapterError.Reason> =>
  Effect.mapError(stored, (error): AdapterError.Reason => error._tag === "DatabaseFailed" ? notStored : error)

export class IncomingEvents extends Context.Service<IncomingEvents, {
  /** Takes an event that the plugin of a connection has read. Dies if nothing takes the events of its contract. */
  readonly take: Take<unknown>
  /** Sets what takes the events of a contract. */
  readonly takenBy: <E>(contract: string, take: TakeOfContract<E>) => Effect.Effect<void>
}>()("@crossdock/runner/records/IncomingEvents") {
  static readonly layer = Layer.effect(IncomingEvents, Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  const connections = yield* Connections
  const takers = new Map<string, TakeOfContract<never>>()
  return IncomingEvents.of({
    take: (connection, event, raw) => {
      const plugin = connections.get(connection)?.plugin
      const take = plugin && connections.contracts.idsOf(plugin).map((contract) => takers.get(contract)).find((taker) => taker !== undefined)
      // The cast is safe: a plugin emits the events of its contract only.
      return take === undefined ? Effect.die(new Error(`nothing takes the events of ${connection}`)) : orNotStored(take(connection, event as never, raw))
    },
    takenBy: (contract, take) => Effect.sync(() => void takers.set(contract, take as TakeOfContract<never>))
  })
})

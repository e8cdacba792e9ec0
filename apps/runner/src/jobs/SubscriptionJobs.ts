/**
 * One job for each connection whose vendor has to be told where to send its callbacks.
 */
import * as Effect from "effect/Effect"
import { Connections } from "../connection/Connections.ts"
import * as Subscriptions from "../connection/Subscriptions.ts"

/** Milliseconds between two checks of a subscription. */
const every = 30_000

export const jobs = (publicUrl: URL) =>
  Effect.map(Connections, (connections) =>
    connections.all.flatMap(({ id }) =>
      connections.offers(id).includes("subscribe")
        ? [{ name: "subscription", connection: id, every, work: Subscriptions.keep(id, publicUrl) }]
        : []))

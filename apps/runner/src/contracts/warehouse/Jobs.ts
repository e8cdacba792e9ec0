/**
 * The jobs of the warehouse contract: polls for open orders.
 */
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as JobRows from "../../jobs/JobRows.ts"
import * as Poller from "../../jobs/Poller.ts"
import { all, mayBeRead } from "./OrderKinds.ts"
import { Reads } from "./Reads.ts"

/** The kinds of orders that are polled. */
export const polled = Effect.map(Reads, ({ refresh }) =>
  all.map(({ kind }): Poller.Polled => ({ kind, mayBeRead: (offers) => mayBeRead(kind, offers), ask: refresh[kind] })))

const poll = Poller.rowOf(WarehouseV1.contract.id, polled)

/** The polls of all connections. */
export const polls = JobRows.jobsOf([poll])

/** One round of polls of one connection. */
export const pollOnce = (connection: string) => Effect.flatMap(polled, (kinds) => Poller.pollOnce(kinds, connection))

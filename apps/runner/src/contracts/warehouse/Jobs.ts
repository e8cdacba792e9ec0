/**
 * The jobs of the warehouse contract: polls for open orders, and the subscriptions to callbacks.
 */
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Subscriptions from "../../connection/Subscriptions.ts"
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

/** Milliseconds between two checks of a subscription. */
const checkedEvery = 30_000

/** Tells a vendor where to send its callbacks. */
const subscription = (publicUrl: URL) =>
  ({
    name: "subscription",
    contract: WarehouseV1.contract.id,
    isWanted: ({ id }, connections) => connections.offers(id).includes(WarehouseV1.Subscribe.name),
    every: () => checkedEvery,
    work: ({ id }) => Subscriptions.keep(id, publicUrl)
  }) satisfies JobRows.JobRow<never, unknown>

export const subscriptions = (publicUrl: URL) => JobRows.jobsOf([subscription(publicUrl)])

/** Without a public address there is nothing to subscribe to. */
export const jobs = (publicUrl: URL | undefined) =>
  publicUrl === undefined ? polls : Effect.zipWith(polls, subscriptions(publicUrl), (...lists) => lists.flat())

/**
 * The background work of the runner: continues creates, sends deliveries, and runs jobs.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { CallLog } from "./calls/CallLog.ts"
import { Intents } from "./intents/Intents.ts"
import { Outbox } from "./outbox/Outbox.ts"
import * as BooksJobs from "./contracts/books/Jobs.ts"
import * as ErpJobs from "./contracts/erp/Jobs.ts"
import type { OrderSource } from "./contracts/erp/OrderSource.ts"
import * as PlatformJobs from "./contracts/platform/Jobs.ts"
import * as ShopAccess from "./contracts/platform/ShopAccess.ts"
import * as WarehouseJobs from "./contracts/warehouse/Jobs.ts"
import { Desk } from "./desk/Desk.ts"
import type { Reads } from "./contracts/warehouse/Reads.ts"
import { Stock } from "./desk/stock/Stock.ts"
import * as Jobs from "./jobs/Jobs.ts"
import * as SubscriptionJobs from "./jobs/SubscriptionJobs.ts"
import { FindingWatch } from "./findings/FindingWatch.ts"
import { Hints } from "./hints/Hints.ts"
import { KeyRotation } from "./KeyRotation.ts"
import { BackgroundMigrations } from "./jobs/BackgroundMigrations.ts"
import { PersonalData } from "./jobs/PersonalData.ts"
import { Retention } from "./jobs/Retention.ts"

/** Repeats a loop for ever; failures, such as a database that is down for a while, are logged and retried. */
export const lasting = <A, E, R>(name: string, loop: Effect.Effect<A, E, R>) =>
  Effect.forever(Effect.andThen(
    Effect.catchCauseIf(
      loop,
      (cause) => !Cause.hasInterrupts(cause),
      (cause) => Effect.logError(`the ${name} loop failed; it continues in a second`, cause)
    ),
    Effect.sleep("1 second")
  ))

const jobs = (publicUrl: URL | undefined) =>
  Effect.map(
    Effect.all([WarehouseJobs.polls, SubscriptionJobs.jobs(publicUrl), ShopAccess.jobs(publicUrl), PlatformJobs.jobs, ErpJobs.jobs, BooksJobs.jobs, Effect.flatMap(Stock, ({ jobs: ofStock }) => ofStock), Retention, PersonalData, BackgroundMigrations, CallLog, FindingWatch, KeyRotation, Effect.flatMap(Desk, ({ jobs: ofDesk }) => ofDesk)]),
    ([ofWarehouses, ofSubscriptions, ofShops, ofPlatforms, ofErps, ofBooks, ofStock, { job }, { job: ofPersonalData }, { job: ofMigrations }, { job: ofCalls }, { jobs: ofFindings }, { job: ofKey }, ofDesk]): ReadonlyArray<Jobs.Job<unknown, OrderSource | Reads | PlatformJobs.Services>> => [...ofWarehouses, ...ofSubscriptions, ...ofShops, ...ofPlatforms, ...ofErps, ...ofBooks, ...ofStock, ...ofDesk, job, ofPersonalData, ofMigrations, ofCalls, ofKey, ...ofFindings]
  )

export const run = Effect.fnUntraced(function*(publicUrl: URL | undefined) {
  const intents = yield* Intents
  const outbox = yield* Outbox
  const findings = yield* FindingWatch
  const hints = yield* Hints
  return yield* Effect.all(
    [lasting("intents", intents.run), lasting("outbox", outbox.run), lasting("jobs", Jobs.run(jobs(publicUrl))), lasting("findings", findings.run), lasting("hints", hints.run)],
    { concurrency: "unbounded", discard: true }
  )
})

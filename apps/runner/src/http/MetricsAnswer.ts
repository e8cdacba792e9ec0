/**
 * The answer of `/metrics`. The figures of the database and the readiness are read in the background, so that the answer comes at once and
 * the series of the process are there whatever the database does. The counters are in `ListenerMetrics.ts`, and in `CallMetrics.ts` and `DeskMetrics.ts` of `metrics`.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { PrometheusMetrics } from "effect/observability"
import { Background } from "../metrics/BackgroundReadings.ts"
import * as FindingStore from "../findings/FindingStore.ts"
import type { FindingWatch } from "../findings/FindingWatch.ts"
import * as DatabaseFamilies from "../metrics/DatabaseFamilies.ts"
import * as Exposition from "../metrics/Exposition.ts"
import * as ProcessFamilies from "../metrics/ProcessFamilies.ts"
import { Notifier } from "../findings/Notifier.ts"
import { Database } from "../store/Database.ts"
import * as Health from "./Health.ts"

export type Needs = Background | DatabaseFamilies.Needs | FindingWatch | Notifier | Health.Needs

/** The counters of the process and the figures of the database, in the Prometheus text format. */
export const metrics: Effect.Effect<string, never, Needs> = Effect.gen(function*() {
  const background = yield* Background
  const { disk, figures, findings, places, read, readiness } = background
  yield* Effect.all([
    read(readiness, Health.checked),
    read(figures, DatabaseFamilies.families),
    read(findings, Effect.all({ counts: Effect.flatMap(Database, FindingStore.counts), waiting: Effect.flatMap(Notifier, ({ waiting }) => waiting) })),
    ...(places.dataFolder === undefined ? [] : [read(disk, ProcessFamilies.disk(places))])
  ], { concurrency: "unbounded", discard: true })
  const counted = yield* PrometheusMetrics.format()
  const now = yield* Clock.currentTimeMillis
  const families = [...yield* ProcessFamilies.families, ...figures.value ?? []]
  return `${counted.trimEnd()}\n${Exposition.text(families, now)}\n`
})

/**
 * The metrics of this process, which are there whatever the database does.
 */
import * as Effect from "effect/Effect"
import { statfs, stat } from "node:fs/promises"
import { Connections } from "../connection/Connections.ts"
import { severities } from "../doctor/SeverityScale.ts"
import { Restored } from "../engine/RestoreMode.ts"
import { FindingWatch } from "../findings/FindingWatch.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { Shared } from "../store/SharedClock.ts"
import { Database } from "../store/Database.ts"
import * as Migrations from "../store/Migrations.ts"
import { Background, type Disk, loopResolution, type Places } from "./BackgroundReadings.ts"
import { age, counter, type Family, gauge, value } from "./Exposition.ts"

/** The number of the newest migration that this release has. */
const schema = Math.max(...Migrations.names.map((name) => Number.parseInt(name, 10)))

const flag = (is: boolean): number => is ? 1 : 0

/** A delay of the event loop is shown for at least this long, so that two scrapers both see it, in milliseconds. */
const delayShownFor = 60_000

const size = (path: string): Promise<number | undefined> => stat(path).then(({ size: bytes }) => bytes, () => undefined)

/** What the disk of the data folder has. */
export const disk = ({ databaseFile, dataFolder }: Places): Effect.Effect<Disk, unknown> =>
  Effect.tryPromise(async () => {
    const { bavail, blocks, bsize } = await statfs(dataFolder ?? ".")
    return {
      free: bavail * bsize,
      size: blocks * bsize,
      database: databaseFile === undefined ? undefined : await size(databaseFile),
      log: databaseFile === undefined ? undefined : await size(`${databaseFile}-wal`)
    }
  })

const ofDisk = (read: Disk | undefined): ReadonlyArray<Family> => read === undefined ? [] : [
  gauge("crossdock_disk_free_bytes", "Free bytes on the disk of the data folder", [value({}, read.free)]),
  gauge("crossdock_disk_size_bytes", "Bytes of the disk of the data folder", [value({}, read.size)]),
  ...(read.database === undefined ? [] : [gauge("crossdock_database_size_bytes", "Bytes of the SQLite file and of its write-ahead log", [
    value({ file: "main" }, read.database),
    value({ file: "wal" }, read.log ?? 0)
  ])])
]

const ofNode = (delay: { readonly max: number; readonly percentile99: number }): ReadonlyArray<Family> => {
  const memory = process.memoryUsage()
  const { system, user } = process.cpuUsage()
  return [
    gauge("nodejs_eventloop_delay_p99_seconds", "99th percentile of the delay of the event loop in the last minute or two", [value({}, delay.percentile99)]),
    gauge("nodejs_eventloop_delay_max_seconds", "The longest of them", [value({}, delay.max)]),
    gauge("process_resident_memory_bytes", "Resident memory", [value({}, memory.rss)]),
    gauge("nodejs_heap_used_bytes", "Heap in use", [value({}, memory.heapUsed)]),
    counter("process_cpu_seconds_total", "CPU time of the process, of user and system", [value({}, (user + system) / 1e6)]),
    gauge("process_start_time_seconds", "When the process began, in seconds since 1970", [value({}, Math.round(performance.timeOrigin) / 1000)])
  ]
}

/** The delays in seconds. */
const delaysOf = (loop: Background["Service"]["loopDelay"], now: number) => {
  // The histogram measures the whole interval of its timer, which is not a delay. One without entries has no numbers.
  const seconds = (nanos: number) => loop.histogram.count === 0 ? 0 : Math.max(0, nanos / 1e9 - loopResolution / 1000)
  const delay = { percentile99: seconds(loop.histogram.percentile(99)), max: seconds(loop.histogram.max) }
  if (now - loop.since >= delayShownFor) {
    loop.histogram.reset()
    loop.since = now
  }
  return delay
}

export const families: Effect.Effect<ReadonlyArray<Family>, never, Background | Connections | Database | FindingWatch | Outbox | Restored> = Effect.gen(function*() {
  const background = yield* Background
  const connections = yield* Connections
  const db = yield* Database
  const endpoints = new Map((yield* (yield* Outbox).endpoints).map(({ connection, failures }) => [connection, failures]))
  const { figures, findings, places, readiness } = background
  const isUp = !readiness.isFailing && readiness.value !== undefined
  const pool = db.pool?.()
  const unstored = (yield* FindingWatch).unstored()
  const shared = yield* Shared
  return [
    gauge("crossdock_build_info", "1, with the release of the runner and the number of its newest migration", [
      value({ version: places.version ?? "unknown", schema: String(schema), node_version: process.versions.node, database: db.dialect }, 1)
    ]),
    gauge("crossdock_ready", "1 if the runner may receive traffic, as /readyz says", [value({}, flag(isUp && readiness.value?.ok === true))]),
    gauge("crossdock_database_up", "1 if the database takes writes", [value({}, flag(isUp))]),
    gauge("crossdock_gauges_age_seconds", "Age of the figures that were read from the database; they keep their last value while it does not answer",
      figures.value === undefined ? [] : [value({}, Math.max(0, background.elapsed() - figures.readAt) / 1000)]),
    ...(pool === undefined ? [] : [
      gauge("crossdock_database_pool_connections", "Connections to PostgreSQL, by what they do", [value({ is: "busy" }, pool.total - pool.idle), value({ is: "idle" }, pool.idle)]),
      gauge("crossdock_database_pool_max_connections", "The most connections to PostgreSQL", [value({}, pool.max)]),
      gauge("crossdock_database_pool_waiting", "Statements that wait for a connection to PostgreSQL", [value({}, pool.waiting)])
    ]),
    gauge("crossdock_findings", "What is wrong, as `crossdock findings ls` lists it, by severity", findings.value === undefined && unstored.length === 0 ? [] : severities.map((severity) =>
      value({ severity }, (findings.value?.counts[severity] ?? 0) + unstored.filter((one) => one.severity === severity).length))),
    gauge("crossdock_notifications_waiting", "Messages about findings that nobody has taken yet, by channel", findings.value?.waiting.map(({ channel, count }) => value({ channel }, count)) ?? []),
    gauge("crossdock_notification_oldest_seconds", "Age of the oldest of them; 0 if there is none", findings.value?.waiting.map(({ channel, oldest }) => oldest === undefined ? value({ channel }, 0) : age({ channel }, oldest)) ?? []),
    gauge("crossdock_restored", "1 while the runner works on a restored backup and sends deliveries only when asked", [value({}, flag((yield* Restored).since() !== undefined))]),
    gauge("crossdock_connection_paused", "1 if the connection is paused, because its credential was refused or because a person paused it",
      connections.all.map(({ id }) => value({ connection: id }, flag(connections.pausedOf(id) !== undefined)))),
    gauge("crossdock_connection_paused_seconds", "How long the connection has been paused; 0 if it is not", connections.all.map(({ id }) => {
      const paused = connections.pausedOf(id)
      return paused === undefined ? value({ connection: id }, 0) : age({ connection: id }, paused.at)
    })),
    gauge("crossdock_peer_failing_seconds", "Time since the first of the calls to the peer that were not answered, whatever the operation; 0 if the last one was", connections.all.map(({ id }) => {
      const failing = connections.failingOf(id)
      return failing === undefined ? value({ connection: id }, 0) : age({ connection: id }, failing.since)
    })),
    gauge("crossdock_endpoint_failures", "Consecutive failures of a connection's endpoint, as this process saw them",
      connections.all.map(({ id }) => value({ connection: id }, endpoints.get(id) ?? 0))),
    // A single node with its own file uses its own clock.
    ...(shared === undefined ? [] : [gauge("crossdock_clock_offset_seconds", "How far the clock of the database is ahead of the clock of this machine", [
      value({}, ((yield* shared.currentTimeMillis) - (yield* shared.machine.currentTimeMillis)) / 1000)
    ])]),
    ...ofDisk(background.disk.value),
    ...ofNode(delaysOf(background.loopDelay, background.elapsed()))
  ]
})

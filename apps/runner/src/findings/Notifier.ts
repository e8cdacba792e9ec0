/**
 * Sends notifications. A message is a row for each channel from the transaction that decides on it until the channel has taken it, so
 * it is told over a restart too. It is told at least once: a receiver recognises a repetition by its id.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Random from "effect/Random"
import type { Transport } from "@crossdock/core"
import type { Job } from "../jobs/Jobs.ts"
import { Database, type DatabaseFailed } from "../store/Database.ts"
import type { Channel } from "./NotificationChannel.ts"
import type { Event } from "./FindingStore.ts"
import * as NotificationMail from "./NotificationMail.ts"
import * as NotificationText from "./NotificationText.ts"
import type { NotifierSettings } from "./NotifierSettings.ts"
import * as NotificationWebhook from "./NotificationWebhook.ts"

/** At most one message is written in so many milliseconds; what happens meanwhile is told together. */
export const apart = 60_000
/** Milliseconds between two looks for messages to send. */
const every = 5000
const firstGap = 15_000
const longestGap = 900_000
/** A message that nobody has taken for so many milliseconds is dropped. */
export const dropAfter = 7 * 86_400_000
/** The most messages of one look to one channel. */
const atOnce = 20

/** Milliseconds until the next attempt after so many have failed. */
export const gapAfter = (attempts: number): number => Math.min(longestGap, firstGap * 2 ** (attempts - 1))

export interface Waiting {
  readonly channel: string
  readonly count: number
  readonly oldest: number | undefined
}

export class Notifier extends Context.Service<Notifier, {
  readonly settings: NotifierSettings
  readonly channels: ReadonlyArray<Channel["name"]>
  /** Stores a message about these events for each channel, in a transaction of the caller. */
  readonly enqueue: (events: ReadonlyArray<Event>, now: number) => Effect.Effect<void, DatabaseFailed>
  /** Sends a message about these events at once, without the database. Returns the channels that did not take it. */
  readonly sendNow: (id: string, events: ReadonlyArray<Event>, channels: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>>
  /** Sends a message that says that it is a test. Returns the channels that did not take it. */
  readonly sendTest: Effect.Effect<ReadonlyArray<string>>
  /** Whether a message may be written now. */
  readonly mayTell: (now: number) => Effect.Effect<boolean, DatabaseFailed>
  readonly sendDue: Effect.Effect<void, DatabaseFailed>
  readonly waiting: Effect.Effect<ReadonlyArray<Waiting>, DatabaseFailed>
  readonly job: Job<DatabaseFailed, never>
}>()("@crossdock/runner/findings/Notifier") {
  static readonly layer = (settings: NotifierSettings) => Layer.effect(Notifier, make(settings))
}

const sent = (channel: string, outcome: "sent" | "failed" | "dropped") =>
  Metric.update(Metric.counter("crossdock_notifications_total", { description: "Attempts to tell a person of findings, by channel and outcome", incremental: true, attributes: { channel, outcome } }), 1)

const make = Effect.fnUntraced(function*(settings: NotifierSettings) {
  const db = yield* Database
  const context = yield* Effect.context<Transport.Transport>()
  const webhook = settings.webhook === undefined ? [] : [yield* NotificationWebhook.make(settings.webhook)]
  const channels: ReadonlyArray<Channel> = [...webhook, ...(settings.mail === undefined ? [] : [NotificationMail.make(settings.mail)])]
  let toldAt = Number.NEGATIVE_INFINITY

  const attempt = (channel: Channel, notification: NotificationText.Notification) =>
    channel.send(notification).pipe(
      Effect.as(undefined),
      Effect.catch(({ because }) => Effect.as(Effect.logWarning("a person could not be told of findings; it is tried again").pipe(Effect.annotateLogs({ channel: channel.name, because })), because)),
      Effect.tap((because) => sent(channel.name, because === undefined ? "sent" : "failed"))
    )

  const newId = (now: number) => Effect.map(Random.nextIntBetween(0, 36 ** 6), (random) => `finding-${now.toString(36)}-${random.toString(36)}`)

  const enqueue = Effect.fnUntraced(function*(events: ReadonlyArray<Event>, now: number) {
    if (events.length === 0 || channels.length === 0) return
    const id = yield* newId(now)
    const content = JSON.stringify(NotificationText.notification(id, events, now))
    for (const { name } of channels) {
      yield* db.query("insert into notification (id, channel, content, created_at, due_at) values ($1, $2, $3, $4, $4) on conflict (id, channel) do nothing", [id, name, content, now])
    }
    toldAt = now
  })

  const drop = Effect.fnUntraced(function*(channel: string) {
    yield* sent(channel, "dropped")
    yield* Effect.logError("a message about findings was dropped: its channel is gone or took it for days not").pipe(Effect.annotateLogs({ channel }))
  })

  /** Sends what is due to a channel until it does not take a message. The others have their turn at the next looks, because it may be away. */
  const sendDueTo = Effect.fnUntraced(function*(name: string, now: number) {
    const channel = channels.find((one) => one.name === name)
    for (const row of yield* db.query(`select * from notification where channel = $1 and due_at <= $2 order by created_at, id limit ${atOnce}`, [name, now])) {
      const key = [String(row.id), name] as const
      const isOver = channel === undefined || now - Number(row.created_at) > dropAfter
      const because = isOver ? undefined : yield* attempt(channel, JSON.parse(row.content))
      if (because !== undefined) {
        const attempts = Number(row.attempt) + 1
        yield* db.query("update notification set attempt = $3, due_at = $4, error = $5 where id = $1 and channel = $2", [...key, attempts, now + gapAfter(attempts), because])
        return
      }
      yield* db.query("delete from notification where id = $1 and channel = $2", key)
      if (isOver) yield* drop(name)
    }
  })

  /** All channels at once, so that none waits for one that does not answer. */
  const sendDue = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const due = yield* db.query("select distinct channel from notification where due_at <= $1", [now])
    yield* Effect.forEach(due, ({ channel }) => sendDueTo(String(channel), now), { concurrency: "unbounded", discard: true })
  }).pipe(Effect.provide(context))

  const names = channels.map(({ name }) => name)

  const sendNow = (id: string, events: ReadonlyArray<Event>, to: ReadonlyArray<string>) =>
    Effect.gen(function*() {
      const notification = NotificationText.notification(id, events, yield* Clock.currentTimeMillis)
      return yield* Effect.filter(to, (name) => {
        const channel = channels.find((one) => one.name === name)
        return channel === undefined ? Effect.succeed(false) : Effect.map(attempt(channel, notification), (because) => because !== undefined)
      })
    }).pipe(Effect.provide(context))

  return Notifier.of({
    settings,
    channels: names,
    enqueue,
    sendNow,
    sendTest: Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const finding = { code: "TEST", severity: "warning", id: "test", where: "the runner", since: now, endedAt: undefined, toldAt: undefined } as const
      return yield* sendNow(yield* newId(now), [{ is: "began", finding }], names)
    }),
    mayTell: (now) =>
      now - toldAt < apart ? Effect.succeed(false) : Effect.map(db.one("select max(created_at) as at from notification"), (row) => row?.at == null || now - Number(row.at) >= apart),
    sendDue,
    waiting: Effect.map(db.query("select channel, count(*) as n, min(created_at) as oldest from notification group by channel"), (rows) =>
      channels.map(({ name }) => {
        const row = rows.find(({ channel }) => channel === name)
        return { channel: name, count: Number(row?.n ?? 0), oldest: row === undefined ? undefined : Number(row.oldest) }
      })),
    job: { name: "notifications", connection: "", every, limit: 300_000, work: sendDue }
  })
})
